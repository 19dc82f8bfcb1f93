//! Builds the web client: the page and its worker to wasm, the code that loads them, everything named by its contents.
//!
//! There are two results: a folder that any web host can serve (and the server holds inside), and one file that plays
//! against the computer when it is opened from a disk.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};
use base64::Engine;
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};
use wasm_bindgen_cli_support::Bindgen;

use crate::board::Board;
use crate::{po, root, wasm_target};

/// The largest first load in bytes, by brotli and by gzip: page, styles, font and wasm.
///
/// What was done to stay below it is in docs/performance.md.
const BUDGET: (usize, usize) = (320_000, 400_000);

/// The parts of the page's first script in their order: the browser, drawing, listening, the start.
const SCRIPT: [&str; 4] = ["boot", "draw", "listen", "start"];

/// The parts of the styles in their order: values, what every screen has, the screens, the board, the game.
const STYLES: [&str; 5] = ["tokens", "base", "screens", "board", "game"];

/// Where the client was built.
pub struct Built {
    /// the folder for web hosts
    pub site: PathBuf,
    /// everything in one file
    pub file: PathBuf,
}

/// The files of the site by name.
type Files = BTreeMap<String, Vec<u8>>;

/// What a build is for.
#[derive(Clone, Copy, PartialEq)]
pub enum Kind {
    /// for people: as small as it gets, packed, and within its budget
    Small,
    /// to try a change, or to be served at once: compiled in a fraction of the time, neither packed nor measured
    Quick,
}

/// Builds the folder and the single file.
pub fn build(board: &Board, kind: Kind) -> anyhow::Result<Built> {
    build_with(board, kind, &[])
}

/// The same with an environment for Cargo.
pub fn build_with(board: &Board, kind: Kind, env: &[(&str, &str)]) -> anyhow::Result<Built> {
    let target = wasm_target()?;
    let profile = if kind == Kind::Small { "wasm" } else { "quick" };
    // All in one call: what they share is compiled once.
    let all = ["build", "--package", "agon-web", "--bins", "--profile", profile, "--target", target];
    let mut env = env.to_vec();
    // Where there is no git the page names its version only.
    let commit = Command::new("git").args(["rev-parse", "--short=10", "HEAD"]).current_dir(root()).output();
    let commit = commit.ok().filter(|output| output.status.success());
    let commit = commit.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    env.extend(commit.as_deref().map(|commit| ("AGON_COMMIT", commit)));
    board.run("compile the page", "cargo", &all, &env)?;
    let wasm = root().join("target").join(target).join(profile);
    let names = [("agon-page.wasm", "page", true), ("agon-worker.wasm", "worker", false)];
    let bound = board
        .step("bind the page", |_| at_once(&names, |(file, name, module)| bind(&wasm.join(file), name, *module)))?;
    let Ok([page, worker]) = <[Bound; 2]>::try_from(bound) else { bail!("there are two programs") };
    let programs = Programs { page, worker };
    let (files, first) = site(&programs)?;
    let out = root().join("target/web");
    let (folder, packed) = (out.join("site"), out.join("packed"));
    for folder in [&folder, &packed] {
        if folder.exists() {
            fs::remove_dir_all(folder).context("cannot clear the last build")?;
        }
        fs::create_dir_all(folder)?;
    }
    for (name, bytes) in &files {
        fs::write(folder.join(name), bytes)?;
    }
    let file = out.join("agon.html");
    fs::write(&file, single(&programs)?)?;
    if kind == Kind::Small {
        board.step("pack the page", |_| pack(board, &files, &first, &packed))?;
    }
    Ok(Built { site: folder, file })
}

