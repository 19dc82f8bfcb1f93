//! What the browser offers: its address, its store, its chance and its time.

use leptos::prelude::*;
use wasm_bindgen::prelude::*;

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

/// Puts an address into the bar without a step back.
pub fn replace(hash: &str) {
    if let Ok(history) = window().history() {
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(hash));
    }
}

fn storage() -> Option<web_sys::Storage> {
    window().local_storage().ok().flatten()
}

/// Reads what was kept on this device.
pub fn kept(key: &str) -> Option<String> {
    storage()?.get_item(&format!("agon.{key}")).ok().flatten()
}

/// Keeps something on this device; where that is not allowed it is forgotten with the page.
pub fn keep(key: &str, value: &str) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(&format!("agon.{key}"), value);
    }
}

/// A number nobody can foresee.
pub fn chance() -> u64 {
    let half = || (js_sys::Math::random() * f64::from(u32::MAX)) as u64;
    (half() << 32 | half()) >> 11
}

/// Languages the person reads, the dearest first.
pub fn language() -> String {
    window().navigator().language().unwrap_or_default()
}
