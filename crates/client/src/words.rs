//! Every answer of the core as a sentence that any language can look up, once for all clients.
//!
//! Clients add only what is theirs: which key, word or button goes on from here.

mod review;

use agon_rules::{Seat, Text, View, text};
use agon_wire::{EarlyEnd, Phrase};

use crate::ending::{Cause, Ending, Verdict};
use crate::name::Name;
use crate::offer::{Offer, Proposal};
use crate::online::Connection;
use crate::venue::{Hindrance, Refusal, Venue};
use crate::worth::Worth;

pub use review::{decided, no_review, no_turning_point, turning_point};

/// What is said while a room waits for players.
pub fn waiting() -> Text {
    text!("Waiting for players")
}

/// What a player is called: `You`, `Medium`, `Ada`.
pub fn name(name: &Name) -> Text {
    match name {
        Name::You => text!("You"),
        Name::Player(seat) => Text::player(*seat),
        Name::Computer(player) => computer(player),
        Name::Called(own) => Text::plain(own.clone()),
        Name::Open => text!("Open seat"),
    }
}

/// What a computer player is called: levels have a name, perhaps with a number, other players the text that configures
/// them.
pub fn computer(player: &str) -> Text {
    if let Some((player, number)) = player.split_once(' ')
        && let Ok(number) = number.parse::<usize>()
    {
        return text!("{name} {number}", name = computer(player), number);
    }
    let mut letters = player.chars();
    match letters.next() {
        Some(first) if player.chars().all(|c| c.is_ascii_lowercase()) => {
            Text::term("player", first.to_ascii_uppercase().to_string() + letters.as_str())
        }
        _ => Text::plain(player),
    }
}

/// What the players are called, all different: of two that are called `Hard` one is `Hard 2`.
pub fn names(names: &[Name]) -> Vec<Text> {
    let numbered = |(at, one): (usize, &Name)| {
        let earlier = names[..at].iter().filter(|other| *other == one).count();
        match (one, earlier) {
            (_, 0) | (Name::Open | Name::You | Name::Player(_), _) => name(one),
            (_, earlier) => text!("{name} {number}", name = name(one), number = earlier + 1),
        }
    };
    names.iter().enumerate().map(numbered).collect()
}

/// The same in the middle of a sentence.
fn within(who: &Name) -> Text {
    if *who == Name::You { text!("you") } else { name(who) }
}

/// A hint: the move, and the facts that speak for it, a sentence each.
pub fn hint(best: &str, facts: impl IntoIterator<Item = Text>) -> Text {
    follow(text!("Try {best}.", best = Text::of_move(best)), facts)
}

/// Sentences after a sentence.
pub fn follow(first: Text, others: impl IntoIterator<Item = Text>) -> Text {
    others.into_iter().fold(first, |hint, fact| text!("{hint} {fact}", hint, fact))
}

/// How a game ended, as a heading: `You win, 2 rows to 1`. `mine` is how it ended for the only person at the screen, where
/// they had one opponent: whoever has lost knows to whom.
pub fn result(ending: &Ending, margin: &Text, mine: Option<Verdict>, who: &dyn Fn(Seat) -> Name) -> Text {
    let result = match ending.winners.as_slice() {
        [] if ending.by == Cause::Early(EarlyEnd::RulesChanged) => text!("No result"),
        [] => text!("Draw"),
        [_] if mine == Some(Verdict::Lost) => text!("You lost"),
        [only] => match who(*only) {
            Name::You => text!("You win"),
            other => text!("{player} wins", player = name(&other)),
        },
        several => text!("Shared by {players}", players = list(several, who)),
    };
    if margin.is_empty() { result } else { text!("{result}, {margin}", result, margin = margin.clone()) }
}