/// Packs the files as browsers take them, and refuses a first load that is over the budget.
fn pack(board: &Board, files: &Files, first: &[String], folder: &Path) -> anyhow::Result<()> {
    let list: Vec<(&String, &Vec<u8>)> = files.iter().collect();
    let packed = at_once(&list, |(name, bytes)| {
        let (small, zipped) = (brotli(bytes), gzip(bytes));
        fs::write(folder.join(format!("{name}.gz")), &zipped)?;
        fs::write(folder.join(format!("{name}.br")), &small)?;
        Ok((name.as_str(), (small.len(), zipped.len())))
    })?;
    for (name, (small, zipped)) in &packed {
        board.say(&format!("{small:>8} bytes by brotli, {zipped:>8} by gzip  {name}"));
    }
    let sizes: BTreeMap<&str, (usize, usize)> = packed.into_iter().collect();
    let load: usize = first.iter().map(|name| sizes[name.as_str()].0).sum();
    let zipped: usize = first.iter().map(|name| sizes[name.as_str()].1).sum();
    board.say(&format!(
        "first load: {load} bytes by brotli of at most {}, {zipped} by gzip of at most {}",
        BUDGET.0, BUDGET.1
    ));
    for (bytes, most, how) in [(load, BUDGET.0, "brotli"), (zipped, BUDGET.1, "gzip")] {
        if bytes > most {
            bail!("the first load is {bytes} bytes by {how}; at most {most} are allowed");
        }
    }
    Ok(())
}

/// Does the same with each of a list, all at once.
fn at_once<T: Sync, U: Send>(list: &[T], each: impl Fn(&T) -> anyhow::Result<U> + Sync) -> anyhow::Result<Vec<U>> {
    std::thread::scope(|scope| {
        let each = &each;
        let threads: Vec<_> = list.iter().map(|one| scope.spawn(move || each(one))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap_or_else(|_| bail!("a thread panicked"))).collect()
    })
}

/// A wasm module and the code that loads it.
struct Bound {
    js: String,
    wasm: Vec<u8>,
}

/// What the browser runs: the page and the worker.
struct Programs {
    page: Bound,
    worker: Bound,
}

fn bind(path: &Path, name: &str, module: bool) -> anyhow::Result<Bound> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(path).out_name(name).typescript(false).omit_default_module_path(false);
    // The names of functions are a third of the file, and players have no use for them.
    bindgen.remove_name_section(true).remove_producers_section(true);
    if module {
        bindgen.web(true)?;
    } else {
        bindgen.no_modules(true)?;
    }
    let mut output = bindgen.generate_output().with_context(|| format!("cannot bind {}", path.display()))?;
    Ok(Bound { js: bare(output.js()), wasm: output.wasm_mut().emit_wasm() })
}

fn asset(name: &str) -> anyhow::Result<String> {
    let path = root().join("crates/web/assets").join(name);
    fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
}

/// The first script, after the lines that know where everything lies.
fn script() -> anyhow::Result<String> {
    SCRIPT.iter().map(|name| Ok(bare(&asset(&format!("{name}.js"))?))).collect()
}

/// Code without indents, empty lines and lines that only people read. No text of ours goes over several lines.
fn bare(js: &str) -> String {
    let lines = js.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// All styles as one text without what only people read; `font` is where the font lies.
fn styles(font: &str) -> anyhow::Result<String> {
    let mut all = String::new();
    for name in STYLES {
        all.push_str(&asset(&format!("{name}.css"))?);
    }
    Ok(fill(&shrink(&all), &[("font", font)]))
}

/// Styles without comments and needless spaces. What stands in quotes has neither in our styles.
fn shrink(css: &str) -> String {
    let mut bare = String::new();
    let mut rest = css;
    while let Some((before, after)) = rest.split_once("/*") {
        bare.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    bare.push_str(rest);
    let mut out = String::new();
    for word in bare.split_whitespace() {
        // Selectors need the space before a colon, nothing needs one after it.
        let joined = out.ends_with(['{', '}', ';', ',', ':']) || out.is_empty();
        if !joined && !word.starts_with(['{', '}', ';', ',']) {
            out.push(' ');
        }
        out.push_str(word);
    }
    out.replace(";}", "}").replace("; }", "}")
}

fn font() -> anyhow::Result<Vec<u8>> {
    fs::read(root().join("crates/web/assets/font/agon.woff2")).context("cannot read the font")
}

/// The translations of a language, compiled so that the page only looks them up.
fn catalogue(tag: &str) -> anyhow::Result<String> {
    let path = root().join("po").join(format!("{tag}.po"));
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    po::compile(&text).with_context(|| format!("cannot compile {}", path.display()))
}

/// The pages of a folder below `docs/rules` as one text: before each a sign and the id of its game.
fn pages(folder: &str) -> anyhow::Result<String> {
    let folder = root().join("docs/rules").join(folder);
    let mut paths: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))? {
        paths.push(entry?.path());
    }
    paths.sort();
    let mut all = String::new();
    let is_page = |path: &&PathBuf| path.extension().is_some_and(|ext| ext == "md") && !path.ends_with("README.md");
    for path in paths.iter().filter(is_page) {
        let id = path.file_stem().and_then(|stem| stem.to_str()).context("a page has a name")?;
        all.push_str(&format!("\u{c}{id}\n{}", fs::read_to_string(path)?));
    }
    Ok(all)
}

