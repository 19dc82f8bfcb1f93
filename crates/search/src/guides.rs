//! Which guide each game has, and games with their guides by id.
//!
//! A game that is not in the list below is searched without estimates.

use std::any::Any;
use std::marker::PhantomData;
use std::sync::Arc;

use agon_rules::games::{self, Visitor};
use agon_rules::{Error, Registry, Settings, Show, read_options};

use crate::evaluate::{Blind, Wins};
use crate::games as guides_of;
use crate::play::Guide;

guides! {
    checkerboard::Checkerboard => guides_of::checkerboard::Halves,
    gambit::Gambit => guides_of::gambit::Islands,
    infiltration::Infiltration => guides_of::infiltration::Infiltrator::default(),
    parity_twist::ParityTwist => guides_of::parity_twist::Parity,
    primi_composti::PrimiComposti => guides_of::primi_composti::Cards,
    quadratic_war::QuadraticWar => guides_of::quadratic_war::General::default(),
    tic_tac_toe::TicTacToe => guides_of::tic_tac_toe::Rows,
}

/// Code that works for any game with its guide, given one.
pub trait Guided {
    /// Its result.
    type Out;
    /// Does it with a game and its guide.
    fn visit<G: Show, E: Guide<G>>(self, game: G, guide: E) -> Self::Out;
}

/// Brings a name and options back to static code, with the game's guide.
pub fn with<V: Guided>(id: &str, settings: &Settings, visitor: V) -> Result<V::Out, Error> {
    games::with(id, settings, WithGuide(visitor))
}

/// Visits every game with every allowed combination of option values, with its guide.
pub fn each<V: Guided + Clone>(visitor: V) -> Vec<V::Out> {
    games::each(WithGuide(visitor))
}

/// A registry of Agon's own games: what a crate knows of each, made by a visitor from the game's type and guide.
pub fn registry<T: ?Sized, V: Guided<Out = Arc<T>> + Clone>(visitor: V) -> Registry<T> {
    games::built_in().map(|id| (id, with(id, &[], visitor.clone()).expect("a game of the list"))).collect()
}

/// A game by its type, with its guide: what a registry holds.
pub struct Known<G, E> {
    guide: E,
    game: PhantomData<fn() -> G>,
}

impl<G: Show, E: Guide<G>> Known<G, E> {
    /// A game with a guide.
    pub fn new(guide: E) -> Self {
        Known { guide, game: PhantomData }
    }

    /// The guide.
    pub(crate) fn guide(&self) -> E {
        self.guide.clone()
    }

    /// Puts a question to the game with these options.
    pub fn put<Q: Guided>(&self, settings: &Settings, question: Q) -> Result<Q::Out, Error> {
        Ok(question.visit(read_options::<G>(settings)?, self.guide.clone()))
    }
}

#[derive(Clone)]
struct WithGuide<V>(V);

/// Whether two ids are the same, where the compiler has to know it.
const fn is_same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

/// Finds the guide by the type of the game, which is known where this is compiled.
macro_rules! guides {
    ($($module:ident::$Game:ident => $guide:expr),* $(,)?) => {
        impl<V: Guided> Visitor for WithGuide<V> {
            type Out = V::Out;

            fn visit<G: Show>(self, game: G) -> V::Out {
                let any: &dyn Any = &game;
                $(if let Some(game) = any.downcast_ref::<games::$module::$Game>() {
                    return self.0.visit(*game, $guide);
                })*
                // Said to the compiler, which otherwise compiles everything a second time, for the game without its guide.
                if const { false $(|| is_same(G::ID, <games::$module::$Game as Show>::ID))* } {
                    unreachable!("its guide was found")
                }
                if G::POINTS { self.0.visit(game, Blind) } else { self.0.visit(game, Wins) }
            }
        }
    };
}
use guides;
