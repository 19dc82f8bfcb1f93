//! Stub.

use agon_rules::Text;

use crate::device::Heard;
use crate::html::Html;
use crate::share::Want;
use crate::shell::Shell;

/// The sheet from which a game is handed on: a dialog with the id `share`.
#[derive(Default)]
pub struct Share {}

impl Share {
    /// The button that opens it.
    pub fn button(_: &mut Html<'_>) {
        todo!()
    }

    /// The sheet.
    pub fn html(&self, _: &mut Html<'_>) {
        todo!()
    }

    /// Takes in what happened: `share` opens the sheet, and `want` says what is shared then.
    pub fn hear(&mut self, _: &Heard<'_>, _: &dyn Fn() -> Want, _: &mut Shell) {
        todo!()
    }
}

/// A way to open a file that holds a game.
#[derive(Default)]
pub struct OpenFile {
    why: Option<Text>,
}

impl OpenFile {
    /// The button, and why the last file was none.
    pub fn html(&self, _: &mut Html<'_>) {
        let _ = &self.why;
        todo!()
    }

    /// Takes in what happened.
    pub fn hear(&mut self, _: &Heard<'_>, _: &Shell) {
        todo!()
    }
}
