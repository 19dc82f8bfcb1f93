//! Players without accounts: a name, ratings and results that a secret key keeps.
//!
//! The key is made and kept by the player's devices. Its public id is a hash of it, so the server stores neither the key
//! nor anything it could be found from. Everything of a player is in documents of their own (`player/ID`, and the results
//! in `games/ID/0`, `games/ID/1` and so on), and rooms name players by id only: to erase a player is to delete these.

pub(crate) mod api;
mod card;
mod rating;

use std::collections::BTreeMap;

use agon_rules::text;
use agon_wire::player::KEY;
use agon_wire::{Code, Played, Profile, Refusal, Score, code};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

pub(crate) use self::card::{Card, ids, introduce};
pub(crate) use self::rating::Rating;
use crate::event::Event;
use crate::push::Subscription;
use crate::room::Decided;
use crate::store::{Put, Store, StoreError};

/// How many letters a public id has: sixteen of 29 are nearly 78 bits.
const LETTERS: usize = 16;
/// How many results are in one document.
const PAGE: u64 = 50;
/// How many rooms are remembered in which a player sits; the oldest are forgotten.
const MOST_ROOMS: usize = 100;
/// How often a document is read and written anew because another writer was faster.
const TRIES: usize = 20;
/// A player who has finished no rated game is forgotten after this many milliseconds without a room, others after more.
const UNUSED: u64 = 90 * 24 * 3600 * 1000;
const UNSEEN: u64 = 400 * 24 * 3600 * 1000;

/// What is kept of a player.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Player {
    pub(crate) name: String,
    /// when the key was first used, and last, in milliseconds since 1970
    pub(crate) since: u64,
    pub(crate) seen: u64,
    /// how many rated games were finished
    pub(crate) total: u64,
    /// rooms in which the player sits, the newest last
    pub(crate) rooms: Vec<String>,
    /// by game
    pub(crate) ratings: BTreeMap<String, Rating>,
    /// where notices go
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) notices: Vec<Subscription>,
}

/// The public id of a key.
pub(crate) fn id(key: &str) -> String {
    let hash = Sha256::new().chain_update("agon player ").chain_update(key).finalize();
    let mut number = u128::from_be_bytes(hash[..16].try_into().expect("16 of 32 bytes"));
    let letter = |_| {
        let letter = code::LETTERS[(number % 29) as usize];
        number /= 29;
        char::from(letter)
    };
    (0..LETTERS).map(letter).collect()
}

/// The public id of a key that somebody has sent, unless others could guess it.
pub(crate) fn check_key(key: &str) -> Result<String, Refusal> {
    let good = KEY.contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic());
    let bad = || Refusal::new(Code::Bad, text!("a key has 32 to 128 letters, digits and signs"));
    good.then(|| id(key)).ok_or_else(bad)
}

/// Whether a text can be a public id.
fn is_id(text: &str) -> bool {
    text.len() == LETTERS && text.bytes().all(|byte| code::LETTERS.contains(&byte))
}

fn player_key(id: &str) -> String {
    format!("player/{id}")
}

fn games_key(id: &str, page: u64) -> String {
    format!("games/{id}/{page}")
}

/// Reads a document as a type, with its version; 0 where there is none.
async fn read<T: for<'a> Deserialize<'a>>(store: &dyn Store, key: &str) -> Result<(u64, Option<T>), StoreError> {
    let Some(doc) = store.doc(key).await? else { return Ok((0, None)) };
    let value = serde_json::from_str(&doc.text).map_err(|_| StoreError::Damaged(doc.version))?;
    Ok((doc.version, Some(value)))
}

/// What is kept of a player.
pub(crate) async fn player(store: &dyn Store, id: &str) -> Result<Option<Player>, StoreError> {
    Ok(read(store, &player_key(id)).await?.1)
}

/// The document of a player who was read at this version.
fn put(id: &str, after: u64, player: &Player) -> Put {
    let kept = if player.total == 0 { UNUSED } else { UNSEEN };
    let text = serde_json::to_string(player).expect("players have text keys");
    Put { key: player_key(id), after: Some(after), text: Some(text), due: Some(player.seen + kept) }
}

/// What has become of a player.
pub(crate) struct Changed {
    pub(crate) player: Player,
    /// whether others have seen another name
    pub(crate) is_renamed: bool,
}

