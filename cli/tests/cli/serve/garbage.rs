//! Requests that make no sense.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

use super::client::Request;
use super::{Page, body};

/// Returns the panels, and what is none.
fn panels() -> Vec<&'static str> {
    urigram_page::panels().chain(["nope", "%2e%2e"]).collect()
}

/// A value of JSON that is like those that are expected.
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

/// A request with most of its fields, some of which have wrong values.
fn request() -> impl Strategy<Value = Value> {
    let fields = ["input", "other", "rule", "policy", "rung", "base", "near", "seed", "steps", "start"];
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

fn ask(page: &Page, panel: &str, body: &[u8]) -> u16 {
    Request::post(page.port, &format!("/answer/{panel}"), body).send(page.port).status
}

/// Returns the number of cases: that of the variable `PROPTEST_CASES`, or fewer than usual, because each is a request.
fn cases() -> u32 {
    match std::env::var_os("PROPTEST_CASES") {
        Some(_) => ProptestConfig::default().cases,
        None => 64,
    }
}

/// Checks what holds for each of some generated values.
macro_rules! for_some {
    ($($closure:tt)*) => {
        proptest!(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() }, $($closure)*)
    };
}

#[test]
fn bytes() {
    let page = Page::new();
    for_some!(|(panel in select(panels()), bytes in vec(any::<u8>(), 0..200))| {
        prop_assert!(matches!(ask(&page, panel, &bytes), 400 | 404));
    });
}

#[test]
fn json_of_any_kind() {
    let page = Page::new();
    for_some!(|(panel in select(panels()), value in value())| {
        prop_assert!(matches!(ask(&page, panel, value.to_string().as_bytes()), 400 | 404));
    });
}

#[test]
fn requests_that_are_nearly_right() {
    let mut page = Page::new();
    for_some!(|(panel in select(panels()), request in request())| {
        let status = ask(&page, panel, body(request).as_bytes());
        prop_assert!(matches!(status, 200 | 400 | 404), "{status}");
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
        // The hash of another text is 409.
        prop_assert!(matches!(request.header("X-Urigram-Token", token).send(page.port).status, 400 | 409));
        // Without the token, a request that would be in order is refused, too.
        let right = json!({ "text": "b", "saved": saved }).to_string().into_bytes();
        let request = Request::post(page.port, "/save", if of_others { &right } else { &bytes });
        prop_assert_eq!(request.header("X-Urigram-Token", &forged).send(page.port).status, 403);
        let request = Request::post(page.port, "/save", if of_others { &right } else { &bytes });
        prop_assert_eq!(request.send(page.port).status, 403);
    });
    assert_eq!(page.get("/state").json()["file"]["text"], TEXT);
}

/// Not HTTP at all, or nearly.
#[test]
fn heads() {
    let mut page = Page::new();
    let head = "(GET|POST|\\PC{0,5}) [/a-z%]{0,9}\\PC{0,5}( HTTP/1\\.[01])?\r\n(Host: \\PC{0,9}\r\n)?\\PC{0,20}\r\n\r\n";
    for_some!(|(head in head)| {
        let mut stream = TcpStream::connect(("127.0.0.1", page.port)).unwrap();
        stream.write_all(head.as_bytes()).unwrap();
        stream.shutdown(Shutdown::Write).unwrap();
        let mut answer = Vec::new();
        // A connection that is reset is an answer, too.
        let _ = stream.read_to_end(&mut answer);
        prop_assert!(!answer.starts_with(b"HTTP/1.1 5"), "{}", String::from_utf8_lossy(&answer));
    });
    assert_eq!(page.stderr(), "");
}

#[test]
fn nothing_of_it_panics() {
    let mut page = Page::new();
    for body in
        ["", "{", "null", "{\"client\":1}", &body(json!({ "fields": { "input": "\u{0}", "rule": "" } }))]
    {
        assert_eq!(page.post("tree", body).status, 400, "{body}");
    }
    assert_eq!(page.stderr(), "");
}
