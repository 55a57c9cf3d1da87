//! Requests from elsewhere are refused, whatever they ask.

#![allow(missing_docs, clippy::unwrap_used)]

use crate::support::{HOST, bytes, request, run, send, server, settings, with};
use axum::body::Body;
use axum::http::{Request, Response};
use server::{ServeError, Server, Settings};
use tedomari::prelude::*;

async fn status(server: &axum::Router, request: Request<Body>) -> u16 {
    send(server, request).await.status().as_u16()
}

#[test]
fn foreign_hosts_are_refused() {
    run(async {
        let server = server();
        for path in ["/", "/api/v1/health", "/metrics", "/nothing"] {
            for host in [
                "example.org",
                "example.org:8361",
                "127.0.0.1",
                "127.0.0.1:80",
                "localhost.example.org:8361",
                "",
                "127.0.0.1:8361.example.org",
            ] {
                let asked = request("GET", path, &[("host", host)], Body::empty());
                assert_eq!(status(&server, asked).await, 403, "{host} {path}");
            }
            let twice = request("GET", path, &[("host", HOST), ("host", "example.org")], Body::empty());
            assert_eq!(status(&server, twice).await, 403);
        }
        for host in ["127.0.0.1:8361", "localhost:8361", "LOCALHOST:8361", "[::1]:8361"] {
            let asked = request("GET", "/api/v1/health", &[("host", host)], Body::empty());
            assert_eq!(status(&server, asked).await, 200, "{host}");
        }
        let bare = Request::builder().uri("/api/v1/health").body(Body::empty()).unwrap();
        assert_eq!(status(&server, bare).await, 403, "a request without a host");
        let absolute = request("GET", "http://example.org/api/v1/health", &[], Body::empty());
        assert_eq!(status(&server, absolute).await, 403, "an address with another host");
        let named =
            with(Engine::new(), Settings { hosts: vec!["Play.example.org".to_owned()], ..settings() });
        let name = ("host", "play.example.org");
        for origin in ["http://play.example.org", "https://play.example.org"] {
            let asked = request("GET", "/api/v1/health", &[name, ("origin", origin)], Body::empty());
            assert_eq!(status(&named, asked).await, 200);
        }
    });
}

#[test]
fn other_sites_are_refused() {
    run(async {
        let server = server();
        let own = format!("http://{HOST}");
        let good: [&[(&str, &str)]; 4] = [
            &[("origin", &own)],
            &[("sec-fetch-site", "same-origin")],
            &[("sec-fetch-site", "none")],
            &[("origin", "http://localhost:8361"), ("sec-fetch-site", "same-origin")],
        ];
        for headers in good {
            let asked = request("GET", "/api/v1/health", headers, Body::empty());
            assert_eq!(status(&server, asked).await, 200, "{headers:?}");
        }
        let bad: [&[(&str, &str)]; 7] = [
            &[("origin", "http://example.org")],
            &[("origin", "null")],
            &[("origin", "https://127.0.0.1:8361")],
            &[("origin", "http://127.0.0.1:8362")],
            &[("sec-fetch-site", "cross-site")],
            &[("sec-fetch-site", "same-site")],
            &[
                ("sec-fetch-site", "cross-site"),
                ("sec-fetch-mode", "navigate"),
                ("sec-fetch-dest", "document"),
            ],
        ];
        for headers in bad {
            for path in ["/api/v1/health", "/metrics"] {
                let asked = request("GET", path, headers, Body::empty());
                assert_eq!(status(&server, asked).await, 403, "{headers:?} {path}");
            }
            let json = [headers, &[("content-type", "application/json")]].concat();
            let asked = request("POST", "/api/v1/positions", &json, "{\"position\":\"1\"}");
            assert_eq!(status(&server, asked).await, 403, "{headers:?}");
        }
        let link = [
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-mode", "navigate"),
            ("sec-fetch-dest", "document"),
        ];
        assert_ne!(
            status(&server, request("GET", "/", &link, Body::empty())).await,
            403,
            "a link may open the page"
        );
        let frame =
            [("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate"), ("sec-fetch-dest", "iframe")];
        assert_eq!(status(&server, request("GET", "/", &frame, Body::empty())).await, 403);
        // Without CORS a browser asks first, and is told nothing.
        let preflight = [("origin", "http://example.org"), ("access-control-request-method", "POST")];
        let response =
            send(&server, request("OPTIONS", "/api/v1/positions", &preflight, Body::empty())).await;
        assert_eq!(response.status(), 403);
        assert!(response.headers().keys().all(|name| !name.as_str().starts_with("access-control")));
    });
}

#[test]
fn nothing_but_the_page_is_served() {
    run(async {
        let server = server();
        for path in [
            "/../Cargo.toml",
            "/..%2fCargo.toml",
            "/%2e%2e/Cargo.toml",
            "/lib/../../Cargo.toml",
            "//etc/passwd",
            "/etc/passwd",
            "/assets/index.html",
            "/build.rs",
            "/lib",
            "/lib/",
            "/C:/windows",
            "/..\\Cargo.toml",
            "/%00",
            "/api/v1/../../x",
            "/.env",
        ] {
            let asked = Request::builder().uri(path).header("host", HOST).body(Body::empty());
            let Ok(asked) = asked else { continue };
            let found = status(&server, asked).await;
            assert_eq!(found, 404, "{path}");
        }
    });
}

