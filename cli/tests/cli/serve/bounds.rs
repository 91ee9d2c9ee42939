//! Limits on requests, and the start and end of the server.

use std::fs;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::time::Duration;

use rstest::rstest;
use serde_json::{Value, json};

use crate::serve::{Page, Request, body};
use crate::{TempFile, uri};

/// The server and the command both have limits, and either may report that a limit was exceeded.
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
    // The stopped command does not delay the next request.
    let compared = page.ask("compare", json!({ "input": "a:b", "other": "a:b" }));
    assert_eq!(compared["answers"][0]["level"], "string");
}

#[rstest]
#[case::announced(&[])]
#[case::in_chunks(&[("Transfer-Encoding", "chunked")])]
fn a_body_that_is_too_long_is_refused(#[case] headers: &[(&str, &str)]) {
    let page = Page::new();
    let long = body("check", json!({ "grammar": "x".repeat(4 << 20), "fields": { "keep": "" } }));
    let sent = if headers.is_empty() { long } else { format!("{:x}\r\n{long}\r\n0\r\n\r\n", long.len()) };
    let mut request = Request::post(page.port, "/answers", sent);
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
        body(
            "check",
            json!({ "grammar": format!("// {}\na = {{ \"b\" }}", "x".repeat(comment)), "fields": { "keep": "" } }),
        )
    };
    let rest = (4 << 20) - request(0).len() - 8;
    let response = page.post(&request(rest));
    assert_eq!((response.status, response.json()["status"].clone()), (200, Value::from(0)));
}

#[test]
fn a_long_head_is_refused() {
    let page = Page::new();
    let request = Request::get(page.port, "/").header("X-Long", &"x".repeat(1 << 20));
    let mut answer = Vec::new();
    // The connection may be reset before the client reads the answer.
    let _ = request.open(page.port).read_to_end(&mut answer);
    assert!(
        answer.is_empty() || answer.starts_with(b"HTTP/1.1 431 "),
        "{}",
        String::from_utf8_lossy(&answer)
    );
    assert_eq!(page.get("/").status, 200);
}

/// Clients that send nothing, or only a part of a head, use limited memory and delay no other client.
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

