//! How clients read every type that a server sends. The structs are written out field by field, so a field that is added
//! to one of them is missing here until it is read too: the compiler says so.

use agon_rules::{
    Breakdown, Cell, Choice, End, Face, Form, Ground, Heading, Kind, Line, Mark, Note, Outcome, Piece, PlaceOf, Shape,
    Site, Step, Suit, Verdict, View, Zone,
};

use crate::json::{Hear, Json};
use crate::lobby::{LobbyChange, LobbyView, OpenGame};
use crate::message::Code;
use crate::player::Known;
use crate::room::{Chair, Clock, EarlyEnd, Listing, Offers, Phrase, Presence, RoomView, Ticket, Who};

/// Reads structs: the fields that must be there, and after `or` those that may be missing.
macro_rules! structs {
    ($($type:ident { $($field:ident)* $(; or $($maybe:ident)*)? })*) => {$(
        impl Hear for $type {
            fn hear(json: &Json, odd: &mut bool) -> Self {
                $type {
                    $($field: Hear::hear(json.at(stringify!($field)), odd),)*
                    $($($maybe: Option::hear(json.at(stringify!($maybe)), odd).unwrap_or_default(),)*)?
                }
            }
        }
    )*};
}

/// Reads enums: by each word what it stands for, from what the variant holds. What stands first stands for other words
/// too, which are odd.
macro_rules! enums {
    ($($type:ident($with:ident, $odd:ident) { $first:literal => $one:expr, $($word:literal => $value:expr,)* })*) => {$(
        impl Hear for $type {
            fn hear(json: &Json, $odd: &mut bool) -> Self {
                let (name, $with) = json.variant();
                match name {
                    $($word => $value,)*
                    name => {
                        *$odd |= name != $first;
                        $one
                    }
                }
            }
        }
    )*};
}

structs! {
    View {
        ply zones choices history prompt turn scores total notes position outcome; or question goal roles end
    }
    Zone { title owner shape cells; or place columns verdicts }
    Heading { seat; or text }
    Verdict { text reason seat }
    Cell { name pieces ground mark }
    Piece { text owner face; or kind suit caption }
    Site { zone cell }
    Choice { text taps; or label }
    Step { seat text }
    Note { text sites mark seat; or form }
    Outcome { winner winners scores reason }
    End { breakdown; or margin why }
    Breakdown { heading lines total }
    Line { label values winner; or why }
    RoomView {
        room version revision game options clock seat chairs watchers offers started ending winners next record view;
        or rated players listing
    }
    Chair { who here left_ms said; or name resigned }
    Offers { ; or takeback draw rematch replace }
    Known { seat id rating deviation change }
    Presence { version here watchers; or left_ms }
    Ticket { room seat token }
    LobbyView { people games }
    LobbyChange { people; or put gone }
    OpenGame { room game clock chairs; or options rated }
}

enums! {
    Shape(with, odd) { "Row" => Shape::Row, "Pile" => Shape::Pile, "Grid" => Shape::Grid { cols: Hear::hear(with.at("cols"), odd) }, }
    PlaceOf(with, odd) {
        "Centre" => PlaceOf::Centre,
        "Under" => PlaceOf::Under { column: Hear::hear(with.at("column"), odd) },
        "Tray" => PlaceOf::Tray,
        "Lane" => PlaceOf::Lane(Hear::hear(with, odd)),
    }
    Ground(with, odd) {
        "Plain" => Ground::Plain,
        "Dark" => Ground::Dark,
        "Home" => Ground::Home(Hear::hear(with, odd)),
        "Goal" => Ground::Goal(Hear::hear(with, odd)),
        "Blocked" => Ground::Blocked,
    }
    Mark(_with, odd) {
        "None" => Mark::None,
        "Live" => Mark::Live,
        "Win" => Mark::Win,
        "Lost" => Mark::Lost,
        "Hint" => Mark::Hint,
        "Danger" => Mark::Danger,
    }
    Kind(with, odd) {
        "Plain" => Kind::Plain,
        "Disc" => Kind::Disc,
        "Man" => Kind::Man,
        "King" => Kind::King,
        "Card" => Kind::Card,
        "Number" => Kind::Number,
        "Term" => Kind::Term { grooves: Hear::hear(with.at("grooves"), odd) },
        "Sign" => Kind::Sign,
    }
    Suit(with, odd) { "None" => Suit::None, "Dots" => Suit::Dots(Hear::hear(with, odd)), "Diamond" => Suit::Diamond, }
    Face(_with, odd) { "Up" => Face::Up, "Down" => Face::Down, }
    Form(with, odd) {
        "Cells" => Form::Cells,
        "Row" => Form::Row,
        "Outline" => Form::Outline { points: Hear::hear(with.at("points"), odd) },
        "Sum" => Form::Sum {
            left: Hear::hear(with.at("left"), odd),
            sign: Hear::hear(with.at("sign"), odd),
            right: Hear::hear(with.at("right"), odd),
            result: Hear::hear(with.at("result"), odd),
            points: Hear::hear(with.at("points"), odd),
        },
        "Equation" => Form::Equation {
            polynomial: Hear::hear(with.at("polynomial"), odd),
            discriminant: Hear::hear(with.at("discriminant"), odd),
            real: Hear::hear(with.at("real"), odd),
            result: Hear::hear(with.at("result"), odd),
        },
    }
    Clock(with, odd) {
        "none" => Clock::None,
        "move" => Clock::Move { seconds: Hear::hear(with.at("seconds"), odd) },
        "total" => Clock::Total { seconds: Hear::hear(with.at("seconds"), odd), increment: Hear::hear(with.at("increment"), odd) },
    }
    Who(with, odd) { "open" => Who::Open, "human" => Who::Human, "computer" => Who::Computer(Hear::hear(with, odd)), }
    Listing(_with, odd) { "private" => Listing::Private, "offered" => Listing::Offered, "quick" => Listing::Quick, }
    EarlyEnd(with, odd) {
        "agreed" => EarlyEnd::Agreed,
        "resigned" => EarlyEnd::Resigned(Hear::hear(with, odd)),
        "time_up" => EarlyEnd::TimeUp(Hear::hear(with, odd)),
        "rules_changed" => EarlyEnd::RulesChanged,
    }
    Code(_with, odd) {
        "malformed" => Code::Malformed,
        "version" => Code::Version,
        "no_room" => Code::NoRoom,
        "full" => Code::Full,
        "token" => Code::Token,
        "not_seated" => Code::NotSeated,
        "stale" => Code::Stale,
        "turn" => Code::Turn,
        "illegal" => Code::Illegal,
        "state" => Code::State,
        "slow" => Code::Slow,
        "storage" => Code::Storage,
        "bad" => Code::Bad,
    }
}

impl Hear for Phrase {
    fn hear(json: &Json, odd: &mut bool) -> Self {
        let phrase = Phrase::read(&String::hear(json, odd));
        *odd |= phrase.is_none();
        phrase.unwrap_or(Phrase::Hello)
    }
}
