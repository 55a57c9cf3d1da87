//! The files of the page. They are part of the program and served by their exact names, so there is no path to leave.

use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::collections::HashMap;
use std::sync::LazyLock;

include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// The file at `/`.
const INDEX: &str = "index.html";

/// A file of the page.
struct Asset {
    bytes: &'static [u8],
    /// The same as gzip, where that is shorter.
    zipped: Option<Vec<u8>>,
    /// A quoted checksum, by which browsers know what they have.
    tag: String,
}

static FILES: LazyLock<HashMap<&str, Asset>> = LazyLock::new(|| {
    let asset = |&(name, bytes): &(&'static str, &'static [u8])| {
        let zipped = Some(gzip(bytes)).filter(|zipped| zipped.len() < bytes.len());
        let tag = format!("\"{:08x}-{:x}\"", crc32fast::hash(bytes), bytes.len());
        (name, Asset { bytes, zipped, tag })
    };
    ASSETS.iter().map(asset).collect()
});

/// A file as a gzip stream, RFC 1952.
fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut zipped = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255];
    zipped.extend(miniz_oxide::deflate::compress_to_vec(bytes, 9));
    zipped.extend(crc32fast::hash(bytes).to_le_bytes());
    zipped.extend((bytes.len() as u32).to_le_bytes());
    zipped
}

/// The file with this path. `None` means that there is none.
pub(crate) fn get(path: &str, headers: &HeaderMap) -> Option<Response> {
    let name = path.strip_prefix('/')?;
    let name = if name.is_empty() { INDEX } else { name };
    let asset = FILES.get(name)?;
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let tag = HeaderValue::from_str(&asset.tag).ok()?;
    let known = text(header::IF_NONE_MATCH).split(',').any(|known| known.trim() == asset.tag);
    let takes_gzip = text(header::ACCEPT_ENCODING).split(',').any(|coding| {
        let (name, quality) = coding.split_once(';').unwrap_or((coding, ""));
        name.trim().eq_ignore_ascii_case("gzip") && !matches!(quality.trim(), "q=0" | "q=0.0")
    });
    let zipped = asset.zipped.as_deref().filter(|_| takes_gzip);
    let mut response = match known {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => zipped.unwrap_or(asset.bytes).to_vec().into_response(),
    };
    let headers = response.headers_mut();
    if zipped.is_some() && !known {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind(name)));
    headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(header::ETAG, tag);
    Some(response)
}

/// The kind of a file, by the end of its name.
fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "json" => "application/json",
        "txt" => "text/plain; charset=utf-8",
        "woff2" => "font/woff2",
        "webmanifest" => "application/manifest+json",
        _ => "application/octet-stream",
    }
}
