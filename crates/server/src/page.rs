//! The web client: inside the binary, or from a folder during development.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, Uri, header};
use axum::response::{IntoResponse, Response};

use crate::api;
use crate::http::Server;

/// A file of the web client: its name, its bytes, and the bytes compressed by gzip and by brotli.
type File = (&'static str, &'static [u8], &'static [u8], &'static [u8]);

include!(concat!(env!("OUT_DIR"), "/site.rs"));

/// The page of a binary that was built without the web client.
const PAGE: &str = include_str!("page.html");

/// The file at an address.
pub(crate) async fn serve(State(server): State<Arc<Server>>, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if ![Method::GET, Method::HEAD].contains(&method) {
        let mut response = api::otherwise().await;
        response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET,HEAD"));
        return response;
    }
    let name = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    if let Some(folder) = &server.web {
        return match read(folder, name).await {
            Some(bytes) => answer(name, bytes, None),
            None => api::nowhere().await,
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
        _ => api::nowhere().await,
    }
}

/// The best compression that the caller accepts. A quality of 0 means it does not.
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

/// A file of the folder. Only plain names are looked up, so that no address leads out of it.
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
        Some("woff2") => "font/woff2",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    };
    // A file whose name is a hash of its contents never changes.
    let kept = if is_hashed(name) { "public, max-age=31536000, immutable" } else { "no-cache" };
    let mut response = ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, kept)], bytes).into_response();
    if let Some(packed) = packed {
        response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(packed));
    }
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    response
}

/// Whether a name ends in twelve digits of a hash: `page-0123456789ab.js`.
fn is_hashed(name: &str) -> bool {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let mark = stem.rsplit_once('-').map_or("", |(_, mark)| mark);
    mark.len() == 12 && mark.bytes().all(|byte| byte.is_ascii_hexdigit())
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