/// An open page keeps its stream of events while other connections are idle, even connections that have
/// requested the head of a stream. If every connection is a stream, a new client still gets a connection.
#[rstest]
#[case::silent(false)]
#[case::head(true)]
fn streams_of_events_give_way_last(#[case] asks_for_the_head: bool) {
    let page = Page::with(&["--watch"], &[("my.pest", "a = { \"x\" }")]);
    let stream = || BufReader::new(Request::get(page.port, "/events").open(page.port));
    let mut events = stream();
    // The server subscribes to changes before it sends anything.
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

/// The time limit for the first byte is far below the limit for a head.
#[test]
fn a_first_byte_is_due_soon() {
    let page = Page::new();
    let mut silent = TcpStream::connect((Ipv4Addr::LOCALHOST, page.port)).unwrap();
    silent.set_read_timeout(Some(Duration::from_secs(15))).unwrap();
    assert_eq!(silent.read(&mut [0]).unwrap(), 0);
}

#[rstest]
#[case::no_such_file(&["nope.pest"], "nope.pest: No such file")]
#[case::folder(&["/"], "/: not a regular file")]
#[case::nothing_to_watch(&["--watch"], "<GRAMMAR>")]
#[case::nothing_to_write(&["--write"], "<GRAMMAR>")]
#[case::no_port(&["--port", "65536"], "65536 is not in 0..=65535")]
#[case::no_time(&["--time", "0"], "0 is not in 1..=600")]
fn is_refused(#[case] arguments: &[&str], #[case] why: &str) {
    let stderr = uri(&[&["serve"], arguments].concat(), "").said(2);
    assert!(stderr.contains(why), "{}", stderr);
}

#[test]
fn is_helped() {
    let stdout = uri(&["serve", "--help"], "").printed(0);
    assert!(stdout.contains("Examples:\n  uri serve --open\n"), "{}", stdout);
    assert!(stdout.contains("[default: 3986, or a free port"), "{}", stdout);
}

#[cfg(target_os = "linux")]
#[rstest]
#[case::full(">/dev/full", "No space left on device (os error 28)")]
#[case::closed(">&-", "it is closed")]
fn an_address_that_cannot_be_told_is_no_address(#[case] to: &str, #[case] why: &str) {
    let ran = crate::run(crate::usage::redirected(&["serve", "--port", "0"], to), b"");
    assert_eq!((ran.stderr, ran.status), (format!("uri: <stdout>: {why}\n"), 2));
}

#[rstest]
#[case::bytes("bytes", b"\xFF", "not UTF-8")]
#[case::empty("empty", b"", "the file is empty, so there is no grammar to show")]
#[case::long("long", &[b'a'; (1 << 20) + 1], "longer than 1 MiB, the most that this page reads")]
fn a_file_that_is_no_grammar_is_refused(#[case] name: &str, #[case] content: &[u8], #[case] why: &str) {
    let file = TempFile::new(&format!("serve-{name}.pest"), content);
    let ran = uri(&["serve", file.path()], "");
    assert_eq!((ran.stderr, ran.status), (format!("uri: {}: {why}\n", file.path()), 2));
}

#[cfg(unix)]
#[test]
fn no_place_for_temporary_files_is_refused() {
    let mut command = crate::command(&["serve", "--port", "0"]);
    command.env("TMPDIR", "/dev/null");
    let stderr = crate::run(command, b"").said(2);
    assert!(stderr.starts_with("uri: cannot write temporary files: Not a directory"), "{}", stderr);
}

/// A service manager may start the server without standard input and without a home.
#[cfg(unix)]
#[test]
fn standard_input_and_a_home_are_not_needed() {
    let mut command = crate::undisturbed(std::process::Command::new("/bin/sh"));
    command.args(["-c", "exec \"$0\" serve --port 0 <&-", env!("CARGO_BIN_EXE_uri")]).env_remove("HOME");
    let page = Page::of(command, super::new_folder());
    assert_eq!(page.ask("compare", serde_json::json!({ "input": "a:b", "other": "a:b" }))["status"], 0);
}

/// Other programs may remove old files from the temporary directory.
#[test]
fn files_that_others_remove_are_not_missed() {
    let page = Page::new();
    let check = || {
        page.ask_with("check", serde_json::json!({ "grammar": "a = { \"x\" }", "fields": { "keep": "" } }))
    };
    let temporary = page.folder.join("tmp");
    for left in fs::read_dir(&temporary).unwrap() {
        fs::remove_dir_all(left.unwrap().path()).unwrap();
    }
    assert_eq!(check()["status"], 0);
    fs::remove_dir_all(&temporary).unwrap();
    let stopped = check()["stopped"].as_str().unwrap().to_owned();
    assert!(stopped.starts_with("it could not be run: No such file"), "{stopped}");
    fs::create_dir(&temporary).unwrap();
    assert_eq!(check()["status"], 0);
}

#[test]
fn a_port_in_use_is_named() {
    let page = Page::new();
    let port = page.port.to_string();
    let stderr = uri(&["serve", "--port", &port], "").said(2);
    assert!(stderr.starts_with(&format!("uri: cannot listen on port {port}: ")), "{}", stderr);
}

#[cfg(unix)]
#[rstest]
fn a_signal_ends_it_with_nothing_left(
    #[values("interrupt", "terminate", "quit", "hangup")] name: &str,
    #[values(false, true)] is_busy: bool,
) {
    use rustix::process::{Pid, Signal, kill_process};

    use super::Request;

    let mut page = Page::with(&["--watch", "--time", "600"], &[("my.pest", "a = { \"x\" }")]);
    assert_eq!(page.get("/state").status, 200);
    let _open = Request::get(page.port, "/events").open(page.port);
    let _busy = is_busy.then(|| {
        let rules = (0..12_000).map(|n| format!("r{n} = {{ r{0} | \"a\" ~ r{0} }}\n", n + 1));
        let slow: String = rules.chain(["r12000 = { \"b\" }".to_owned()]).collect();
        let fields = serde_json::json!({ "rule": "r0", "near": "", "seed": 1 });
        let body = super::body("sample", serde_json::json!({ "grammar": slow, "fields": fields }));
        let open = Request::post(page.port, "/answers", body).open(page.port);
        // The folder of a command exists only while the command runs.
        let folders = || fs::read_dir(page.folder.join("tmp")).unwrap().map(|entry| entry.unwrap().path());
        while !folders().any(|folder| fs::read_dir(folder).unwrap().count() > 0) {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        open
    });
    let signal = match name {
        "interrupt" => Signal::INT,
        "terminate" => Signal::TERM,
        "quit" => Signal::QUIT,
        _ => Signal::HUP,
    };
    kill_process(Pid::from_child(&page.child), signal).unwrap();
    assert_eq!(page.child.wait().unwrap().code(), Some(0));
    let left: Vec<_> =
        fs::read_dir(page.folder.join("tmp")).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(left.is_empty(), "{left:?}");
    let mut said = String::new();
    page.stdout.read_to_string(&mut said).unwrap();
    assert_eq!((said.as_str(), page.stderr().as_str()), ("", ""));
}
