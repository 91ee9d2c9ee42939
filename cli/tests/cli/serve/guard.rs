//! Requests from other sites, and invalid requests.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, Ipv6Addr, Shutdown, TcpListener, TcpStream};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use rstest::rstest;
use serde_json::{Value, json};

use crate::serve::{Page, Request, body, body_of};

fn tree() -> String {
    body("tree", json!({ "fields": { "input": "a:b", "rule": "URI" } }))
}

#[rstest]
#[case::host("Host", "example.com", 421)]
#[case::other_port("Host", "127.0.0.1:1", 421)]
#[case::origin("Origin", "http://example.com", 403)]
#[case::unknown_origin("Origin", "null", 403)]
#[case::site("Sec-Fetch-Site", "cross-site", 403)]
#[case::other_server_here("Sec-Fetch-Site", "same-site", 403)]
#[case::form("Content-Type", "application/x-www-form-urlencoded", 415)]
#[case::text("Content-Type", "text/plain", 415)]
#[case::with_parameters("Content-Type", "application/json; charset=utf-8", 200)]
fn a_request_with(#[case] header: &str, #[case] value: &str, #[case] status: u16) {
    let page = Page::new();
    let request = Request::post(page.port, "/answers", tree()).header(header, value);
    let response = request.send(page.port);
    assert_eq!(response.status, status, "{}", response.text());
    if status != 200 {
        assert!(response.json()["error"].is_string());
    }
}

#[rstest]
#[case("Host", 421)]
#[case("Origin", 200)]
#[case("Sec-Fetch-Site", 200)]
#[case("Content-Type", 415)]
fn a_request_without(#[case] header: &str, #[case] status: u16) {
    let page = Page::new();
    let request = Request::post(page.port, "/answers", tree()).without(header);
    let response = request.send(page.port);
    // HTTP/1.1 requires a host, so every request without one is refused.
    assert_eq!(response.status, status, "{}", response.text());
}

#[rstest]
#[case("GET", "/", 200)]
#[case("HEAD", "/", 200)]
#[case("GET", "/state", 200)]
#[case("GET", "/events", 204)]
#[case("GET", "/nope", 404)]
#[case("GET", "/../Cargo.toml", 404)]
#[case("GET", "/%2e%2e/Cargo.toml", 404)]
#[case("POST", "/", 405)]
#[case("GET", "/answers", 405)]
#[case("POST", "/answers", 415)]
#[case("POST", "/answers/tree", 404)]
#[case("POST", "/%FF", 404)]
#[case("PUT", "/save", 405)]
#[case("POST", "/save", 403)]
#[case("OPTIONS", "/state", 405)]
fn each_answer_has_the_headers(#[case] method: &str, #[case] path: &str, #[case] status: u16) {
    let page = Page::new();
    let response = Request::new(method, page.port, path).header("Content-Length", "0").send(page.port);
    assert_eq!(response.status, status);
    let policy = response.header("content-security-policy").unwrap();
    assert!(policy.starts_with("default-src 'none'; script-src 'self';"), "{policy}");
    assert!(!policy.contains("unsafe"), "{policy}");
    let expected = [
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cache-control", "no-store"),
        ("cross-origin-resource-policy", "same-origin"),
    ];
    for (name, value) in expected {
        assert_eq!(response.header(name), Some(value));
    }
    assert_eq!(response.header("access-control-allow-origin"), None);
}

#[test]
fn a_link_from_elsewhere_opens_the_page_only() {
    let page = Page::new();
    let follow = |path: &str| {
        Request::get(page.port, path)
            .header("Sec-Fetch-Site", "cross-site")
            .header("Sec-Fetch-Mode", "navigate")
            .header("Sec-Fetch-Dest", "document")
            .send(page.port)
    };
    assert_eq!(follow("/").status, 200);
    assert_eq!(follow("/state").status, 403);
}

#[test]
fn only_this_machine_reaches_it() {
    let page = Page::new();
    assert!(TcpStream::connect((Ipv4Addr::LOCALHOST, page.port)).is_ok());
    let has_ipv6 = TcpListener::bind((Ipv6Addr::LOCALHOST, 0)).is_ok();
    assert_eq!(TcpStream::connect((Ipv6Addr::LOCALHOST, page.port)).is_ok(), has_ipv6);
    // A server that listened on all addresses would be reachable on all of 127.0.0.0/8 on Linux.
    #[cfg(target_os = "linux")]
    assert!(TcpStream::connect((Ipv4Addr::new(127, 0, 0, 2), page.port)).is_err());
    // `connect` sends nothing: it only determines the source address of packets to that host.
    let outside = std::net::UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).unwrap();
    if outside.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).is_ok() {
        let address = outside.local_addr().unwrap().ip();
        assert!(TcpStream::connect((address, page.port)).is_err(), "{address}");
    }
}

/// Returns the panels, and names that are not panels.
fn panels() -> Vec<&'static str> {
    urigram_page::panels().chain(["nope", "..", ""]).collect()
}

/// Generates a JSON value that is similar to those that the server expects.
fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,20}".prop_map(Value::from),
        "(URI|port|link|case|yes|[0-9]{1,3}|-{1,2}[a-z]{1,8}|[a-z]{1,4} = \\{ .{0,12} \\})"
            .prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::hash_map(".{0,4}", inner, 0..4).prop_map(|map| json!(map)),
        ]
    })
}

