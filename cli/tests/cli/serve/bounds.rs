//! What takes too much: grammars, bodies, connections, and requests that nobody waits for any more.

use std::io::Read;
use std::net::{Ipv4Addr, TcpStream};
use std::thread;
use std::time::Duration;

use rstest::rstest;
use serde_json::{Value, json};

use super::client::{Request, Response};
use super::{Page, body};

/// A grammar of which a sample takes many seconds.
fn slow() -> String {
    let rules = (0..12_000).map(|n| format!("r{n} = {{ r{0} | \"a\" ~ r{0} }}\n", n + 1));
    rules.chain(["r12000 = { \"b\" }".to_owned()]).collect()
}

/// A request that takes forever, of this tab.
fn forever(client: &str, turn: u64) -> String {
    let fields = json!({ "rule": "r0", "near": "", "seed": 1 });
    body(json!({ "client": client, "turn": turn, "grammar": slow(), "fields": fields }))
}

/// Returns the commands that the server runs.
#[cfg(target_os = "linux")]
fn children(page: &Page) -> usize {
    let parent = page.child.id().to_string();
    let is_child = |process: &std::path::Path| {
        let stat = std::fs::read_to_string(process.join("stat")).unwrap_or_default();
        // The name, in parentheses, may contain anything.
        let (_, after) = stat.rsplit_once(") ").unwrap_or_default();
        after.split(' ').nth(1) == Some(&parent)
    };
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    processes.filter(|process| is_child(&process.path())).count()
}

/// Waits until the server runs so many commands. A test that waits too long fails.
#[cfg(target_os = "linux")]
fn wait_for_children(page: &Page, expected: usize) {
    for _ in 0..3000 {
        if children(page) == expected {
            return;
        }
        thread::sleep(Duration::from_millis(10));
    }
    panic!("{} commands run, not {expected}", children(page));
}

#[test]
fn a_grammar_that_takes_forever_is_given_up() {
    let page = Page::new();
    let answer = page.post("sample", &forever("a", 1)).json();
    let expected = json!({
        "status": 2, "answers": [], "said": "", "command": "uri grammar sample --rule r0 --seed 1 grammar.pest",
        "stopped": "it was stopped because it took longer than 2s",
    });
    assert_eq!(answer, expected);
    // Nothing of it is left in the way of the next.
    assert_eq!(page.ask("compare", json!({"input": "a:b", "other": "a:b"}))["answers"][0]["rung"], "string");
    #[cfg(target_os = "linux")]
    assert_eq!(children(&page), 0);
}

#[cfg(target_os = "linux")]
#[test]
fn a_superseded_request_is_killed() {
    let page = Page::with(&["--time", "600"], &[]);
    let first = Request::post(page.port, "/answer/sample", forever("a", 1)).open(page.port);
    wait_for_children(&page, 1);
    let later =
        body(json!({ "client": "a", "turn": 3, "fields": { "rule": "port", "near": "", "seed": 1 } }));
    let second = page.post("sample", &later);
    assert_eq!(second.status, 200);
    let first = Response::read(first);
    assert_eq!(
        (first.status, first.json()),
        (409, json!({"error": "a later request has superseded this one"}))
    );
    wait_for_children(&page, 0);
}

#[cfg(target_os = "linux")]
#[test]
fn a_request_that_comes_too_late_is_not_begun() {
    let page = Page::with(&["--time", "600"], &[]);
    let _later = Request::post(page.port, "/answer/sample", forever("a", 2)).open(page.port);
    wait_for_children(&page, 1);
    assert_eq!(page.post("sample", &forever("a", 1)).status, 409);
    assert_eq!(children(&page), 1);
}

#[cfg(target_os = "linux")]
#[test]
fn a_closed_connection_kills_its_command() {
    let page = Page::with(&["--time", "600"], &[]);
    // As a browser does, which keeps connections.
    let request = Request::post(page.port, "/answer/sample", forever("a", 1)).without("Connection");
    let open = request.open(page.port);
    wait_for_children(&page, 1);
    drop(open);
    wait_for_children(&page, 0);
    assert_eq!(page.get("/state").status, 200);
}

#[cfg(target_os = "linux")]
#[test]
fn so_many_commands_run_at_once() {
    let page = Page::with(&["--time", "600"], &[]);
    let ask = |client: &str, panel: &str| {
        let request = json!({
            "client": client, "grammar": slow(), "fields": { "rule": "r0", "near": "", "seed": 1 },
        });
        let path = format!("/answer/{panel}");
        Request::post(page.port, &path, body(request)).without("Connection").open(page.port)
    };
    let _of_one_tab = [ask("a", "sample")];
    wait_for_children(&page, 1);
    let check = body(json!({ "client": "a", "fields": {} }));
    let _waits = Request::post(page.port, "/answer/check", check).open(page.port);
    thread::sleep(Duration::from_millis(300));
    assert_eq!(children(&page), 1);
    let others: Vec<TcpStream> = (0..6).map(|tab| ask(&tab.to_string(), "sample")).collect();
    wait_for_children(&page, 4);
    thread::sleep(Duration::from_millis(300));
    assert_eq!(children(&page), 4);
    drop(others);
    wait_for_children(&page, 1);
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

/// Clients that connect and say nothing do not take memory without end, and others are answered when they leave.
#[test]
fn connections_are_not_without_bound() {
    let page = Page::new();
    let silent: Vec<TcpStream> =
        (0..100).map(|_| TcpStream::connect((Ipv4Addr::LOCALHOST, page.port)).unwrap()).collect();
    let port = page.port;
    let waiting = thread::spawn(move || Request::get(port, "/").send(port).status);
    thread::sleep(Duration::from_millis(300));
    assert!(!waiting.is_finished());
    drop(silent);
    assert_eq!(waiting.join().unwrap(), 200);
}

/// The server sets this for what it runs.
#[cfg(target_os = "linux")]
#[test]
fn memory_is_limited() {
    let limited = |bytes: &str| {
        let mut command = crate::command(&["encode", "--for", "path"]);
        command.env("URI_ADDRESS_SPACE", bytes);
        crate::run(command, "a".repeat(200 << 20).as_bytes())
    };
    let ran = limited("134217728");
    assert_eq!((ran.status, ran.stderr.as_str()), (2, "uri: <stdin>: line 1 is longer than memory allows\n"));
    let ran = limited("x");
    assert_eq!((ran.status, ran.stderr.as_str()), (2, "uri: URI_ADDRESS_SPACE is not a number of bytes\n"));
}
