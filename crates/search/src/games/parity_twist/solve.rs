//! Parity Twist is solved by the usual solver, in seconds unless cards are drafted or hidden; those variants have solvers of
//! their own.

use agon_rules::games::parity_twist::{Move, NONE, ParityTwist, State, Variant};
use agon_rules::{Game, Path, Text};

use super::compact::compact;
use super::hidden::Effort;
use super::{Parity, draft, hidden, lanier, perfect};
use crate::hash::fingerprint;
use crate::solve::{Memory, Mix};
use crate::{Equilibrium, EquilibriumRequest, Evaluate, MixedValue, Solve, equilibrium_by_cfr};

/// What the bounds of a hidden master may cost: some seconds for the whole game, then some more for better ones.
const EFFORTS: [Effort; 2] = [Effort { lot: 1, last: 0 }, Effort { lot: 2, last: 0 }];

impl Solve<ParityTwist> for Parity {
    fn solvable(&self, game: &ParityTwist) -> bool {
        !matches!(game.variant, Variant::Draft | Variant::HiddenMaster | Variant::Lanier)
    }

    fn too_large(&self, game: &ParityTwist) -> bool {
        !self.solvable(game)
    }

    /// In lanier each seat can work out the other's hand once the deck is empty.
    fn is_known(&self, game: &ParityTwist, s: &State) -> bool {
        match game.variant {
            Variant::Lanier => s.deck[0] == NONE,
            _ => !game.will_hide(s),
        }
    }

    fn by_one_equilibrium(
        &self,
        game: &ParityTwist,
        path: &Path<State>,
        request: EquilibriumRequest,
        memory: &mut Memory,
    ) -> Option<Mix<Move>> {
        perfect::mix(game, path, request, memory)
    }

    fn no_equilibrium(&self, game: &ParityTwist, path: &Path<State>) -> Option<Text> {
        perfect::refusal(game, path)
    }

    /// Perfect play of lanier and of draft is worked out when it is first asked for.
    fn slow(&self, game: &ParityTwist) -> bool {
        matches!(game.variant, Variant::Draft | Variant::Lanier)
    }

    fn equilibrium(&self, game: &ParityTwist, state: &State, request: EquilibriumRequest) -> Equilibrium<Move> {
        match game.variant {
            Variant::Draft => draft::solve(game, state, request),
            Variant::Lanier => lanier::solve(game, state, request),
            _ => {
                let EquilibriumRequest { bytes, within, control } = request;
                let small = EquilibriumRequest { bytes, within, control: &mut *control };
                let found = equilibrium_by_cfr(game, &Reduced, state, &|state| self.is_known(game, state), small);
                let mut bounds = None;
                for effort in EFFORTS {
                    if matches!(found.value, MixedValue::Bound(..)) && !control.stopped() {
                        bounds = hidden::bounds(game, state, effort, bytes, control).or(bounds);
                    }
                }
                bounds.map_or(found.clone(), |(lower, upper)| Equilibrium::bound(lower, upper, found.size))
            }
        }
    }
}

/// The same guide with keys of what can still matter where both seats know everything.
#[derive(Clone, Copy, Debug)]
pub struct Reduced;

impl Evaluate<ParityTwist> for Reduced {
    const UNIT: i32 = <Parity as Evaluate<ParityTwist>>::UNIT;

    fn eval(&self, game: &ParityTwist, s: &State) -> i32 {
        Parity.eval(game, s)
    }

    fn banked(&self, game: &ParityTwist, s: &State) -> i32 {
        Parity.banked(game, s)
    }

    fn range(&self, game: &ParityTwist, s: &State) -> Option<(i32, i32)> {
        Parity.range(game, s)
    }

    fn key(&self, game: &ParityTwist, s: &State) -> Option<u128> {
        match game.variant {
            Variant::HiddenMaster if s.knows == 0b11 => Some(compact(game, s, 0).into()),
            Variant::Lanier if s.deck[0] == NONE => Some(compact(game, s, s.hands[0]).into()),
            _ => Some(fingerprint(&game.canonical(s))),
        }
    }
}

impl Solve<ParityTwist> for Reduced {
    fn is_known(&self, game: &ParityTwist, s: &State) -> bool {
        Parity.is_known(game, s)
    }
}
