//! What takes too much: grammars, bodies and connections.

use std::fs;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::time::Duration;

use rstest::rstest;
use serde_json::{Value, json};

use super::client::Request;
use super::{Page, body};

/// The command has limits of its own, and one of both says why there is no answer.
#[test]
fn a_grammar_that_takes_long_is_given_up() {
    let page = Page::new();
    let rules = (0..12_000).map(|n| format!("r{n} = {{ r{0} | \"a\" ~ r{0} }}\n", n + 1));
    let grammar: String = rules.chain(["r12000 = { \"b\" }".to_owned()]).collect();
    let fields = json!({ "rule": "r0", "near": "", "seed": 1 });
    let answer = page.ask_with("sample", json!({ "grammar": grammar, "fields": fields }));
    assert_eq!((&answer["status"], &answer["answers"]), (&json!(2), &json!([])));
    match answer["stopped"].as_str() {
        Some(stopped) => assert_eq!(stopped, "it was stopped because it took longer than 2s"),
        None => assert!(answer["said"].as_str().unwrap().contains("within the limits"), "{answer}"),
    }
    // Nothing of it is in the way of the next.
    let compared = page.ask("compare", json!({ "input": "a:b", "other": "a:b" }));
    assert_eq!(compared["answers"][0]["rung"], "string");
}

#[rstest]
#[case::announced(&[])]
#[case::in_chunks(&[("Transfer-Encoding", "chunked")])]
fn a_body_that_is_too_long_is_refused(#[case] headers: &[(&str, &str)]) {
    let page = Page::new();
    let long = body(json!({ "grammar": "x".repeat(1 << 20), "fields": {} }));
    let sent = if headers.is_empty() { long } else { format!("{:x}\r\n{long}\r\n0\r\n\r\n", long.len()) };
    let mut request = Request::post(page.port, "/answer/check", sent);
    for (name, value) in headers {
        request = request.without("Content-Length").header(name, value);
    }
    let response = request.send(page.port);
    assert_eq!(response.status, 413, "{}", response.text());
}

#[test]
fn the_longest_body_is_answered() {
    let page = Page::with(&["--time", "60"], &[]);
    let request = |comment: usize| {
        body(json!({ "grammar": format!("// {}\na = {{ \"b\" }}", "x".repeat(comment)), "fields": {} }))
    };
    let rest = (1 << 20) - request(0).len() - 8;
    let response = page.post("check", &request(rest));
    assert_eq!((response.status, response.json()["status"].clone()), (200, Value::from(0)));
}

#[test]
fn a_long_head_is_refused() {
    let page = Page::new();
    let request = Request::get(page.port, "/").header("X-Long", &"x".repeat(1 << 20));
    let mut answer = Vec::new();
    // The connection may be reset before the answer is read.
    let _ = request.open(page.port).read_to_end(&mut answer);
    assert!(
        answer.is_empty() || answer.starts_with(b"HTTP/1.1 431 "),
        "{}",
        String::from_utf8_lossy(&answer)
    );
    assert_eq!(page.get("/").status, 200);
}

/// Clients that say nothing, or not the whole of a head, do not take memory without end, and no one waits for them.
#[rstest]
#[case::silent("")]
#[case::in_the_head("G")]
#[case::after_an_answer("GET / HTTP/1.1\r\n\r\n")]
fn idle_connections_give_way(#[case] said: &str) {
    let page = Page::new();
    let mut idle: Vec<TcpStream> = (0..100)
        .map(|_| {
            let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, page.port)).unwrap();
            stream.write_all(said.as_bytes()).unwrap();
            stream
        })
        .collect();
    assert_eq!(page.get("/").status, 200);
    let is_open = |stream: &mut TcpStream| {
        stream.set_read_timeout(Some(Duration::from_millis(1))).unwrap();
        let read = stream.read_to_end(&mut Vec::new());
        read.is_err_and(|error| matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut))
    };
    let open = idle.iter_mut().map(is_open).filter(|is_open| *is_open).count();
    assert!(open <= 64, "{open}");
}

/// A page that shows a file keeps its stream while others are idle, also where these have asked for the head of one. Streams
/// alone keep nobody out.
#[rstest]
#[case::silent(false)]
#[case::head(true)]
fn streams_of_events_give_way_last(#[case] asks_for_the_head: bool) {
    let page = Page::with(&["--watch"], &[("my.pest", "a = { \"x\" }")]);
    let stream = || BufReader::new(Request::get(page.port, "/events").open(page.port));
    let mut events = stream();
    // The server has subscribed when it sends something.
    events.read_line(&mut String::new()).unwrap();
    let idle: Vec<TcpStream> = (0..100)
        .map(|_| {
            if !asks_for_the_head {
                return TcpStream::connect((Ipv4Addr::LOCALHOST, page.port)).unwrap();
            }
            let request = Request::new("HEAD", page.port, "/events").without("Connection");
            let mut stream = request.open(page.port);
            assert_eq!(stream.read(&mut [0]).unwrap(), 1);
            stream
        })
        .collect();
    assert_eq!(page.get("/").status, 200);
    drop(idle);
    fs::write(page.folder.join("my.pest"), "b = { \"x\" }").unwrap();
    assert!(events.lines().any(|line| line.unwrap().contains("b = {")));
    let streams: Vec<_> = (0..100).map(|_| stream()).collect();
    assert_eq!(page.get("/").status, 200);
    drop(streams);
}

/// Far less than the time for a head.
#[test]
fn a_first_byte_is_due_soon() {
    let page = Page::new();
    let mut silent = TcpStream::connect((Ipv4Addr::LOCALHOST, page.port)).unwrap();
    silent.set_read_timeout(Some(Duration::from_secs(15))).unwrap();
    assert_eq!(silent.read(&mut [0]).unwrap(), 0);
}
