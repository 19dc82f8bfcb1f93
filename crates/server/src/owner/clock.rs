//! When the task of a room wakes up by itself: when the mover's time is up, for a regular look, and to leave memory.

use std::time::Duration;

use tokio::time::Instant;

/// How often the room renews its lease, forgets silent members, and looks at what other processes have stored.
const LOOK: Duration = Duration::from_secs(2);
/// How often it looks for new events when it knows of no other process: their word may have been lost.
const POLL: Duration = Duration::from_secs(5);
/// The pause before the next attempt to end a game on time, when the store is away or another process drives.
const REST: Duration = Duration::from_millis(500);

/// Members hear at most this often who has come and gone.
const PRESENCE: Duration = Duration::from_millis(250);

/// The timers of a room's task. Asking about a timer that has come due sets it again.
pub(super) struct Clock {
    look: Instant,
    retire: Instant,
    /// there is no attempt to end the game on time before this
    rested: Instant,
    /// when new events of other processes were last looked for
    polled: Instant,
    /// when to tell who has come and gone
    tell: Option<Instant>,
    /// it is not told again before this
    told: Instant,
    /// how long a room stays in memory after the last request
    idle: Duration,
}

impl Clock {
    pub(super) fn new(idle: Duration) -> Self {
        let now = Instant::now();
        Clock { look: now + LOOK, retire: now + idle, rested: now, polled: now, tell: None, told: now, idle }
    }

    /// When the flag of a mover falls who has this many milliseconds left; none where no clock runs.
    pub(super) fn flag(&self, left: Option<u64>) -> Option<Instant> {
        left.map(|left| (Instant::now() + Duration::from_millis(left + 1)).max(self.rested))
    }

    /// When the next timer comes due.
    pub(super) fn wake(&self, flag: Option<Instant>) -> Instant {
        let earliest = self.look.min(self.retire);
        [flag, self.tell].into_iter().flatten().fold(earliest, Instant::min)
    }

    /// Somebody has sent a request: the room stays in memory.
    pub(super) fn stay(&mut self) {
        self.retire = Instant::now() + self.idle;
    }

    /// An attempt to end the game on time was made: the next one waits.
    pub(super) fn rest(&mut self) {
        self.rested = Instant::now() + REST;
    }

    /// Somebody has come or gone: members hear it at once, or soon if they heard something a moment ago.
    pub(super) fn tell_soon(&mut self) {
        self.tell.get_or_insert_with(|| self.told.max(Instant::now()));
    }

    /// Whether it is time to tell who has come and gone.
    pub(super) fn is_time_to_tell(&mut self) -> bool {
        let now = Instant::now();
        let due = self.tell.take_if(|tell| *tell <= now).is_some();
        if due {
            self.told = now + PRESENCE;
        }
        due
    }

    /// Whether it is time for a look.
    pub(super) fn is_time_to_look(&mut self) -> bool {
        due(&mut self.look, LOOK)
    }

    /// Whether nobody has sent a request for so long that the room may leave memory.
    pub(super) fn is_time_to_retire(&mut self) -> bool {
        due(&mut self.retire, self.idle)
    }

    /// Whether new events of other processes have not been looked for lately.
    pub(super) fn is_time_to_poll(&self) -> bool {
        self.polled.elapsed() >= POLL
    }

    /// New events of other processes are being looked for.
    pub(super) fn poll(&mut self) {
        self.polled = Instant::now();
    }
}

/// Whether a timer has come due; if so it is set again.
fn due(timer: &mut Instant, after: Duration) -> bool {
    let now = Instant::now();
    let due = *timer <= now;
    if due {
        *timer = now + after;
    }
    due
}
