//! Stub.

use crate::html::Html;
use crate::route::Place;

/// Both bars, and the sheet of settings that they open.
pub fn html(_: &mut Html<'_>, _: Place, _: Option<&(String, String)>) {
    todo!()
}
