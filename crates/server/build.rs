//! Puts the web client into the binary, where `AGON_WEB` says that it was built (`cargo xtask serve` does); without it
//! the server has a page that says how to get it.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo:rerun-if-env-changed=AGON_WEB");
    let mut list = String::from("pub(crate) static INSIDE: &[File] = &[\n");
    if let Some(web) = env::var_os("AGON_WEB") {
        let web = Path::new(&web);
        println!("cargo:rerun-if-changed={}", web.display());
        let mut files: Vec<_> = fs::read_dir(web.join("site"))
            .unwrap_or_else(|why| panic!("AGON_WEB must be the folder that `cargo xtask web` writes: {why}"))
            .map(|entry| entry.expect("a file of the web client").file_name().into_string().expect("a plain name"))
            .collect();
        files.sort();
        for name in files {
            let plain = web.join("site").join(&name);
            let [zip, small] = ["gz", "br"].map(|end| web.join("packed").join(format!("{name}.{end}")));
            let [plain, zip, small] = [plain, zip, small].map(|path| format!("include_bytes!({path:?})"));
            writeln!(list, "    ({name:?}, {plain}, {zip}, {small}),").expect("a line");
        }
    }
    list.push_str("];\n");
    let out = env::var_os("OUT_DIR").expect("cargo says where to write");
    fs::write(Path::new(&out).join("site.rs"), list).expect("the list of files can be written");
}
