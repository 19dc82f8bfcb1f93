//! The storm: what goes wrong in a world, and how it is mended.

use super::*;

/// What ends a fault.
pub(super) enum Cure {
    Bounce(usize),
    Link(usize, usize),
    Wake(usize),
    Store,
    Bus,
}

impl World {
    /// Something goes wrong.
    pub(super) fn fault(&mut self) {
        let (server, home) = (self.rng.below(self.servers), self.rng.below(HOMES));
        let (there, here) = (format!("server-{server}"), format!("home-{home}"));
        let kind = if self.faults == 1 && self.rng.below(2) == 0 { 5 } else { self.rng.below(11) };
        let (cure, after) = match kind {
            0 | 1 if self.up[server] => {
                self.sim.crash(there);
                self.exchange.leave(server);
                self.shelf.crash(server);
                self.up[server] = false;
                (Cure::Bounce(server), self.between(100, 3000))
            }
            2 => {
                self.sim.partition(here, there);
                (Cure::Link(home, server), self.between(200, 6000))
            }
            3 => {
                self.sim.hold(here, there);
                (Cure::Link(home, server), self.between(200, 4000))
            }
            4 => {
                let latency = Duration::from_millis(self.between(50, 2000));
                self.sim.set_link_latency(here, there, latency);
                (Cure::Link(home, server), self.between(500, 4000))
            }
            5..8 => {
                // Whichever server next writes as a driver stands still before it does.
                self.shelf.state().traps.fill(true);
                for other in (0..self.servers).filter(|other| *other != server) {
                    let until = self.now + self.between(7000, 12_000);
                    self.cures.push((until, Cure::Wake(other)));
                }
                (Cure::Wake(server), self.between(7000, 12_000))
            }
            8 => {
                self.shelf.state().fails = [40, 20];
                (Cure::Store, self.between(200, 3000))
            }
            9 => {
                self.exchange.lose(100);
                (Cure::Bus, self.between(500, 8000))
            }
            _ if !self.clocks_jump => return,
            _ if self.rng.below(2) == 0 => {
                self.clock.block_on(advance(HOUR));
                return;
            }
            _ => {
                let by = self.between(100, 20_000);
                let by = if self.rng.below(4) == 0 { HOUR } else { Duration::from_millis(by) };
                self.jumps.lock().expect("nobody panicked")[server] = by;
                return;
            }
        };
        self.cures.push((self.now + after, cure));
    }

    pub(super) fn cure(&mut self, cure: &Cure) {
        match *cure {
            Cure::Bounce(server) => {
                if !self.up[server] {
                    self.sim.bounce(format!("server-{server}"));
                    self.up[server] = true;
                }
            }
            Cure::Link(home, server) => {
                let (here, there) = (format!("home-{home}"), format!("server-{server}"));
                self.sim.set_link_latency(here.clone(), there.clone(), Duration::from_millis(10));
                self.sim.release(here.clone(), there.clone());
                self.sim.repair(here, there);
            }
            Cure::Wake(server) => {
                let mut state = self.shelf.state();
                (state.paused[server], state.traps[server]) = (false, false);
                drop(state);
                if std::mem::take(&mut self.still[server]) {
                    (0..HOMES).for_each(|home| self.sim.release(format!("home-{home}"), format!("server-{server}")));
                }
            }
            Cure::Store => self.shelf.state().fails = [3, 3],
            Cure::Bus => self.exchange.lose(if self.bug == Bug::Deaf { 100 } else { 20 }),
        }
    }

    /// Everything is well again: what went wrong before must be made up for.
    pub(super) fn heal(&mut self) {
        self.cures.clear();
        for server in 0..self.servers {
            self.cure(&Cure::Bounce(server));
            self.cure(&Cure::Wake(server));
            (0..HOMES).for_each(|home| self.cure(&Cure::Link(home, server)));
        }
        self.shelf.state().fails = [0, 0];
        self.exchange.lose(if self.bug == Bug::Deaf { 100 } else { 0 });
        self.notes().calm = true;
    }
}
