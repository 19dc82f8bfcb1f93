//! What can be done besides moving: the bar below the panel, the dock of a phone, and the menu behind "More".

use agon_rules::{Text, text};

use crate::brief::capital;
use crate::device::Heard;
use crate::html;
use crate::html::Html;
use crate::icon::Icon;
use crate::page::fields::{disabled, none};
use crate::screen::Screen;

/// Something in the bar.
pub struct Action {
    /// its sign
    pub icon: Icon,
    /// its name
    pub name: Text,
    /// what it does
    pub act: &'static str,
    /// whether it can be done now
    pub enabled: bool,
}

impl Action {
    fn button(&self, to: &mut Html<'_>) {
        html!(to, "<button data-do='" [self.act] "'" [disabled(!self.enabled)] "><span class='glyph'>" {self.icon} "</span>"
            {self.name} "</button>");
    }
}

/// The bar beside the board, the dock of a phone, and the menu that both open.
pub fn html(to: &mut Html<'_>, screen: &Screen, bar: &[Action], more: &dyn Fn(&mut Html<'_>)) {
    let menu = |to: &mut Html<'_>| {
        html!(to, "<button data-modal='#menu' aria-haspopup='dialog'><span class='glyph'>" {Icon::More} "</span>" {text!("More")} "</button>");
    };
    html!(to, "<div class='acts' role='toolbar' aria-label='" {text!("Actions")} "'>");
    bar.iter().for_each(|action| action.button(to));
    menu(to);
    html!(to, "</div><nav class='dock' aria-label='" {text!("Actions")} "'>");
    lifted_first(to, screen);
    let lifted = screen.choices.lifted.as_ref();
    let shown = |action: &&Action| action.icon != Icon::Flip && (lifted.is_none() || action.icon != Icon::Undo);
    bar.iter().filter(shown).for_each(|action| action.button(to));
    let moves = Action { icon: Icon::Moves, name: text!("Moves"), act: "sheet moves", enabled: true };
    let rules = Action { icon: Icon::Rules, name: text!("Rules"), act: "sheet rules", enabled: true };
    [moves, rules].iter().for_each(|action| action.button(to));
    menu(to);
    html!(to, "</nav><dialog class='menu sheet' id='menu' aria-label='" {text!("More")} "'>");
    more(to);
    html!(to, "</dialog>");
}

/// A bar and a dock without a menu. The last action of the dock may be the way on, which a wider screen shows elsewhere.
pub fn bare(to: &mut Html<'_>, screen: &Screen, bar: &[Action], dock: &[Action], on: Option<&Action>) {
    html!(to, "<div class='acts' role='toolbar' aria-label='" {text!("Actions")} "'>");
    bar.iter().for_each(|action| action.button(to));
    html!(to, "</div><nav class='dock' aria-label='" {text!("Actions")} "'>");
    lifted_first(to, screen);
    dock.iter().for_each(|action| action.button(to));
    if let Some(on) = on {
        html!(to, "<button class='go' data-key='on' data-focus data-do='" [on.act] "'><span class='glyph'>" {on.icon} "</span>"
            {on.name} "</button>");
    }
    html!(to, "</nav>");
}

/// A card that was lifted waits for its second tap, or for this button.
fn lifted_first(to: &mut Html<'_>, screen: &Screen) {
    if let Some((text, _)) = &screen.choices.lifted {
        let card = to.shell.tell(&Text::of_move(text));
        html!(to, "<button class='go' data-key='go' data-do='play " {text} "'><span class='glyph'>" {Icon::Check} "</span>"
            {text!("Play {card}", card)} "</button>");
    }
}

/// A line of the menu.
pub fn item(to: &mut Html<'_>, icon: Icon, name: Text, act: &str, there: bool) {
    html!(to, "<button class='item" [none(there)] "' data-do='" [act] "'><span class='glyph'>" {icon} "</span>" {name} "</button>");
}

/// Giving up, which asks first.
#[derive(Default)]
pub struct Resign {
    sure: bool,
}

impl Resign {
    /// The line of the menu, or the question.
    pub fn html(&self, to: &mut Html<'_>, there: bool) {
        html!(to, "<div class='item resign" [none(there)] "'>");
        if self.sure {
            html!(to, "<b>" {text!("Resign?")} "</b><button class='btn' data-key='yes' data-do='resign yes'>" {text!("Yes, resign")}
                "</button><button class='btn main' data-key='no' data-focus data-do='resign no'>" {text!("Keep playing")} "</button>");
        } else {
            html!(to, "<button class='item' data-key='ask' data-stay data-do='resign'><span class='glyph'>" {Icon::Flag} "</span>"
                {text!("Resign")} "</button>");
        }
        html!(to, "</div>");
    }

    /// Takes in what happened; whether to resign now.
    pub fn hear(&mut self, heard: &Heard<'_>) -> bool {
        match heard {
            Heard::Do("resign") => self.sure = true,
            Heard::Do("resign yes") => return std::mem::take(&mut self.sure),
            Heard::Do(_) => self.sure = false,
            _ => {}
        }
        false
    }
}

/// The card that was lifted: what playing it would lead to, and whether to. A phone asks in its dock.
pub fn lifted(to: &mut Html<'_>, screen: &Screen) {
    let Some((text, notes)) = &screen.choices.lifted else { return };
    let card = to.shell.tell(&Text::of_move(text));
    html!(to, "<div class='sheet askbox' data-key='lifted'><b>" {text!("Play {card}?", card = card.clone())}
        "</b><p class='soft small'>" {to.shell.join(notes, " ")} "</p><div class='row'><button class='btn main' data-do='play "
        {text} "'>" {text!("Play {card}", card)} "</button><button class='btn' data-do='cancel'>" {text!("Put back")}
        "</button></div></div>");
}

/// Moves that are buttons: a question, and an answer each.
pub fn choices(to: &mut Html<'_>, screen: &Screen) {
    let choices = &screen.choices;
    let button = |to: &mut Html<'_>, text: &str, name: &Text, class: &str| {
        // A word is no notation.
        let name = to.shell.tell(name);
        let name = if name.chars().all(char::is_alphabetic) { capital(name) } else { name };
        html!(to, "<button class='btn" [class] "' data-do='play " {text} "'>" {name} "</button>");
    };
    if !choices.menu.is_empty() {
        html!(to, "<div class='choice' data-key='menu'><b>" {text!("Which move?")} "</b><div class='row'>");
        choices.menu.iter().for_each(|text| button(to, text, &Text::of_move(text), ""));
        html!(to, "<button class='btn bare' data-do='cancel'>" {text!("Cancel")} "</button></div></div>");
    }
    if choices.menu.is_empty() && !choices.buttons.is_empty() {
        html!(to, "<div class='choice' data-key='buttons'><p><b>" {choices.question} "</b> <span>" {screen.prompt}
            "</span></p><div class='row'>");
        choices.buttons.iter().for_each(|choice| button(to, &choice.text, &choice.name(), " main"));
        html!(to, "</div></div>");
    }
}
