//! What stands beside the board: the plates of the players, and the panel with moves, analysis and rules. On a phone the
//! panel is a sheet.

use agon_rules::{Text, text};

use crate::device::Heard;
use crate::html;
use crate::html::Html;
use crate::icon::Icon;
use crate::page::fields::{disabled, none};
use crate::page::rules::RulesText;
use crate::screen::Screen;
use crate::shell::Shell;
use crate::words::Word;
use crate::{feed, plate, result};

/// The most moves that are listed with their values.
const MOST: usize = 12;

/// What the panel shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tab {
    /// the moves and what they led to
    #[default]
    Moves,
    /// what moves are worth
    Analysis,
    /// the rules
    Rules,
}

impl Tab {
    const ALL: [(Tab, &'static str); 3] = [(Tab::Moves, "moves"), (Tab::Analysis, "analysis"), (Tab::Rules, "rules")];

    fn of(word: &str) -> Self {
        Tab::ALL.iter().find(|(_, name)| *name == word).map_or(Tab::Moves, |(tab, _)| *tab)
    }
}

/// The panel of a screen.
#[derive(Default)]
pub struct Panel {
    tab: Tab,
    /// whether it is open, where it is a sheet
    open: bool,
    /// the rules of the game, once somebody wanted them
    rules: Option<RulesText>,
}

impl Panel {
    /// Shows something.
    pub fn show(&mut self, tab: Tab) {
        (self.tab, self.open) = (tab, true);
    }

    /// Closes it, where it is a sheet.
    pub fn close(&mut self) {
        self.open = false;
    }

    /// Takes in what happened.
    pub fn hear(&mut self, heard: &Heard<'_>, game: &'static str, shell: &Shell) {
        if let Some(rules) = &mut self.rules {
            rules.hear(heard, shell);
        }
        match heard {
            Heard::Do("panel close") => self.close(),
            Heard::Do(act) => match act.split_once(' ') {
                Some(("tab", word)) => self.tab = Tab::of(word),
                Some(("sheet", word)) => self.show(Tab::of(word)),
                _ => return,
            },
            _ => return,
        }
        if self.tab == Tab::Rules && self.rules.is_none() && !game.is_empty() {
            self.rules = Some(RulesText::load(game, shell));
        }
    }

    /// Moves, analysis and rules.
    pub fn html(&self, to: &mut Html<'_>, screen: &Screen, game: &str, analysis: Option<&dyn Fn(&mut Html<'_>)>) {
        let open = if self.open { " open" } else { "" };
        html!(to, "<section class='panel sheet" [open] "' data-key='panel'><div class='tabs'><div class='tablist' role='tablist'>");
        for (tab, word) in Tab::ALL.into_iter().filter(|(tab, _)| *tab != Tab::Analysis || analysis.is_some()) {
            let name = match tab {
                Tab::Moves => text!("Moves"),
                Tab::Analysis => text!("Analysis"),
                Tab::Rules => text!("Rules"),
            };
            let is = if tab == self.tab { "true" } else { "false" };
            html!(to, "<button role='tab' aria-selected='" [is] "' data-do='tab " [word] "'>" {name} "</button>");
        }
        html!(to, "</div><button class='iconbtn phone close' data-do='panel close' aria-label='" {text!("Close")} "'><span class='glyph'>"
            {Icon::Close} "</span></button></div><div class='tab" [none(self.tab == Tab::Moves)]
            "' role='tabpanel'><div class='feed' tabindex='-1'><div class='feedturns'>");
        let shell = to.shell;
        to.raw(&feed::html(&screen.feed, screen.history.at, screen.plates.len(), &|text| shell.tell(text)));
        html!(to, "</div></div></div><div class='tab ana" [none(self.tab == Tab::Analysis)] "' role='tabpanel'>");
        if let Some(analysis) = analysis {
            values(to, screen);
            analysis(to);
        }
        html!(to, "</div><div class='tab rulestab" [none(self.tab == Tab::Rules)] "' role='tabpanel'>");
        if let Some(rules) = self.rules.as_ref().filter(|_| self.tab == Tab::Rules) {
            to.whole("div", "class='rules brief'", rules.html());
            html!(to, "<p><a class='btn' href='#/rules/" {game} "'>" {Word::FullRules} "</a></p>");
        }
        html!(to, "</div>");
        // The way through the moves is there for their values too.
        if self.tab != Tab::Rules {
            steps(to, screen);
        }
        html!(to, "</section><div class='shade" [open] "' data-do='panel close'></div>");
    }
}

/// The plates of the others, above; or one's own, below.
pub fn plates(to: &mut Html<'_>, screen: &Screen, own: bool) {
    let (others, mine) = screen.sides();
    let shown = if own { mine.into_iter().collect() } else { others };
    let shell = to.shell;
    // At the end the side is laid out anew: what stands elsewhere then has not moved there.
    let whose = if own { "mine" } else { "opps" };
    let when = if screen.result.is_some() { "ended" } else { "" };
    html!(to, "<div class='plates " [whose] "' data-key='" [whose] [when] "'>");
    for one in shown {
        to.raw(&plate::html(one, own, &|text| shell.tell(text)));
    }
    html!(to, "</div>");
}

/// The way through the moves.
fn steps(to: &mut Html<'_>, screen: &Screen) {
    let (at, len) = (screen.history.at, screen.history.steps.len());
    html!(to, "<div class='steps'><button class='btn sm' data-do='ply " {at.saturating_sub(1)} "' aria-label='"
        {text!("Previous move")} "'" [disabled(at == 0)] "><span class='glyph'>" {Icon::Back} "</span></button>");
    if screen.tools.branch {
        html!(to, "<button class='btn sm' data-do='branch'>" {text!("Play on from here")} "</button>");
    } else {
        // Another text, not one that has moved.
        let text = if len > 0 { to.shell.tell(&text!("Move {at} of {len}", at, len)) } else { String::new() };
        to.whole("span", "class='small soft'", &text);
    }
    html!(to, "<button class='btn sm' data-do='ply " {at + 1} "' aria-label='" {text!("Next move")} "'" [disabled(at >= len)]
        "><span class='glyph'>" {Icon::Next} "</span></button></div>");
}

/// What every move is worth, while that is worked out.
fn values(to: &mut Html<'_>, screen: &Screen) {
    let on = screen.tools.analysing;
    let name = if on { text!("Stop analysing") } else { text!("Analyse every move") };
    html!(to, "<button class='btn wide' data-do='analyse' aria-pressed='" [if on { "true" } else { "false" }] "'>" {name}
        "</button><p class='small soft" [none(!on)] "'>"
        {text!("Shows what every move is worth, here and in the past. Proved values are exact, others are estimates.")}
        "</p><div class='values'>");
    for (text, worth) in screen.values.iter().take(MOST) {
        html!(to, "<li><b>" {Text::of_move(text)} "</b> <span>" {worth} "</span></li>");
    }
    html!(to, "</div>");
}

/// The card that takes the place of the panel when the game is over: what else is known of it, and buttons below.
pub fn result_card(to: &mut Html<'_>, screen: &Screen, found: &dyn Fn(&mut Html<'_>), buttons: &dyn Fn(&mut Html<'_>)) {
    let Some(end) = &screen.result else { return };
    let names: Vec<Text> = screen.plates.iter().map(|plate| plate.name.clone()).collect();
    let shell = to.shell;
    html!(
        to,
        "<section class='endcard sheet' data-key='end'><div class='rbody'>"
            [result::html(end, &names, &|text| shell.tell(text))]
    );
    found(to);
    html!(to, "</div><div class='rbtn'>");
    buttons(to);
    html!(to, "</div></section>");
}
