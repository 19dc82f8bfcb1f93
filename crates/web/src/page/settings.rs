//! Stub.

use crate::html::Html;

/// The sheet, a dialog with the id `settings`. Its controls set `setting.KEY`.
pub fn sheet(_: &mut Html<'_>) {
    todo!()
}
