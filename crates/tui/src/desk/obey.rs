//! What commands do on the screen of a game, the same whether they come by key, click or word.

use agon_client::{Intent, Plan, Refusal, Sitter};

use super::{After, Desk};
use crate::game::Game;
use crate::keep;
use crate::local;
use crate::word::Word;

impl Desk {
    /// Obeys a command.
    pub fn act(&mut self, word: Word, rest: &str) -> After {
        self.hand.message = None;
        if self.game.study().is_some()
            && let Some(after) = self.act_in_study(word)
        {
            return after;
        }
        match word {
            Word::Help => return After::Help,
            Word::Rules => return After::Rules,
            Word::Menu => return After::Menu,
            Word::Quit => return After::Quit,
            Word::Flip => self.look.flipped = !self.look.flipped,
            Word::Hint => self.ask_hint(),
            Word::Analysis => self.toggle_analysis(),
            Word::Review => self.open_review(),
            Word::Now => self.now(),
            Word::Back => self.look(self.ply().saturating_sub(1)),
            Word::Forward => self.look(self.ply() + 1),
            Word::First => self.look(0),
            Word::Last => self.look(usize::MAX),
            Word::Save => self.save(rest),
            Word::Load => return self.open(keep::load(rest)),
            Word::Moves => {
                let moves: Vec<_> = self.view.choices.iter().map(|choice| choice.text.as_str()).collect();
                self.say(format!("{} moves: {}", moves.len(), moves.join(" ")));
            }
            Word::Board => {}
            Word::Learn => return After::Learn,
            Word::Puzzle => return After::Puzzle,
            Word::Next | Word::Answer | Word::Text | Word::Play => {
                self.complain("only lessons and puzzles have this; `learn` and `puzzle` open them");
            }
            Word::Mute if self.game.joined().is_some() => {
                let Game::Room(joined) = &mut self.game else { return After::Stay };
                let told = joined.mute(rest);
                self.say(told);
            }
            word if self.game.joined().is_some() => return self.act_in_room(word, rest),
            word => return self.act_here(word),
        }
        After::Stay
    }

    /// Obeys a command that asks the server for something.
    fn act_in_room(&mut self, word: Word, rest: &str) -> After {
        let Some(joined) = self.game.joined() else { return After::Stay };
        let next = if matches!(word, Word::Rematch | Word::Again) { joined.next() } else { None };
        match (next, joined.intent(word, rest)) {
            (Some(Ok(entry)), _) => return After::Enter(Box::new(entry)),
            (Some(Err(error)), _) => self.complain(format!("{error:#}")),
            (None, Err(why)) => self.complain(why),
            (None, Ok(intent)) => drop(self.intend(intent)),
        }
        After::Stay
    }

    /// Obeys a command that changes a game at this device.
    fn act_here(&mut self, word: Word) -> After {
        let Some(local) = self.game.local() else { return After::Stay };
        match word {
            Word::Undo => {
                self.bots.paused |= self.game.venue().people().is_empty();
                self.intend(Intent::Takeback);
            }
            Word::Redo => drop(self.intend(Intent::Redo)),
            Word::Resign => drop(self.intend(Intent::Resign)),
            Word::Restart => drop(self.intend(Intent::Restart)),
            Word::Branch => match self.look.review {
                Some(ply) => {
                    self.intend(Intent::Branch(ply));
                    self.say("the game continues from here; `redo` brings back what was played");
                }
                None => self.complain("this is the newest position; PgUp looks back"),
            },
            Word::Again => return self.open(Ok(local.again((self.habits.seed)()))),
            _ => self.complain(self.game.refusal(&Refusal::OnlyInRooms)),
        }
        After::Stay
    }

    /// Opens another game.
    fn open(&mut self, plan: anyhow::Result<Plan>) -> After {
        match plan.and_then(|plan| local::open(&plan)) {
            Ok(local) => After::Open(Box::new(local)),
            Err(error) => {
                self.complain(format!("{error:#}"));
                After::Stay
            }
        }
    }

    /// Saves the game in a file; without a name, one is proposed.
    fn save(&mut self, name: &str) {
        let venue = self.game.venue();
        if name.is_empty() {
            self.hand.input = format!("save {}", keep::free_name(venue.game()));
            self.say("Enter saves the game in this file; you can rename it first");
            return;
        }
        let plan = match &self.game {
            Game::Here(local) => Some(local.plan()),
            Game::Study(study) => Some(study.local().plan()),
            Game::Room(joined) => joined.online.record().map(|record| {
                let sitters = vec![Sitter::Human; venue.seats()];
                Plan { record, sitters, bot_seed: 0 }
            }),
        };
        let Some(plan) = plan else {
            return self.complain("a game in a room can be saved when it is over; the server keeps it until then");
        };
        match keep::save(name, &plan) {
            Ok(()) => self.say(format!("saved as `{}`; `agon play --load {0}` continues it", keep::short(name))),
            Err(error) => self.complain(format!("{error:#}")),
        }
    }
}
