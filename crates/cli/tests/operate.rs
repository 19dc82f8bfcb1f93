//! `agon serve`, `agon admin` and `agon backup` as an operator uses them, and the samples of `deploy` as the programs read
//! them for which they are.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};

/// A process that is ended with the test.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A folder that is gone with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("agon-operate-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    fn at(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A server with these arguments, its address, and what it logs in a file.
fn serve(args: &[&str], log: &str, environment: &[(&str, &str)]) -> (Process, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_agon"))
        .arg("serve")
        .args(args)
        .envs(environment.iter().copied())
        .stdout(Stdio::piped())
        .stderr(fs::File::create(log).expect("a file"))
        .spawn()
        .expect("the binary runs");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line).expect("a line");
    let server = Process(child);
    let address = line.trim().strip_prefix("agon serves at ").map(str::to_owned);
    (server, address.unwrap_or_else(|| panic!("it does not serve: {}", fs::read_to_string(log).unwrap_or_default())))
}

/// What `agon` prints, and whether all went well.
fn agon(args: &[&str]) -> (bool, String) {
    let told = Command::new(env!("CARGO_BIN_EXE_agon")).args(args).output().expect("the binary runs");
    (told.status.success(), String::from_utf8([told.stdout, told.stderr].concat()).expect("UTF-8"))
}

fn request(url: &str, token: &str, body: Option<&Value>) -> (u16, String) {
    let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
    let bearer = format!("Bearer {token}");
    let mut answer = match (body, token) {
        (None, _) => agent.get(url).call(),
        (Some(body), "") => agent.post(url).send(body.to_string()),
        (Some(body), _) => agent.post(url).header("authorization", bearer).send(body.to_string()),
    }
    .expect("an answer");
    (answer.status().as_u16(), answer.body_mut().read_to_string().expect("a body"))
}

fn post(url: &str, token: &str, body: &Value) -> Value {
    serde_json::from_str(&request(url, token, Some(body)).1).expect("JSON")
}

fn text(value: &Value, field: &str) -> String {
    value[field].as_str().unwrap_or_else(|| panic!("no {field} in {value}")).to_owned()
}

/// A room of Ada and Bob: its code, and their tokens.
fn pair(address: &str) -> (String, [String; 2]) {
    let new = json!({"game": "tic-tac-toe", "options": [["size", 5], ["line", 5]], "name": "Ada"});
    let ticket = post(&format!("{address}/api/rooms"), "", &new);
    let room = text(&ticket, "room");
    let other = post(&format!("{address}/api/rooms/{room}/join"), "", &json!({"name": "Bob"}));
    (room, [text(&ticket, "token"), text(&other, "token")])
}

