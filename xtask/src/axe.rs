//! Fetches axe-core, which finds what hinders people who cannot see or point. It is for the tests alone: nothing that is
//! built needs npm or holds a part of it.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail};
use sha2::{Digest, Sha256};

use crate::{run, runs};

const VERSION: &str = "4.14.0";
/// Of `axe.min.js`, so that nothing else is ever run for it.
const DIGEST: &str = "20c09fe157a8a34a30e241aaa1fcdade657734f08ab379ecfbeb7d45cc46e878";

/// Puts `axe.min.js` into a folder, unless it is there.
pub fn fetch(folder: &Path) -> anyhow::Result<()> {
    let file = folder.join("axe.min.js");
    if file.exists() && is_it(&file)? {
        return Ok(());
    }
    if !runs("npm", &["--version"]) {
        let _ = run("apt-get", &["update"]);
        run("apt-get", &["install", "--yes", "--no-install-recommends", "npm"])
            .context("the tests need npm, which fetches axe-core; install it with your system's packages")?;
    }
    fs::create_dir_all(folder)?;
    let (package, place) = (format!("axe-core@{VERSION}"), folder.display().to_string());
    run("npm", &["pack", &package, "--silent", "--pack-destination", &place])?;
    let packed = folder.join(format!("axe-core-{VERSION}.tgz")).display().to_string();
    run("tar", &["-xzf", &packed, "-C", &place, "--strip-components=1", "package/axe.min.js"])?;
    fs::remove_file(&packed)?;
    if !is_it(&file)? {
        fs::remove_file(&file)?;
        bail!("what npm fetched as {package} is not what it was; nothing of it is kept");
    }
    Ok(())
}

fn is_it(file: &Path) -> anyhow::Result<bool> {
    let digest: String = Sha256::digest(fs::read(file)?).iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(digest == DIGEST)
}
