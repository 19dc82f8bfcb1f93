# Lets the page ask for a file, and, as what it extends does by itself, `are you sure?`.
.class public Lagon/app/Chooser;
.super Landroid/webkit/WebChromeClient;

.field private final app:Landroid/app/Activity;

# Whom to tell; nobody while nothing is asked.
.field private asker:Landroid/webkit/ValueCallback;

.method public constructor <init>(Landroid/app/Activity;)V
    .registers 2
    invoke-direct {p0}, Landroid/webkit/WebChromeClient;-><init>()V
    iput-object p1, p0, Lagon/app/Chooser;->app:Landroid/app/Activity;
    return-void
.end method

.method public onShowFileChooser(Landroid/webkit/WebView;Landroid/webkit/ValueCallback;Landroid/webkit/WebChromeClient$FileChooserParams;)Z
    .registers 7
    iput-object p2, p0, Lagon/app/Chooser;->asker:Landroid/webkit/ValueCallback;
    # The system knows no type for games, so any file may be chosen; the page reads it with care.
    new-instance v0, Landroid/content/Intent;
    const-string v1, "android.intent.action.GET_CONTENT"
    invoke-direct {v0, v1}, Landroid/content/Intent;-><init>(Ljava/lang/String;)V
    const-string v1, "android.intent.category.OPENABLE"
    invoke-virtual {v0, v1}, Landroid/content/Intent;->addCategory(Ljava/lang/String;)Landroid/content/Intent;
    const-string v1, "*/*"
    invoke-virtual {v0, v1}, Landroid/content/Intent;->setType(Ljava/lang/String;)Landroid/content/Intent;
    iget-object v1, p0, Lagon/app/Chooser;->app:Landroid/app/Activity;
    const/4 v2, 0x1
    :try
    invoke-virtual {v1, v0, v2}, Landroid/app/Activity;->startActivityForResult(Landroid/content/Intent;I)V
    :tried
    .catch Ljava/lang/RuntimeException; {:try .. :tried} :nobody
    return v2
    :nobody
    move-exception v0
    const/4 v0, 0x0
    invoke-virtual {p0, v0}, Lagon/app/Chooser;->done(Landroid/content/Intent;)V
    return v2
.end method

# A page that is not told the end, chosen or not, can never ask again.
.method public done(Landroid/content/Intent;)V
    .registers 6
    iget-object v0, p0, Lagon/app/Chooser;->asker:Landroid/webkit/ValueCallback;
    if-eqz v0, :over
    const/4 v1, 0x0
    iput-object v1, p0, Lagon/app/Chooser;->asker:Landroid/webkit/ValueCallback;
    if-eqz p1, :tell
    invoke-virtual {p1}, Landroid/content/Intent;->getData()Landroid/net/Uri;
    move-result-object v2
    if-eqz v2, :tell
    const/4 v3, 0x1
    new-array v1, v3, [Landroid/net/Uri;
    const/4 v3, 0x0
    aput-object v2, v1, v3
    :tell
    invoke-interface {v0, v1}, Landroid/webkit/ValueCallback;->onReceiveValue(Ljava/lang/Object;)V
    :over
    return-void
.end method
