//! Limits against floods and guessing: by address, by socket, and on the wrong guesses of all addresses together.

mod budget;

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::{Mutex, MutexGuard, PoisonError};

use agon_rules::text;
use agon_wire::{Code, Refusal};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use governor::clock::{Clock, DefaultClock};
use governor::middleware::StateInformationMiddleware;
use governor::state::keyed::DefaultKeyedStateStore;
use governor::{Quota, RateLimiter};

pub(crate) use self::budget::{Budget, Place, Places};

type ByAddress = RateLimiter<IpAddr, DefaultKeyedStateStore<IpAddr>, DefaultClock>;

/// How much is left to a caller, and of what: the fields of the IETF's draft on rate limits.
pub(crate) const LEFT: HeaderName = HeaderName::from_static("ratelimit");
pub(crate) const POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");

/// How much one address may do: enough for a family or a school behind one address.
#[derive(Clone, Copy, Debug)]
pub struct Quotas {
    /// requests a minute
    pub requests: u32,
    /// new rooms a minute
    pub rooms: u32,
    /// seats taken in rooms of others a minute: nobody takes all that are open in the lobby
    pub joins: u32,
    /// wrong codes and tokens a minute
    pub misses: u32,
    /// wrong codes and tokens a minute, of all addresses together
    pub misses_together: u32,
    /// open games of one address in the lobby at a time; the newest are not listed
    pub offers: u32,
    /// messages a socket may send in a minute
    pub messages: u32,
    /// messages that all sockets of one address may send in a minute
    pub messages_together: u32,
    /// sockets of one address at a time
    pub sockets: u32,
    /// connections of one address at a time, sockets and others; not counted behind a proxy
    pub connections: u32,
}

impl Default for Quotas {
    fn default() -> Self {
        Quotas {
            requests: 1200,
            rooms: 60,
            joins: 60,
            misses: 30,
            misses_together: 3000,
            offers: 20,
            messages: 300,
            messages_together: 6000,
            sockets: 200,
            connections: 400,
        }
    }
}

impl Quotas {
    /// No limits at all: for measuring, and behind a proxy that has its own.
    pub fn none() -> Self {
        let most = u32::MAX;
        Quotas {
            requests: most,
            rooms: most,
            joins: most,
            misses: most,
            misses_together: most,
            offers: most,
            messages: most,
            messages_together: most,
            sockets: most,
            connections: most,
        }
    }
}

/// An address as the limits count it. A household may have a whole /64 of IPv6, so that counts as one address.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64)).into(),
        address => address,
    }
}

/// The limits of a server.
pub struct Limits {
    requests: RateLimiter<IpAddr, DefaultKeyedStateStore<IpAddr>, DefaultClock, StateInformationMiddleware>,
    rooms: ByAddress,
    joins: ByAddress,
    reads: ByAddress,
    messages: ByAddress,
    misses: Mutex<Misses>,
    /// the quotas these come from
    pub quotas: Quotas,
}

/// How many wrong guesses are left.
struct Misses {
    by_address: HashMap<IpAddr, Budget>,
    together: Budget,
}

/// A guess that is charged until it turns out to be right.
pub struct Guess {
    /// whether it is charged to all addresses together, too
    together: bool,
}

fn a_minute(count: u32) -> Quota {
    let count = NonZeroU32::new(count.max(1)).expect("at least one");
    Quota::per_minute(count).allow_burst(count)
}

impl Limits {
    /// Limits from quotas.
    pub fn new(quotas: Quotas) -> Self {
        let together = Budget::new(quotas.misses_together, quotas.misses_together);
        Limits {
            requests: RateLimiter::keyed(a_minute(quotas.requests)).with_middleware(),
            rooms: RateLimiter::keyed(a_minute(quotas.rooms)),
            joins: RateLimiter::keyed(a_minute(quotas.joins)),
            reads: RateLimiter::keyed(a_minute(quotas.requests)),
            messages: RateLimiter::keyed(a_minute(quotas.messages_together)),
            misses: Mutex::new(Misses { by_address: HashMap::new(), together }),
            quotas,
        }
    }

