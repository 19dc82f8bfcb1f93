//! The page: binds the library's state to elements, and carries its effects out. There are no decisions here.

#[cfg(target_arch = "wasm32")]
mod app;
#[cfg(target_arch = "wasm32")]
mod board;
#[cfg(target_arch = "wasm32")]
mod device;
#[cfg(target_arch = "wasm32")]
mod game;
#[cfg(target_arch = "wasm32")]
mod glide;
#[cfg(target_arch = "wasm32")]
mod home;
#[cfg(target_arch = "wasm32")]
mod new;
#[cfg(target_arch = "wasm32")]
mod piece;
#[cfg(target_arch = "wasm32")]
mod review;
#[cfg(target_arch = "wasm32")]
mod rules;
#[cfg(target_arch = "wasm32")]
mod share;
#[cfg(target_arch = "wasm32")]
mod table;
#[cfg(target_arch = "wasm32")]
mod thinker;

#[cfg(target_arch = "wasm32")]
fn main() {
    device::listen_to_panics();
    leptos::mount::mount_to_body(app::App);
    device::say_ready();
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!("the page runs in a browser; `cargo xtask web` builds it");
}
