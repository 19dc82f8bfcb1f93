//! Stub.

use crate::device::Heard;
use crate::html::Html;
use crate::page::{Frame, Page};
use crate::shell::Shell;

/// The screen.
pub struct New {}

impl New {
    /// Opens it.
    pub fn open(_: crate::setup::Setup, _: &mut Shell) -> Self {
        todo!()
    }
}

impl Page for New {
    fn frame(&self, _: &Shell) -> Frame {
        todo!()
    }

    fn html(&self, _: &mut Html<'_>) {
        todo!()
    }

    fn hear(&mut self, _: &Heard<'_>, _: &mut Shell) {
        todo!()
    }
}
