//! The program that a browser loads first: see `agon_web::browser`.

/// Memory is given out by a third of the code that the standard library would bring along.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static MEMORY: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

#[cfg(target_arch = "wasm32")]
fn main() {
    agon_web::browser::start();
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!("this runs in a browser; `cargo xtask web` builds it");
}