/// Why a game ended, where the rules say no more: `Ada resigned.`
pub fn cause(ending: &Ending, who: &dyn Fn(Seat) -> Name) -> Text {
    match &ending.by {
        Cause::Rules(reason) => text!("It ended by {reason}.", reason = Text::term("end", reason.replace('-', " "))),
        Cause::Early(EarlyEnd::Resigned(seat)) => match who(*seat) {
            Name::You => text!("You resigned."),
            other => text!("{player} resigned.", player = name(&other)),
        },
        Cause::Early(EarlyEnd::TimeUp(seat)) => match who(*seat) {
            Name::You => text!("You ran out of time."),
            other => text!("{player} ran out of time.", player = name(&other)),
        },
        Cause::Early(EarlyEnd::Agreed) => text!("The players agreed on a draw."),
        Cause::Early(EarlyEnd::RulesChanged) => {
            text!("The rules have changed since this room was made, so the game cannot go on.")
        }
    }
}

/// How a game ended: `you win: most points`, `player 2 resigned: Ada wins`.
pub fn ending(ending: &Ending, who: &dyn Fn(Seat) -> Name) -> Text {
    let how = match &ending.by {
        Cause::Rules(reason) => return by_rules(ending, Text::term("end", reason.replace('-', " ")), who),
        Cause::Early(EarlyEnd::Resigned(seat)) => match who(*seat) {
            Name::You => text!("you resigned"),
            other => text!("{player} resigned", player = name(&other)),
        },
        Cause::Early(EarlyEnd::TimeUp(seat)) => match who(*seat) {
            Name::You => text!("you ran out of time"),
            other => text!("{player} ran out of time", player = name(&other)),
        },
        Cause::Early(EarlyEnd::Agreed) => text!("a draw by agreement"),
        Cause::Early(EarlyEnd::RulesChanged) => text!("no result: the rules have changed since this room was made"),
    };
    match winners(&ending.winners, who) {
        Some(result) => text!("{how}: {result}", how, result),
        None => how,
    }
}

fn by_rules(ending: &Ending, reason: Text, who: &dyn Fn(Seat) -> Name) -> Text {
    match ending.winners.as_slice() {
        [] => text!("a draw: {reason}", reason),
        [only] => match who(*only) {
            Name::You => text!("you win: {reason}", reason),
            other => text!("{player} wins: {reason}", player = name(&other), reason),
        },
        several => text!("shared by {players}: {reason}", players = list(several, who), reason),
    }
}

fn winners(seats: &[Seat], who: &dyn Fn(Seat) -> Name) -> Option<Text> {
    Some(match seats {
        [] => return None,
        [only] => match who(*only) {
            Name::You => text!("you win"),
            other => text!("{player} wins", player = name(&other)),
        },
        several => text!("{players} win", players = list(several, who)),
    })
}

fn list(seats: &[Seat], who: &dyn Fn(Seat) -> Name) -> Text {
    let names = seats.iter().map(|&seat| within(&who(seat)));
    names.reduce(|one, other| text!("{one} and {other}", one, other)).unwrap_or_else(|| text!("nobody"))
}

/// The scores of a game that ended, as `10 : 7`; nothing where there are none.
pub fn scores(ending: &Ending) -> String {
    ending.scores.iter().map(ToString::to_string).collect::<Vec<_>>().join(" : ")
}

/// Why no move can be made now.
pub fn hindrance(why: &Hindrance, who: &dyn Fn(Seat) -> Name) -> Text {
    match why {
        Hindrance::Over => text!("the game is over"),
        Hindrance::ComputersTurn => text!("it is the computer's turn"),
        Hindrance::Watching => text!("you are watching; only players can move"),
        Hindrance::NotStarted => text!("not everybody is here yet"),
        Hindrance::TurnOf(seat) => text!("it is {player}'s turn", player = name(&who(*seat))),
        Hindrance::EarlierPosition => text!("this is an earlier position"),
        Hindrance::HandOver(seat) => text!("pass the device to {player} first", player = name(&who(*seat))),
    }
}

/// Why something was refused.
pub fn refusal(why: &Refusal, venue: &(impl Venue + ?Sized)) -> Text {
    match why {
        Refusal::Hindered(why) => hindrance(why, &|seat| venue.name(seat)),
        Refusal::Illegal(why) => why.text(),
        Refusal::NothingToTakeBack => text!("there is nothing to take back"),
        Refusal::NothingToRedo => text!("there is nothing to play again"),
        Refusal::NobodyToResign => text!("only a person can resign, on their turn"),
        Refusal::OnlyInRooms => text!("only games in a room have this"),
        Refusal::OnlyHere => text!("only games at this device have this"),
        Refusal::Watching => text!("you are watching; only players can do this"),
    }
}

