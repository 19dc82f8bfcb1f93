//! When a search must stop: at a node limit, or when the caller says so.
//!
//! There is no clock here. A caller that wants a time limit passes a `stop` that reads its own clock.

/// Counts nodes and says when the search must stop.
pub struct Control<'a> {
    /// nodes visited so far
    pub nodes: u64,
    limit: u64,
    stop: &'a (dyn Fn() -> bool + Sync),
    stopped: bool,
}

impl<'a> Control<'a> {
    /// Never stops.
    pub fn free() -> Control<'static> {
        Control::new(u64::MAX, &|| false)
    }

    /// Stops after `limit` nodes, or soon after `stop` returns true.
    pub fn new(limit: u64, stop: &'a (dyn Fn() -> bool + Sync)) -> Self {
        Control { nodes: 0, limit, stop, stopped: false }
    }

    /// Counts a node. Returns true once the search must stop.
    #[inline]
    pub fn tick(&mut self) -> bool {
        // Calling `stop` may cost more than a node.
        const EVERY: u64 = 1024;
        self.nodes += 1;
        if self.nodes > self.limit || (self.nodes.is_multiple_of(EVERY) && (self.stop)()) {
            self.stopped = true;
        }
        self.stopped
    }

    /// How many nodes it still allows.
    pub fn left(&self) -> u64 {
        self.limit.saturating_sub(self.nodes)
    }

    /// One that starts at no nodes and has no limit, but stops when the caller says so to this one.
    pub fn unlimited(&self) -> Control<'a> {
        Control::new(u64::MAX, self.stop)
    }

    /// Counts many nodes at once. Returns true once the search must stop.
    pub fn spend(&mut self, nodes: u64) -> bool {
        self.nodes = self.nodes.saturating_add(nodes);
        if self.nodes > self.limit || (self.stop)() {
            self.stopped = true;
        }
        self.stopped
    }

    /// Whether the search was stopped.
    pub fn stopped(&self) -> bool {
        self.stopped
    }
}
