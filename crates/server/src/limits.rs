//! Limits against floods and guessing: by address, by socket, and on the wrong guesses of all addresses together.

use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use agon_rules::text;
use agon_wire::{Code, Refusal};
use governor::clock::DefaultClock;
use governor::state::{InMemoryState, NotKeyed, keyed::DefaultKeyedStateStore};
use governor::{Quota, RateLimiter};

type ByAddress = RateLimiter<IpAddr, DefaultKeyedStateStore<IpAddr>, DefaultClock>;
type Together = RateLimiter<NotKeyed, InMemoryState, DefaultClock>;

/// An address with too many wrong guesses learns nothing for this long, not even that a guess was right.
const BARRED: Duration = Duration::from_secs(10);

/// How much one address may do: enough for a family or a school behind one address.
#[derive(Clone, Copy, Debug)]
pub struct Quotas {
    /// requests a minute
    pub requests: u32,
    /// new rooms a minute
    pub rooms: u32,
    /// wrong codes and tokens a minute
    pub misses: u32,
    /// wrong codes and tokens a minute, of all addresses together
    pub misses_together: u32,
    /// messages a socket may send in a minute
    pub messages: u32,
    /// sockets of one address at a time
    pub sockets: u32,
}

impl Default for Quotas {
    fn default() -> Self {
        Quotas { requests: 1200, rooms: 60, misses: 30, misses_together: 3000, messages: 300, sockets: 200 }
    }
}

impl Quotas {
    /// No limits at all: for measuring, and behind a proxy that has its own.
    pub fn none() -> Self {
        let most = u32::MAX;
        Quotas { requests: most, rooms: most, misses: most, misses_together: most, messages: most, sockets: most }
    }
}

/// The limits of a server.
pub struct Limits {
    requests: ByAddress,
    rooms: ByAddress,
    misses: ByAddress,
    misses_together: Together,
    /// until when an address learns nothing
    barred: Mutex<HashMap<IpAddr, Instant>>,
    /// the quotas these come from
    pub quotas: Quotas,
}

fn a_minute(count: u32) -> Quota {
    let count = NonZeroU32::new(count.max(1)).expect("at least one");
    Quota::per_minute(count).allow_burst(count)
}

impl Limits {
    /// Limits from quotas.
    pub fn new(quotas: Quotas) -> Self {
        Limits {
            requests: RateLimiter::keyed(a_minute(quotas.requests)),
            rooms: RateLimiter::keyed(a_minute(quotas.rooms)),
            misses: RateLimiter::keyed(a_minute(quotas.misses)),
            misses_together: RateLimiter::direct(a_minute(quotas.misses_together)),
            barred: Mutex::default(),
            quotas,
        }
    }

    /// Counts a request.
    pub fn request(&self, from: IpAddr) -> Result<(), Refusal> {
        self.requests.check_key(&from).map_err(|_| slow())
    }

    /// Counts a new room.
    pub fn room(&self, from: IpAddr) -> Result<(), Refusal> {
        self.rooms.check_key(&from).map_err(|_| slow())
    }

    /// Counts a wrong code or token; after too many, the refusal becomes one that tells nothing.
    pub fn miss(&self, from: IpAddr, refusal: Refusal) -> Refusal {
        if !matches!(refusal.code, Code::NoRoom | Code::Token) {
            return refusal;
        }
        let one = self.misses.check_key(&from).is_ok();
        let all = self.misses_together.check().is_ok();
        if !one {
            self.barred().insert(from, Instant::now() + BARRED);
        }
        if one && all { refusal } else { slow() }
    }

    /// Whether an address has guessed wrong so often that a code alone tells it nothing more. Tokens still work.
    pub fn is_barred(&self, from: IpAddr) -> bool {
        self.barred().get(&from).is_some_and(|until| Instant::now() < *until)
    }

    fn barred(&self) -> std::sync::MutexGuard<'_, HashMap<IpAddr, Instant>> {
        self.barred.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets addresses that have not been seen for a while.
    pub fn tidy(&self) {
        self.requests.retain_recent();
        self.rooms.retain_recent();
        self.misses.retain_recent();
        self.barred().retain(|_, until| Instant::now() < *until);
    }
}

pub(crate) fn slow() -> Refusal {
    Refusal::new(Code::Slow, text!("too many requests; wait a minute and try again"))
}