/// Changes what is kept of a player, who is new where nothing is, at a time in milliseconds since 1970.
pub(crate) async fn change(
    store: &dyn Store,
    id: &str,
    wall: u64,
    change: impl Fn(&mut Player),
) -> Result<Changed, StoreError> {
    for _ in 0..TRIES {
        let (version, found) = read::<Player>(store, &player_key(id)).await?;
        let mut player = found.clone().unwrap_or_else(|| Player { since: wall, ..Player::default() });
        player.seen = player.seen.max(wall);
        change(&mut player);
        match store.put(vec![put(id, version, &player)]).await {
            Err(StoreError::Changed) => {}
            done => {
                let is_renamed = found.is_none_or(|found| found.name != player.name);
                return done.map(|()| Changed { player, is_renamed });
            }
        }
    }
    Err(StoreError::Changed)
}

/// The rooms that may show what is kept of a player: those in which they sit, and those of their last rated games.
pub(crate) async fn rooms(store: &dyn Store, id: &str, player: Player) -> Vec<String> {
    let page = games(store, id, player.total, PAGE as usize).await;
    // Without the list of results, the rooms of games that are over show the old name until they leave memory.
    let rated = page.map(|(games, _)| games).unwrap_or_default();
    player.rooms.into_iter().chain(rated.into_iter().map(|game| game.room)).collect()
}

/// Notes that a player sits in a room, under a name where one is given.
pub(crate) async fn sit(store: &dyn Store, id: &str, wall: u64, name: &str, room: &str) -> Result<Changed, StoreError> {
    let name = crate::event::name(name);
    let sits = |player: &mut Player| {
        if !name.is_empty() {
            player.name.clone_from(&name);
        }
        if !room.is_empty() && !player.rooms.iter().any(|known| known == room) {
            player.rooms.push(room.to_owned());
            let first = player.rooms.len().saturating_sub(MOST_ROOMS);
            player.rooms.drain(..first);
        }
    };
    change(store, id, wall, sits).await
}

/// How many games of the same two players count within this many milliseconds. Keys are free: one person may hold two, and
/// let one lose to the other all day.
const MOST_OF_A_PAIR: usize = 10;
const DAY: u64 = 24 * 3600 * 1000;

/// Whether the next game of these two would be one too many, by the results of the first.
async fn is_tired(
    store: &dyn Store,
    [id, other]: [&str; 2],
    player: Option<&Player>,
    wall: u64,
) -> Result<bool, StoreError> {
    let Some(player) = player else { return Ok(false) };
    // Nobody plays more games in a day than two documents hold, or they are not all against one.
    let (games, _) = games(store, id, player.total, 2 * PAGE as usize).await?;
    let recent = games.iter().filter(|game| game.other == other && wall.saturating_sub(game.when) < DAY);
    Ok(recent.count() >= MOST_OF_A_PAIR)
}

/// What a rated game that ends leads to: the event that says so, and what is to be written with it; none where these two
/// have played each other too often to count. Somebody who has erased what was kept of them is not rated any more, and
/// counts as a stranger.
pub(crate) async fn settle(
    store: &dyn Store,
    room: &str,
    decided: &Decided,
    wall: u64,
) -> Result<Option<(Event, Vec<Put>)>, StoreError> {
    let mut found = Vec::new();
    for id in &decided.players {
        found.push(read::<Player>(store, &player_key(id)).await?);
    }
    for (seat, (_, player)) in found.iter().enumerate() {
        let pair = [&*decided.players[seat], &*decided.players[1 - seat]];
        if is_tired(store, pair, player.as_ref(), wall).await? {
            return Ok(None);
        }
    }
    let rating = |seat: usize| {
        let player: Option<&Player> = found[seat].1.as_ref();
        player.and_then(|player| player.ratings.get(&decided.game)).cloned().unwrap_or_default()
    };
    let before = [rating(0), rating(1)];
    let (mut ratings, mut puts) = (Vec::new(), Vec::new());
    for (seat, (version, player)) in found.into_iter().enumerate() {
        let result = match decided.winners[..] {
            [winner] if winner == seat => Score::Won,
            [_] => Score::Lost,
            _ => Score::Drawn,
        };
        let after = before[seat].after(&before[1 - seat], result, wall);
        let [old, new] = [&before[seat], &after].map(Rating::points);
        ratings.push([old, new]);
        let Some(mut player) = player else { continue };
        let (id, page) = (&decided.players[seat], games_key(&decided.players[seat], player.total / PAGE));
        let (page_version, games) = read::<Vec<Played>>(store, &page).await?;
        let mut games = games.unwrap_or_default();
        games.push(Played {
            room: room.to_owned(),
            game: decided.game.clone(),
            when: wall,
            seat,
            other: decided.players[1 - seat].clone(),
            name: String::new(),
            result,
            rating: new,
            change: new as i32 - old as i32,
        });
        player.total += 1;
        player.seen = player.seen.max(wall);
        player.rooms.retain(|known| known != room);
        player.ratings.insert(decided.game.clone(), after);
        puts.push(put(id, version, &player));
        let text = serde_json::to_string(&games).expect("results have text keys");
        puts.push(Put { key: page, after: Some(page_version), text: Some(text), due: None });
    }
    Ok(Some((Event::Rated { ratings }, puts)))
}

