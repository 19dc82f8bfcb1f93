//! The review of a game as the page makes it: a question to the worker for each position, and mistakes as puzzles with an
//! address. What is found is in the client core.

use agon_client::{Review, review};

use crate::route::Route;
use crate::think::{Answer, Ask, Question, Tell, think};

/// The next question; none when everything was asked.
pub fn next(review: &Review, id: u64) -> Option<Question> {
    let record = review.next()?.to_string();
    Some(Question { id, ask: Ask::Analyse { record, millis: review::MILLIS } })
}

/// Takes an answer in; whether the next question can be asked.
pub fn hear(review: &mut Review, answer: &Answer) -> bool {
    let over = match &answer.tell {
        Tell::Values { moves, done, .. } => {
            review.learn(moves);
            *done
        }
        Tell::Failed(_) => true,
        _ => false,
    };
    if over {
        review.step();
    }
    over
}

/// Looks at every position that is left; `each` hears of it after every one.
pub fn run(review: &mut Review, now: &(dyn Fn() -> f64 + Sync), each: &mut dyn FnMut(&Review)) {
    while let Some(question) = next(review, 0) {
        let before = review.done();
        think(&question, now, &mut |answer| {
            hear(review, &answer);
        });
        // Whatever was not answered to its end is left as it is.
        if review.done() == before {
            review.step();
        }
        each(review);
    }
}

/// A mistake as a puzzle of one's own, by its address.
pub fn puzzle(review: &Review, at: usize) -> Option<String> {
    let (record, also) = review.puzzle(at)?;
    let also: String = also.iter().map(|also| ["!", also].concat()).collect();
    Some(Route::Puzzle(["=", &record.to_string(), &also].concat()).write())
}