#[test]
fn a_server_is_run_from_its_configuration_and_by_orders() {
    let folder = Folder::new("orders");
    let (data, log) = (folder.at("data"), folder.at("log"));
    let config = format!("port = 0\ndata = {data:?}\naccess-log = true\nlog-json = true\nno-limits = true\n");
    fs::write(folder.at("agon.toml"), config).expect("a file");
    let (server, address) = serve(&["--config", &folder.at("agon.toml")], &log, &[]);
    let (room, tokens) = pair(&address);
    let admin = |args: &[&str]| agon(&[&["admin", "--data", &data][..], args].concat());

    let (done, list) = admin(&["list"]);
    let spaced = format!("{}-{}", &room[..4], &room[4..]);
    assert!(done && list.contains(&spaced) && list.contains("playing") && list.contains("Ada, Bob"), "{list}");
    let (_, list) = admin(&["list", "--loaded", "--json"]);
    let list: Value = serde_json::from_str(&list).expect("JSON");
    assert_eq!((&list["rooms"][0]["room"], &list["rooms"][0]["events"]), (&json!(room), &json!(3)));
    let (_, shown) = admin(&["show", &spaced]);
    assert!(shown.contains("player 2: Bob") && shown.contains("a  b  c"), "{shown}");

    // An address that is banned may not even look, until the ban is lifted.
    assert_eq!(
        admin(&["ban", "127.0.0.1", "--hours", "2"]),
        (true, "127.0.0.1/32 is banned for 2.0 more hours\n".into())
    );
    assert_eq!(request(&format!("{address}/api/games"), "", None).0, 403);
    assert!(fs::read_to_string(folder.at("data/bans.txt")).expect("a file").starts_with("127.0.0.1/32 "));
    assert_eq!(admin(&["unban", "127.0.0.1"]), (true, "127.0.0.1 may come back\n".into()));
    assert_eq!(admin(&["bans"]), (true, "no address is banned\n".into()));

    assert_eq!(request(&format!("{address}/api/rooms/{room}"), "", None).0, 200);
    assert_eq!(admin(&["close", &room]), (true, format!("closed {spaced}\n")));
    assert_eq!(request(&format!("{address}/api/rooms/{room}"), "", None).0, 404);
    assert_eq!(admin(&["prune"]), (true, "deleted 0 expired rooms\n".into()));
    assert_eq!(admin(&["list"]), (true, "no rooms\n".into()));

    let (_, metrics) = request(&format!("{address}/metrics"), "", None);
    for line in [
        "agon_requests_total{method=\"POST\",route=\"/api/rooms\",status=\"201\"} 1",
        "agon_requests_total{method=\"GET\",route=\"/api/rooms/{code}\",status=\"404\"} 1",
        "agon_requests_total{method=\"GET\",route=\"/api/games\",status=\"403\"} 1",
        "agon_bots_queued 0",
    ] {
        assert!(metrics.lines().any(|told| told == line), "{line} is not in {metrics}");
    }
    let log = fs::read_to_string(&log).expect("a log");
    let lines: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let is_it = |line: &&Value| line["target"] == "access" && line["fields"]["status"] == 404;
    let line = lines.iter().find(is_it).unwrap_or_else(|| panic!("no line of a 404 in {log}"));
    let wanted = json!(["127.0.0.1", "GET", format!("/api/rooms/{room}")]);
    assert_eq!(json!([line["fields"]["from"], line["fields"]["method"], line["fields"]["path"]]), wanted);
    assert!(tokens.iter().all(|token| !log.contains(token.as_str())));

    // After a polite end no socket is left; after a kill the next server takes the place.
    drop(server);
    assert!(Path::new(&folder.at("data/admin.sock")).exists());
    let (mut server, _) = serve(&["--config", &folder.at("agon.toml")], &folder.at("log2"), &[]);
    assert_eq!(admin(&["list"]), (true, "no rooms\n".into()));
    assert!(Command::new("kill").arg(server.0.id().to_string()).status().expect("kill").success());
    assert!(server.0.wait().expect("it ends").success());
    assert!(!Path::new(&folder.at("data/admin.sock")).exists());
    let (done, told) = admin(&["list"]);
    assert!(!done && told.contains("no server answers at") && told.contains("--data FOLDER"), "{told}");
}

