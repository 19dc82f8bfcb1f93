//! Arrays for a batch, and variants to try.

use agon_numbers::{Arrays, Batch, Error};
use agon_rules::games;

/// The arrays of a batch, and the actions of its games.
#[derive(Clone, PartialEq, Debug)]
pub struct Rows {
    pub observation: Vec<f32>,
    pub mask: Vec<bool>,
    pub turn: Vec<i32>,
    pub reward: Vec<f32>,
    pub done: Vec<bool>,
    pub truncated: Vec<bool>,
    pub actions: Vec<i64>,
}

impl Rows {
    pub fn of(batch: &dyn Batch) -> Self {
        let games = batch.games();
        // What is not written shows.
        Rows {
            observation: vec![f32::NAN; games * batch.size()],
            mask: vec![true; games * batch.actions()],
            turn: vec![-1; games],
            reward: vec![f32::NAN; games * batch.seats()],
            done: vec![true; games],
            truncated: vec![true; games],
            actions: vec![-1; games],
        }
    }

    pub fn arrays(&mut self) -> Arrays<'_> {
        Arrays {
            observation: &mut self.observation,
            mask: &mut self.mask,
            turn: &mut self.turn,
            reward: &mut self.reward,
            done: &mut self.done,
            truncated: &mut self.truncated,
        }
    }

    pub fn reset(&mut self, batch: &mut dyn Batch, seed: u64) {
        batch.reset(seed, self.arrays()).expect("every game can be dealt");
    }

    /// Samples a move of every game and makes it.
    pub fn step(&mut self, batch: &mut dyn Batch) {
        batch.sample(&mut self.actions).expect("every game goes on");
        self.step_by(batch).expect("sampled moves are legal");
    }

    /// Makes the moves of `actions`.
    pub fn step_by(&mut self, batch: &mut dyn Batch) -> Result<(), Error> {
        let actions = self.actions.clone();
        batch.step(&actions, self.arrays())
    }
}

/// Options as people write them.
pub fn settings(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

/// Each value of each option of each game by itself.
pub fn variants() -> Vec<(&'static str, Vec<(String, String)>)> {
    let mut all = Vec::new();
    for info in games::list().into_iter().filter(|info| games::built_in().any(|id| id == info.id)) {
        all.push((info.id, Vec::new()));
        for option in &info.options {
            for value in &option.values {
                let one = vec![(option.name.clone(), value.to_string())];
                if agon_numbers::numbering_by_id(info.id, &one).is_ok() {
                    all.push((info.id, one));
                }
            }
        }
    }
    all
}