fn assert_is_guarded(response: &Response<Body>) {
    let headers = response.headers();
    let policy = headers["content-security-policy"].to_str().unwrap();
    assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
    assert_eq!(headers["x-content-type-options"], "nosniff");
    assert_eq!(headers["referrer-policy"], "no-referrer");
    assert!(headers.contains_key("cache-control"));
}

#[test]
fn every_answer_is_guarded() {
    run(async {
        let server = server();
        for path in ["/", "/api/v1/health", "/nothing", "/metrics"] {
            assert_is_guarded(&send(&server, request("GET", path, &[], Body::empty())).await);
            let foreign = request("GET", path, &[("host", "example.org")], Body::empty());
            assert_is_guarded(&send(&server, foreign).await);
        }
    });
}

#[test]
fn bodies_have_limits() {
    run(async {
        let server = server();
        let json = [("content-type", "application/json")];
        let ask = async |headers: &[(&str, &str)], body: String| {
            status(&server, request("POST", "/api/v1/positions", headers, body)).await
        };
        let good = "{\"position\":\"1\"}";
        assert_eq!(ask(&json, good.to_owned()).await, 200);
        assert_eq!(ask(&[], good.to_owned()).await, 415, "a form of another site could send this");
        assert_eq!(ask(&[("content-type", "text/plain")], good.to_owned()).await, 415);
        assert_eq!(ask(&json, format!("{good}{}", " ".repeat(70_000))).await, 413);
        assert_eq!(ask(&json, format!("{{\"position\":\"{}\"}}", "1".repeat(5000))).await, 400);
        assert_eq!(ask(&json, "{\"position\":\"1\",\"file\":\"/etc/passwd\"}".to_owned()).await, 400);
        assert_eq!(ask(&json, String::new()).await, 400);
        assert_eq!(ask(&json, "[".repeat(60_000)).await, 400);
        // Files have no way in: what the command reads from a file is a text here.
        for text in ["@/etc/passwd", "amazons:@/etc/passwd", "nogo @/etc/passwd", "-", "file:///etc/passwd"] {
            let body = serde_json::json!({ "position": text }).to_string();
            let response = send(&server, request("POST", "/api/v1/positions", &json, body)).await;
            assert_eq!(response.status(), 400, "{text}");
            let told = String::from_utf8(bytes(response).await.to_vec()).unwrap();
            assert!(!told.contains("root:"), "{told}");
        }
    });
}

#[test]
fn a_token_is_needed_where_there_is_one() {
    run(async {
        let token = "0123456789abcdef";
        let server = with(Engine::new(), Settings { token: Some(token.to_owned()), ..settings() });
        for path in ["/api/v1/health", "/api/v1/openapi.json", "/metrics"] {
            assert_eq!(status(&server, request("GET", path, &[], Body::empty())).await, 401);
            for wrong in
                ["Bearer 0123456789abcdeX", "Bearer ", "0123456789abcdef", "Bearer 0123456789abcdef0"]
            {
                let asked = request("GET", path, &[("authorization", wrong)], Body::empty());
                assert_eq!(status(&server, asked).await, 401, "{wrong}");
            }
            let asked = request("GET", path, &[("authorization", "Bearer 0123456789abcdef")], Body::empty());
            assert_eq!(status(&server, asked).await, 200);
        }
        assert_ne!(status(&server, request("GET", "/", &[], Body::empty())).await, 401);
    });
}

#[test]
fn others_need_a_token() {
    let open = |listen: &str, token: Option<&str>| {
        let settings =
            Settings { listen: listen.parse().unwrap(), token: token.map(str::to_owned), ..settings() };
        Server::bind(Engine::new(), settings)
    };
    assert!(matches!(open("0.0.0.0:0", None), Err(ServeError::Open(_))));
    assert!(matches!(open("[::]:0", None), Err(ServeError::Open(_))));
    assert!(matches!(open("127.0.0.1:0", Some("short")), Err(ServeError::Token)));
    assert!(matches!(open("127.0.0.1:0", Some("0123456789abcde?")), Err(ServeError::Token)));
    let server = open("127.0.0.1:0", Some("0123456789abcdef")).unwrap();
    assert!(server.url().ends_with("/?token=0123456789abcdef"), "{}", server.url());
    let url = open("127.0.0.1:0", None).unwrap().url();
    assert!(url.starts_with("http://127.0.0.1:") && url.ends_with('/'), "{url}");
}

#[test]
fn the_page_is_served_whole() {
    run(async {
        let server = server();
        let plain = send(&server, request("GET", "/", &[], Body::empty())).await;
        if plain.status() == 404 {
            return;
        }
        assert_eq!(plain.headers()["content-type"], "text/html; charset=utf-8");
        let tag = plain.headers()["etag"].to_str().unwrap().to_owned();
        let page = bytes(plain).await;
        let zipped =
            send(&server, request("GET", "/", &[("accept-encoding", "br, gzip")], Body::empty())).await;
        assert_eq!(zipped.headers()["content-encoding"], "gzip");
        let zipped = bytes(zipped).await;
        let body = &zipped[10..zipped.len() - 8];
        assert_eq!(miniz_oxide::inflate::decompress_to_vec(body).unwrap(), page);
        let known = send(&server, request("GET", "/", &[("if-none-match", &tag)], Body::empty())).await;
        assert_eq!(known.status(), 304);
        assert!(bytes(known).await.is_empty());
    });
}