/// What is offered, and by whom: `Ada offers a draw`.
pub fn offer(offer: &Offer, who: &dyn Fn(Seat) -> Name) -> Text {
    let by = who(offer.by);
    let player = name(&by);
    match (offer.proposal, by) {
        (Proposal::Takeback, Name::You) => text!("you offer to take the last move back"),
        (Proposal::Takeback, _) => text!("{player} offers to take the last move back", player),
        (Proposal::Draw, Name::You) => text!("you offer a draw"),
        (Proposal::Draw, _) => text!("{player} offers a draw", player),
        (Proposal::Rematch, Name::You) => text!("you offer a rematch"),
        (Proposal::Rematch, _) => text!("{player} offers a rematch", player),
        (Proposal::Replace(seat), Name::You) => {
            text!("you want a computer to play for {absent}", absent = name(&who(seat)))
        }
        (Proposal::Replace(seat), _) => {
            text!("{player} wants a computer to play for {absent}", player, absent = name(&who(seat)))
        }
    }
}

/// What players can say to each other.
pub fn phrase(phrase: Phrase) -> Text {
    match phrase {
        Phrase::Hello => text!("Hello!"),
        Phrase::GoodLuck => text!("Good luck!"),
        Phrase::WellPlayed => text!("Well played!"),
        Phrase::Thanks => text!("Thanks!"),
        Phrase::OneMoment => text!("One moment, please."),
        Phrase::Sorry => text!("Sorry!"),
    }
}

/// Who says what: `Ada: Good luck!`
pub fn says(who: &Name, said: Phrase) -> Text {
    text!("{player}: {phrase}", player = name(who), phrase = phrase(said))
}

/// How the connection is.
pub fn connection(connection: &Connection) -> Text {
    match connection {
        Connection::Connecting => text!("connecting …"),
        Connection::Live => text!("connected"),
        Connection::Sending => text!("sending …"),
        Connection::Waiting(seconds) => text!("reconnecting in {seconds} s", seconds = *seconds),
        Connection::Ended(why) => why.clone(),
    }
}

/// A large number in groups of three, as the readers of each language write it.
pub fn grouped(number: u64) -> Text {
    if number < 1000 {
        return Text::plain(number.to_string());
    }
    text!("{thousands},{rest}", thousands = grouped(number / 1000), rest = format!("{:03}", number % 1000))
}

/// Milliseconds as minutes and seconds, or as days and hours by their international signs.
pub fn clock(left: u64) -> String {
    let seconds = left.div_ceil(1000);
    let hours = seconds / 3600;
    if hours >= 24 {
        return format!("{} d {} h", hours / 24, hours % 24);
    }
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// Whether a game counts points; where it does not, a proved value is a win, a draw or a loss.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// values are points
    Points,
    /// values are points of which there are so many in all, so that a lead says the whole result: `2–1`
    Shared(i32),
    /// values are wins, draws and losses
    Results,
}

impl Scale {
    /// The scale of the game that is seen.
    pub fn of(view: &View) -> Self {
        match view.total {
            _ if view.scores.is_empty() => Scale::Results,
            Some(total) => Scale::Shared(total),
            None => Scale::Points,
        }
    }

    /// The result that a proved value stands for, the own points first; none where points do not say it all.
    pub fn result(self, lead: i32) -> Option<Text> {
        let Scale::Shared(total) = self else { return None };
        let own = (total + lead) / 2;
        Some(text!("{own}–{other}", own, other = total - own))
    }
}

