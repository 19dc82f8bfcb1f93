// A stage for the classes of the app: as much of Android as they touch, and a play that checks what they do. It runs on
// any Java machine, which also checks the types of every call. `cargo xtask test` cuts this file at each `package`.

package android.content;
public class Context {
    public android.content.res.AssetManager getAssets() { return new android.content.res.AssetManager(); }
}

package android.content;
public class Intent {
    public final String action;
    public final android.net.Uri data;
    public String category, type;
    public Intent(String action) { this(action, null); }
    public Intent(String action, android.net.Uri data) { this.action = action; this.data = data; }
    public Intent addCategory(String category) { this.category = category; return this; }
    public Intent setType(String type) { this.type = type; return this; }
    public android.net.Uri getData() { return data; }
}

package android.content;
public class ActivityNotFoundException extends RuntimeException {}

package android.content.res;
public final class AssetManager {
    public static java.util.zip.ZipFile apk;
    public java.io.InputStream open(String name) throws java.io.IOException {
        java.util.zip.ZipEntry entry = apk.getEntry("assets/" + name);
        if (entry == null || entry.isDirectory()) throw new java.io.FileNotFoundException(name);
        return apk.getInputStream(entry);
    }
}

package android.net;
public abstract class Uri {
    public abstract String getHost();
    public abstract String getPath();
    public static Uri parse(String text) {
        java.net.URI uri = java.net.URI.create(text);
        return new Uri() {
            public String getHost() { return uri.getHost(); }
            public String getPath() { return uri.getPath(); }
            public String toString() { return text; }
        };
    }
}

package android.os;
public final class Bundle {
    public String page;
    public boolean superSaved;
}

package android.view;
public class View {
    public int color = -1;
    public void setBackgroundColor(int color) { this.color = color; }
}

package android.app;
public class Activity extends android.content.Context {
    public android.view.View shown;
    public boolean created, left, gone, answered, nobodyOpens;
    public android.content.Intent sent;
    protected void onCreate(android.os.Bundle state) { created = true; }
    protected void onSaveInstanceState(android.os.Bundle state) { state.superSaved = true; }
    protected void onDestroy() { gone = true; }
    public void onBackPressed() { left = true; }
    public void setContentView(android.view.View view) { shown = view; }
    public void startActivity(android.content.Intent intent) {
        if (nobodyOpens) throw new android.content.ActivityNotFoundException();
        sent = intent;
    }
    public void startActivityForResult(android.content.Intent intent, int request) { startActivity(intent); }
    protected void onActivityResult(int request, int result, android.content.Intent data) { answered = true; }
    // What the system would call.
    public void create(android.os.Bundle state) { onCreate(state); }
    public void save(android.os.Bundle state) { onSaveInstanceState(state); }
    public void answer(android.content.Intent data) { onActivityResult(1, data == null ? 0 : -1, data); }
    public void destroy() { onDestroy(); }
}

package android.webkit;
public interface ValueCallback<T> {
    void onReceiveValue(T value);
}

package android.webkit;
public abstract class WebSettings {
    public abstract void setJavaScriptEnabled(boolean on);
    public abstract void setDomStorageEnabled(boolean on);
    public abstract void setAllowFileAccess(boolean on);
    public abstract void setAllowContentAccess(boolean on);
}

package android.webkit;
public class WebChromeClient {
    public abstract static class FileChooserParams {}
    public boolean onShowFileChooser(WebView view, ValueCallback<android.net.Uri[]> asker, FileChooserParams how) {
        return false;
    }
}

package android.webkit;
public class WebBackForwardList {}

package android.webkit;
public interface WebResourceRequest {
    android.net.Uri getUrl();
}

