//! What a viewer sees of a match. It is put together here once for all games, from what each of them answers.

use super::danger::{danger, said};
use super::{Match, write_position};
use crate::text::sort_by_text;
use crate::{Choice, End, Mark, Moves, Note, Outcome, Seat, Show, Site, Step, Table, Text, View, Viewer, Zone};

/// A match as a viewer saw it after some ply.
pub(super) struct Shown<'a, G: Show> {
    pub(super) table: &'a Match<G>,
    /// the state, with what is hidden from the viewer blanked
    pub(super) state: G::State,
    pub(super) quiet: u16,
    pub(super) ply: usize,
    pub(super) viewer: Viewer,
}

/// What a game says of a state, with its type erased.
pub(super) trait Scene {
    fn ply(&self) -> usize;
    fn viewer(&self) -> Viewer;
    fn seats(&self) -> Seat;
    fn turn(&self) -> Seat;
    /// How the game ended, and whether its rules ended it.
    fn outcome(&self) -> Option<(Outcome, bool)>;
    fn choices(&self) -> Vec<Choice>;
    fn notes(&self) -> Vec<Note>;
    /// Who would win at once if it were their turn, and where.
    fn danger(&self) -> Option<(Seat, Vec<Site>)>;
    fn zones(&self) -> Vec<Zone>;
    fn history(&self) -> Vec<Step>;
    fn prompt(&self) -> Text;
    fn question(&self) -> Text;
    /// The points of every seat, where the game has them.
    fn scores(&self) -> Vec<i32>;
    fn total(&self) -> Option<i32>;
    fn position(&self) -> String;
    fn goal(&self, seat: Seat) -> Text;
    fn role(&self, seat: Seat) -> Text;
    fn end(&self) -> End;
}

impl<G: Show> Scene for Shown<'_, G> {
    fn ply(&self) -> usize {
        self.ply
    }

    fn viewer(&self) -> Viewer {
        self.viewer
    }

    fn seats(&self) -> Seat {
        self.table.game.seats()
    }

    fn turn(&self) -> Seat {
        self.table.game.turn(&self.state)
    }

    fn outcome(&self) -> Option<(Outcome, bool)> {
        // A game that went on after this ply was not over.
        let outcome = if self.ply == self.table.moves.len() { self.table.outcome() } else { None };
        outcome.map(|outcome| (outcome, self.table.path.draw().is_none()))
    }

    fn choices(&self) -> Vec<Choice> {
        // Listed from what this viewer sees, so that the choices cannot tell more.
        let (game, state, mut moves) = (&self.table.game, &self.state, Moves::new());
        game.moves(state, &mut moves);
        let choice =
            |&m| Choice { text: game.write_move(state, m), taps: game.taps(state, m), label: game.label(state, m) };
        moves.iter().map(choice).collect()
    }

    fn notes(&self) -> Vec<Note> {
        let table = self.table;
        let last = self.ply.checked_sub(1).map(|before| {
            let (state_before, _) = table.path.at(before).expect("a state before every move");
            (table.hidden(state_before, self.viewer), table.game.hide_move(&self.state, table.moves[before]))
        });
        table.game.notes(&self.state, last.as_ref().map(|(before, m)| (before, *m)))
    }

    fn danger(&self) -> Option<(Seat, Vec<Site>)> {
        danger(&self.table.game, &self.state)
    }

    fn zones(&self) -> Vec<Zone> {
        self.table.game.zones(&self.state)
    }

    fn history(&self) -> Vec<Step> {
        self.table.steps(self.ply, &self.state, self.viewer)
    }

    fn prompt(&self) -> Text {
        self.table.game.prompt(&self.state)
    }

    fn question(&self) -> Text {
        self.table.game.question(&self.state)
    }

    fn scores(&self) -> Vec<i32> {
        let game = &self.table.game;
        (0..if G::POINTS { game.seats() } else { 0 }).map(|seat| game.score(&self.state, seat)).collect()
    }

    fn total(&self) -> Option<i32> {
        self.table.game.points_in_all()
    }

    fn position(&self) -> String {
        write_position(&self.table.game, &self.state, self.quiet)
    }

    fn goal(&self, seat: Seat) -> Text {
        self.table.game.goal(&self.state, seat)
    }

    fn role(&self, seat: Seat) -> Text {
        self.table.game.role(&self.state, seat)
    }

    fn end(&self) -> End {
        self.table.game.end(&self.state)
    }
}

/// The view of a scene.
pub(super) fn of(scene: &dyn Scene) -> View {
    let (outcome, by_rules) = scene.outcome().unzip();
    let turn = outcome.is_none().then(|| scene.turn());
    let mut choices = Vec::new();
    if turn.is_some_and(|turn| scene.viewer().sees(turn)) {
        choices = scene.choices();
        sort_by_text(&mut choices, |choice| &choice.text);
    }
    let (mut notes, mut zones) = (scene.notes(), scene.zones());
    notes.extend(turn.and_then(|_| scene.danger()).map(|(seat, sites)| said(seat, &sites, &zones)));
    for note in notes.iter().filter(|note| note.mark != Mark::None) {
        for site in &note.sites {
            let mark = &mut zones[site.zone].cells[site.cell].mark;
            // What has happened comes before what could.
            if note.mark != Mark::Danger || *mark == Mark::None {
                *mark = note.mark;
            }
        }
    }
    let mut roles: Vec<Text> = (0..scene.seats()).map(|seat| scene.role(seat)).collect();
    if roles.iter().all(Text::is_empty) {
        roles.clear();
    }
    View {
        ply: scene.ply(),
        zones,
        choices,
        history: scene.history(),
        prompt: outcome.as_ref().map_or_else(|| scene.prompt(), Outcome::sentence),
        question: turn.map(|_| scene.question()).unwrap_or_default(),
        turn,
        scores: scene.scores(),
        total: scene.total(),
        notes,
        position: scene.position(),
        goal: match scene.viewer() {
            Viewer::Seat(seat) if seat < scene.seats() => scene.goal(seat),
            _ => Text::default(),
        },
        roles,
        end: by_rules.unwrap_or_default().then(|| scene.end()),
        outcome,
    }
}
