//! What the page asks its worker, and what it hears back: bytes, so that nothing else crosses the line. They are those of
//! postcard, since its reader is a fraction of one for JSON, and the page has it.

use std::ops::ControlFlow;

use agon_client::learn::Strength;
use agon_client::{Decided, Review, Worth, words};
use agon_rules::{Catalogue, Record, Text, text};
use agon_search::ask::{Analysis, Reply};
use agon_search::inspect::trace;
use agon_search::ladder::MeasuredStep;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::graph::Graph;
use crate::measure::{Measured, measure};
use crate::pages;
use crate::review;
use crate::share::{self, Goods, Want};

/// A question, with a number that comes back in the answers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Question {
    /// the number
    pub id: u64,
    /// what the page wants to know
    pub ask: Ask,
}

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Ask {
    /// which computer players there are
    Players {
        /// the game
        game: String,
        /// its options
        options: Vec<(String, String)>,
    },
    /// the rules page of a game
    Rules {
        /// the game
        game: String,
        /// the page in another language; empty for English
        page: String,
        /// the catalogue of that language, as a `.po` file
        catalogue: String,
    },
    /// the move of a computer player
    Move {
        /// the game so far
        record: String,
        /// who moves
        player: String,
        /// its chance for the whole game
        seed: u64,
        /// the longest it may think
        millis: u32,
    },
    /// a good move for the person to move
    Hint {
        /// the game so far
        record: String,
    },
    /// what every move is worth, better and better
    Analyse {
        /// the game so far
        record: String,
        /// the longest to think
        millis: u32,
    },
    /// random games as `agon trace` prints them: on every machine they must be the same
    Trace {
        /// the game
        game: String,
        /// its options
        options: Vec<(String, String)>,
        /// how many games
        games: u64,
        /// the seed of all chance
        seed: u64,
    },
    /// the signature of `agon bench`, which must be the same on every machine too
    Signature {
        /// the game
        game: String,
        /// its options
        options: Vec<(String, String)>,
    },
    /// how strong somebody is at puzzles after one more
    Strength {
        /// the estimate so far
        strength: String,
        /// the grade of the puzzle
        grade: u8,
        /// whether it was solved at the first try
        clean: bool,
    },
    /// a study of the lab
    Lab {
        /// its address
        link: String,
        /// how many pixels wide charts are
        width: u32,
        /// the catalogue of the language of its report, compiled; empty for English
        catalogue: String,
    },
    /// a whole game looked at again
    Review {
        /// the game
        record: String,
        /// the catalogue of the language of its words, compiled; empty for English
        catalogue: String,
        /// the seats of people, who can try again
        people: Vec<usize>,
        /// what the players are called
        names: Vec<String>,
    },
    /// a game in every form in which it is shared
    Share(Want),
    /// a text as a code that a camera reads, as SVG
    Code {
        /// the text
        text: String,
    },
    /// the address of the game in a file
    Open {
        /// the text of the file
        text: String,
    },
}

/// What is answered.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// the number of the question
    pub id: u64,
    /// the answer
    pub tell: Tell,
}

/// A computer player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Offer {
    /// its name in commands
    pub name: String,
    /// what it does
    pub what: String,
    /// how it does against the player below it, where that was measured
    pub step: Option<Step>,
}

/// How a player does against the one below it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Step {
    /// the name of the one below
    pub below: String,
    /// what the player scores of a hundred, and the ends of the 95 % interval
    pub score: [f64; 3],
    /// in how many games
    pub games: u64,
}

impl Offer {
    fn new((name, what): (&str, &str), ladder: &[MeasuredStep]) -> Self {
        let step = ladder.iter().find(|step| step.player == name);
        let step = step.map(|step| Step { below: step.below.clone(), score: step.score, games: step.games });
        Offer { name: name.to_owned(), what: what.to_owned(), step }
    }
}

/// The answers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Tell {
    /// the computer players
    Players(Vec<Offer>),
    /// a rules page as HTML
    Rules(String),
    /// a trace, a signature or a code
    Text(String),
    /// a move, and what it is worth
    Move {
        /// its notation
        text: String,
        /// what it is worth
        worth: Worth,
        /// why it is good, for a hint; empty where nothing is to say
        why: Text,
    },
    /// what every move is worth so far, the best first
    Values {
        /// moves with their worth
        moves: Vec<(String, Worth)>,
        /// plies looked ahead, where they are counted
        depth: Option<i32>,
        /// nothing more will come
        done: bool,
    },
    /// what the lab knows so far
    Lab(Measured),
    /// a game looked at again, as far as that has come
    Review {
        /// how many positions were looked at
        done: usize,
        /// how many there are
        of: usize,
        /// what is shown of it
        html: String,
        /// when it was decided, once that is known
        decided: Option<Decided>,
    },
    /// a game in every form
    Goods(Goods),
    /// the address of a game
    Opened(String),
    /// there is no answer, and why
    Failed(Text),
}

impl From<Reply> for Tell {
    fn from(reply: Reply) -> Self {
        let why = reply.why.map(|why| why.text()).unwrap_or_default();
        Tell::Move { text: reply.text, worth: reply.worth.into(), why }
    }
}

