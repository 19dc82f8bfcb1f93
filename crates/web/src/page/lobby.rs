//! Stub.

use crate::device::Heard;
use crate::html::Html;
use crate::page::{Frame, Page};
use crate::shell::Shell;

/// The screen.
pub struct Online;

impl Page for Online {
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
