//! Turns taps on a view into moves, for every client alike.
//!
//! It knows no rules: it is fed the choices of a view. Taps in different zones may come in either order (number
//! then cell, or cell then number); within a zone the order is that of the choice (from, then to).

use crate::{Choice, Site};

/// The sites tapped so far for the move in the making.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picker {
    tapped: Vec<Site>,
}

/// What a tap came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pick {
    /// Play this move.
    Play(String),
    /// More taps are needed; [`Picker::lit`] says where.
    More,
    /// These moves have the same taps: ask which.
    Menu(Vec<String>),
    /// The last tap was taken back by tapping it again.
    Back,
    /// No move goes with a tap there; nothing changed.
    Refused,
}

impl Picker {
    /// The taps that go without saying: where every move begins at the same cell and goes on, that cell is picked already.
    pub fn start(choices: &[Choice]) -> Self {
        let mut moves = choices.iter().filter(|choice| !choice.taps.is_empty());
        let first = choices.iter().find_map(|choice| choice.taps.first().copied());
        let all = moves.all(|choice| choice.taps.len() > 1 && choice.taps.first().copied() == first);
        Picker { tapped: first.filter(|_| all).into_iter().collect() }
    }

    /// The sites tapped so far.
    pub fn tapped(&self) -> &[Site] {
        &self.tapped
    }

    /// Forgets the taps.
    pub fn clear(&mut self) {
        self.tapped.clear();
    }

    /// The sites where the next tap can go.
    pub fn lit(&self, choices: &[Choice]) -> Vec<Site> {
        let mut lit = Vec::new();
        for choice in choices.iter().filter(|choice| fits(choice, &self.tapped)) {
            for site in next(choice, &self.tapped) {
                if !lit.contains(&site) {
                    lit.push(site);
                }
            }
        }
        lit
    }

    /// The moves without taps: buttons.
    pub fn buttons(choices: &[Choice]) -> impl Iterator<Item = &Choice> {
        choices.iter().filter(|choice| choice.taps.is_empty())
    }

    /// Taps a site. A tap that does not continue the current move starts a new one, if a move can start there.
    pub fn tap(&mut self, choices: &[Choice], site: Site) -> Pick {
        let before = self.tapped.clone();
        self.tapped.push(site);
        if !choices.iter().any(|choice| fits(choice, &self.tapped)) {
            if before.last() == Some(&site) {
                self.tapped.truncate(before.len() - 1);
                return Pick::Back;
            }
            self.tapped = vec![site];
        }
        let fitting: Vec<&Choice> = choices.iter().filter(|choice| fits(choice, &self.tapped)).collect();
        let pick = match fitting.as_slice() {
            [] => {
                self.tapped = before;
                return Pick::Refused;
            }
            [only] if !self.begun(only) => Pick::Play(only.text.clone()),
            many if many.iter().all(|choice| next(choice, &self.tapped).is_empty()) => {
                Pick::Menu(many.iter().map(|choice| choice.text.clone()).collect())
            }
            _ => return Pick::More,
        };
        self.tapped.clear();
        pick
    }

    /// Whether a zone that was tapped waits for more taps of this choice: a piece that has only one way to go is
    /// still shown where, instead of running off at the first touch.
    fn begun(&self, choice: &Choice) -> bool {
        next(choice, &self.tapped).iter().any(|site| self.tapped.iter().any(|tapped| tapped.zone == site.zone))
    }
}

/// Whether the taps so far can be part of the choice: in every zone they are the first of its taps there.
fn fits(choice: &Choice, tapped: &[Site]) -> bool {
    !choice.taps.is_empty()
        && tapped.iter().enumerate().all(|(i, site)| {
            let earlier = tapped[..i].iter().filter(|other| other.zone == site.zone).count();
            choice.taps.iter().filter(|tap| tap.zone == site.zone).nth(earlier) == Some(site)
        })
}