/// What a move is worth to the seat that makes it.
pub fn worth(worth: Worth, seat: Seat, scale: Scale) -> Text {
    let value = worth.of(seat);
    let whole = value.abs() as u32;
    match (worth, scale.result(value as i32)) {
        (Worth::Proved(_), Some(result)) if value > 0.0 => return text!("wins {result}, proved", result),
        (Worth::Proved(_), Some(result)) if value < 0.0 => return text!("loses {result}, proved", result),
        _ => {}
    }
    match worth {
        Worth::Unknown => Text::default(),
        Worth::Proved(_) if scale == Scale::Points && value > 0.0 => text!("wins by {points}, proved", points = whole),
        Worth::Proved(_) if scale == Scale::Points && value < 0.0 => text!("loses by {points}, proved", points = whole),
        Worth::Proved(_) if value > 0.0 => text!("wins, proved"),
        Worth::Proved(_) if value < 0.0 => text!("loses, proved"),
        Worth::Proved(_) => text!("draws, proved"),
        Worth::Points(_) if scale != Scale::Results => {
            text!("about {points} points, an estimate", points = signed_tenths(value))
        }
        // Where there are no points, a number has no unit that a player knows.
        Worth::Points(_) => match (value * 10.0).round() {
            0.0 => text!("about even, an estimate"),
            ahead if ahead > 0.0 => text!("ahead by about {number}, an estimate", number = tenths(value)),
            _ => text!("behind by about {number}, an estimate", number = tenths(value)),
        },
        Worth::Share(_) => text!("wins about {share} of 100 games, an estimate", share = percent(value)),
    }
}

/// The same in a few letters; estimates begin with `≈`.
pub fn short_worth(worth: Worth, seat: Seat, scale: Scale) -> Text {
    let value = worth.of(seat);
    if let (Worth::Proved(_), Some(result)) = (worth, scale.result(value as i32)) {
        return result;
    }
    match worth {
        Worth::Unknown => Text::default(),
        Worth::Proved(_) if scale == Scale::Points => Text::plain(format!("{:+}", value as i32)),
        Worth::Proved(_) if value > 0.0 => text!("win"),
        Worth::Proved(_) if value < 0.0 => text!("loss"),
        Worth::Proved(_) => text!("draw"),
        Worth::Points(_) => text!("≈{number}", number = signed_tenths(value)),
        Worth::Share(_) => Text::plain(format!("≈{}%", percent(value))),
    }
}

/// How far from zero, with one digit after the point. Whole numbers are written, not fractions: the code that writes any
/// fraction is thirteen kilobytes of the page.
pub fn tenths(value: f64) -> Text {
    let tenths = (value * 10.0).round().abs() as u32;
    text!("{whole}.{tenth}", whole = tenths / 10, tenth = tenths % 10)
}

fn signed_tenths(value: f64) -> Text {
    let number = tenths(value);
    if (value * 10.0).round() < 0.0 { text!("-{number}", number) } else { text!("+{number}", number) }
}

