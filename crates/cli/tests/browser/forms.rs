//! Every option of every game, set in the form as a person sets it.

use agon_rules::games::{self, Info};

use super::chromium::{Server, Tab, open};
use super::screens::every_set;

/// What differs from the usual.
fn unusual(info: &Info, set: &[(String, String)]) -> Vec<(String, String)> {
    let usual = info.options.iter().map(|option| option.default.to_string());
    set.iter().zip(usual).filter(|((_, value), usual)| value != usual).map(|(pair, _)| pair.clone()).collect()
}

/// For every value of every option a set that has it and is otherwise as usual as it can be.
fn sets(info: &Info) -> Vec<Vec<(String, String)>> {
    let mut all: Vec<_> = every_set().into_iter().filter(|(id, _)| *id == info.id).map(|(_, set)| set).collect();
    all.sort_by_key(|set| unusual(info, set).len());
    let mut chosen: Vec<Vec<(String, String)>> = Vec::new();
    for option in &info.options {
        for value in &option.values {
            let pair = (option.name.clone(), value.to_string());
            let set = all.iter().find(|set| set.contains(&pair)).expect("every value can be had");
            if !chosen.contains(set) {
                chosen.push(set.clone());
            }
        }
    }
    chosen
}

/// What the options show, by name.
const SHOWN: &str = "[...document.querySelectorAll('.form [data-option]')].map(one => {
        const flag = one.querySelector('[role=switch]');
        return [one.dataset.option, flag ? String(flag.checked) : one.querySelector('input:checked')?.value ?? ''];
    }).sort()";

/// Chooses a value as a person does.
async fn choose(tab: &Tab, name: &str, value: &str) {
    let group = format!("document.querySelector(`.form [data-option='{name}']`)");
    let wanted = format!("{group}.querySelector(`input[value='{value}'], [role=switch]`)");
    // Some variants are folded away.
    tab.js::<bool>(&format!("!{wanted} && {group}.querySelector('.moreln').click(), true")).await;
    tab.wait(&format!("!!{wanted}")).await;
    let code = format!(
        "(() => {{
            const one = {wanted};
            const is = () => one.role === 'switch' ? String(one.checked) === '{value}' : one.checked;
            if (!is()) one.click();
            return is();
        }})()"
    );
    assert!(tab.js::<bool>(&code).await, "{name} cannot be {value}");
}

/// Comes to the form of a game, fresh or with options.
async fn form(tab: &Tab, game: &str) {
    tab.js::<String>("location.hash = '#/'").await;
    tab.wait("!!document.querySelector('main.home')").await;
    tab.js::<String>(&format!("location.hash = '#/new/{game}'")).await;
    tab.wait("!!document.querySelector('main.form')").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_value_of_every_option_is_chosen_kept_and_played() {
    let server = Server::shared();
    let browser = open().await;
    let tab = Tab::open(&browser, &server.address).await;
    for info in games::list() {
        for (turn, set) in sets(&info).into_iter().enumerate() {
            form(&tab, info.id).await;
            let unusual = unusual(&info, &set);
            let words: Vec<String> = unusual.iter().map(|(name, value)| format!("{name}={value}")).collect();
            for (name, value) in &unusual {
                choose(&tab, name, value).await;
            }
            let mut hash = format!("#/new/{}", info.id);
            if !words.is_empty() {
                hash = format!("{hash}?{}", words.join("&"));
            }
            tab.wait(&format!("location.hash === '{hash}'")).await;
            // Somebody else opens the link, or the same one once more; every fourth time the whole page is loaded anew.
            if turn % 4 == 1 {
                tab.reload().await;
                tab.wait("document.documentElement.hasAttribute('data-ready')").await;
            } else {
                form(&tab, &hash["#/new/".len()..]).await;
            }
            let shown: Vec<(String, String)> = tab.js(SHOWN).await;
            let mut wanted = set.clone();
            wanted.sort();
            assert_eq!(shown, wanted, "{hash}");
            assert_eq!(tab.js::<String>("location.hash").await, hash);
            tab.js::<bool>("document.querySelector('.form .start').click(), true").await;
            tab.wait("document.querySelectorAll('main.play .spot').length > 0").await;
            // The bar says which variant it is.
            tab.wait("!!document.querySelector('.crumb')").await;
            let said: String = tab.js("document.querySelector('.crumb span').textContent").await;
            let words: Vec<String> = agon_client::variant(info.id, &set).iter().map(ToString::to_string).collect();
            assert_eq!(said, words.join(" · "), "{hash}");
            assert!(unusual.len() <= words.len(), "{hash}: {said}");
            assert_eq!(tab.js::<String>("document.body.dataset.broken ?? ''").await, "", "{hash}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn options_that_do_not_go_together_are_said_in_the_form() {
    let server = Server::shared();
    let browser = open().await;
    let tab = Tab::open(&browser, &server.address).await;
    let line = "document.querySelector('.form [role=alert]')?.innerText ?? ''";
    form(&tab, "tic-tac-toe").await;
    choose(&tab, "line", "5").await;
    tab.wait(&format!("({line}).includes('line')")).await;
    // Nothing begins that cannot be played.
    tab.js::<bool>("document.querySelector('.form .start').click(), true").await;
    assert_eq!(tab.js::<String>("location.hash").await, "#/new/tic-tac-toe?line=5");
    choose(&tab, "size", "5").await;
    tab.wait(&format!("({line}) === ''")).await;
    tab.click(".form .start").await;
    tab.wait("document.querySelectorAll('main.play .spot.lit').length === 25").await;
}
