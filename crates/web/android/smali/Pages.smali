# Answers what the page asks for from the files of the package. They seem to lie at https://agon.invalid/, a name that
# can belong to nobody: from `file:` the page could load neither modules nor wasm.
.class public Lagon/app/Pages;
.super Landroid/webkit/WebViewClient;

.field private final app:Landroid/app/Activity;

.method public constructor <init>(Landroid/app/Activity;)V
    .registers 2
    invoke-direct {p0}, Landroid/webkit/WebViewClient;-><init>()V
    iput-object p1, p0, Lagon/app/Pages;->app:Landroid/app/Activity;
    return-void
.end method

.method private static ours(Landroid/net/Uri;)Z
    .registers 3
    const-string v0, "agon.invalid"
    invoke-virtual {p0}, Landroid/net/Uri;->getHost()Ljava/lang/String;
    move-result-object v1
    invoke-virtual {v0, v1}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z
    move-result v0
    return v0
.end method

# Links to other places are for the browser.
.method public shouldOverrideUrlLoading(Landroid/webkit/WebView;Landroid/webkit/WebResourceRequest;)Z
    .registers 7
    invoke-interface {p2}, Landroid/webkit/WebResourceRequest;->getUrl()Landroid/net/Uri;
    move-result-object v0
    invoke-static {v0}, Lagon/app/Pages;->ours(Landroid/net/Uri;)Z
    move-result v1
    if-eqz v1, :elsewhere
    const/4 v1, 0x0
    return v1
    :elsewhere
    new-instance v1, Landroid/content/Intent;
    const-string v2, "android.intent.action.VIEW"
    invoke-direct {v1, v2, v0}, Landroid/content/Intent;-><init>(Ljava/lang/String;Landroid/net/Uri;)V
    iget-object v2, p0, Lagon/app/Pages;->app:Landroid/app/Activity;
    :try
    invoke-virtual {v2, v1}, Landroid/app/Activity;->startActivity(Landroid/content/Intent;)V
    :tried
    .catch Ljava/lang/RuntimeException; {:try .. :tried} :nobody
    goto :done
    # Where nobody opens such links nothing happens.
    :nobody
    move-exception v2
    :done
    const/4 v1, 0x1
    return v1
.end method

# Not called for the service worker, which so is not installed; nothing in the package needs one.
.method public shouldInterceptRequest(Landroid/webkit/WebView;Landroid/webkit/WebResourceRequest;)Landroid/webkit/WebResourceResponse;
    .registers 8
    invoke-interface {p2}, Landroid/webkit/WebResourceRequest;->getUrl()Landroid/net/Uri;
    move-result-object v0
    invoke-static {v0}, Lagon/app/Pages;->ours(Landroid/net/Uri;)Z
    move-result v1
    if-nez v1, :here
    const/4 v0, 0x0
    return-object v0
    :here
    invoke-virtual {v0}, Landroid/net/Uri;->getPath()Ljava/lang/String;
    move-result-object v0
    const-string v1, "/"
    invoke-virtual {v1, v0}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z
    move-result v1
    if-eqz v1, :named
    const-string v0, "/index.html"
    :named
    :try
    invoke-static {v0}, Lagon/app/Pages;->type(Ljava/lang/String;)Ljava/lang/String;
    move-result-object v1
    const-string v2, "site"
    invoke-virtual {v2, v0}, Ljava/lang/String;->concat(Ljava/lang/String;)Ljava/lang/String;
    move-result-object v2
    iget-object v3, p0, Lagon/app/Pages;->app:Landroid/app/Activity;
    invoke-virtual {v3}, Landroid/app/Activity;->getAssets()Landroid/content/res/AssetManager;
    move-result-object v3
    invoke-virtual {v3, v2}, Landroid/content/res/AssetManager;->open(Ljava/lang/String;)Ljava/io/InputStream;
    move-result-object v2
    :tried
    .catch Ljava/lang/Exception; {:try .. :tried} :missing
    new-instance v0, Landroid/webkit/WebResourceResponse;
    const/4 v3, 0x0
    invoke-direct {v0, v1, v3, v2}, Landroid/webkit/WebResourceResponse;-><init>(Ljava/lang/String;Ljava/lang/String;Ljava/io/InputStream;)V
    return-object v0
    # There is no server here, and the page is told so at once.
    :missing
    move-exception v0
    const/4 v0, 0x0
    new-array v0, v0, [B
    new-instance v2, Ljava/io/ByteArrayInputStream;
    invoke-direct {v2, v0}, Ljava/io/ByteArrayInputStream;-><init>([B)V
    new-instance v0, Landroid/webkit/WebResourceResponse;
    const-string v1, "text/plain"
    const/4 v3, 0x0
    invoke-direct {v0, v1, v3, v2}, Landroid/webkit/WebResourceResponse;-><init>(Ljava/lang/String;Ljava/lang/String;Ljava/io/InputStream;)V
    const/16 v1, 0x194
    const-string v2, "Not Found"
    invoke-virtual {v0, v1, v2}, Landroid/webkit/WebResourceResponse;->setStatusCodeAndReasonPhrase(ILjava/lang/String;)V
    return-object v0
.end method

# The type of a file by its ending. Modules and wasm are refused without the right one. A name that has none of these
# endings is answered by an exception, as is one that does not exist.
.method private static type(Ljava/lang/String;)Ljava/lang/String;
    .registers 5
    const-string v0, ".html=text/html;.js=text/javascript;.css=text/css;.wasm=application/wasm;.woff2=font/woff2;.svg=image/svg+xml;.png=image/png;.txt=text/plain;.webmanifest=application/manifest+json;"
    const/16 v1, 0x2e
    invoke-virtual {p0, v1}, Ljava/lang/String;->lastIndexOf(I)I
    move-result v1
    invoke-virtual {p0, v1}, Ljava/lang/String;->substring(I)Ljava/lang/String;
    move-result-object v1
    const-string v2, "="
    invoke-virtual {v1, v2}, Ljava/lang/String;->concat(Ljava/lang/String;)Ljava/lang/String;
    move-result-object v1
    invoke-virtual {v0, v1}, Ljava/lang/String;->indexOf(Ljava/lang/String;)I
    move-result v2
    # An unknown ending gives -1 here, at which no text begins.
    invoke-virtual {v0, v2}, Ljava/lang/String;->substring(I)Ljava/lang/String;
    move-result-object v0
    invoke-virtual {v1}, Ljava/lang/String;->length()I
    move-result v1
    const/16 v2, 0x3b
    invoke-virtual {v0, v2}, Ljava/lang/String;->indexOf(I)I
    move-result v2
    invoke-virtual {v0, v1, v2}, Ljava/lang/String;->substring(II)Ljava/lang/String;
    move-result-object v0
    return-object v0
.end method
