//! `cargo xtask image`: a container image with one static program in it and nothing else, put together by buildah, which
//! needs neither a daemon nor a registry.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, bail};

use crate::board::Board;
use crate::{android, root, runs, web};

/// What compiles a program without a system's libraries, and puts images together.
pub const TOOLS: [(&str, &str); 2] = [("buildah", "buildah"), ("runc", "runc")];
const TARGET: &str = "x86_64-unknown-linux-musl";
/// Nobody's number, as other images without a system have it.
const USER: &str = "65532:65532";

/// Builds the program and its image.
pub fn build() -> anyhow::Result<()> {
    let board = Board::new();
    android::need(&board, &[&[("musl-gcc", "musl-tools")][..], &TOOLS].concat())?;
    if !runs("rustup", &["target", "add", TARGET]) {
        bail!("the image needs the target {TARGET} of your toolchain: `rustup target add {TARGET}`");
    }
    let built = web::build(&board, web::Kind::Small)?;
    let web = built.site.parent().context("the site lies in a folder")?.display().to_string();
    let args = ["build", "--release", "--package", "agon", "--target", TARGET];
    board.run("compile the program", "cargo", &args, &[("AGON_WEB", &web)])?;
    let program = root().join("target").join(TARGET).join("release/agon");
    let image = root().join("target/agon-image.tar");
    pack(&program, &[], &image)?;
    board.say(&format!("the image: {} ({} bytes)", image.display(), fs::metadata(&image)?.len()));
    board.say("`podman load` or `docker load --input` takes it; docs/operations.md says how to run it");
    Ok(())
}

/// Puts a program into an image, and the image into a file. `beside` are files that a program needs which is not static.
fn pack(program: &Path, beside: &[PathBuf], image: &Path) -> anyhow::Result<()> {
    let work = Buildah::new("build")?;
    let (root, own) = (work.folder.join("root"), work.folder.join("own"));
    fs::create_dir_all(&root)?;
    fs::create_dir_all(own.join("data"))?;
    fs::copy(program, root.join("agon")).with_context(|| format!("there is no program {}", program.display()))?;
    for file in beside {
        let to = root.join(file.strip_prefix("/").unwrap_or(file));
        fs::create_dir_all(to.parent().context("a file lies in a folder")?)?;
        fs::copy(file, to)?;
    }
    let container = work.run(&["from", "scratch"])?;
    work.run(&["copy", "--quiet", &container, &root.display().to_string(), "/"])?;
    // Only the folder of the games can be written to.
    work.run(&["copy", "--quiet", "--chown", USER, &container, &own.display().to_string(), "/"])?;
    let version = env!("CARGO_PKG_VERSION");
    #[rustfmt::skip]
    work.run(&[
        "config", "--entrypoint", "[\"/agon\"]", "--cmd", "serve", "--user", USER, "--workingdir", "/data",
        "--env", "AGON_DATA=/data", "--env", "AGON_ADDRESS=0.0.0.0", "--env", "AGON_PORT=8000", "--port", "8000/tcp",
        "--volume", "/data", "--stop-signal", "SIGTERM",
        "--label", &format!("org.opencontainers.image.version={version}"),
        "--label", "org.opencontainers.image.title=Agon", "--label", "org.opencontainers.image.licenses=MIT", &container,
    ])?;
    let _ = fs::remove_file(image);
    let to = format!("docker-archive:{}:agon:{version}", image.display());
    work.run(&["commit", "--quiet", &container, &to])?;
    Ok(())
}

/// Puts the program of the tests into an image with the libraries that it alone needs, takes the image up again from its
/// file, and plays in it as an operator would: serve, look, `agon admin`, `agon backup`, end.
pub fn test(program: &Path) -> anyhow::Result<()> {
    let image = root().join("target/agon-test-image.tar");
    pack(program, &libraries(program)?, &image)?;
    let work = Buildah::new("run")?;
    let container = work.run(&["from", &format!("docker-archive:{}", image.display())])?;
    let told = work.run(&["inspect", "--format", "{{.OCIv1.Config.User}} {{.OCIv1.Config.Entrypoint}}", &container])?;
    if told != format!("{USER} [/agon]") {
        bail!("the image runs as `{told}`, not as {USER} [/agon]");
    }
    let mut server =
        work.start(&["run", &container, "--", "/agon", "serve", "--address", "127.0.0.1", "--port", "0"])?;
    let mut line = String::new();
    BufReader::new(server.0.stdout.take().context("its output")?).read_line(&mut line)?;
    let address =
        line.trim().strip_prefix("agon serves at http://").context("the server in the image does not serve")?;
    let health = get(address, "/healthz")?;
    if !health.starts_with("HTTP/1.1 200 ") || !health.contains("ok") {
        bail!("the server in the image is not well: {health}");
    }
    for (args, wanted) in
        [(&["admin", "list"][..], "no rooms"), (&["backup", "/data/copy.sqlite"], "0 rooms with 0 events")]
    {
        let told = work.run(&[&["run", &container, "--", "/agon"][..], args].concat())?;
        if !told.contains(wanted) {
            bail!("`agon {}` in the image says `{told}`", args.join(" "));
        }
    }
    Ok(())
}

/// The answer to a request, as it comes.
fn get(address: &str, path: &str) -> anyhow::Result<String> {
    let mut stream = TcpStream::connect(address)?;
    write!(stream, "GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}

/// The libraries that a program loads: none if it is static.
fn libraries(program: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let told = Command::new("ldd").arg(program).output().context("`ldd` does not run")?;
    let text = String::from_utf8(told.stdout)?;
    let paths = text.lines().filter_map(|line| line.split_whitespace().find(|word| word.starts_with('/')));
    Ok(paths.map(PathBuf::from).collect())
}

/// Buildah with a store of its own, which is gone with it.
struct Buildah {
    folder: PathBuf,
}

/// A process that ends with the test.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        // Buildah passes the signal on, and the server in the container ends by it.
        let _ = Command::new("kill").arg(self.0.id().to_string()).status();
        let _ = self.0.wait();
    }
}

impl Buildah {
    fn new(name: &str) -> anyhow::Result<Self> {
        let folder = std::env::temp_dir().join(format!("agon-image-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder)?;
        Ok(Buildah { folder })
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new("buildah");
        // Plain folders, and a container without a network of its own: this works in containers too.
        command.args(["--storage-driver", "vfs", "--root"]).arg(self.folder.join("store"));
        command.arg("--runroot").arg(self.folder.join("state")).args(args).env("BUILDAH_ISOLATION", "chroot");
        command
    }

    fn run(&self, args: &[&str]) -> anyhow::Result<String> {
        let told = self.command(args).output().context("`buildah` does not run; is it installed?")?;
        if !told.status.success() {
            bail!("`buildah {}` failed: {}", args.join(" "), String::from_utf8_lossy(&told.stderr).trim());
        }
        Ok(String::from_utf8_lossy(&told.stdout).trim().to_owned())
    }

    fn start(&self, args: &[&str]) -> anyhow::Result<Process> {
        Ok(Process(self.command(args).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?))
    }
}

impl Drop for Buildah {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}
