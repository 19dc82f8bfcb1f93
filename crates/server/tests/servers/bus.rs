//! Word between the servers of a world: late, and sometimes lost. Nobody is told that it was.

use std::sync::{Arc, Mutex};

use agon_rules::Rng;
use agon_server::store::{Bus, Word};
use tokio::sync::broadcast;

/// Carries word from any server to every server.
pub struct Exchange(Mutex<State>);

struct State {
    rng: Rng,
    /// how many of a hundred words are lost
    lost: usize,
    /// where each server listens, while it lives
    ears: Vec<Option<broadcast::Sender<Word>>>,
    /// word on its way: in how many ticks it arrives, and where
    under_way: Vec<(u32, usize, Word)>,
}

impl Exchange {
    pub fn new(seed: u64, servers: usize) -> Arc<Self> {
        let state = State { rng: Rng::stream(seed, 2), lost: 0, ears: vec![None; servers], under_way: Vec::new() };
        Arc::new(Exchange(Mutex::new(state)))
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.0.lock().expect("nobody panicked")
    }

    /// Loses this many of a hundred words from now on.
    pub fn lose(&self, lost: usize) {
        self.state().lost = lost;
    }

    /// A server begins to listen.
    pub fn join(self: &Arc<Self>, server: usize) -> Arc<Ear> {
        let words = broadcast::channel(1024).0;
        self.state().ears[server] = Some(words.clone());
        Arc::new(Ear { exchange: self.clone(), words })
    }

    /// A server is gone, and what was on its way to it.
    pub fn leave(&self, server: usize) {
        let mut state = self.state();
        state.ears[server] = None;
        state.under_way.retain(|(_, to, _)| *to != server);
    }

    /// How many listen at a server that lives.
    pub fn listeners(&self, server: usize) -> usize {
        self.state().ears[server].as_ref().map_or(0, broadcast::Sender::receiver_count)
    }

    /// Word arrives, except where a server stands still.
    pub fn tick(&self, paused: &[bool]) {
        let mut state = self.state();
        let State { ears, under_way, .. } = &mut *state;
        under_way.retain_mut(|(ticks, to, word)| {
            *ticks = ticks.saturating_sub(1);
            if *ticks > 0 || paused[*to] {
                return true;
            }
            if let Some(words) = &ears[*to] {
                let _ = words.send(word.clone());
            }
            false
        });
    }
}

/// The bus as one life of one server knows it.
pub struct Ear {
    exchange: Arc<Exchange>,
    words: broadcast::Sender<Word>,
}

impl Bus for Ear {
    fn send(&self, word: Word) {
        let mut state = self.exchange.state();
        for to in 0..state.ears.len() {
            let (lost, ticks) = (state.rng.below(100) < state.lost, 1 + state.rng.below(5) as u32);
            // Within one process nothing is lost.
            if !lost || state.ears.len() == 1 {
                state.under_way.push((ticks, to, word.clone()));
            }
        }
    }

    fn listen(&self) -> broadcast::Receiver<Word> {
        self.words.subscribe()
    }

    fn is_local(&self) -> bool {
        self.exchange.state().ears.len() == 1
    }
}
