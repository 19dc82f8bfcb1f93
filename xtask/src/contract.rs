//! The validators of the interface's documents: one for OpenAPI in a Python environment of its own, and the schema of
//! AsyncAPI. Tests use them; nothing of them is passed on.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail};
use sha2::{Digest, Sha256};

use crate::run;

/// The validators, and all they need.
const PACKAGES: [&str; 5] = [
    "openapi-spec-validator==0.9.0",
    "openapi-schema-validator==0.9.0",
    "jsonschema==4.26.0",
    "jsonschema-path==0.5.0",
    "referencing==0.37.0",
];
/// The package with the schema of AsyncAPI.
const SPECS: &str = "6.11.1";
/// Of the schema, so that nothing else is ever taken for it.
const DIGEST: &str = "d4571a420e6ffb7fcc7066c95a6db1202f299a3c51daa103d0706bf30f95e626";

/// Puts the validators into a folder, unless they are there.
pub fn fetch(folder: &Path) -> anyhow::Result<()> {
    let (mark, schema) = (folder.join("versions"), folder.join("asyncapi-schema.json"));
    let versions = format!("{} {SPECS}", PACKAGES.join(" "));
    if fs::read_to_string(&mark).is_ok_and(|found| found == versions) && is_it(&schema)? {
        return Ok(());
    }
    let place = folder.display().to_string();
    run("python3", &["-m", "venv", "--clear", &place])
        .context("the tests need Python with venv; install python3-venv with your system's packages")?;
    let pip = folder.join("bin/pip").display().to_string();
    run(&pip, &[&["install", "--quiet", "--disable-pip-version-check"][..], &PACKAGES].concat())?;
    run("npm", &["pack", &format!("@asyncapi/specs@{SPECS}"), "--silent", "--pack-destination", &place])?;
    let packed = folder.join(format!("asyncapi-specs-{SPECS}.tgz")).display().to_string();
    run("tar", &["-xzf", &packed, "-C", &place, "--strip-components=2", "package/schemas/3.0.0.json"])?;
    fs::remove_file(&packed)?;
    fs::rename(folder.join("3.0.0.json"), &schema)?;
    if !is_it(&schema)? {
        fs::remove_file(&schema)?;
        bail!("what npm fetched as the schema of AsyncAPI is not what it was; nothing of it is kept");
    }
    Ok(fs::write(mark, versions)?)
}

fn is_it(file: &Path) -> anyhow::Result<bool> {
    if !file.exists() {
        return Ok(false);
    }
    let digest: String = Sha256::digest(fs::read(file)?).iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(digest == DIGEST)
}
