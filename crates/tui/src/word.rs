//! What can be typed besides moves, the same words in the full-screen and in the line client.

/// A command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // [`ALL`] says what they do.
pub enum Word {
    Help,
    Hint,
    Analysis,
    Review,
    Undo,
    Redo,
    Flip,
    Rules,
    Save,
    Load,
    Menu,
    Quit,
    Back,
    Forward,
    First,
    Last,
    Branch,
    Now,
    Resign,
    Restart,
    Again,
    Moves,
    Board,
    Takeback,
    Draw,
    Rematch,
    Decline,
    Computer,
    Return,
    Name,
    Say,
    Mute,
    Report,
    Next,
    Answer,
    Text,
    Play,
    Learn,
    Puzzle,
}

/// A direction through a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// up, left, to the one before
    Back,
    /// down, right, to the next one
    Forward,
}

impl Way {
    /// The next place in a circle of `count`.
    pub fn step(self, at: usize, count: usize) -> usize {
        match self {
            Way::Back => (at + count - 1) % count,
            Way::Forward => (at + 1) % count,
        }
    }
}

/// Every command with its word, its key and what it does.
pub const ALL: [(Word, &str, &str, &str); 39] = [
    (Word::Help, "help", "F1 or ?", "show this page"),
    (Word::Hint, "hint", "F2", "suggest a move, with its value and whether that is proved"),
    (Word::Analysis, "analysis", "F3", "show the value of every legal move, on and off"),
    (Word::Review, "review", "^R", "look at the whole game again: its graph, and the moves that gave something away"),
    (Word::Undo, "undo", "F4 or ^Z", "take back to your last decision"),
    (Word::Redo, "redo", "F5 or ^Y", "play again what was taken back"),
    (Word::Flip, "flip", "F6", "turn the board"),
    (Word::Rules, "rules", "F7", "show the rules"),
    (Word::Save, "save", "F8", "`save FILE` saves the game in a file"),
    (Word::Menu, "menu", "F9", "show the list of games; this one is kept"),
    (Word::Quit, "quit", "F10 or ^C", "leave; the game is kept for next time"),
    (Word::Load, "load", "", "`load FILE` opens a game from a file, or from a record's text"),
    (Word::Back, "back", "PgUp", "look one move back"),
    (Word::Forward, "forward", "PgDn", "look one move forward"),
    (Word::First, "first", "Home", "look at the start"),
    (Word::Last, "last", "End", "return to the game"),
    (Word::Branch, "branch", "", "play on from the position on the screen"),
    (Word::Now, "now", "Esc", "make the thinking computer move at once; go on after a pause"),
    (Word::Resign, "resign", "", "give up"),
    (Word::Restart, "restart", "", "begin again from the same start"),
    (Word::Again, "again", "", "deal anew; the next player begins"),
    (Word::Moves, "moves", "", "list the legal moves"),
    (Word::Board, "board", "", "show the position again"),
    (Word::Takeback, "takeback", "F4", "online: offer or agree to take the last move back"),
    (Word::Draw, "draw", "", "online: offer or agree to call it a draw"),
    (Word::Rematch, "rematch", "", "online: offer or agree to play again, and go to the new room"),
    (Word::Decline, "decline", "", "online: refuse what is offered, and withdraw your own offers"),
    (
        Word::Computer,
        "computer",
        "",
        "online: `computer 2 medium` asks a computer to play for player 2, who is missing or away",
    ),
    (Word::Return, "return", "", "online: take your seat back from the computer that plays for you"),
    (Word::Name, "name", "", "online: `name TEXT` changes what others call you"),
    (Word::Say, "say", "", "online: `say hello`, `good luck`, `well played`, `thanks`, `one moment` or `sorry`"),
    (Word::Mute, "mute", "", "online: `mute 2` hides what player 2 says; again, it is shown"),
    (Word::Report, "report", "", "online: `report 2` reports player 2 to the operator of the server"),
    (Word::Learn, "learn", "", "learn this game by short tasks"),
    (Word::Puzzle, "puzzle", "", "solve puzzles of this game"),
    (Word::Next, "next", "F5", "learning: go on with the next task or puzzle; `back` (F4) returns"),
    (Word::Answer, "answer", "F8", "learning: show the solution of a puzzle"),
    (Word::Text, "text", "F3", "learning: show everything there is to read"),
    (Word::Play, "play", "", "learning: play against the computer, from here after a puzzle"),
];

/// Reads a command and what follows it. A leading `/` or `:` says that no move is meant.
pub fn read(text: &str) -> Option<(Word, &str)> {
    let text = text.trim().trim_start_matches(['/', ':']);
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let found = ALL.iter().find(|(_, name, ..)| name.eq_ignore_ascii_case(word))?;
    Some((found.0, rest.trim()))
}

/// The text of a word.
pub fn text(word: Word) -> &'static str {
    ALL.iter().find(|known| known.0 == word).map_or("", |known| known.1)
}

/// What a text that was typed so far may become: legal moves first, then commands.
pub fn complete<'a>(text: &str, moves: impl Iterator<Item = &'a str>) -> Vec<String> {
    let (typed, only_words) = match text.strip_prefix(['/', ':']) {
        Some(rest) => (rest.to_lowercase(), true),
        None => (text.to_lowercase(), false),
    };
    if typed.is_empty() && !only_words {
        return Vec::new();
    }
    let starts = |word: &&str| word.to_lowercase().starts_with(&typed);
    let moves = moves.filter(|_| !only_words).filter(starts).map(str::to_owned);
    let mark = if only_words { &text[..1] } else { "" };
    moves.chain(ALL.iter().map(|(_, name, ..)| *name).filter(starts).map(|name| format!("{mark}{name}"))).collect()
}

/// The longest text that all of these begin with.
pub fn common(words: &[String]) -> String {
    let Some(first) = words.first() else { return String::new() };
    let shared = |len: &usize| words.iter().all(|word| word.chars().take(*len).eq(first.chars().take(*len)));
    let len = (0..=first.chars().count()).rev().find(shared).unwrap_or(0);
    first.chars().take(len).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_with_what_follows() {
        assert_eq!(read("undo"), Some((Word::Undo, "")));
        assert_eq!(read(" /save  my game.agon "), Some((Word::Save, "my game.agon")));
        assert_eq!(read("d2xd4"), None);
    }

    #[test]
    fn moves_complete_before_words() {
        let moves = ["a1", "a2", "b1"];
        assert_eq!(complete("a", moves.into_iter()), ["a1", "a2", "analysis", "again", "answer"]);
        assert_eq!(complete("/a", moves.into_iter()), ["/analysis", "/again", "/answer"]);
        assert_eq!(complete("", moves.into_iter()), [] as [&str; 0]);
        assert_eq!(common(&complete("re", moves.into_iter())), "re");
        assert_eq!(common(&complete("un", moves.into_iter())), "undo");
    }

    /// A move that reads like a command would still be played, but nobody could then give the command.
    #[test]
    fn no_move_of_any_game_reads_like_a_command() {
        use agon_rules::{Rng, Start, games};
        for info in games::list() {
            let mut table = games::open(info.id, &[], Start::Seed(1)).expect("a known game");
            let mut rng = Rng::new(1);
            while let Some(seat) = table.turn() {
                let legal = table.legal();
                assert!(legal.iter().all(|text| read(text).is_none()), "{}: {legal:?}", info.id);
                let text = &legal[rng.below(legal.len())];
                table.play(seat, text).expect("legal");
            }
        }
    }
}
