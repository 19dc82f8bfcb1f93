//! A program for a browser: see `agon_web::page::hall`.

#[cfg(target_arch = "wasm32")]
fn main() {
    agon_web::page::start(agon_web::page::hall);
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!("this runs in a browser; `cargo xtask web` builds it");
}
