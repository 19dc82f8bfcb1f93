//! The options of a game, each by its kind: what has names as cards, numbers beside each other, yes or no as a switch.

use agon_rules::{OptionInfo, Value, text};

use crate::brief::capital;
use crate::device::Heard;
use crate::html;
use crate::html::Html;
use crate::icon::Icon;
use crate::page::fields::{checked, disabled, toggle};
use crate::setup::Setup;
use crate::words::Word;

/// More cards than this are folded.
const SHOWN: usize = 6;

/// Which lists of cards are shown whole.
#[derive(Default)]
pub struct Options {
    whole: Vec<usize>,
}

impl Options {
    /// Every option of a setup.
    pub fn html(&self, to: &mut Html<'_>, setup: &Setup) {
        for (at, option) in setup.info.options.iter().enumerate() {
            match option.default {
                Value::Flag(_) => {}
                Value::Number(_) if !is_named(setup, option) => numbers(to, setup, at, option),
                _ => self.cards(to, setup, at, option),
            }
        }
        let mut some = false;
        for (at, option) in setup.info.options.iter().enumerate() {
            if let Value::Flag(_) = option.default {
                if !some {
                    html!(to, "<div class='sws group' data-key='flags'>");
                }
                some = true;
                flag(to, setup, at, option);
            }
        }
        if some {
            html!(to, "</div>");
        }
    }

    /// Takes in what happened; whether the setup has changed.
    pub fn hear(&mut self, heard: &Heard<'_>, setup: &mut Setup) -> bool {
        match heard {
            Heard::Set(name, value) => {
                let at = name.strip_prefix("option.").and_then(|at| at.parse().ok());
                at.is_some_and(|at| self.set(at, value, setup))
            }
            Heard::Do(what) => {
                if let Some(at) = what.strip_prefix("variants ").and_then(|at| at.parse().ok()) {
                    self.fold(at);
                }
                false
            }
            _ => false,
        }
    }

    fn set(&mut self, at: usize, value: &str, setup: &mut Setup) -> bool {
        // A list that is whole stays so.
        if at < setup.info.options.len() && setup.chosen(at) >= SHOWN && !self.whole.contains(&at) {
            self.whole.push(at);
        }
        let value = match value {
            "on" => "true",
            "off" => "false",
            value => value,
        };
        setup.set(at, value)
    }

    /// Shows a list whole, or no longer.
    fn fold(&mut self, at: usize) {
        let before = self.whole.len();
        self.whole.retain(|whole| *whole != at);
        if self.whole.len() == before {
            self.whole.push(at);
        }
    }

    /// What has names: a card each, with what it changes.
    fn cards(&self, to: &mut Html<'_>, setup: &Setup, at: usize, option: &OptionInfo) {
        let (count, chosen) = (option.values.len(), setup.chosen(at));
        // The one that is chosen is never folded away.
        let whole = chosen >= SHOWN || self.whole.contains(&at);
        begin(to, setup, at, option);
        html!(to, "<div class='vcs'>");
        for (number, value) in option.values.iter().take(if whole { count } else { SHOWN }).enumerate() {
            let label = capital(to.shell.tell(&setup.info.value_name(option, *value)));
            html!(to, "<label class='vc pick'>");
            radio(to, at, *value, number == chosen);
            html!(to, "<span class='rad'></span><b>" {label} "</b>");
            let more = setup.info.value_summary(option, *value);
            if !more.is_empty() {
                html!(to, "<small>" {more} "</small>");
            }
            html!(to, "</label>");
        }
        html!(to, "</div>");
        if count > SHOWN {
            html!(to, "<button type='button' class='moreln' data-do='variants " {at} "' aria-expanded='"
                [if whole { "true" } else { "false" }] "'" [disabled(chosen >= SHOWN)] ">");
            let all = text!("Show all {n} variants", n = count as u32);
            let text = if whole { Word::FewerVariants.text() } else { all };
            html!(to, {text} [Icon::Down.small()] "</button>");
        }
        html!(to, "</fieldset>");
    }
}

/// Whether values have names of their own: then they are shown by them.
fn is_named(setup: &Setup, option: &OptionInfo) -> bool {
    option.values.iter().any(|value| !setup.info.value_summary(option, *value).is_empty())
}

/// The beginning of an option: what it is called.
fn begin(to: &mut Html<'_>, setup: &Setup, at: usize, option: &OptionInfo) {
    let title = capital(to.shell.tell(&setup.info.option_title(option)));
    html!(to, "<fieldset data-key='option." {at} "' data-option='" {&option.name} "'><legend>" {title} "</legend>");
}

/// The control of one value.
fn radio(to: &mut Html<'_>, at: usize, value: Value, chosen: bool) {
    html!(to, "<input type='radio' name='option" {at} "' data-set='option." {at} "' value='" {value.to_string()} "'"
        [checked(chosen)] ">");
}

/// Yes or no.
fn flag(to: &mut Html<'_>, setup: &Setup, at: usize, option: &OptionInfo) {
    let on = setup.info.value_summary(option, Value::Flag(true));
    let help = if on.is_empty() { option.help_text() } else { on };
    let title = capital(to.shell.tell(&setup.info.option_title(option)));
    let help = capital(to.shell.tell(&help));
    html!(to, "<div data-key='option." {at} "' data-option='" {&option.name} "'>");
    toggle(to, &["option.", &at.to_string()].concat(), &title, &help, setup.value(at) == "true");
    html!(to, "</div>");
}

/// Numbers, beside each other.
fn numbers(to: &mut Html<'_>, setup: &Setup, at: usize, option: &OptionInfo) {
    begin(to, setup, at, option);
    html!(to, "<div class='segs many'>");
    for (number, value) in option.values.iter().enumerate() {
        html!(to, "<label class='pick'>");
        radio(to, at, *value, number == setup.chosen(at));
        html!(to, "<span>" {setup.info.value_name(option, *value)} "</span></label>");
    }
    html!(to, "</div>");
    // A title made for people says what the line for commands would.
    if setup.info.option_title(option) == option.title() {
        html!(to, "<p class='help'>" {capital(to.shell.tell(&option.help_text()))} "</p>");
    }
    html!(to, "</fieldset>");
}
