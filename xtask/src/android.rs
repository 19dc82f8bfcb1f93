//! Builds the Android app: the site in a package with a small wrapper around it, signed, and opened again to see that
//! everything is in it.
//!
//! Debian's tools are enough, there is no SDK. The wrapper is smali (crates/web/android), since Debian has no compiler
//! to what Android runs. Nothing here runs it on a device; the tests run its classes on a stage (stage.java).

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};

use crate::board::Board;
use crate::{root, run, run_with, say, web};

/// The oldest Android that has what the page needs from the system.
const OLDEST: &str = "24";
/// The Android whose manners the app has. From 35 on it would have to keep clear of the system's bars by itself.
const TARGET: &str = "34";
/// What Debian has instead of an SDK: the names of everything Android gives to apps.
const FRAMEWORK: &str = "/usr/share/android-framework-res/framework-res.apk";

/// Programs, and Debian's packages that have them.
pub const TOOLS: [(&str, &str); 7] = [
    ("aapt", "aapt"),
    ("apksigner", "apksigner"),
    ("keytool", "default-jre-headless"),
    ("smali", "libsmali-java"),
    ("unzip", "unzip"),
    ("zipalign", "zipalign"),
    (FRAMEWORK, "android-framework-res"),
];
/// What the stage needs besides.
pub const STAGE_TOOLS: [(&str, &str); 2] = [("enjarify", "enjarify"), ("javac", "default-jdk-headless")];

/// Files by name.
type Files = BTreeMap<String, Vec<u8>>;

/// Builds the web client, and the app around it.
pub fn build(kind: web::Kind) -> anyhow::Result<()> {
    let board = Board::new();
    need(&board, &TOOLS)?;
    let built = web::build(&board, kind)?;
    let apk = package(&built.site)?;
    board.say(&format!("for Android:   {} ({} bytes)", apk.display(), fs::metadata(&apk)?.len()));
    Ok(())
}

/// Packs a site that was built, and has the classes of the wrapper play on the stage.
pub fn test(site: &Path) -> anyhow::Result<()> {
    let apk = package(site)?;
    let stage = fresh("stage")?;
    let mut sources = Vec::new();
    for (name, text) in cut(&fs::read_to_string(home().join("stage.java"))?)? {
        let path = stage.join(name);
        fs::create_dir_all(path.parent().context("a class lies in a folder")?)?;
        fs::write(&path, text)?;
        sources.push(path.display().to_string());
    }
    let classes = stage.join("wrapper.jar").display().to_string();
    let apk = apk.display().to_string();
    // It is a module of Debian's Python, and of no other.
    capture("/usr/bin/python3", &["-O", "-m", "enjarify.main", "--force", "--output", &classes, &apk])?;
    let path = format!("{}:{classes}", stage.display());
    let mut compile = vec!["-d", stage.to_str().context("the folder has an odd name")?, "-cp", &path];
    compile.extend(sources.iter().map(String::as_str));
    run("javac", &compile)?;
    run("java", &["-cp", &path, "agon.app.Stage", &apk, &site.display().to_string()])
}

/// Packs a site, signs the package and checks it.
fn package(site: &Path) -> anyhow::Result<PathBuf> {
    let work = fresh("package")?;
    let path = |name: &str| work.join(name).display().to_string();
    run("smali", &["assemble", "--api", OLDEST, "--output", &path("classes.dex"), &source("smali")])?;
    copy(&home().join("res"), &work.join("res"))?;
    for (from, to) in [("icon-192.png", "mipmap-xxxhdpi/icon.png"), ("icon-512.png", "mipmap-nodpi/picture.png")] {
        let to = work.join("res").join(to);
        fs::create_dir_all(to.parent().context("a picture lies in a folder")?)?;
        fs::copy(root().join("crates/web/assets").join(from), to)?;
    }
    copy(site, &work.join("assets/site"))?;
    let version = env!("CARGO_PKG_VERSION");
    let code = version_code(version)?.to_string();
    let mut pack = vec!["package", "-f", "-I", FRAMEWORK, "--version-name", version, "--version-code", &code];
    pack.extend(["--min-sdk-version", OLDEST, "--target-sdk-version", TARGET]);
    let (manifest, res, assets, packed) = (source("AndroidManifest.xml"), path("res"), path("assets"), path("raw.apk"));
    pack.extend(["-M", &manifest, "-S", &res, "-A", &assets, "-F", &packed]);
    run("aapt", &pack)?;
    // aapt stores a file under the path it is given, so it is called in the folder of the file.
    let added = Command::new("aapt").args(["add", "raw.apk", "classes.dex"]).current_dir(&work).output()?;
    if !added.status.success() {
        bail!("`aapt add` failed: {}", String::from_utf8_lossy(&added.stderr));
    }
    run("zipalign", &["-f", "4", &packed, &path("aligned.apk")])?;
    sign(&path("aligned.apk"), &path("agon.apk"))?;
    check(&work.join("agon.apk"), site)?;
    // Only what passed goes where people look for it.
    let apk = root().join("target/web/agon.apk");
    fs::copy(work.join("agon.apk"), &apk)?;
    Ok(apk)
}

