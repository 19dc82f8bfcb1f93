//! Stub.

use crate::device::Heard;
use crate::html::Html;
use crate::page::{Frame, Page};
use crate::shell::Shell;

/// The screen.
pub struct RoomPage {}

impl RoomPage {
    /// Opens it.
    pub fn open(_: String, _: Option<String>, _: &mut Shell) -> Self {
        todo!()
    }
}

impl Page for RoomPage {
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