/// All puzzles as one text.
fn puzzles() -> anyhow::Result<String> {
    let folder = root().join("crates/client/puzzles");
    let mut paths: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))? {
        paths.push(entry?.path());
    }
    paths.sort();
    let texts = paths.iter().filter(|path| path.extension().is_some_and(|ext| ext == "txt"));
    Ok(texts.map(fs::read_to_string).collect::<Result<String, _>>()?)
}

/// The texts that the page loads when they are first wanted, by their gaps in the first script.
fn late() -> anyhow::Result<[(&'static str, String); 4]> {
    Ok([
        ("italian_rules", pages("it")?),
        ("lessons", pages("lessons")?),
        ("italian_lessons", pages("it/lessons")?),
        ("puzzles", puzzles()?),
    ])
}

/// Fills the gaps `{name}` of a text.
fn fill(text: &str, gaps: &[(&str, &str)]) -> String {
    gaps.iter().fold(text.to_owned(), |text, (gap, with)| text.replace(&format!("{{{gap}}}"), with))
}

/// The files of the site, and which of them are needed before anything is shown.
fn site(programs: &Programs) -> anyhow::Result<(Files, Vec<String>)> {
    let mut files = Files::new();
    let mut add = |stem: &str, ext: &str, bytes: Vec<u8>| {
        let mark: String = Sha256::digest(&bytes).iter().take(6).map(|byte| format!("{byte:02x}")).collect();
        let name = format!("{stem}-{mark}.{ext}");
        files.insert(name.clone(), bytes);
        name
    };
    let Programs { page, worker } = programs;
    let page_wasm = add("page", "wasm", page.wasm.clone());
    let page_js = add("page", "js", page.js.clone().into_bytes());
    let worker_wasm = add("worker", "wasm", worker.wasm.clone());
    let worker_js = add("worker", "js", worker_code(worker)?.into_bytes());
    let italian = add("it", "txt", catalogue("it")?.into_bytes());
    let late = late()?.map(|(gap, text)| (gap, add(&gap.replace('_', "-"), "txt", text.into_bytes())));
    let page_path = format!("./{page_js}");
    let gaps = [
        ("page_js", page_path.as_str()),
        ("page_wasm", &page_wasm),
        ("worker_js", &worker_js),
        ("worker_wasm", &worker_wasm),
        ("italian", &italian),
    ];
    let late = late.iter().map(|(gap, name)| (*gap, name.as_str()));
    let gaps: Vec<(&str, &str)> = gaps.into_iter().chain(late).collect();
    let boot = fill(&asset("head-site.js")?, &gaps) + &script()?;
    let boot = add("boot", "js", boot.into_bytes());
    let font = add("agon", "woff2", font()?);
    let style = add("style", "css", styles(&font)?.into_bytes());
    let index = fill(&asset("index.html")?, &[("style", &style), ("boot", &boot), ("font", &font)]);
    files.insert("index.html".to_owned(), index.into_bytes());
    for name in ["manifest.webmanifest", "icon.svg", "icon-192.png", "icon-512.png"] {
        files.insert(name.to_owned(), fs::read(root().join("crates/web/assets").join(name))?);
    }
    let names: Vec<&String> = files.keys().filter(|name| *name != "index.html").collect();
    let list = format!("[\"./\", {}]", names.iter().map(|name| format!("{name:?}")).collect::<Vec<_>>().join(", "));
    let mark = Sha256::digest(files.values().flatten().copied().collect::<Vec<u8>>());
    let version: String = mark.iter().take(6).map(|byte| format!("{byte:02x}")).collect();
    let worker = fill(&asset("sw.js")?, &[("version", &version), ("files", &list)]);
    files.insert("sw.js".to_owned(), worker.into_bytes());
    files.insert("agon-font-licence.txt".to_owned(), asset("font/OFL.txt")?.into_bytes());
    let first = vec!["index.html".to_owned(), boot, style, font, page_wasm, page_js];
    Ok((files, first))
}

/// Everything in one file: code and wasm are inside, and the worker is made from a text.
fn single(programs: &Programs) -> anyhow::Result<String> {
    let pack = |bytes: &[u8]| base64::engine::general_purpose::STANDARD.encode(gzip(bytes));
    let font = base64::engine::general_purpose::STANDARD.encode(font()?);
    let style = styles(&format!("data:font/woff2;base64,{font}"))?;
    let Programs { page, worker } = programs;
    let parts = [
        ("page_js", pack(page.js.as_bytes())),
        ("page_wasm", pack(&page.wasm)),
        ("worker_js", pack(worker_code(worker)?.as_bytes())),
        ("worker_wasm", pack(&worker.wasm)),
        ("italian", pack(catalogue("it")?.as_bytes())),
    ];
    let late = late()?.map(|(gap, text)| (gap, pack(text.as_bytes())));
    let gaps: Vec<(&str, &str)> = parts.iter().chain(&late).map(|(gap, with)| (*gap, with.as_str())).collect();
    let boot = fill(&asset("head-file.js")?, &gaps) + &script()?;
    // A closing tag within the code would end it.
    let boot = boot.replace("</script", "<\\/script");
    let index = asset("index.html")?;
    let head = index.find("<link rel=\"manifest\"").context("index.html has no manifest line")?;
    let end = index.find("</head>").context("index.html has no head")?;
    Ok(format!("{}<style>{style}</style>\n<script type=\"module\">{boot}</script>\n{}", &index[..head], &index[end..]))
}

fn worker_code(worker: &Bound) -> anyhow::Result<String> {
    Ok(format!("{}\n{}", worker.js, asset("worker.js")?))
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).expect("memory takes everything");
    encoder.finish().expect("memory takes everything")
}

/// As every browser takes it from a safe address, a sixth smaller than by gzip.
fn brotli(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let how = brotli::enc::BrotliEncoderParams { quality: 11, ..Default::default() };
    brotli::BrotliCompress(&mut &bytes[..], &mut out, &how).expect("memory takes everything");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// They are loaded when the first one is opened.
    #[test]
    fn all_puzzles_together_are_at_most_120_kilobytes_by_brotli() {
        let bytes = brotli(puzzles().expect("puzzles").as_bytes()).len();
        assert!((1..=120_000).contains(&bytes), "{bytes} bytes");
    }

    #[test]
    fn styles_lose_comments_and_spaces_and_nothing_else() {
        let css = "/* a */ .x .y > a:hover, .z :is(b) {\n  color: var(--a); margin: 0 calc(1px + 2px);\n}\n@media (a: b) and (c) { p { d: e; } }";
        assert_eq!(
            shrink(css),
            ".x .y > a:hover,.z :is(b){color:var(--a);margin:0 calc(1px + 2px)}@media (a:b) and (c){p{d:e}}"
        );
    }
}
