//! Rooms in a real browser: two of them through a network that breaks, with the terminal client, from another device.

use std::sync::{Arc, Mutex};

use tokio::net::{TcpListener, TcpStream};
use tokio::task::AbortHandle;

use super::chromium::{Server, Tab, open};

/// What a proxy does: the connections through it, or none when it is cut.
type Lines = Arc<Mutex<Option<Vec<AbortHandle>>>>;

/// Stands between a browser and the server, and can be cut.
struct Proxy {
    address: String,
    lines: Lines,
}

impl Proxy {
    async fn start(server: &Server) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        let to = server.address.trim_start_matches("http://").to_owned();
        let lines: Lines = Arc::new(Mutex::new(Some(Vec::new())));
        let kept = lines.clone();
        tokio::spawn(async move {
            while let Ok((mut near, _)) = listener.accept().await {
                let mut kept = kept.lock().expect("nobody has panicked");
                let Some(lines) = kept.as_mut() else { continue };
                let to = to.clone();
                let line = tokio::spawn(async move {
                    if let Ok(mut far) = TcpStream::connect(to).await {
                        let _ = tokio::io::copy_bidirectional(&mut near, &mut far).await;
                    }
                });
                lines.push(line.abort_handle());
            }
        });
        Proxy { address, lines }
    }

    fn cut(&self) {
        let lines = self.lines.lock().expect("nobody has panicked").take();
        lines.into_iter().flatten().for_each(|line| line.abort());
    }

    fn mend(&self) {
        *self.lines.lock().expect("nobody has panicked") = Some(Vec::new());
    }
}

const MINE: &str = "document.querySelectorAll('.spot.lit').length > 0";
const LIVE: &str = "!!document.querySelector('.state.live')";

fn moves(count: usize) -> String {
    format!("document.querySelectorAll('.feedturns [data-ply]').length === {count}")
}

fn says(text: &str) -> String {
    format!("document.querySelector('main').innerText.includes({text:?})")
}

/// Presses the button with this text.
async fn press(tab: &Tab, text: &str) {
    let find = format!("[...document.querySelectorAll('button')].find(button => button.innerText === {text:?})");
    tab.wait(&format!("!!{find}")).await;
    tab.js::<bool>(&format!("({find}.click(), true)")).await;
}

/// Opens a room from the form, and says its code.
async fn create(tab: &Tab, address: &str, form: &str) -> String {
    tab.go(&format!("{address}/#/new/{form}")).await;
    tab.click(".form .start").await;
    tab.wait("!!document.querySelector('.invite .big')").await;
    tab.js("document.querySelector('.invite .big').innerText").await
}

