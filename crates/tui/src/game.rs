//! The game on the screen: at this device or in a room. Everything about it is asked through [`Venue`]; this adds the
//! words and keys that only a terminal has.

use agon_client::{Effect, Hindrance, Intent, Local, Refusal, Venue, words};
use agon_rules::{Seat, Site, Text, View};

use crate::joined::Joined;
use crate::server::clean;
use crate::study::Study;

/// The game on the screen.
pub enum Game {
    /// at this device
    Here(Box<Local>),
    /// in a room of a server
    Room(Box<Joined>),
    /// in a lesson or a puzzle
    Study(Box<Study>),
}

impl Game {
    /// What is asked about any game.
    pub fn venue(&self) -> &dyn Venue {
        match self {
            Game::Here(local) => &**local,
            Game::Room(joined) => &joined.online,
            Game::Study(study) => study.local(),
        }
    }

    /// The game at this device, if it is one.
    pub fn local(&self) -> Option<&Local> {
        match self {
            Game::Here(local) => Some(local),
            Game::Room(_) | Game::Study(_) => None,
        }
    }

    /// The same, to change it.
    pub fn local_mut(&mut self) -> Option<&mut Local> {
        match self {
            Game::Here(local) => Some(local),
            Game::Room(_) | Game::Study(_) => None,
        }
    }

    /// What is learned, if it is that.
    pub fn study(&self) -> Option<&Study> {
        match self {
            Game::Study(study) => Some(study),
            Game::Here(_) | Game::Room(_) => None,
        }
    }

    /// The same, to go on with it.
    pub fn study_mut(&mut self) -> Option<&mut Study> {
        match self {
            Game::Study(study) => Some(study),
            Game::Here(_) | Game::Room(_) => None,
        }
    }

    /// The game in a room, if it is one.
    pub fn joined(&self) -> Option<&Joined> {
        match self {
            Game::Here(_) | Game::Study(_) => None,
            Game::Room(joined) => Some(joined),
        }
    }

    /// Does what the player wants, or asks the server for it.
    pub fn act(&mut self, intent: Intent) -> Result<Vec<Effect>, Refusal> {
        match self {
            Game::Here(local) => local.act(0, intent),
            Game::Room(joined) => joined.act(intent),
            Game::Study(study) => match intent {
                Intent::Play(text) => study.play(&text).map(|()| vec![Effect::Changed { from: 0 }]),
                _ => Err(Refusal::OnlyHere),
            },
        }
    }

    /// Why no move can be made now.
    pub fn hindrance(&self) -> Option<Hindrance> {
        match self {
            Game::Here(_) | Game::Room(_) => self.venue().hindrance(),
            Game::Study(study) => study.hindrance(),
        }
    }

    /// What is on the screen, said to the only person in front of it.
    pub fn view(&self) -> View {
        match self {
            Game::Here(_) | Game::Room(_) => self.told(self.venue().view()),
            Game::Study(study) => study.view(),
        }
    }

    /// What a player is called.
    pub fn name(&self, seat: Seat) -> String {
        called(self.venue(), seat)
    }

    /// A view said to the only person at this screen, with the names of the others.
    pub fn told(&self, view: View) -> View {
        told(self.venue(), view)
    }

    /// The same, and whether the player is away or has resigned.
    pub fn label(&self, seat: Seat) -> String {
        let state = match self.venue() {
            venue if venue.is_away(seat) => ", away",
            venue if venue.has_resigned(seat) => ", resigned",
            _ => "",
        };
        format!("{}{state}", self.name(seat))
    }

    /// What a seat has left to think, as minutes and seconds.
    pub fn clock(&self, seat: Seat) -> Option<String> {
        let now = self.joined().map_or(0, Joined::now);
        self.venue().clock(seat, now).map(words::clock)
    }

    /// Why something was refused, and what to type instead.
    pub fn refusal(&self, why: &Refusal) -> String {
        let sentence = clean(&words::refusal(why, self.venue()).to_string());
        match self.advice(why) {
            Some(advice) => format!("{sentence}; {advice}"),
            None => sentence,
        }
    }

    fn advice(&self, why: &Refusal) -> Option<String> {
        let advice = match (why, self) {
            (Refusal::Hindered(Hindrance::Over), Game::Here(_)) => "`again` deals anew, F9 shows the games",
            (Refusal::Hindered(Hindrance::Over), Game::Room(joined)) => {
                joined.online.seat()?;
                "`rematch` offers another game, F9 shows the games"
            }
            (Refusal::Hindered(Hindrance::Over), Game::Study(_)) => "Enter goes on",
            (Refusal::Hindered(Hindrance::ComputersTurn), _) => "Esc makes it move now",
            (Refusal::Hindered(Hindrance::EarlierPosition), Game::Here(_)) => {
                "End goes back to the game, `branch` plays on from here"
            }
            (Refusal::Hindered(Hindrance::EarlierPosition), Game::Room(_)) => "End goes back to the game",
            (Refusal::Hindered(Hindrance::NotStarted), Game::Room(joined)) => {
                return Some(format!("the code is {}", joined.online.code()));
            }
            (Refusal::Hindered(Hindrance::EarlierPosition), Game::Study(_)) => "End goes back",
            (Refusal::OnlyInRooms, _) => "`agon play GAME --online new` opens one",
            _ => return None,
        };
        Some(advice.to_owned())
    }
}

/// What a player is called; two computers of one level are told apart by a number.
fn called(venue: &dyn Venue, seat: Seat) -> String {
    words::names(&venue.names()).get(seat).map(|name| clean(&name.to_string())).unwrap_or_default()
}

/// A view of a game said to the only person at this screen, with the names of the others.
pub fn told(venue: &dyn Venue, view: View) -> View {
    let me = match *venue.people() {
        [me] => Some(me),
        _ => None,
    };
    // A name may begin a sentence.
    let name = |seat| {
        let name = called(venue, seat);
        let mut letters = name.chars();
        Text::plain(letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect::<String>())
    };
    view.addressed(me, &name)
}

/// The cells whose pieces changed.
pub fn changes(before: &View, now: &View) -> Vec<Site> {
    let mut sites = Vec::new();
    for (zone, (old, new)) in before.zones.iter().zip(&now.zones).enumerate() {
        // Where the number of cells changes they have no place of their own.
        if old.cells.len() == new.cells.len() {
            let cells = old.cells.iter().zip(&new.cells).enumerate();
            sites.extend(
                cells.filter(|(_, (old, new))| old.pieces != new.pieces).map(|(cell, _)| Site::new(zone, cell)),
            );
        }
    }
    sites
}