impl From<&Analysis> for Tell {
    fn from(analysis: &Analysis) -> Self {
        let moves = analysis.moves.iter().map(|(text, worth)| (text.clone(), (*worth).into())).collect();
        Tell::Values { moves, depth: analysis.depth, done: analysis.done }
    }
}

/// A question or an answer as it crosses the line.
pub fn pack<T: Serialize>(message: &T) -> Vec<u8> {
    // How an error is told would be loaded over the air, so it is not.
    let Ok(bytes) = postcard::to_allocvec(message) else { unreachable!("memory takes everything") };
    bytes
}

/// The question or answer in what has crossed the line; none where it is another's.
pub fn unpack<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    postcard::from_bytes(bytes).ok()
}

/// Answers a question. `now` tells the milliseconds since some time, and `each` hears every answer.
pub fn think(question: &Question, now: &(dyn Fn() -> f64 + Sync), each: &mut dyn FnMut(Answer)) {
    let begin = now();
    let mut tell = |tell: Tell| each(Answer { id: question.id, tell });
    let read = |text: &str| text.parse::<Record>();
    match &question.ask {
        Ask::Players { game, options } => tell(match agon_search::ask::players(game, options) {
            Ok(players) => {
                let ladder = agon_search::ladder::measured(game, options).unwrap_or_default();
                Tell::Players(players.into_iter().map(|player| Offer::new(player, &ladder)).collect())
            }
            Err(why) => Tell::Failed(why.text()),
        }),
        Ask::Rules { game, page, catalogue } => {
            let catalogue = Catalogue::load(catalogue);
            tell(pages::html(game, page, &catalogue).map_or_else(Tell::Failed, Tell::Rules));
        }
        Ask::Move { record, player, seed, millis } => {
            // A player heeds its own limits too.
            let stop = |time: Option<core::time::Duration>| {
                let own = time.map_or(f64::INFINITY, |time| time.as_secs_f64() * 1000.0);
                now() - begin >= own.min(f64::from(*millis))
            };
            let answer = read(record).map_err(agon_search::ask::NoReply::from);
            tell(match answer.and_then(|record| agon_search::ask::reply(&record, player, *seed, &stop)) {
                Ok(reply) => reply.into(),
                Err(why) => Tell::Failed(why.text()),
            });
        }
        Ask::Hint { record } => {
            let answer = read(record).map_err(agon_search::ask::NoReply::from);
            tell(match answer.and_then(|record| agon_search::ask::hint(&record, &|| now() - begin > HINT_MS)) {
                Ok(reply) => reply.into(),
                Err(why) => Tell::Failed(why.text()),
            });
        }
        Ask::Analyse { record, millis } => {
            let answer = read(record).map_err(agon_search::ask::NoReply::from);
            let stop = || now() - begin >= f64::from(*millis);
            let done = answer.and_then(|record| {
                agon_search::ask::analyse(&record, &stop, &mut |analysis| tell(Tell::from(analysis)))
            });
            if let Err(why) = done {
                tell(Tell::Failed(why.text()));
            }
        }
        Ask::Review { record, catalogue, people, names } => {
            let language = Catalogue::load(catalogue);
            match read(record).ok().and_then(|record| Review::new(&record)) {
                Some(mut review) => review::run(&mut review, now, &mut |review| {
                    let graph = Graph::new(review, &language);
                    let decided = review.decided();
                    tell(Tell::Review {
                        done: graph.done,
                        of: graph.of,
                        html: graph.html(people, names, &language),
                        decided,
                    });
                }),
                None => tell(Tell::Failed(words::no_review())),
            }
        }
        Ask::Strength { strength, grade, clean } => {
            tell(Tell::Text(Strength::read(strength).after(*grade, *clean).write()));
        }
        Ask::Share(want) => tell(share::goods(want).map_or_else(Tell::Failed, Tell::Goods)),
        Ask::Code { text } => {
            tell(share::code(text).map_or_else(|| Tell::Failed(text!("the text is too long for a code")), Tell::Text));
        }
        Ask::Open { text } => tell(share::open(text).map_or_else(Tell::Failed, Tell::Opened)),
        Ask::Lab { link, width, catalogue } => {
            let language = Catalogue::load(catalogue);
            if let Err(why) = measure(link, *width, &language, now, &mut |measured| tell(Tell::Lab(measured))) {
                tell(Tell::Failed(why));
            }
        }
        Ask::Trace { game, options, games, seed } => {
            let mut lines = String::new();
            let told = trace((game, options), None, (*games, *seed), &mut |event| {
                lines.push_str(&agon_wire::write(event));
                lines.push('\n');
                ControlFlow::Continue(())
            });
            tell(told.map_or_else(|why| Tell::Failed(why.text()), |()| Tell::Text(lines)));
        }
        Ask::Signature { game, options } => tell(match agon_search::bench::signature(game, options) {
            Ok(signature) => Tell::Text(signature.to_string()),
            Err(why) => Tell::Failed(why.text()),
        }),
    }
}

/// A hint that takes longer is of no help.
const HINT_MS: f64 = 6000.0;