/// Generates a request that has most of the fields, some with wrong values.
fn request() -> impl Strategy<Value = Value> {
    let fields = ["input", "other", "rule", "policy", "level", "base", "near", "seed", "steps", "start"];
    let some = proptest::sample::subsequence(fields.to_vec(), 0..5);
    let fields = some.prop_flat_map(|names| {
        vec(value(), names.len()).prop_map(move |values| {
            Value::Object(names.iter().map(|name| (*name).to_owned()).zip(values).collect())
        })
    });
    (fields, value(), value(), value(), any::<bool>()).prop_map(|(fields, grammar, against, name, is_odd)| {
        match is_odd {
            true => json!({ "fields": fields, "grammar": grammar, "against": against, "name": name }),
            false => json!({ "fields": fields, "grammar": grammar.as_str(), "name": name.as_str() }),
        }
    })
}

fn ask(page: &Page, body: &[u8]) -> u16 {
    Request::post(page.port, "/answers", body).send(page.port).status
}

/// Returns `PROPTEST_CASES`, or by default fewer cases than proptest's default, because each case sends a
/// request.
fn cases() -> u32 {
    match std::env::var_os("PROPTEST_CASES") {
        Some(_) => ProptestConfig::default().cases,
        None => 64,
    }
}

/// Checks a property of generated values.
macro_rules! for_some {
    ($($closure:tt)*) => {
        proptest!(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() }, $($closure)*)
    };
}

#[test]
fn bytes() {
    let page = Page::new();
    for_some!(|(bytes in vec(any::<u8>(), 0..200))| {
        prop_assert_eq!(ask(&page, &bytes), 400);
    });
}

#[test]
fn json_of_any_kind() {
    let page = Page::new();
    for_some!(|(value in value(), are_asks in any::<bool>())| {
        let body = if are_asks { body_of(value, json!({})) } else { value.to_string() };
        prop_assert_eq!(ask(&page, body.as_bytes()), 400);
    });
}

#[test]
fn requests_that_are_nearly_right() {
    let mut page = Page::new();
    for_some!(|(panel in select(panels()), request in request())| {
        let status = ask(&page, body(panel, request).as_bytes());
        prop_assert!(matches!(status, 200 | 400), "{status}");
    });
    assert_eq!(page.stderr(), "");
}

#[test]
fn what_is_saved() {
    const TEXT: &str = "a = { \"x\" }";
    let page = Page::with(&["--write"], &[("my.pest", TEXT)]);
    let token = page.address.split_once("?token=").unwrap().1;
    let saved = page.get("/state").json()["file"]["saved"].clone();
    let body = prop_oneof![
        vec(any::<u8>(), 0..200),
        value().prop_map(|value| value.to_string().into_bytes()),
        (value(), value())
            .prop_map(|(text, hash)| json!({ "text": text, "saved": hash }).to_string().into_bytes()),
    ];
    for_some!(|(bytes in body, forged in "[0-9a-zA-Z]{0,40}", of_others in any::<bool>())| {
        let request = Request::post(page.port, "/save", &bytes);
        // The hash is not that of the file's text, which is a conflict.
        prop_assert!(matches!(request.header("X-Urigram-Token", token).send(page.port).status, 400 | 409));
        // Without the right token, even a valid request is refused.
        let right = json!({ "text": "b", "saved": saved }).to_string().into_bytes();
        let request = Request::post(page.port, "/save", if of_others { &right } else { &bytes });
        prop_assert_eq!(request.header("X-Urigram-Token", &forged).send(page.port).status, 403);
        let request = Request::post(page.port, "/save", if of_others { &right } else { &bytes });
        prop_assert_eq!(request.send(page.port).status, 403);
    });
    assert_eq!(page.get("/state").json()["file"]["text"], TEXT);
}

/// Random request heads, most of them malformed, cause no server error and no message.
#[test]
fn heads() {
    let mut page = Page::new();
    let head = "(GET|POST|\\PC{0,5}) [/a-z%]{0,9}\\PC{0,5}( HTTP/1\\.[01])?\r\n(Host: \\PC{0,9}\r\n)?\\PC{0,20}\r\n\r\n";
    for_some!(|(head in head)| {
        let mut stream = TcpStream::connect(("127.0.0.1", page.port)).unwrap();
        stream.write_all(head.as_bytes()).unwrap();
        stream.shutdown(Shutdown::Write).unwrap();
        let mut answer = Vec::new();
        // The server may also reset the connection.
        let _ = stream.read_to_end(&mut answer);
        prop_assert!(!answer.starts_with(b"HTTP/1.1 5"), "{}", String::from_utf8_lossy(&answer));
    });
    assert_eq!(page.stderr(), "");
}

#[test]
fn nothing_of_it_panics() {
    let mut page = Page::new();
    for body in [
        "",
        "{",
        "null",
        "{\"client\":1}",
        &body("tree", json!({ "fields": { "input": "\u{0}", "rule": "" } })),
    ] {
        assert_eq!(page.post(body).status, 400, "{body}");
    }
    assert_eq!(page.stderr(), "");
}