package android.webkit;
public class WebResourceResponse {
    public final String type, encoding;
    public final java.io.InputStream data;
    public int status = 200;
    public WebResourceResponse(String type, String encoding, java.io.InputStream data) {
        this.type = type;
        this.encoding = encoding;
        this.data = data;
    }
    public void setStatusCodeAndReasonPhrase(int status, String reason) {
        if (reason.trim().isEmpty()) throw new IllegalArgumentException("a reason is needed");
        this.status = status;
    }
}

package android.webkit;
public class WebViewClient {
    public boolean shouldOverrideUrlLoading(WebView view, WebResourceRequest request) { return false; }
    public WebResourceResponse shouldInterceptRequest(WebView view, WebResourceRequest request) { return null; }
}

package android.webkit;
public class WebView extends android.view.View {
    public static boolean forgets;
    public final java.util.Map<String, Boolean> settings = new java.util.TreeMap<>();
    public final java.util.ArrayDeque<String> pages = new java.util.ArrayDeque<>();
    public WebViewClient client;
    public WebChromeClient chrome;
    public boolean destroyed;
    public WebView(android.content.Context context) { java.util.Objects.requireNonNull(context); }
    public WebSettings getSettings() {
        return new WebSettings() {
            public void setJavaScriptEnabled(boolean on) { settings.put("scripts", on); }
            public void setDomStorageEnabled(boolean on) { settings.put("storage", on); }
            public void setAllowFileAccess(boolean on) { settings.put("files", on); }
            public void setAllowContentAccess(boolean on) { settings.put("content", on); }
        };
    }
    public void setWebViewClient(WebViewClient client) { this.client = client; }
    public void setWebChromeClient(WebChromeClient chrome) { this.chrome = chrome; }
    public void loadUrl(String page) { pages.push(page); }
    public boolean canGoBack() { return pages.size() > 1; }
    public void goBack() { pages.pop(); }
    public WebBackForwardList saveState(android.os.Bundle state) {
        state.page = pages.peek();
        return new WebBackForwardList();
    }
    public WebBackForwardList restoreState(android.os.Bundle state) {
        if (forgets) return null;
        pages.push(state.page);
        return new WebBackForwardList();
    }
    public void destroy() { destroyed = true; }
}

package agon.app;
import android.content.Intent;
import android.net.Uri;
import android.os.Bundle;
import android.webkit.ValueCallback;
import android.webkit.WebResourceResponse;
import android.webkit.WebView;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

public class Stage {
    static final String HOME = "https://agon.invalid/";
    static final Map<String, String> TYPES = Map.of("html", "text/html", "js", "text/javascript", "css", "text/css",
        "wasm", "application/wasm", "woff2", "font/woff2", "svg", "image/svg+xml", "png", "image/png", "txt", "text/plain",
        "webmanifest", "application/manifest+json");

    // The arguments are the package and the folder of the site.
    public static void main(String[] args) throws Exception {
        android.content.res.AssetManager.apk = new java.util.zip.ZipFile(args[0]);
        Main app = new Main();
        app.create(null);
        WebView page = (WebView) app.shown;
        same("created", app.created, true);
        same("settings", page.settings.toString(), "{content=false, files=false, scripts=true, storage=true}");
        same("the window shines through", page.color, 0);
        same("first page", page.pages.toString(), "[" + HOME + "]");
        files(page, Path.of(args[1]));
        links(app, page);
        choice(app, page, null, "[null]");
        choice(app, page, new Intent("x"), "[null]");
        choice(app, page, new Intent("x", Uri.parse("content://a/b")), "[[content://a/b]]");
        state(app, page);
        back(app, page);
        app.destroy();
        same("the page ends", page.destroyed && app.gone, true);
        System.out.println("the classes of the app do what they should");
    }