    /// Counts a request.
    pub fn request(&self, from: IpAddr) -> Standing {
        let quota = self.quotas.requests;
        match self.requests.check_key(&from) {
            Ok(state) => Standing { quota, left: state.remaining_burst_capacity(), wait: None },
            Err(until) => {
                let wait = until.wait_time_from(DefaultClock::default().now());
                Standing { quota, left: 0, wait: Some(wait.as_secs() + 1) }
            }
        }
    }

    /// Counts the reading of a long room, which takes time: 200 events as much as one request, with a budget of their own.
    /// Callers are not told how much of it is left, since that would tell them which rooms there are.
    pub fn long_read(&self, from: IpAddr, events: usize) -> Result<(), Refusal> {
        let Some(portions) = NonZeroU32::new((events / 200) as u32) else { return Ok(()) };
        match self.reads.check_key_n(&from, portions) {
            Ok(Ok(())) => Ok(()),
            _ => Err(slow()),
        }
    }

    /// Counts a new room.
    pub fn room(&self, from: IpAddr) -> Result<(), Refusal> {
        self.rooms.check_key(&from).map_err(|_| slow())
    }

    /// Counts a message over a socket.
    pub fn message(&self, from: IpAddr) -> Result<(), Refusal> {
        self.messages.check_key(&from).map_err(|_| slow())
    }

    /// Counts a seat that is taken.
    pub fn join(&self, from: IpAddr) -> Result<(), Refusal> {
        self.joins.check_key(&from).map_err(|_| slow())
    }

    /// Charges a guess before anybody looks whether it is right, so that the refusal tells nothing.
    ///
    /// When all addresses together have guessed too often, those that have not been wrong lately may still guess: players
    /// must be able to join.
    fn guess(&self, from: IpAddr) -> Result<Guess, Refusal> {
        let mut misses = self.misses();
        let Misses { by_address, together } = &mut *misses;
        let new = || Budget::new(self.quotas.misses, self.quotas.misses);
        let own = by_address.entry(from).or_insert_with(new);
        let (is_full, own_left) = (own.is_full(), own.take());
        if own_left && together.take() {
            return Ok(Guess { together: true });
        }
        if own_left && is_full {
            return Ok(Guess { together: false });
        }
        if own_left {
            own.give_back();
        }
        Err(slow())
    }

    /// The guess was right, or there was nothing to guess.
    fn right(&self, from: IpAddr, guess: &Guess) {
        let mut misses = self.misses();
        if let Some(own) = misses.by_address.get_mut(&from) {
            own.give_back();
        }
        if guess.together {
            misses.together.give_back();
        }
    }

    /// Does something that takes the code of a room. An address that was wrong too often learns nothing more from it, right
    /// or wrong, except with the token of a seat.
    pub async fn guarded<T>(
        &self,
        from: IpAddr,
        token: Option<&str>,
        work: impl Future<Output = Result<T, Refusal>>,
    ) -> Result<T, Refusal> {
        let guess = match self.guess(from) {
            Err(slow) if token.is_none() => return Err(slow),
            guess => guess,
        };
        let done = work.await;
        let is_miss = matches!(&done, Err(refusal) if matches!(refusal.code, Code::NoRoom | Code::Token));
        match guess {
            Ok(_) if is_miss => done,
            Ok(guess) => {
                self.right(from, &guess);
                done
            }
            Err(slow) if is_miss => Err(slow),
            Err(_) => done,
        }
    }

    fn misses(&self) -> MutexGuard<'_, Misses> {
        self.misses.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets addresses that have not been seen for a while.
    pub fn tidy(&self) {
        self.requests.retain_recent();
        self.rooms.retain_recent();
        self.joins.retain_recent();
        self.reads.retain_recent();
        self.messages.retain_recent();
        self.misses().by_address.retain(|_, budget| !budget.is_full());
    }
}

/// How an address stands after a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// requests a minute
    quota: u32,
    /// how many it may send at once now
    left: u32,
    /// how many seconds to wait for the next, if this one was too many
    wait: Option<u64>,
}

impl Standing {
    /// Whether the request may go on.
    pub fn result(&self) -> Result<(), Refusal> {
        self.wait.map_or(Ok(()), |_| Err(slow()))
    }

