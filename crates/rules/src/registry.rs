//! Things known by the id of a game. A game from outside is entered once, when the program starts, and never leaves.
//!
//! The registries of this and the other crates are their only globals. What they hold can grow and cannot change, so
//! what a game answers depends on nothing but the question.

use std::sync::{Arc, PoisonError, RwLock};

use crate::error::{near, quote};
use crate::{Error, games};

/// What a program knows of each game, by id: the same kind of thing for every game, with the game's type erased.
///
/// The rules keep one for opening games; a crate above them that asks more of a game keeps another.
pub struct Registry<T: ?Sized>(RwLock<Vec<(&'static str, Arc<T>)>>);

impl<T: ?Sized> Registry<T> {
    /// A registry without games.
    pub const fn new() -> Self {
        Registry(RwLock::new(Vec::new()))
    }

    /// Enters a game, unless its id is there already. Returns what is known by this id from now on.
    pub fn enter(&self, id: &'static str, entry: Arc<T>) -> Arc<T> {
        let mut entries = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, earlier)) = entries.iter().find(|(known, _)| *known == id) {
            return earlier.clone();
        }
        entries.push((id, entry.clone()));
        entry
    }

    /// What is known by this id.
    pub fn find(&self, id: &str) -> Result<Arc<T>, Error> {
        let entries = self.0.read().unwrap_or_else(PoisonError::into_inner);
        entries.iter().find(|(known, _)| *known == id).map(|(_, entry)| entry.clone()).ok_or_else(|| unknown(id))
    }

    /// Everything, in the order in which it was entered.
    pub fn all(&self) -> Vec<Arc<T>> {
        let entries = self.0.read().unwrap_or_else(PoisonError::into_inner);
        entries.iter().map(|(_, entry)| entry.clone()).collect()
    }
}

impl<T: ?Sized> Default for Registry<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: ?Sized> FromIterator<(&'static str, Arc<T>)> for Registry<T> {
    fn from_iter<I: IntoIterator<Item = (&'static str, Arc<T>)>>(entries: I) -> Self {
        Registry(RwLock::new(entries.into_iter().collect()))
    }
}

/// The answer to an id that no game has, or that only a crate below knows.
fn unknown(id: &str) -> Error {
    let known = games::list();
    let hint = if known.iter().any(|info| info.id == id) {
        text!("it was registered with a lower crate of Agon; register it with the topmost one instead")
    } else {
        near(id, known.iter().map(|info| info.id).collect(), |names| text!("there is {names}", names))
    };
    Error::Game { text: quote(id), hint }
}
