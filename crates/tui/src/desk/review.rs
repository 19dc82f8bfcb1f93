//! The review of the game on the screen: how it begins, what it finds, and the way from it to a position.

use agon_client::{Review, words};

use super::Desk;
use crate::review::Pane;

impl Desk {
    /// Shows the review of the game; one that was begun goes on, and what was found is not searched for again.
    pub(super) fn open_review(&mut self) {
        let venue = self.game.venue();
        let Some(record) = venue.review() else {
            return self.complain(match () {
                () if self.game.joined().is_some() => {
                    "no help in a game against others; when it is over, it can be reviewed".to_owned()
                }
                () if venue.ply() == 0 => "no move has been made yet".to_owned(),
                () => words::no_review().to_string(),
            });
        };
        let known = self.review.take().filter(|pane| *pane.review.record() == record);
        self.review = match (known, Review::new(&record)) {
            (Some(pane), _) => Some(Pane { is_open: true, ..pane }),
            (None, Some(review)) => {
                let at = self.look.review.unwrap_or(review.plies().len());
                let thought = Some(self.bots.asker.review(review.clone()));
                Some(Pane { review, thought, at, is_open: true })
            }
            (None, None) => return self.complain(words::no_review()),
        };
    }

    /// Takes in what a review has found.
    pub(super) fn reviewed(&mut self, id: u64, review: Review) {
        if let Some(pane) = self.review.as_mut().filter(|pane| pane.thought.as_ref().is_some_and(|own| own.id == id)) {
            pane.review = review;
        }
    }

    /// The review, where it is on the screen.
    pub(crate) fn pane(&self) -> Option<&Pane> {
        self.review.as_ref().filter(|pane| pane.is_open)
    }

    /// The same, to go through it.
    pub(crate) fn pane_mut(&mut self) -> Option<&mut Pane> {
        self.review.as_mut().filter(|pane| pane.is_open)
    }

    /// Goes from the review to the position that the keys are on, and says what was given away there.
    pub(crate) fn leave_review(&mut self) {
        let Some(pane) = self.review.as_mut() else { return };
        pane.is_open = false;
        let (at, told) = (pane.at, pane.told(pane.at));
        self.look(at);
        if let Some(told) = told {
            self.say(told);
        }
    }
}
