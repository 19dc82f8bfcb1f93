//! When a search must stop: so many nodes, or when the caller says so.
//!
//! There is no clock here. Whoever wants a time limit passes a `stop` that looks at one.

/// Counts nodes and says when it is enough.
pub struct Control<'a> {
    /// how many nodes were visited
    pub nodes: u64,
    limit: u64,
    stop: &'a (dyn Fn() -> bool + Sync),
    stopped: bool,
    brief: bool,
}

impl<'a> Control<'a> {
    /// Never stops.
    pub fn free() -> Control<'static> {
        Control::new(u64::MAX, &|| false)
    }

    /// Stops after so many nodes, or soon after `stop` says so.
    pub fn new(limit: u64, stop: &'a (dyn Fn() -> bool + Sync)) -> Self {
        Control { nodes: 0, limit, stop, stopped: false, brief: false }
    }

    /// The value and best play are enough; nobody asks for the value of every move.
    pub fn brief(self) -> Self {
        Control { brief: true, ..self }
    }

    /// Whether the value of every move is wanted.
    pub fn wants_moves(&self) -> bool {
        !self.brief
    }

    /// Counts a node; true from the moment on that the search must stop.
    #[inline]
    pub fn tick(&mut self) -> bool {
        const EVERY: u64 = 1024;
        self.nodes += 1;
        if self.nodes > self.limit || (self.nodes.is_multiple_of(EVERY) && (self.stop)()) {
            self.stopped = true;
        }
        self.stopped
    }

    /// Whether the search was stopped.
    pub fn stopped(&self) -> bool {
        self.stopped
    }
}
