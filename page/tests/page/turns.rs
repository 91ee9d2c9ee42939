//! The scheduling of requests, with a command that never ends.

#[allow(dead_code, reason = "the tests of the command need more of it")]
#[path = "../../../cli/tests/cli/serve/client.rs"]
mod client;

use std::fs;
use std::net::TcpStream;
use std::process::Command;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::sync::oneshot;
use urigram_page::{Options, Server};

use client::{Request, Response};

/// A server whose command writes its process id to a file, and never ends.
struct Page {
    port: u16,
    folder: TempDir,
    /// Dropped to stop the server.
    running: Option<(oneshot::Sender<()>, JoinHandle<()>)>,
}

impl Page {
    /// Starts a server with this time limit.
    fn new(time: Duration) -> Self {
        Self::of("exec sleep 60", time)
    }

    /// Starts a server whose command writes its process id and then runs this command.
    fn of(command: &str, time: Duration) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (program, ids) = (folder.path().join("uri"), folder.path().join("ids"));
        let script = format!("#!/bin/sh\n: > '{}'/$$\n{command}\n", ids.display());
        fs::create_dir(ids).unwrap();
        // Written by another process, as in the tests of `child`.
        let written = std::process::Command::new("/bin/sh")
            .args(["-c", "printf %s \"$1\" > \"$0\" && chmod 700 \"$0\""])
            .args([program.as_os_str(), script.as_ref()])
            .status();
        assert!(written.unwrap().success());
        let options = Options { program, port: Some(0), time: Some(time), ..Options::default() };
        let server = Server::bind(options).unwrap();
        let address = server.address();
        let (sender, ended) = oneshot::channel();
        let served = thread::spawn(|| server.run_until(async { drop(ended.await) }).unwrap());
        let running = Some((sender, served));
        let port = address.rsplit(':').next().unwrap().trim_end_matches('/').parse().unwrap();
        Self { port, folder, running }
    }

    fn post(&self, client: &str, panel: &str, turn: u64) -> TcpStream {
        let fields = match panel {
            "compare" => json!({ "input": "a", "other": "b" }),
            "parse" | "tree" => json!({ "input": "a", "rule": "" }),
            "check" => json!({ "keep": "" }),
            _ => json!({}),
        };
        self.post_asks(client, panel, turn, json!([{ "panel": panel, "fields": fields }]))
    }

    /// Sends a request with these asks, whose slot is `slot`.
    fn post_asks(&self, client: &str, slot: &str, turn: u64, asks: Value) -> TcpStream {
        let body = json!({ "client": client, "slot": slot, "turn": turn, "asks": asks }).to_string();
        // Keep the connection open, as a browser does.
        Request::post(self.port, "/answers", body).without("Connection").open(self.port)
    }

    /// Returns how many commands have begun, and how many of them are running.
    fn commands(&self) -> (usize, usize) {
        let files = fs::read_dir(self.folder.path().join("ids")).unwrap();
        let ids: Vec<_> = files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
        let is_there = |id: &&String| {
            let asked = Command::new("/bin/sh").args(["-c", &format!("kill -0 {id}")]).output();
            asked.unwrap().status.success()
        };
        (ids.len(), ids.iter().filter(is_there).count())
    }

    /// Waits until `begun` commands have begun and `running` of them are running.
    fn wait_for(&self, begun: usize, running: usize) {
        for _ in 0..1000 {
            if self.commands() == (begun, running) {
                return;
            }
            thread::sleep(Duration::from_millis(10));
        }
        assert_eq!(self.commands(), (begun, running));
    }

    /// Checks that these numbers of commands have begun and are running, and remain the same.
    fn stays_at(&self, begun: usize, running: usize) {
        self.wait_for(begun, running);
        thread::sleep(Duration::from_millis(300));
        assert_eq!(self.commands(), (begun, running));
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let (sender, served) = self.running.take().unwrap();
        drop(sender);
        served.join().unwrap();
    }
}

const LONG: Duration = Duration::from_secs(60);