fn percent(share: f64) -> u32 {
    (share * 100.0).round() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn who(seat: Seat) -> Name {
        [Name::You, Name::Called("Ada".to_owned()), Name::Computer("hard".to_owned()), Name::Player(3)][seat].clone()
    }

    #[test]
    fn every_ending_names_its_winners() {
        let check = |by: Cause, winners: &[Seat], text: &str| {
            let value = Ending { winners: winners.to_vec(), scores: Vec::new(), by };
            assert_eq!(ending(&value, &who), text);
        };
        let rules = || Cause::Rules("most-points".to_owned());
        let early = Cause::Early;
        check(rules(), &[0], "you win: most points");
        check(rules(), &[1], "Ada wins: most points");
        check(rules(), &[], "a draw: most points");
        check(rules(), &[0, 3], "shared by you and Player 4: most points");
        check(early(EarlyEnd::Resigned(1)), &[0], "Ada resigned: you win");
        check(early(EarlyEnd::Resigned(0)), &[1], "you resigned: Ada wins");
        check(early(EarlyEnd::Resigned(0)), &[1, 2], "you resigned: Ada and Hard win");
        check(early(EarlyEnd::TimeUp(0)), &[2], "you ran out of time: Hard wins");
        check(early(EarlyEnd::TimeUp(3)), &[1], "Player 4 ran out of time: Ada wins");
        check(early(EarlyEnd::Agreed), &[], "a draw by agreement");
        check(early(EarlyEnd::RulesChanged), &[], "no result: the rules have changed since this room was made");
    }

    #[test]
    fn players_of_one_name_are_numbered_and_results_say_by_how_much() {
        let hard = || Name::Computer("hard".to_owned());
        let all = [Name::You, hard(), hard(), Name::Computer("mcts:nodes=9".to_owned())];
        let told: Vec<String> = names(&all).iter().map(ToString::to_string).collect();
        assert_eq!(told, ["You", "Hard", "Hard 2", "mcts:nodes=9"]);
        let ending = Ending::resigned(1, 2);
        assert_eq!(result(&ending, &text!("2 rows to 1"), None, &who), "You win, 2 rows to 1");
        let lost = Ending { winners: vec![1], scores: Vec::new(), by: Cause::Rules("most-rows".to_owned()) };
        assert_eq!(result(&lost, &text!("1 row to 2"), Some(Verdict::Lost), &who), "You lost, 1 row to 2");
        assert_eq!(result(&lost, &Text::default(), None, &who), "Ada wins");
        assert_eq!(cause(&ending, &who), "Ada resigned.");
    }

    #[test]
    fn offers_and_hindrances_say_who() {
        assert_eq!(offer(&Offer { proposal: Proposal::Draw, by: 0 }, &who), "you offer a draw");
        let replace = Offer { proposal: Proposal::Replace(3), by: 1 };
        assert_eq!(offer(&replace, &who), "Ada wants a computer to play for Player 4");
        assert_eq!(hindrance(&Hindrance::TurnOf(1), &who), "it is Ada's turn");
    }

    #[test]
    fn proofs_and_estimates_read_differently_and_are_the_movers() {
        assert_eq!(short_worth(Worth::Proved(1), 0, Scale::Results), "win");
        assert_eq!(short_worth(Worth::Proved(1), 1, Scale::Results), "loss");
        assert_eq!(short_worth(Worth::Proved(-3), 1, Scale::Points), "+3");
        assert_eq!(short_worth(Worth::Proved(-3), 1, Scale::Shared(3)), "3–0");
        assert_eq!(short_worth(Worth::Proved(1), 1, Scale::Shared(3)), "1–2");
        assert_eq!(short_worth(Worth::Points(-0.04), 0, Scale::Points), "≈+0.0");
        assert_eq!(short_worth(Worth::Share(0.604), 1, Scale::Results), "≈60%");
        let long = |value: Worth, seat: Seat, scale: Scale| worth(value, seat, scale).to_string();
        assert_eq!(long(Worth::Proved(-3), 1, Scale::Points), "wins by 3, proved");
        assert_eq!(long(Worth::Proved(-3), 0, Scale::Points), "loses by 3, proved");
        assert_eq!(long(Worth::Proved(-1), 1, Scale::Shared(3)), "wins 2–1, proved");
        assert_eq!(long(Worth::Proved(-1), 0, Scale::Shared(3)), "loses 1–2, proved");
        assert_eq!(long(Worth::Proved(0), 0, Scale::Points), "draws, proved");
        assert_eq!(long(Worth::Proved(1), 1, Scale::Results), "loses, proved");
        assert_eq!(long(Worth::Points(0.42), 1, Scale::Points), "about -0.4 points, an estimate");
        assert_eq!(long(Worth::Points(0.42), 1, Scale::Results), "behind by about 0.4, an estimate");
        assert_eq!(long(Worth::Points(-0.04), 1, Scale::Results), "about even, an estimate");
        assert_eq!(long(Worth::Share(0.604), 1, Scale::Results), "wins about 60 of 100 games, an estimate");
        for value in [Worth::Points(1.0), Worth::Share(0.5)] {
            let text = worth(value, 0, Scale::Points).to_string();
            assert!(text.contains("estimate") && !text.contains("proved"), "{text}");
        }
    }

    #[test]
    fn numbers_are_told_apart_and_thousands_too() {
        assert_eq!(
            ["rival", "rival 2", "mcts:200"].map(|player| computer(player).to_string()),
            ["Rival", "Rival 2", "mcts:200"]
        );
        assert_eq!(
            [7, 1000, 12_089, 1_234_567].map(|number| grouped(number).to_string()),
            ["7", "1,000", "12,089", "1,234,567"]
        );
    }

    #[test]
    fn clocks_round_up_to_whole_seconds() {
        assert_eq!(["1:31", "0:01", "0:00"], [90_500, 1, 0].map(clock));
    }
}
