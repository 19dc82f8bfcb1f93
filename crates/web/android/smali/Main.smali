# The app: one window that shows the page. What the page loads comes from Pages, and files of the person by Chooser.
.class public Lagon/app/Main;
.super Landroid/app/Activity;

.field private page:Landroid/webkit/WebView;

.field private chooser:Lagon/app/Chooser;

.method public constructor <init>()V
    .registers 1
    invoke-direct {p0}, Landroid/app/Activity;-><init>()V
    return-void
.end method

.method protected onCreate(Landroid/os/Bundle;)V
    .registers 6
    invoke-super {p0, p1}, Landroid/app/Activity;->onCreate(Landroid/os/Bundle;)V
    new-instance v0, Landroid/webkit/WebView;
    invoke-direct {v0, p0}, Landroid/webkit/WebView;-><init>(Landroid/content/Context;)V
    iput-object v0, p0, Lagon/app/Main;->page:Landroid/webkit/WebView;
    const/4 v2, 0x0
    const/4 v3, 0x1
    # Until the page is drawn the window is seen through it, which has the right colour.
    invoke-virtual {v0, v2}, Landroid/webkit/WebView;->setBackgroundColor(I)V
    invoke-virtual {v0}, Landroid/webkit/WebView;->getSettings()Landroid/webkit/WebSettings;
    move-result-object v1
    invoke-virtual {v1, v3}, Landroid/webkit/WebSettings;->setJavaScriptEnabled(Z)V
    invoke-virtual {v1, v3}, Landroid/webkit/WebSettings;->setDomStorageEnabled(Z)V
    invoke-virtual {v1, v2}, Landroid/webkit/WebSettings;->setAllowFileAccess(Z)V
    invoke-virtual {v1, v2}, Landroid/webkit/WebSettings;->setAllowContentAccess(Z)V
    new-instance v1, Lagon/app/Pages;
    invoke-direct {v1, p0}, Lagon/app/Pages;-><init>(Landroid/app/Activity;)V
    invoke-virtual {v0, v1}, Landroid/webkit/WebView;->setWebViewClient(Landroid/webkit/WebViewClient;)V
    new-instance v1, Lagon/app/Chooser;
    invoke-direct {v1, p0}, Lagon/app/Chooser;-><init>(Landroid/app/Activity;)V
    iput-object v1, p0, Lagon/app/Main;->chooser:Lagon/app/Chooser;
    invoke-virtual {v0, v1}, Landroid/webkit/WebView;->setWebChromeClient(Landroid/webkit/WebChromeClient;)V
    invoke-virtual {p0, v0}, Lagon/app/Main;->setContentView(Landroid/view/View;)V
    if-eqz p1, :first
    invoke-virtual {v0, p1}, Landroid/webkit/WebView;->restoreState(Landroid/os/Bundle;)Landroid/webkit/WebBackForwardList;
    move-result-object v1
    if-nez v1, :done
    :first
    const-string v1, "https://agon.invalid/"
    invoke-virtual {v0, v1}, Landroid/webkit/WebView;->loadUrl(Ljava/lang/String;)V
    :done
    return-void
.end method

.method protected onActivityResult(IILandroid/content/Intent;)V
    .registers 5
    invoke-super {p0, p1, p2, p3}, Landroid/app/Activity;->onActivityResult(IILandroid/content/Intent;)V
    iget-object v0, p0, Lagon/app/Main;->chooser:Lagon/app/Chooser;
    invoke-virtual {v0, p3}, Lagon/app/Chooser;->done(Landroid/content/Intent;)V
    return-void
.end method

# Where one was is kept when the window is made anew, and when the system ends an app that nobody looks at.
.method protected onSaveInstanceState(Landroid/os/Bundle;)V
    .registers 3
    invoke-super {p0, p1}, Landroid/app/Activity;->onSaveInstanceState(Landroid/os/Bundle;)V
    iget-object v0, p0, Lagon/app/Main;->page:Landroid/webkit/WebView;
    invoke-virtual {v0, p1}, Landroid/webkit/WebView;->saveState(Landroid/os/Bundle;)Landroid/webkit/WebBackForwardList;
    return-void
.end method

# Back leads through the screens of the page before it leaves the app.
.method public onBackPressed()V
    .registers 3
    iget-object v0, p0, Lagon/app/Main;->page:Landroid/webkit/WebView;
    invoke-virtual {v0}, Landroid/webkit/WebView;->canGoBack()Z
    move-result v1
    if-eqz v1, :leave
    invoke-virtual {v0}, Landroid/webkit/WebView;->goBack()V
    return-void
    :leave
    invoke-super {p0}, Landroid/app/Activity;->onBackPressed()V
    return-void
.end method

# A page left alone would go on thinking.
.method protected onDestroy()V
    .registers 2
    iget-object v0, p0, Lagon/app/Main;->page:Landroid/webkit/WebView;
    invoke-virtual {v0}, Landroid/webkit/WebView;->destroy()V
    invoke-super {p0}, Landroid/app/Activity;->onDestroy()V
    return-void
.end method