fn answer(stream: TcpStream) -> (u16, Value) {
    let response = Response::read(stream);
    (response.status, response.json())
}

#[test]
fn what_takes_too_long_is_stopped() {
    let page = Page::new(Duration::from_millis(200));
    let expected = json!({
        "status": 2, "answers": [], "said": "", "command": "uri grammar check", "abnf": null, "file": null,
        "stopped": "it was stopped because it took longer than 200ms",
    });
    assert_eq!(answer(page.post("a", "check", 1)), (200, expected));
    page.wait_for(page.commands().0, 0);
}

#[test]
fn a_later_request_kills_an_earlier_one() {
    let page = Page::new(LONG);
    let earlier = page.post("a", "check", 1);
    page.wait_for(1, 1);
    let later = page.post("a", "check", 3);
    let superseded = json!({ "error": "a later request has superseded this one" });
    assert_eq!(answer(earlier), (409, superseded.clone()));
    page.wait_for(2, 1);
    assert_eq!(answer(page.post("a", "check", 2)), (409, superseded));
    page.stays_at(2, 1);
    drop(later);
    page.wait_for(2, 0);
}

/// The client gets the answers so far, without an error.
#[test]
fn a_later_request_ends_the_answers_of_an_earlier_one() {
    let page = Page::of("read line; echo '[0,1,0]'; printf 1; exec sleep 60", LONG);
    let ask = json!({ "panel": "check", "fields": { "keep": "" } });
    let earlier = page.post_asks("a", "check", 1, json!([ask, ask]));
    // The status is sent with the first answer.
    earlier.peek(&mut [0]).unwrap();
    let _later = page.post("a", "check", 2);
    let response = Response::read(earlier);
    assert_eq!(
        (response.status, response.is_whole, response.json()["status"].clone()),
        (200, true, json!(0))
    );
    page.wait_for(2, 0);
}

#[test]
fn a_closed_connection_kills_its_command() {
    let page = Page::new(LONG);
    let open = page.post("a", "check", 1);
    page.wait_for(1, 1);
    drop(open);
    page.wait_for(1, 0);
}

#[test]
fn so_many_commands_run_at_once() {
    let page = Page::new(LONG);
    let of_grammar = page.post("a", "check", 1);
    page.wait_for(1, 1);
    // A second command on the grammar has to wait, but a command on a text does not.
    let waits = page.post("a", "prove", 1);
    let of_text = page.post("a", "compare", 1);
    page.stays_at(2, 2);
    let others: Vec<TcpStream> = ["b", "c", "d"].iter().map(|client| page.post(client, "check", 1)).collect();
    page.stays_at(4, 4);
    drop(of_text);
    page.stays_at(5, 4);
    drop(of_grammar);
    page.stays_at(6, 4);
    drop((waits, others));
    page.wait_for(6, 0);
}

/// A server keeps only a limited number of answers for clients that do not read them.
#[test]
fn what_nobody_reads_keeps_its_place() {
    let print = "echo '[0,8000003,0]'; echo \"\\\"$(head -c 8000000 /dev/zero | tr '\\0' x)\\\"\"";
    let page = Page::of(print, LONG);
    let unread: Vec<TcpStream> = (0..6).map(|n| page.post(&n.to_string(), "check", 1)).collect();
    page.stays_at(4, 0);
    // It is unknown which of the commands have begun.
    let readers: Vec<_> = unread.into_iter().map(|stream| thread::spawn(|| answer(stream))).collect();
    for reader in readers {
        let (status, answer) = reader.join().unwrap();
        assert_eq!((status, answer["answers"][0].as_str().unwrap().len()), (200, 8_000_000));
    }
    page.wait_for(6, 0);
}

#[test]
fn one_tab_leaves_a_place_for_the_others() {
    let page = Page::new(LONG);
    let of_tab: Vec<TcpStream> =
        ["check", "compare", "parse", "tree"].iter().map(|panel| page.post("a", panel, 1)).collect();
    page.stays_at(3, 3);
    let other = page.post("b", "check", 1);
    page.stays_at(4, 4);
    drop((of_tab, other));
}