    static void files(WebView page, Path site) throws Exception {
        int count = 0;
        try (var list = Files.newDirectoryStream(site)) {
            for (Path file : list) {
                String name = file.getFileName().toString();
                answer(page, HOME + name, 200, TYPES.get(name.substring(name.lastIndexOf('.') + 1)), file);
                count += 1;
            }
        }
        same("the site has files", count > 9, true);
        Path index = site.resolve("index.html");
        answer(page, HOME, 200, "text/html", index);
        answer(page, HOME + "?a=b.c#/new", 200, "text/html", index);
        for (String missing : new String[] {"api", "api/rooms", "gone.js", "index.html/", "sw.js.gz", "a.b.", ".", "//"}) {
            answer(page, HOME + missing, 404, "text/plain", null);
        }
        for (String other : new String[] {"https://example.org/", "https://agon.invalid.example.org/", "data:text/plain,x"}) {
            same(other, ask(page, other), null);
        }
    }

    static void links(Main app, WebView page) {
        same("own link", page.client.shouldOverrideUrlLoading(page, () -> Uri.parse(HOME + "#/new")), false);
        same("own link goes nowhere else", app.sent, null);
        Uri other = Uri.parse("https://example.org/x");
        same("other link", page.client.shouldOverrideUrlLoading(page, () -> other), true);
        same("what is asked of the system", app.sent.action, "android.intent.action.VIEW");
        same("for which link", app.sent.data, other);
        app.nobodyOpens = true;
        same("a link nobody opens", page.client.shouldOverrideUrlLoading(page, () -> Uri.parse("odd:x")), true);
        app.nobodyOpens = false;
    }

    // The page asks for a file and the person answers so.
    static void choice(Main app, WebView page, Intent answer, String wanted) {
        List<String> told = new ArrayList<>();
        ValueCallback<Uri[]> asker = files -> told.add(Arrays.toString(files));
        same("a file is asked for", page.chrome.onShowFileChooser(page, asker, null), true);
        Intent sent = app.sent;
        String want = "android.intent.action.GET_CONTENT android.intent.category.OPENABLE */*";
        same("any file that can be opened", sent.action + " " + sent.category + " " + sent.type, want);
        same("nothing is told before", told.size(), 0);
        app.answered = false;
        app.answer(answer);
        same("chosen", told.toString(), wanted);
        app.answer(answer);
        same("told once", told.size(), 1);
        same("the system is told too", app.answered, true);
        app.nobodyOpens = true;
        same("a choice nobody offers", page.chrome.onShowFileChooser(page, asker, null), true);
        same("no choice", told.get(1), "null");
        app.nobodyOpens = false;
    }

    static void state(Main app, WebView page) {
        page.loadUrl(HOME + "#/game");
        Bundle kept = new Bundle();
        app.save(kept);
        same("what the system keeps is kept", kept.superSaved, true);
        for (boolean forgets : new boolean[] {false, true}) {
            WebView.forgets = forgets;
            Main again = new Main();
            again.create(kept);
            String pages = "[" + HOME + (forgets ? "]" : "#/game]");
            same("pages after the window is made anew", ((WebView) again.shown).pages.toString(), pages);
        }
    }

    static void back(Main app, WebView page) {
        app.onBackPressed();
        same("back in the page", page.pages.toString(), "[" + HOME + "]");
        same("still here", app.left, false);
        app.onBackPressed();
        same("back out of the app", app.left, true);
        same("the page stays", page.pages.size(), 1);
    }

    static WebResourceResponse ask(WebView page, String url) {
        return page.client.shouldInterceptRequest(page, () -> Uri.parse(url));
    }

    static void answer(WebView page, String url, int status, String type, Path file) throws Exception {
        WebResourceResponse answer = ask(page, url);
        same("status of " + url, answer.status, status);
        same("type of " + url, answer.type, type);
        same("encoding of " + url, answer.encoding, null);
        byte[] bytes = file == null ? new byte[0] : Files.readAllBytes(file);
        same("bytes of " + url, java.util.Arrays.equals(answer.data.readAllBytes(), bytes), true);
    }

    static void same(String what, Object is, Object wanted) {
        if (!java.util.Objects.equals(is, wanted)) throw new AssertionError(what + ": " + is + " instead of " + wanted);
    }
}
