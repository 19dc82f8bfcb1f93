//! The page inside the binary. Until the web client is here, it says where to go.

use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

const PAGE: &str = include_str!("page.html");

/// The page at its address; everything else is not there.
pub(crate) async fn serve(uri: Uri) -> Response {
    match uri.path() {
        "/" | "/index.html" => ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], PAGE).into_response(),
        _ => (StatusCode::NOT_FOUND, "there is nothing here\n").into_response(),
    }
}