/// The rated games of a player before the one with this number, the newest first, and the number to go on from.
async fn games(
    store: &dyn Store,
    id: &str,
    before: u64,
    most: usize,
) -> Result<(Vec<Played>, Option<u64>), StoreError> {
    let (mut games, mut at) = (Vec::new(), before);
    while at > 0 && games.len() < most {
        let page = (at - 1) / PAGE;
        let (_, found) = read::<Vec<Played>>(store, &games_key(id, page)).await?;
        let mut found = found.unwrap_or_default();
        found.truncate((at - page * PAGE) as usize);
        found.reverse();
        found.truncate(most - games.len());
        at -= (found.len() as u64).max(1).min(at);
        games.extend(found);
    }
    Ok((games, Some(at).filter(|at| *at > 0)))
}

/// What everybody may know of a player; none where nothing is kept.
pub(crate) async fn profile(
    store: &dyn Store,
    id: &str,
    before: Option<u64>,
    most: usize,
) -> Result<Option<Profile>, StoreError> {
    let Some(player) = player(store, id).await? else { return Ok(None) };
    let before = before.unwrap_or(player.total).min(player.total);
    let (mut games, more) = games(store, id, before, most).await?;
    // Names are those of now: who has erased theirs has none.
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    for game in &mut games {
        if !names.contains_key(&game.other) {
            let other = self::player(store, &game.other).await?;
            names.insert(game.other.clone(), other.map(|other| other.name).unwrap_or_default());
        }
        game.name.clone_from(&names[&game.other]);
    }
    let ratings = player.ratings.iter().map(|(game, rating)| rating.public(game)).collect();
    let Player { name, since, total, .. } = player;
    Ok(Some(Profile { id: id.to_owned(), name, since, ratings, total, games, more }))
}

/// Deletes everything that is kept of a player; where nothing is, nothing happens.
pub(crate) async fn erase(store: &dyn Store, id: &str) -> Result<(), StoreError> {
    for _ in 0..TRIES {
        let (version, found) = read::<Player>(store, &player_key(id)).await?;
        let Some(player) = found else { return Ok(()) };
        let gone = |key: String| Put { key, after: None, text: None, due: None };
        let mut puts = vec![Put { after: Some(version), ..gone(player_key(id)) }];
        puts.extend((0..player.total.div_ceil(PAGE)).map(|page| gone(games_key(id, page))));
        match store.put(puts).await {
            Err(StoreError::Changed) => {}
            done => return done,
        }
    }
    Err(StoreError::Changed)
}

/// The id of a player whose document this is the key of.
pub(crate) fn id_of(key: &str) -> Option<&str> {
    key.strip_prefix("player/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_always_that_of_its_key_and_tells_nothing_of_it() {
        let (one, two) = (id(&"a".repeat(32)), id(&"b".repeat(32)));
        assert!(is_id(&one) && is_id(&two) && one != two);
        assert_eq!(one, id(&"a".repeat(32)));
        for text in ["", "ABC", "player/../x", &one.to_lowercase(), &format!("{one}A")] {
            assert!(!is_id(text), "{text}");
        }
    }

    #[test]
    fn keys_that_others_could_guess_are_refused() {
        assert!(check_key(&"x".repeat(32)).is_ok() && check_key(&"x".repeat(128)).is_ok());
        for key in ["", "secret", &"x".repeat(31), &"x".repeat(129), &" ".repeat(32), &"ü".repeat(32)] {
            assert!(check_key(key).is_err(), "{key}");
        }
    }
}