    /// Tells the caller, unless there is no limit.
    pub fn tell(&self, headers: &mut HeaderMap) {
        if self.quota == u32::MAX {
            return;
        }
        // Until everything is left again.
        let full = (u64::from(self.quota - self.left.min(self.quota)) * 60).div_ceil(u64::from(self.quota.max(1)));
        let policy = format!("\"address\";q={};w=60", self.quota);
        let left = format!("\"address\";r={};t={full}", self.left);
        for (name, text) in
            [(POLICY, Some(policy)), (LEFT, Some(left)), (header::RETRY_AFTER, self.wait.map(|wait| wait.to_string()))]
        {
            if let Some(value) = text.and_then(|text| HeaderValue::from_str(&text).ok()) {
                headers.insert(name, value);
            }
        }
    }
}

pub(crate) fn slow() -> Refusal {
    Refusal::new(Code::Slow, text!("too many requests; wait a minute and try again"))
}

#[cfg(test)]
mod tests {
    use agon_rules::Text;

    use super::*;

    #[test]
    fn a_network_of_ipv6_counts_as_one_address() {
        for (address, counted) in [
            ("203.0.113.7", "203.0.113.7"),
            ("::ffff:203.0.113.7", "203.0.113.7"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
            ("2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::"),
            ("2001:db8:1:3::1", "2001:db8:1:3::"),
            ("::1", "::"),
        ] {
            let address: IpAddr = address.parse().expect("an address");
            assert_eq!(network(address).to_string(), counted);
        }
    }

    /// What an address is told of a code, without a token: `told` or `slow`.
    async fn told(limits: &Limits, last: u8, right: bool) -> &'static str {
        let refusal = || Refusal::new(Code::NoRoom, Text::plain("no"));
        let work = async { if right { Ok(()) } else { Err(refusal()) } };
        match limits.guarded(IpAddr::from([192, 0, 2, last]), None, work).await {
            Err(refusal) if refusal.code == Code::Slow => "slow",
            _ => "told",
        }
    }

    #[tokio::test(start_paused = true)]
    async fn when_the_limit_is_reached_right_and_wrong_are_told_the_same() {
        let limits = Limits::new(Quotas { misses: 6, misses_together: 10, ..Quotas::none() });
        for guess in 0..20 {
            assert_eq!(told(&limits, 1, true).await, if guess < 6 { "told" } else { "slow" }, "right guess {guess}");
            assert_eq!(told(&limits, 1, false).await, if guess < 6 { "told" } else { "slow" }, "wrong guess {guess}");
        }
        // Now four wrong guesses are left to all together, and then one to everybody who was not wrong before.
        for (last, guesses) in [(2, 4), (3, 1), (4, 1)] {
            for guess in 0..6 {
                let wanted = if guess < guesses { "told" } else { "slow" };
                assert_eq!(told(&limits, last, guess == 5).await, wanted, "guess {guess} of address {last}");
            }
        }
        assert_eq!(told(&limits, 5, true).await, "told", "a player who joins is no guesser");
        // The budgets fill up again.
        tokio::time::advance(std::time::Duration::from_secs(60)).await;
        assert_eq!(told(&limits, 1, false).await, "told");
    }

    #[tokio::test(start_paused = true)]
    async fn a_token_is_still_good_when_guesses_are_not() {
        let limits = Limits::new(Quotas { misses: 1, ..Quotas::none() });
        let from = IpAddr::from([192, 0, 2, 1]);
        for code in [Code::NoRoom, Code::Token, Code::NoRoom] {
            let _ =
                limits.guarded(from, Some("x"), async { Err::<(), _>(Refusal::new(code, Text::plain("no"))) }).await;
        }
        for code in [Code::NoRoom, Code::Token] {
            let wrong = async { Err::<(), _>(Refusal::new(code, Text::plain("no"))) };
            assert_eq!(limits.guarded(from, Some("x"), wrong).await.expect_err("wrong").code, Code::Slow);
        }
        assert_eq!(limits.guarded(from, Some("right"), async { Ok(7) }).await, Ok(7));
    }
}