/// Signs with your own key, or with a test key of this folder that nobody else should trust.
fn sign(from: &str, to: &str) -> anyhow::Result<()> {
    const PASSWORD: &str = "AGON_KEYSTORE_PASSWORD";
    let own = std::env::var_os("AGON_KEYSTORE");
    let (store, password) = match &own {
        Some(store) => {
            let password = std::env::var(PASSWORD).ok();
            (
                std::path::absolute(store)?,
                password.with_context(|| format!("AGON_KEYSTORE is set, so {PASSWORD} must be too"))?,
            )
        }
        None => (root().join("target/android/debug.keystore"), "only for trying".to_owned()),
    };
    let is_new = !store.is_file();
    if own.is_some() && is_new {
        bail!("AGON_KEYSTORE names `{}`, which is no file; docs/android.md says how to make a key", store.display());
    }
    // Passwords go by the environment, since anybody who lists the processes sees arguments.
    let secret = [(PASSWORD, password.as_str())];
    let store = store.display().to_string();
    if is_new {
        let make = ["-genkeypair", "-keystore", &store, "-storepass:env", PASSWORD, "-alias", "agon", "-keyalg", "RSA"];
        let more = ["-keysize", "2048", "-validity", "10000", "-dname", "CN=Agon for trying"];
        run_with("keytool", &[&make[..], &more].concat(), &secret)?;
    }
    let password = format!("env:{PASSWORD}");
    let how = ["--v1-signing-enabled", "false", "--v4-signing-enabled", "false", "--out", to, from];
    run_with("apksigner", &[&["sign", "--ks", &store, "--ks-pass", &password], &how[..]].concat(), &secret)?;
    say(if own.is_some() { "signed with the key of AGON_KEYSTORE" } else { "signed with a key for trying" });
    Ok(())
}

/// Opens a package as a phone would: signature, alignment, manifest, classes, and every file of the site.
fn check(apk: &Path, site: &Path) -> anyhow::Result<()> {
    let name = apk.display().to_string();
    run("apksigner", &["verify", "-Werr", &name])?;
    let mut wrong = Vec::new();
    let aligned = capture("zipalign", &["-c", "-v", "4", &name])?;
    // Since Android 11 an app whose table of resources is compressed is not installed.
    if !aligned.lines().any(|line| line.ends_with("resources.arsc (OK)")) {
        wrong.push("resources.arsc is compressed".to_owned());
    }
    let classes = capture("baksmali", &["list", "classes", &name])?;
    manifest(&capture("aapt", &["dump", "badging", &name])?, &classes, &mut wrong);
    let opened = fresh("opened")?;
    run("unzip", &["-q", &name, "-d", &opened.display().to_string()])?;
    compare(&read(site)?, &read(&opened.join("assets/site"))?, &mut wrong);
    if !wrong.is_empty() {
        bail!("{name} is not as it should be:\n{}", wrong.join("\n"));
    }
    Ok(())
}