#[test]
fn a_backup_is_made_while_games_are_played_and_is_a_store_again() {
    let folder = Folder::new("backup");
    let data = folder.at("data");
    let (server, address) = serve(&["--port", "0", "--no-limits", "--data", &data], &folder.at("log"), &[]);
    let (room, tokens) = pair(&address);
    let stop = AtomicBool::new(false);
    let names = std::thread::scope(|scope| {
        // Renaming never ends, as moves would, and is stored like them.
        let player = scope.spawn(|| {
            let mut names = 0;
            while !stop.load(Ordering::Relaxed) {
                let name = json!({"name": format!("Ada {names}")});
                let (status, why) = request(&format!("{address}/api/rooms/{room}/do"), &tokens[0], Some(&name));
                assert_eq!(status, 200, "{why}");
                names += 1;
            }
            names
        });
        for copy in ["one", "two", "three"] {
            let (done, told) = agon(&["backup", "--data", &data, &folder.at(copy)]);
            assert!(done && told.starts_with("1 rooms with "), "{told}");
        }
        stop.store(true, Ordering::Relaxed);
        player.join().expect("a player")
    });
    assert!(names > 3, "only {names} requests were stored meanwhile");
    drop(server);
    let (done, told) = agon(&["backup", "--data", &data, &folder.at("one")]);
    assert!(!done && told.contains("is there already"), "{told}");
    let mut files: Vec<_> =
        fs::read_dir(folder.at("")).expect("a folder").map(|file| file.expect("a file").file_name()).collect();
    files.sort();
    assert_eq!(files, ["data", "log", "one", "three", "two"], "nothing else is left");
    // The copy in the place of the store, and the game goes on with the tokens there were.
    fs::create_dir_all(folder.at("again")).expect("a folder");
    fs::copy(folder.at("three"), folder.at("again/rooms.sqlite")).expect("a copy");
    let (server, address) = serve(&["--port", "0", "--data", &folder.at("again")], &folder.at("log"), &[]);
    let moved = json!({"play": {"revision": 0, "text": "c3"}});
    assert_eq!(request(&format!("{address}/api/rooms/{room}/do"), &tokens[0], Some(&moved)).0, 200);
    drop(server);
    // A byte that was changed is in the copy too, and is told.
    let file = folder.at("three");
    let mut bytes = fs::read(&file).expect("a file");
    // Pages that are free hold older copies of it.
    let places: Vec<usize> = (0..bytes.len() - 3).filter(|at| bytes[*at..].starts_with(b"Bob")).collect();
    assert!(!places.is_empty(), "Bob is in the store");
    places.into_iter().for_each(|at| bytes[at + 2] = b'p');
    fs::write(folder.at("again/rooms.sqlite"), bytes).expect("a file");
    for log in ["again/rooms.sqlite-wal", "again/rooms.sqlite-shm"] {
        let _ = fs::remove_file(folder.at(log));
    }
    let (done, told) = agon(&["backup", "--data", &folder.at("again"), &folder.at("damaged")]);
    assert!(!done && told.contains("1 of the rooms cannot be read") && told.contains(&room), "{told}");
}

#[test]
fn mistakes_of_an_operator_are_explained() {
    let folder = Folder::new("mistakes");
    fs::write(folder.at("agon.toml"), "prot = 1\n").expect("a file");
    for (args, wanted) in [
        (&["serve", "--config", &folder.at("agon.toml")][..], "agon.toml`: there is no key `prot`; there is `address`"),
        (&["serve", "--config", &folder.at("none.toml")], "cannot read the configuration"),
        (&["admin", "--data", &folder.at(""), "close"], "`CODE` is missing"),
        (&["admin", "--data", &folder.at(""), "ban", "x", "--hours", "0"], "bad value `0` of `--hours`"),
        (&["backup", "--data", &folder.at("none"), &folder.at("copy")], "there are no games at"),
    ] {
        let (done, told) = agon(args);
        assert!(!done && told.contains(wanted) && told.lines().count() == 1, "{args:?}: {told}");
    }
}

/// A key and a certificate for this machine, by an authority of its own.
fn certificates(folder: &Folder) {
    let openssl = |args: &str| {
        let told = Command::new("openssl").args(args.split(' ')).current_dir(&folder.0).output();
        let told = told.expect("the tests need openssl; install it with your system's packages");
        assert!(told.status.success(), "openssl {args}: {}", String::from_utf8_lossy(&told.stderr));
    };
    let elliptic = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes";
    openssl(&format!("req -x509 {elliptic} -days 2 -subj /CN=authority -keyout ca.key -out ca.pem"));
    openssl(&format!("req {elliptic} -subj /CN=localhost -keyout server.key -out server.csr"));
    fs::write(folder.at("names"), "subjectAltName=DNS:localhost,IP:127.0.0.1\n").expect("a file");
    openssl("x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile names -out server.pem");
}