/// The next tap of a fitting choice in each zone.
fn next(choice: &Choice, tapped: &[Site]) -> Vec<Site> {
    let mut next: Vec<Site> = Vec::new();
    for (i, tap) in choice.taps.iter().enumerate() {
        let earlier = choice.taps[..i].iter().filter(|other| other.zone == tap.zone).count();
        if tapped.iter().filter(|site| site.zone == tap.zone).count() == earlier {
            next.push(*tap);
        }
    }
    next
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Text;

    fn choice(text: &str, taps: &[(usize, usize)]) -> Choice {
        let taps = taps.iter().map(|&(zone, cell)| Site::new(zone, cell)).collect();
        Choice { text: text.into(), taps, label: Text::default() }
    }

    /// Taps each site in turn and says what the last one came to.
    fn check(choices: &[Choice], taps: &[(usize, usize)], expected: Pick) {
        let mut picker = Picker::default();
        let mut last = Pick::Refused;
        for &(zone, cell) in taps {
            last = picker.tap(choices, Site::new(zone, cell));
        }
        assert_eq!(last, expected, "{taps:?}");
    }

    #[test]
    fn number_and_cell_go_in_either_order() {
        let choices =
            [choice("a1=5", &[(0, 0), (1, 5)]), choice("a1=6", &[(0, 0), (1, 6)]), choice("b1=5", &[(0, 1), (1, 5)])];
        check(&choices, &[(0, 0)], Pick::More);
        check(&choices, &[(0, 0), (1, 6)], Pick::Play("a1=6".into()));
        check(&choices, &[(1, 5), (0, 1)], Pick::Play("b1=5".into()));
        check(&choices, &[(1, 6)], Pick::Play("a1=6".into())); // the only cell left for it
        check(&choices, &[(1, 5), (1, 5)], Pick::Back);
        check(&choices, &[(2, 0)], Pick::Refused);
    }

    #[test]
    fn from_and_to_go_in_order_and_are_both_tapped() {
        let choices = [choice("a1-a2", &[(0, 0), (0, 8)]), choice("b1-a2", &[(0, 1), (0, 8)]), choice("pass", &[])];
        check(&choices, &[(0, 0)], Pick::More);
        check(&choices, &[(0, 0), (0, 8)], Pick::Play("a1-a2".into()));
        check(&choices, &[(0, 8)], Pick::Refused);
        check(&choices, &[(0, 0), (0, 1), (0, 8)], Pick::Play("b1-a2".into())); // another piece after all
        assert!(Picker::buttons(&choices).eq(&[choice("pass", &[])]));
        assert_eq!(Picker::default().lit(&choices), [Site::new(0, 0), Site::new(0, 1)]);
    }

    #[test]
    fn where_every_move_begins_at_one_cell_it_is_picked_already() {
        let go_on = [choice("d4-d6", &[(0, 3), (0, 5)]), choice("d4-f4", &[(0, 3), (0, 9)]), choice("stop", &[])];
        assert_eq!(Picker::start(&go_on).tapped(), [Site::new(0, 3)]);
        let two = [choice("a1-a2", &[(0, 0), (0, 8)]), choice("b1-a2", &[(0, 1), (0, 8)])];
        assert!(Picker::start(&two).tapped().is_empty());
        assert!(Picker::start(&[choice("a1", &[(0, 0)])]).tapped().is_empty(), "a tap that plays is the player's");
        assert!(Picker::start(&[choice("pass", &[])]).tapped().is_empty());
    }

    #[test]
    fn equal_taps_become_a_menu() {
        let choices = [choice("a8=Q", &[(0, 0)]), choice("a8=N", &[(0, 0)])];
        check(&choices, &[(0, 0)], Pick::Menu(vec!["a8=Q".into(), "a8=N".into()]));
    }

    #[test]
    fn a_site_can_be_tapped_twice_where_a_move_asks_for_it() {
        let choices = [choice("both", &[(0, 0), (1, 0), (1, 0)]), choice("one each", &[(0, 0), (1, 0), (2, 0)])];
        check(&choices, &[(0, 0), (1, 0), (1, 0)], Pick::Play("both".into()));
        check(&choices, &[(0, 0), (1, 0), (2, 0)], Pick::Play("one each".into()));
        check(&choices, &[(0, 0), (0, 0)], Pick::Back);
    }
}
