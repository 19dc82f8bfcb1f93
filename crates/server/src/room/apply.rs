//! How events change a room.

use agon_rules::{Seat, Start, games};
use agon_wire::{Offers, Who};

use super::{Impossible, Room, Talk};
use crate::event::{Event, Offer, Sitting};

impl Room {
    /// Lets an event happen. An error means that it cannot have happened here.
    pub fn apply(&mut self, event: &Event, now: u64) -> Result<(), Impossible> {
        if !event.fits(self.seats.len()) {
            return Err(Impossible::Misfit);
        }
        match event {
            Event::Made { .. } => {}
            Event::Joined { seat, name, key, player } => {
                let (name, key, player) = (name.clone(), Some(key.clone()), player.clone());
                self.seats[*seat] = Sitting { who: Who::Human, name, key, player };
                self.timer.turn_begins(now);
            }
            Event::Dealt { seed } => {
                if self.table.ply() > 0 {
                    return Err(Impossible::Misfit);
                }
                self.table = games::open(self.table.id(), &self.options, Start::Seed(*seed))?;
                self.mover = self.table.turn();
            }
            Event::Named { seat, name } => {
                self.seats[*seat].name = name.clone();
                self.named[*seat] += 1;
            }
            Event::Computer { seat, player, resigned } => {
                let under_way = self.started();
                if *resigned {
                    self.resigned.push(*seat);
                }
                if self.seats[*seat].who == Who::Human {
                    self.replaced.push(*seat);
                }
                self.seats[*seat].who = Who::Computer(player.clone());
                self.offers.replace.retain(|(away, by)| away != seat && by != seat);
                // Offers of somebody who is not there any more are not to be agreed to.
                for offers in [&mut self.offers.takeback, &mut self.offers.draw, &mut self.offers.rematch] {
                    offers.retain(|by| by != seat);
                }
                // A computer that takes over in the middle of a game begins its own turn anew, and no other.
                if !under_way || self.mover == Some(*seat) {
                    self.timer.turn_begins(now);
                }
            }
            Event::Returned { seat } => {
                self.seats[*seat].who = Who::Human;
                self.replaced.retain(|other| other != seat);
            }
            Event::Moved { seat, text, left } => {
                match &mut self.outdated {
                    None => self.table.play(*seat, text)?,
                    Some(moves) => {
                        // The first move that today's rules do not allow is the last one that can be shown.
                        if moves.len() == self.table.ply() {
                            let _ = self.table.play(*seat, text);
                        }
                        moves.push(text.clone());
                    }
                }
                self.talk[*seat].said = None;
                self.timer.moved(left);
                self.changed(Some((*seat, text.clone())), now);
            }
            Event::TakenBack { to } => {
                while self.table.ply() > *to && self.table.undo() {}
                self.outdated.iter_mut().for_each(|moves| moves.truncate(*to));
                self.timer.take_back(*to);
                // It was agreed to.
                self.offered.retain(|(_, offer, _)| *offer != Offer::Takeback);
                self.changed(None, now);
            }
            Event::Offered { seat, offer } => {
                self.offered.retain(|(by, what, _)| (by, what) != (seat, offer));
                self.offered.push((*seat, *offer, now));
                match offer {
                    Offer::Takeback => self.offers.takeback.push(*seat),
                    Offer::Draw => self.offers.draw.push(*seat),
                    Offer::Rematch => self.offers.rematch.push(*seat),
                    Offer::Replace(away) => self.offers.replace.push((*away, *seat)),
                }
            }
            Event::Declined { .. } => self.offers = Offers::default(),
            Event::Listed { listing } => self.listing = *listing,
            Event::Said { seat, phrase } => {
                let count = self.talk[*seat].count + 1;
                self.talk[*seat] = Talk { said: Some(*phrase), when: Some(now), count };
            }
            Event::Reported { by, seat } => self.reports.push((*by, *seat)),
            Event::Ended { ending } => {
                self.ended = Some(ending.clone());
                self.changed(None, now);
            }
            Event::Rated { ratings } => self.ratings.clone_from(ratings),
            Event::Next { room } => self.next = Some(room.clone()),
        }
        self.version += 1;
        Ok(())
    }

    /// The game has changed: a turn begins, and open offers are dropped.
    fn changed(&mut self, change: Option<(Seat, String)>, now: u64) {
        self.changes.push(change);
        self.mover = self.table.turn();
        self.timer.turn_begins(now);
        self.offers = Offers::default();
    }
}