#[test]
fn redis_is_reached_over_tls_if_its_certificate_is_trusted() {
    let folder = Folder::new("tls");
    certificates(&folder);
    let port = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address").port();
    let child = Command::new("redis-server")
        .args(["--port", "0", "--bind", "127.0.0.1", "--save", "", "--tls-port", &port.to_string()])
        .args(["--tls-cert-file", &folder.at("server.pem"), "--tls-key-file", &folder.at("server.key")])
        .args(["--tls-ca-cert-file", &folder.at("ca.pem"), "--tls-auth-clients", "no", "--dir", &folder.at("")])
        .stdout(Stdio::null())
        .spawn()
        .expect("the tests need redis-server; install it with your system's packages");
    let _redis = Process(child);
    let begin = std::time::Instant::now();
    while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(begin.elapsed() < std::time::Duration::from_secs(30), "Redis does not come up");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let url = format!("rediss://127.0.0.1:{port}/");
    let authority = folder.at("ca.pem");
    let (_server, address) =
        serve(&["--port", "0", "--redis", &url], &folder.at("log"), &[("SSL_CERT_FILE", &authority)]);
    let (room, tokens) = pair(&address);
    let moved = json!({"play": {"revision": 0, "text": "c3"}});
    assert_eq!(request(&format!("{address}/api/rooms/{room}/do"), &tokens[0], Some(&moved)).0, 200);
    // Without the authority nobody is believed to be that Redis.
    let (done, told) = agon(&["serve", "--port", "0", "--redis", &url]);
    assert!(!done && told.contains("cannot use Redis"), "{told}");
}

/// What a program says of a file; it must be content.
fn content(program: &str, args: &[&str]) -> String {
    // Caddy would keep something in the user's folder.
    let told =
        Command::new(program).args(args).env("XDG_DATA_HOME", std::env::temp_dir().join("agon-samples")).output();
    let told =
        told.unwrap_or_else(|why| panic!("the tests need {program}; install it with your system's packages: {why}"));
    let text = String::from_utf8_lossy(&[told.stdout, told.stderr].concat()).into_owned();
    assert!(told.status.success(), "{program} {args:?}: {text}");
    text
}

#[test]
fn the_samples_are_good_for_the_programs_they_are_for() {
    let folder = Folder::new("samples");
    let sample = |name: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy").join(name);
        fs::read_to_string(path).expect("a sample")
    };
    // The unit, with a program that is there.
    let unit = folder.at("agon.service");
    fs::write(&unit, sample("agon.service").replace("/usr/local/bin/agon", env!("CARGO_BIN_EXE_agon")))
        .expect("a file");
    let told = content("systemd-analyze", &["verify", &unit]);
    assert!(!told.contains("agon.service"), "{told}");
    // Of a hundred, the less exposed the better; many services of Debian itself have more than 80.
    content("systemd-analyze", &["security", "--offline=true", "--threshold=15", "--no-pager", &unit]);

    certificates(&folder);
    let nginx = sample("nginx.conf")
        .replace("/etc/ssl/games.example.pem", &folder.at("server.pem"))
        .replace("/etc/ssl/games.example.key", &folder.at("server.key"));
    let port = || TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address").port();
    let nginx = nginx.replace("listen 80;", &format!("listen 127.0.0.1:{};", port()));
    let nginx = nginx.replace("listen 443 ssl", &format!("listen 127.0.0.1:{} ssl", port()));
    let nginx: String = nginx.lines().filter(|line| !line.contains("[::]")).map(|line| format!("{line}\n")).collect();
    let home = folder.at("");
    let whole = format!(
        "pid {home}nginx.pid; error_log stderr; events {{}}\nhttp {{ access_log off; client_body_temp_path {home}b; \
         proxy_temp_path {home}p; fastcgi_temp_path {home}f; uwsgi_temp_path {home}u; scgi_temp_path {home}s;\n{nginx}}}\n"
    );
    fs::write(folder.at("nginx.conf"), whole).expect("a file");
    content("nginx", &["-t", "-q", "-c", &folder.at("nginx.conf")]);

    fs::write(folder.at("Caddyfile"), sample("Caddyfile")).expect("a file");
    content("caddy", &["adapt", "--adapter", "caddyfile", "--validate", "--config", &folder.at("Caddyfile")]);
}
