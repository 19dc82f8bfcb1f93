//! The web client: inside the binary, or from a folder while somebody works on it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use crate::http::Server;

/// A file of the web client: its name, as it is, by gzip, and by brotli.
type File = (&'static str, &'static [u8], &'static [u8], &'static [u8]);

include!(concat!(env!("OUT_DIR"), "/site.rs"));

/// What is shown where the web client was not built in.
const PAGE: &str = include_str!("page.html");

/// The file at an address; everything else is not there.
pub(crate) async fn serve(State(server): State<Arc<Server>>, uri: Uri, headers: HeaderMap) -> Response {
    let name = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    if let Some(folder) = &server.web {
        return match read(folder, name).await {
            Some(bytes) => answer(name, bytes, None),
            None => nothing(),
        };
    }
    if let Some(&(_, plain, zip, small)) = INSIDE.iter().find(|(file, ..)| *file == name) {
        let (bytes, packed) = match packing(&headers) {
            Some("br") => (small, Some("br")),
            Some(packed) => (zip, Some(packed)),
            None => (plain, None),
        };
        return answer(name, Bytes::from_static(bytes), packed);
    }
    match name {
        "index.html" => answer(name, Bytes::from_static(PAGE.as_bytes()), None),
        _ => nothing(),
    }
}

/// How the caller takes files packed, the smallest way it knows; one that it names with a quality of 0 it does not.
fn packing(headers: &HeaderMap) -> Option<&'static str> {
    let list = headers.get(header::ACCEPT_ENCODING)?.to_str().ok()?;
    let takes = |name: &str| {
        list.split(',').map(str::trim).any(|word| match word.split_once(';') {
            Some((word, quality)) => word.trim() == name && !matches!(quality.trim(), "q=0" | "q=0.0"),
            None => word == name,
        })
    };
    ["br", "gzip"].into_iter().find(|name| takes(name))
}

/// A file of the folder: only names are looked up, so that no address leads out of it.
async fn read(folder: &Path, name: &str) -> Option<Bytes> {
    let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte));
    if !plain || name.starts_with('.') {
        return None;
    }
    let path: PathBuf = folder.join(name);
    tokio::fs::read(path).await.ok().map(Bytes::from)
}

fn answer(name: &str, bytes: Bytes, packed: Option<&'static str>) -> Response {
    let kind = match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("txt") => "text/plain; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    };
    // A name that is made from the contents never changes its contents.
    let kept = if is_hashed(name) { "public, max-age=31536000, immutable" } else { "no-cache" };
    let mut response = ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, kept)], bytes).into_response();
    if let Some(packed) = packed {
        response.headers_mut().insert(header::CONTENT_ENCODING, header::HeaderValue::from_static(packed));
    }
    response.headers_mut().insert(header::VARY, header::HeaderValue::from_static("accept-encoding"));
    response
}

/// Whether a name ends in twelve digits of a hash: `page-0123456789ab.js`.
fn is_hashed(name: &str) -> bool {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let mark = stem.rsplit_once('-').map_or("", |(_, mark)| mark);
    mark.len() == 12 && mark.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn nothing() -> Response {
    (StatusCode::NOT_FOUND, "there is nothing here\n").into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_packed_in_the_smallest_way_the_caller_takes() {
        for (list, wanted) in [
            ("gzip, deflate, br, zstd", Some("br")),
            ("gzip", Some("gzip")),
            ("gzip;q=1.0, br;q=0", Some("gzip")),
            ("br;q=0.5", Some("br")),
            ("identity", None),
            ("brotli, gzipped", None),
            ("", None),
        ] {
            let headers = HeaderMap::from_iter([(header::ACCEPT_ENCODING, list.parse().expect("a header"))]);
            assert_eq!(packing(&headers), wanted, "{list}");
        }
        assert_eq!(packing(&HeaderMap::new()), None);
    }
}