/// Comes in by the code from the first screen, and takes the free seat.
async fn join(tab: &Tab, address: &str, code: &str) {
    tab.go(&format!("{address}/#/online")).await;
    tab.wait("!!document.querySelector('.join input')").await;
    let typed = format!(
        "(() => {{ const field = document.querySelector('.join input'); field.value = {code:?};
            field.dispatchEvent(new Event('input')); return true; }})()"
    );
    tab.js::<bool>(&typed).await;
    tab.click(".join button").await;
    press(tab, "Take the seat").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_browsers_play_through_a_dropped_connection() {
    let server = Server::shared();
    let proxy = Proxy::start(server).await;
    let (first, second) = (open().await, open().await);
    let (one, two) = (Tab::open(&first, &proxy.address).await, Tab::open(&second, &server.address).await);
    let code = create(&one, &proxy.address, "tic-tac-toe?_who=me,online&_clock=total:300:5").await;
    join(&two, &server.address, &code).await;
    one.wait(MINE).await;
    let clocks: usize = one.js("document.querySelectorAll('.clock').length").await;
    assert_eq!(clocks, 2, "both clocks are shown");
    one.click("[data-site='0-4']").await;
    two.wait(&moves(1)).await;
    two.wait(MINE).await;
    // The network of one breaks while the other goes on, and both see how it is.
    proxy.cut();
    one.wait(&says("trying again in")).await;
    two.wait(&says("Away")).await;
    two.click("[data-site='0-0']").await;
    two.wait(&moves(2)).await;
    proxy.mend();
    one.wait(LIVE).await;
    one.wait(&moves(2)).await;
    // A move is taken back when both want it.
    press(&two, "Take back").await;
    press(&one, "Agree").await;
    one.wait(&moves(1)).await;
    two.wait(&moves(1)).await;
    // To the end: whoever begins makes a row.
    for (ply, (tab, other, site)) in
        [(&two, &one, "0-1"), (&one, &two, "0-3"), (&two, &one, "0-2"), (&one, &two, "0-5")].into_iter().enumerate()
    {
        tab.wait(MINE).await;
        tab.click(&format!("[data-site='{site}']")).await;
        other.wait(&moves(ply + 2)).await;
    }
    one.wait(&says("You win")).await;
    let row: usize = two.js("document.querySelectorAll('.spot.win').length").await;
    assert_eq!(row, 3, "the row is marked");
    // Again, with the seats moved on.
    let before: String = one.js("location.hash").await;
    // It also says who starts.
    one.click(".again[data-do='rematch']").await;
    press(&two, "Agree").await;
    for tab in [&one, &two] {
        tab.wait(&format!("location.hash !== {before:?}")).await;
        tab.wait(LIVE).await;
    }
    two.wait(MINE).await;
    press(&one, "Resign").await;
    press(&one, "Yes, resign").await;
    two.wait(&says("You win")).await;
    // What was played can be looked at again, and by anybody.
    two.wait("!!document.querySelector('.endcard a[href^=\"#/game/\"]')").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_vanishes_is_waited_for_and_nothing_is_lost() {
    let mut server = Server::start("vanish");
    let browser = open().await;
    let tab = Tab::open(&browser, &server.address).await;
    tab.go(&format!("{}/#/new/tic-tac-toe?_who=me,online", server.address)).await;
    tab.click(".form .start").await;
    press(&tab, "Easy").await;
    tab.wait(MINE).await;
    tab.click("[data-site='0-4']").await;
    tab.wait(&moves(2)).await;
    server.end();
    tab.wait(&says("trying again in")).await;
    server.again();
    tab.wait(LIVE).await;
    tab.wait(&moves(2)).await;
    tab.wait(MINE).await;
    tab.click(".spot.lit").await;
    tab.wait(&moves(4)).await;
    // A reload comes back to the same seat.
    tab.reload().await;
    tab.wait(&moves(4)).await;
    tab.wait(MINE).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_is_taken_along_by_its_secret_link_and_others_watch() {
    let server = Server::shared();
    let (first, second) = (open().await, open().await);
    let one = Tab::open(&first, &server.address).await;
    let code = create(&one, &server.address, "tic-tac-toe?_who=me,online").await;
    // What is copied is the way into the room, and later the way to the seat.
    one.js::<bool>("(navigator.clipboard.writeText = async (text) => { window.pasted = text; }, true)").await;
    press(&one, "Copy link").await;
    one.wait(&format!("window.pasted === '{}/#/room/{code}'", server.address)).await;
    press(&one, "Easy").await;
    one.wait(MINE).await;
    press(&one, "Copy my seat’s link").await;
    one.wait(&format!("window.pasted.startsWith('{}/#/room/{code}?key=')", server.address)).await;
    let link: String = one.js("window.pasted").await;
    let two = Tab::open(&second, &format!("{}/#/room/{code}", server.address)).await;
    two.wait(LIVE).await;
    two.wait("document.querySelectorAll('.spot').length === 9").await;
    assert_eq!(two.js::<usize>("document.querySelectorAll('.spot.lit').length").await, 0, "who watches cannot move");
    one.wait(&says("1 watching")).await;
    let key: String = one.js(&format!("localStorage.getItem('agon.seat.{}')", code.replace('-', ""))).await;
    assert!(link.ends_with(&key), "the link has the secret");
    let two = Tab::open(&second, &link).await;
    two.wait(MINE).await;
    let hash: String = two.js("location.hash").await;
    assert!(!hash.contains(&key), "the secret does not stay in the address: {hash}");
    // Both are the same player: what one does the other sees.
    two.click("[data-site='0-4']").await;
    two.wait(&moves(2)).await;
    one.wait(&moves(2)).await;
    one.wait(MINE).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_plays_with_the_terminal_client() {
    let server = Server::shared();
    let browser = open().await;
    let tab = Tab::open(&browser, &server.address).await;
    let code = create(&tab, &server.address, "tic-tac-toe?_who=me,online").await;
    let mut terminal = crate::play::online::Lines::at(&server.address, &["--online", &code]);
    tab.wait(MINE).await;
    tab.click("[data-site='0-4']").await;
    terminal.wait("plays b2");
    // What is typed while the last line is not answered yet is not lost.
    terminal.send("a1");
    terminal.send("resign");
    terminal.wait("plays a1");
    tab.wait(&moves(2)).await;
    tab.wait(&says("You win")).await;
    terminal.send("quit");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_room_that_is_not_there_says_so() {
    let server = Server::shared();
    let browser = open().await;
    let tab = Tab::open(&browser, &format!("{}/#/room/K7XM-4QPT", server.address)).await;
    tab.wait(&says("no such room")).await;
    tab.go(&format!("{}/#/room/nonsense", server.address)).await;
    tab.wait(&says("nonsense")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_strangers_meet_through_the_lobby_and_talk() {
    // A server of its own: what others offer would be in the way.
    let server = Server::start("lobby");
    let (first, second) = (open().await, open().await);
    let lobby = format!("{}/#/online", server.address);
    let (one, two) = (Tab::open(&first, &lobby).await, Tab::open(&second, &lobby).await);
    one.wait(&says("No open games. Offer one, or play a computer.")).await;
    two.wait(&says("2 people are here now.")).await;
    for (tab, name) in [(&one, "Ada"), (&two, "Bob")] {
        let named = format!(
            "(() => {{ const field = document.querySelector('[data-set=your-name]'); field.value = {name:?};
                field.dispatchEvent(new Event('change', {{ bubbles: true }})); return true; }})()"
        );
        tab.js::<bool>(&named).await;
    }
    one.click(".qm[data-key='tic-tac-toe']").await;
    press(&one, "Find a player").await;
    one.wait(&says("Looking for a player")).await;
    // The other sees it come, joins by the keys, and both play.
    two.wait(&says("Ada")).await;
    two.js::<bool>("(document.querySelector('.og button').focus(), true)").await;
    two.press("Enter").await;
    for tab in [&one, &two] {
        tab.wait(LIVE).await;
        tab.wait("document.querySelectorAll('.plate').length === 2").await;
    }
    one.wait(&says("Bob")).await;
    one.js::<bool>("(document.querySelector('[data-do=\"say good_luck\"]').click(), true)").await;
    two.wait("document.querySelector('.opp .bubble')?.innerText === 'Good luck!'").await;
    two.wait("document.querySelector('.said').innerText === 'Ada: Good luck!'").await;
    // An offer comes and goes with its maker.
    two.go(&lobby).await;
    one.go(&format!("{}/#/new/gambit?_who=me,online&_lobby=on", server.address)).await;
    one.click(".form .start").await;
    two.wait("document.querySelectorAll('.og').length === 1").await;
    press(&one, "Stop looking").await;
    two.wait(&says("No open games.")).await;
}