/// What `aapt dump badging` says of the manifest, beside the classes there are.
fn manifest(badging: &str, classes: &str, wrong: &mut Vec<String>) {
    let version = env!("CARGO_PKG_VERSION");
    for text in [
        format!("versionName='{version}'"),
        format!("sdkVersion:'{OLDEST}'"),
        format!("targetSdkVersion:'{TARGET}'"),
        "application-label:'Agon'".to_owned(),
    ] {
        if !badging.split([' ', '\n']).any(|word| word == text) {
            wrong.push(format!("the manifest has no {text}"));
        }
    }
    for permission in badging.lines().filter(|line| line.starts_with("uses-permission")) {
        wrong.push(format!("the manifest asks for more than the app needs: {permission}"));
    }
    let activity =
        badging.lines().find_map(|line| line.strip_prefix("launchable-activity: name='")?.split('\'').next());
    match activity.map(|activity| format!("L{};", activity.replace('.', "/"))) {
        None => wrong.push("the manifest names no activity to begin with".to_owned()),
        Some(class) if classes.lines().any(|line| line == class) => {}
        Some(class) => wrong.push(format!("the manifest begins with {class}, which is not among the classes")),
    }
}

/// Every file is there, unchanged, and nothing else is.
fn compare(site: &Files, packed: &Files, wrong: &mut Vec<String>) {
    for (name, bytes) in site {
        match packed.get(name) {
            None => wrong.push(format!("{name} of the site is missing")),
            Some(packed) if packed != bytes => wrong.push(format!("{name} differs from the site's")),
            Some(_) => {}
        }
    }
    wrong.extend(
        packed.keys().filter(|name| !site.contains_key(*name)).map(|name| format!("{name} is not of the site")),
    );
}

/// A number that grows with the version: 1002003 for 1.2.3.
fn version_code(version: &str) -> anyhow::Result<u32> {
    let numbers = version.split(['.', '-', '+']).take(3).map(str::parse);
    let numbers: Vec<u32> = numbers.collect::<Result<_, _>>().with_context(|| format!("odd version `{version}`"))?;
    Ok(numbers.iter().fold(0, |code, number| code * 1000 + number))
}

/// The classes of the stage by the names of their files: Java wants one file for each.
fn cut(text: &str) -> anyhow::Result<Vec<(String, String)>> {
    let parts = text.split("\npackage ").skip(1);
    parts
        .map(|part| {
            let folder = part.split(';').next().unwrap_or_default().replace('.', "/");
            let head =
                part.lines().find(|line| line.starts_with("public ")).context("a part of the stage has no class")?;
            let mut words = head.split([' ', '<']).skip_while(|word| !["class", "interface"].contains(word)).skip(1);
            let class = words.next().with_context(|| format!("`{head}` names no class"))?;
            Ok((format!("{folder}/{class}.java"), format!("package {part}\n")))
        })
        .collect()
}

/// Installs what is missing where that can be done.
pub fn need(board: &Board, tools: &[(&str, &str)]) -> anyhow::Result<()> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    // What is joined to a folder and begins with a slash stays as it is.
    let is_there = |tool: &str| std::env::split_paths(&path).any(|folder| folder.join(tool).is_file());
    let missing: Vec<&str> = tools.iter().filter(|(tool, _)| !is_there(tool)).map(|(_, package)| *package).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let quiet = [("DEBIAN_FRONTEND", "noninteractive")];
    let _ = board.run("apt-get update", "apt-get", &["update"], &quiet);
    let install = [&["install", "--yes", "--no-install-recommends"], &missing[..]].concat();
    board
        .run(&format!("install {}", missing.join(" ")), "apt-get", &install, &quiet)
        .map(drop)
        .with_context(|| format!("Debian's packages {} are needed; install them", missing.join(", ")))
}

/// The folder of the wrapper.
fn home() -> PathBuf {
    root().join("crates/web/android")
}

fn source(name: &str) -> String {
    home().join(name).display().to_string()
}

/// An empty folder to work in.
fn fresh(name: &str) -> anyhow::Result<PathBuf> {
    let folder = root().join("target/android").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).context("cannot clear the last build")?;
    }
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

fn copy(from: &Path, to: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &to.join(entry.file_name()))?;
        } else {
            fs::copy(entry.path(), to.join(entry.file_name()))?;
        }
    }
    Ok(())
}

