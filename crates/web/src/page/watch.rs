//! Stub.

use crate::device::Heard;
use crate::html::Html;
use crate::page::{Frame, Page};
use crate::shell::Shell;

/// The screen.
pub struct Watch {}

impl Watch {
    /// Opens it.
    pub fn open(_: agon_client::Plan, _: usize) -> Result<Self, agon_rules::Text> {
        todo!()
    }
}

impl Page for Watch {
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
