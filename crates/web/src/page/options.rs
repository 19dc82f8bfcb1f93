//! Stub.

use crate::html::Html;
use crate::setup::Setup;

/// Which lists of cards are shown whole.
#[derive(Default)]
pub struct Options {}

impl Options {
    /// Every option of a setup.
    pub fn html(&self, _: &mut Html<'_>, _: &Setup) {
        todo!()
    }

    /// Takes in what happened; whether the setup has changed.
    pub fn hear(&mut self, _: &crate::device::Heard<'_>, _: &mut Setup) -> bool {
        todo!()
    }
}