/// The files of a folder that has no folders inside.
fn read(folder: &Path) -> anyhow::Result<Files> {
    let mut files = Files::new();
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let entry = entry?;
        files.insert(entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path())?);
    }
    Ok(files)
}

/// What a program prints.
fn capture(program: &str, args: &[&str]) -> anyhow::Result<String> {
    let output = Command::new(program).args(args).current_dir(root()).output();
    let output = output.with_context(|| format!("`{program}` does not run; is it installed?"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if !output.status.success() {
        bail!("`{program} {}` failed:\n{text}{}", args.join(" "), String::from_utf8_lossy(&output.stderr));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaints(run: impl FnOnce(&mut Vec<String>)) -> Vec<String> {
        let mut wrong = Vec::new();
        run(&mut wrong);
        wrong
    }

    #[test]
    fn a_package_holds_the_files_of_the_site_and_no_others() {
        let files = |list: &[(&str, &str)]| -> Files {
            list.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())).collect()
        };
        let site = files(&[("a.js", "a"), ("b.wasm", "b")]);
        for (packed, told) in [
            (files(&[("a.js", "a"), ("b.wasm", "b")]), &[][..]),
            (files(&[("a.js", "a")]), &["b.wasm of the site is missing"]),
            (files(&[("a.js", "x"), ("b.wasm", "b")]), &["a.js differs from the site's"]),
            (files(&[("a.js", "a"), ("b.wasm", "b"), ("c", "")]), &["c is not of the site"]),
        ] {
            assert_eq!(complaints(|wrong| compare(&site, &packed, wrong)), told);
        }
    }

    #[test]
    fn a_manifest_names_a_class_that_is_there_and_asks_for_nothing() {
        let version = env!("CARGO_PKG_VERSION");
        let whole = format!(
            "package: name='a' versionCode='1' versionName='{version}'\nsdkVersion:'24'\ntargetSdkVersion:'34'\n\
             application-label:'Agon'\nlaunchable-activity: name='a.b.Main'  label=''\n"
        );
        let classes = "La/b/Main;\nLa/b/Other;\n";
        for (badging, told) in [
            (whole.clone(), &[][..]),
            (whole.replace("sdkVersion:'24'\n", ""), &["the manifest has no sdkVersion:'24'"]),
            (whole.replace("'34'", "'35'"), &["the manifest has no targetSdkVersion:'34'"]),
            (whole.replace("Agon", "App"), &["the manifest has no application-label:'Agon'"]),
            (whole.replace("launchable-", ""), &["the manifest names no activity to begin with"]),
            (whole.replace("b.Main", "Main"), &["the manifest begins with La/Main;, which is not among the classes"]),
            (
                format!("{whole}uses-permission: name='x'\n"),
                &["the manifest asks for more than the app needs: uses-permission: name='x'"],
            ),
        ] {
            assert_eq!(complaints(|wrong| manifest(&badging, classes, wrong)), told);
        }
    }

    #[test]
    fn later_versions_have_greater_codes() {
        let code = |version| version_code(version).map_err(|why| why.to_string());
        assert_eq!(code("0.1.0"), Ok(1_000));
        assert_eq!(code("1.2.3-rc.1"), Ok(1_002_003));
        assert_eq!(code("1.x.3"), Err("odd version `1.x.3`".to_owned()));
    }

    #[test]
    fn the_stage_is_cut_into_a_file_for_each_class() {
        let text = "// Why.\n\npackage a.b;\npublic final class One {}\n\npackage c;\nimport a.b.One;\npublic interface Two<T> {\n}\n";
        let parts = [
            ("a/b/One.java", "package a.b;\npublic final class One {}\n\n"),
            ("c/Two.java", "package c;\nimport a.b.One;\npublic interface Two<T> {\n}\n\n"),
        ];
        let parts = parts.map(|(name, text)| (name.to_owned(), text.to_owned()));
        assert_eq!(cut(text).map_err(|why| why.to_string()), Ok(parts.to_vec()));
        assert!(cut("\npackage a;\nclass One {}\n").is_err());
    }
}
