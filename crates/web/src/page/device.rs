//! What the browser offers: its address, its store, its chance and its time.

use std::cell::RefCell;

use leptos::prelude::*;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// The text of the catalogue; the page's first script knows where it lies.
    #[wasm_bindgen(js_namespace = agon, catch)]
    pub async fn catalogue() -> Result<JsValue, JsValue>;
    /// The rules pages in the other language, all in one text.
    #[wasm_bindgen(js_namespace = agon, catch)]
    pub async fn pages() -> Result<JsValue, JsValue>;
}

/// A panic is shown where a person sees it; a blank page helps nobody.
pub fn listen_to_panics() {
    std::panic::set_hook(Box::new(|info| {
        let text = info.to_string();
        web_sys::console::error_1(&JsValue::from_str(&text));
        if let Some(body) = document().body() {
            let _ = body.set_attribute("data-broken", &text);
        }
    }));
}

/// Tells the page's first script that everything is drawn.
pub fn say_ready() {
    if let Some(root) = document().document_element() {
        let _ = root.set_attribute("data-ready", "");
    }
}

/// The part of the address after `#`.
pub fn hash() -> String {
    window().location().hash().unwrap_or_default()
}

/// The whole address of the page, up to the `#`.
pub fn page() -> String {
    let address = window().location().href().unwrap_or_default();
    address.split('#').next().unwrap_or_default().to_owned()
}

/// Goes to an address, so that the way back leads here.
pub fn go(hash: &str) {
    let _ = window().location().set_hash(hash);
}

/// Whether the page came from somewhere where a server can be: not from a disk, nor out of an app's package.
pub fn has_server() -> bool {
    let location = window().location();
    let served = location.protocol().is_ok_and(|protocol| protocol.starts_with("http"));
    served && location.hostname().is_ok_and(|host| !host.ends_with(".invalid"))
}

/// Whether the device says that it has no network.
pub fn is_offline() -> bool {
    !window().navigator().on_line()
}

/// Loads the page anew.
pub fn reload() {
    let _ = window().location().reload();
}

/// Puts an address into the bar without a step back.
pub fn replace(hash: &str) {
    if let Ok(history) = window().history() {
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(hash));
    }
}

fn storage() -> Option<web_sys::Storage> {
    window().local_storage().ok().flatten()
}

/// Whether anything can be kept on this device: a store may be closed or full.
pub fn keeps() -> bool {
    storage()
        .is_some_and(|storage| storage.set_item("agon.try", "").and_then(|()| storage.remove_item("agon.try")).is_ok())
}

thread_local! {
    /// What the browser does not keep, as long as the page is there: the secret of a seat must not be lost in between.
    static MEMORY: RefCell<Vec<(String, String)>> = const { RefCell::new(Vec::new()) };
}

/// Reads what was kept on this device.
pub fn kept(key: &str) -> Option<String> {
    let kept = storage().and_then(|storage| storage.get_item(&format!("agon.{key}")).ok().flatten());
    kept.or_else(|| {
        MEMORY.with_borrow(|memory| memory.iter().find(|(name, _)| name == key).map(|(_, text)| text.clone()))
    })
}

/// Keeps something on this device; where that is not allowed it is forgotten with the page, and not before.
pub fn keep(key: &str, value: &str) {
    if storage().is_none_or(|storage| storage.set_item(&format!("agon.{key}"), value).is_err()) {
        forget(key);
        MEMORY.with_borrow_mut(|memory| memory.push((key.to_owned(), value.to_owned())));
    }
}

/// Forgets what was kept.
pub fn forget(key: &str) {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(&format!("agon.{key}"));
    }
    MEMORY.with_borrow_mut(|memory| memory.retain(|(name, _)| name != key));
}

/// The time in milliseconds since the page was opened.
pub fn now() -> u64 {
    window().performance().map_or(0.0, |clock| clock.now()) as u64
}

/// A screen as a whole address, for others.
pub fn address(hash: &str) -> String {
    format!("{}{hash}", page())
}

#[wasm_bindgen]
extern "C" {
    /// Puts a text where it can be pasted from, or shows it; whether it was copied.
    #[wasm_bindgen(js_namespace = agon, js_name = hand)]
    pub async fn copy(text: &str) -> JsValue;
    /// Makes the sound of a piece that is put down.
    #[wasm_bindgen(js_namespace = agon)]
    fn sound();
}

/// Lets a move be heard, for those who want it.
pub fn click() {
    if kept("sound").as_deref() != Some("off") {
        sound();
    }
}

/// How long a computer's move is shown at least before the next one, in milliseconds.
pub fn pace() -> u64 {
    // Tests wait for nothing.
    if let Some(millis) = kept("pace").and_then(|text| text.parse().ok()) {
        return millis;
    }
    match kept("speed").as_deref() {
        Some("fast") => 250,
        Some("calm") => 1200,
        _ => 600,
    }
}

/// A number nobody can foresee.
pub fn chance() -> u64 {
    let half = || (js_sys::Math::random() * f64::from(u32::MAX)) as u64;
    (half() << 32 | half()) >> 11
}

/// Whether the person wants nothing to move.
pub fn is_calm() -> bool {
    let wish = window().match_media("(prefers-reduced-motion: reduce)").ok().flatten();
    wish.is_some_and(|wish| wish.matches())
}

/// The language that was chosen, in the address or before, or else the one that the person reads.
pub fn chosen_language() -> String {
    let search = window().location().search().unwrap_or_default();
    let named = search.split_once("lang=").map(|(_, tag)| tag.to_owned());
    named.or_else(|| kept("language")).or_else(|| window().navigator().language()).unwrap_or_default()
}

/// Loads the page anew in another language; where nothing is kept the address says which.
pub fn choose_language(tag: &str) {
    keep("language", tag);
    if keeps() && window().location().search().is_ok_and(|search| !search.contains("lang=")) {
        reload();
    } else {
        let _ = window().location().set_search(&format!("lang={tag}"));
    }
}

/// Gives the person a file.
pub fn download(name: &str, kind: &str, text: &str) {
    let parts = js_sys::Array::of1(&JsValue::from_str(text));
    let options = web_sys::BlobPropertyBag::new();
    options.set_type(kind);
    let blob = web_sys::Blob::new_with_str_sequence_and_options(&parts, &options);
    let Ok(url) = blob.and_then(|blob| web_sys::Url::create_object_url_with_blob(&blob)) else { return };
    if let Ok(link) = document().create_element("a") {
        let link: web_sys::HtmlAnchorElement = link.unchecked_into();
        link.set_href(&url);
        link.set_download(name);
        link.click();
    }
    // The browser has what it needs once the click is over; a moment more harms nobody.
    set_timeout(move || drop(web_sys::Url::revoke_object_url(&url)), std::time::Duration::from_secs(10));
}
