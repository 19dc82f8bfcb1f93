//! Thinking in the background: one thread for each question, which stops soon after it is told to.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::{Duration, Instant};

use agon_client::{Review, review};
use agon_rules::Record;
use agon_search::ask::{self, Analysis, NoReply, Reply};
use agon_search::level;
use ratatui::crossterm::event::Event;

use crate::programs;
use crate::socket::Heard;

/// What happens to the client.
pub enum News {
    /// a key, a click, pasted text or a new size
    Event(Event),
    /// an answer from the background
    Answer(Answer),
    /// something at the socket to a server
    Room(Heard),
    /// the terminal is gone, or the process is asked to end
    Closed,
}

/// What a question came to. Every question has a number, so that an answer that comes too late can be dropped.
pub enum Answer {
    /// the move of a computer player
    Move(u64, Result<Reply, NoReply>),
    /// a good move
    Hint(u64, Result<Reply, NoReply>),
    /// what is known of every move by now
    Rated(u64, Analysis),
    /// what a review has found by now
    Reviewed(u64, Box<Review>),
}

/// A screen that changes faster than this cannot be read.
const FLICKER: Duration = Duration::from_millis(100);
/// After this time even shallow estimates are shown.
const PATIENCE: Duration = Duration::from_secs(2);

/// A question that a thread thinks about; dropping it ends the thread.
pub struct Thought {
    /// its number
    pub id: u64,
    /// since when
    pub began: Instant,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    stop: AtomicBool,
    asked: AtomicU64,
}

impl Shared {
    /// Whether to stop; a search asks about every thousand nodes, which is counted.
    fn stops(&self) -> bool {
        self.asked.fetch_add(1, Ordering::Relaxed);
        self.stop.load(Ordering::Relaxed)
    }
}

impl Thought {
    /// Time and nodes so far, in words.
    pub fn progress(&self) -> String {
        let seconds = self.began.elapsed().as_secs_f32();
        match self.shared.asked.load(Ordering::Relaxed) {
            0..=9 => format!("{seconds:.1} s"),
            asked @ 10..=9_999 => format!("{seconds:.1} s, {} k nodes", asked * 1024 / 1000),
            asked => format!("{seconds:.1} s, {:.1} M nodes", asked as f64 * 1024.0 / 1e6),
        }
    }

    /// Asks for an answer now.
    pub fn hurry(&self) {
        self.shared.stop.store(true, Ordering::Relaxed);
    }
}

impl Drop for Thought {
    fn drop(&mut self) {
        self.hurry();
    }
}

/// Asks questions; the answers are sent as news.
#[derive(Clone)]
pub struct Asker {
    answers: Sender<News>,
    count: Arc<AtomicU64>,
}

impl Asker {
    /// Sends what it learns there.
    pub fn new(answers: Sender<News>) -> Self {
        Asker { answers, count: Arc::default() }
    }

    /// A computer player's move where a record has come to, not sooner than after a while.
    pub fn reply(&self, record: Record, player: &str, seed: u64, not_before: Duration) -> Thought {
        let player = player.to_owned();
        self.start(move |id, shared, send| {
            let begin = Instant::now();
            let stop = |time: Option<Duration>| shared.stops() || time.is_some_and(|time| begin.elapsed() >= time);
            let reply = programs::reply(&record, &player, seed, &stop);
            // A spectator of two quick computers would see nothing but the end.
            while begin.elapsed() < not_before && !shared.stop.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(20));
            }
            send(Answer::Move(id, reply));
        })
    }

    /// A good move for the seat to move.
    pub fn hint(&self, record: Record) -> Thought {
        self.start(move |id, shared, send| send(Answer::Hint(id, ask::hint(&record, &|| shared.stops()))))
    }

    /// What every move is worth, again and again.
    pub fn analyse(&self, record: Record) -> Thought {
        self.start(move |id, shared, send| {
            let (begin, mut last) = (Instant::now(), Instant::now());
            // Quick rounds would only make the screen flicker, and the first few plies mislead.
            let mut each = |analysis: &Analysis| {
                let shallow = analysis.depth.is_some_and(|depth| depth < 3) && begin.elapsed() < PATIENCE;
                if analysis.done || !shallow && (last.elapsed() > FLICKER || analysis.depth == Some(3)) {
                    last = Instant::now();
                    send(Answer::Rated(id, analysis.clone()));
                }
            };
            let _ = ask::analyse(&record, &|| shared.stops(), &mut each);
        })
    }

    /// A whole game looked at again, told after every position.
    pub fn review(&self, mut review: Review) -> Thought {
        self.start(move |id, shared, send| {
            while look_again(&mut review, &|| shared.stops()) && !shared.stop.load(Ordering::Relaxed) {
                send(Answer::Reviewed(id, Box::new(review.clone())));
            }
        })
    }

    /// Passes on what happens at a socket.
    pub fn listener(&self) -> impl Fn(Heard) + Send + 'static {
        let news = self.answers.clone();
        // Nobody may be listening any more.
        move |heard| drop(news.send(News::Room(heard)))
    }

    fn start(&self, work: impl FnOnce(u64, &Shared, &dyn Fn(Answer)) + Send + 'static) -> Thought {
        let id = self.count.fetch_add(1, Ordering::Relaxed);
        let shared = Arc::<Shared>::default();
        let (answers, theirs) = (self.answers.clone(), shared.clone());
        thread::spawn(move || {
            // Nobody may be listening any more.
            work(id, &theirs, &|answer| drop(answers.send(News::Answer(answer))));
        });
        Thought { id, began: Instant::now(), shared }
    }
}

/// Looks at the next position of a review; false when there is none.
pub fn look_again(review: &mut Review, stop: &(dyn Fn() -> bool + Sync)) -> bool {
    let Some(record) = review.next() else { return false };
    let (begin, time) = (Instant::now(), Duration::from_millis(review::MILLIS.into()));
    // What cannot be analysed is left out.
    let _ = ask::analyse(&record, &|| stop() || begin.elapsed() >= time, &mut |analysis| {
        let moves: Vec<_> = analysis.moves.iter().map(|(text, worth)| (text.clone(), (*worth).into())).collect();
        review.learn(&moves);
    });
    review.step();
    true
}

/// The computer player that moves instead of one that cannot go on.
pub fn stand_in(player: &str) -> &'static str {
    if player == level::EXPERT { "random" } else { level::EXPERT }
}
