//! What those who hear the page and press keys are told, and where the keys are.

use agon_rules::{Pick, Picker, Start, Viewer, games};
use agon_web::desk::Desk;
use agon_web::draw::Spot;
use agon_web::route::Route;
use serde_json::{Value, json};

use super::chromium::{Server, Tab, open};
use super::{screens, to, walk};

/// What assistive technology is given: every node that it is not told to skip.
async fn tree(tab: &Tab) -> Vec<Value> {
    let tree = tab.execute("Accessibility.getFullAXTree", json!({})).await;
    let nodes = tree["nodes"].as_array().expect("a tree");
    nodes.iter().filter(|node| node["ignored"] == false).cloned().collect()
}

/// The text of a property.
fn text(property: &Value) -> String {
    property["value"].as_str().unwrap_or_default().to_owned()
}

/// Where the keys are.
const HERE: &str = "document.activeElement.dataset?.site ?? document.activeElement.tagName";

#[tokio::test(flavor = "multi_thread")]
async fn every_cell_is_a_button_with_its_name() {
    let server = Server::shared();
    let browser = open().await;
    let tab = Tab::open(&browser, &server.address).await;
    for info in games::list() {
        let hash = screens::begun(info.id, 4);
        tab.js::<String>(&format!("location.hash = '{hash}'")).await;
        tab.wait("document.querySelectorAll('.spot.lit').length > 0").await;
        let Route::Game(plan) = Route::read(&hash) else { panic!("{hash} is a game") };
        let (desk, _) = Desk::open(&plan).expect("a game");
        let label = |spot: &Spot| spot.label.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let mut cells: Vec<String> = desk.screen().table.areas.iter().flat_map(|area| &area.spots).map(label).collect();
        assert!(cells.iter().all(|label| !label.is_empty()), "{}", info.id);
        let nodes = tree(&tab).await;
        let mut buttons: Vec<String> =
            nodes.iter().filter(|node| text(&node["role"]) == "button").map(|node| text(&node["name"])).collect();
        for label in cells.drain(..) {
            let at = buttons.iter().position(|button| *button == label);
            buttons.remove(at.unwrap_or_else(|| panic!("{}: no button `{label}` in {buttons:?}", info.id)));
        }
        // What is left has a name too.
        assert!(buttons.iter().all(|button| !button.is_empty()), "{}: {buttons:?}", info.id);
        let is_live = |node: &Value| {
            let live = node["properties"].as_array().into_iter().flatten().find(|property| property["name"] == "live");
            live.is_some_and(|live| text(&live["value"]) == "polite")
        };
        assert!(nodes.iter().any(is_live), "{}: nothing is announced", info.id);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_is_announced_and_the_keys_stay_where_they_are() {
    let server = Server::shared();
    let browser = open().await;
    let game = games::list()[0].id;
    let tab = Tab::open(&browser, &format!("{}/{}", server.address, screens::begun(game, 0))).await;
    tab.wait("document.querySelectorAll('.spot.lit').length > 0").await;
    let site: String = tab.js("[...document.querySelectorAll('.spot.lit')].at(-1).dataset.site").await;
    to(&tab, "document.activeElement.dataset.site !== undefined").await;
    walk(&tab, &site).await;
    tab.press("Enter").await;
    tab.wait("document.querySelectorAll('.feedturns [data-ply]').length === 2").await;
    assert_eq!(tab.js::<String>(HERE).await, site);
    // Both moves are said, one after the other; the last one stays.
    let answer: String = tab.js("[...document.querySelectorAll('.feedturns [data-ply]')].at(-1).innerText").await;
    tab.wait(&format!("document.querySelector('.said').innerText.includes('Random: {answer}')")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn escape_drops_the_move_in_the_making() {
    let server = Server::shared();
    let browser = open().await;
    let tab = Tab::open(&browser, &server.address).await;
    let mut tried = 0;
    for game in games::list().into_iter().map(|info| info.id) {
        // A cell after which a second one is to be chosen, where the game has one.
        let table = games::open(game, &[], Start::Seed(3)).expect("a game");
        let choices = table.view(Viewer::Seat(0)).choices;
        let mut lit = Picker::default().lit(&choices).into_iter();
        let Some(site) = lit.find(|site| Picker::default().tap(&choices, *site) == Pick::More) else { continue };
        // Where every move begins with the same piece it is held already, and stays so.
        if choices.iter().all(|choice| choice.taps.first() == choices[0].taps.first()) {
            continue;
        }
        let site = format!("{}-{}", site.zone, site.cell);
        tried += 1;
        tab.js::<String>(&format!("location.hash = '{}'", screens::begun(game, 0))).await;
        tab.wait("document.querySelectorAll('.spot.lit').length > 0 && !document.querySelector('.tapped')").await;
        to(&tab, "document.activeElement.dataset.site !== undefined").await;
        walk(&tab, &site).await;
        tab.press("Enter").await;
        tab.wait("document.querySelectorAll('.spot.tapped').length === 1").await;
        tab.press("Escape").await;
        tab.wait("document.querySelectorAll('.spot.tapped').length === 0").await;
        assert_eq!(tab.js::<String>(HERE).await, site, "{game}");
        assert_eq!(tab.js::<usize>("document.querySelectorAll('.feedturns [data-ply]').length").await, 0, "{game}");
    }
    assert!(tried > 2, "{tried}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_link_of_a_game_leads_the_keys_to_the_board() {
    let server = Server::shared();
    let browser = open().await;
    let game = games::list()[0].id;
    let tab = Tab::open(&browser, &format!("{}/{}", server.address, screens::begun(game, 2))).await;
    tab.wait("document.querySelectorAll('.spot.lit').length > 0").await;
    let hash: String = tab.js("location.hash").await;
    to(&tab, "document.activeElement.matches('.skip')").await;
    assert!(tab.js::<bool>("document.activeElement.getBoundingClientRect().left >= 0").await, "it is seen");
    tab.press("Enter").await;
    tab.wait("document.activeElement.matches('.spot')").await;
    assert_eq!(tab.js::<String>("location.hash").await, hash);
    // From there the arrows go on.
    let from: String = tab.js(HERE).await;
    tab.press("ArrowDown").await;
    tab.wait(&format!("document.activeElement.matches('.spot') && ({HERE}) !== '{from}'")).await;
}
