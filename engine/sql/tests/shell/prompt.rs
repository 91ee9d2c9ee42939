//! The prompt, in a pseudo-terminal.

use std::fs::{File, create_dir};
use std::process::Command;

use rexpect::process::WaitStatus;
use rexpect::session::{PtySession, spawn_command};
use tempfile::TempDir;

/// The time limit for a response in milliseconds, long enough for a busy machine.
const PATIENCE: u64 = 60_000;

fn prompt(home: &TempDir) -> PtySession {
    let mut command = Command::new(env!("CARGO_BIN_EXE_uri-sql"));
    command.env("HOME", home.path()).env("TERM", "xterm").current_dir(home.path());
    let mut session = spawn_command(command, Some(PATIENCE)).unwrap();
    session.exp_string("> ").unwrap();
    session
}

/// Enters a line, and waits for `expected` and the next prompt, because text typed before the prompt is lost.
/// The line must not contain `expected`.
fn ask(session: &mut PtySession, line: &str, expected: &str) {
    session.send_line(line).unwrap();
    session.exp_string(expected).unwrap();
    session.exp_string("> ").unwrap();
}

#[test]
fn queries_errors_and_completion() {
    let home = TempDir::new().unwrap();
    let mut session = prompt(&home);
    ask(&mut session, "select concat('<', uri_host('http://a.example/'), '>');", "<a.example>");
    ask(&mut session, "select uri_host_strict('a://b c');", "remove the space from the host");
    ask(&mut session, "\\h uri_host", "uri_host(uri)");
    ask(&mut session, "\\h it's", "0 row(s)");

    session.send("select uri_count_d\t").unwrap();
    session.flush().unwrap();
    session.exp_string("uri_count_distinct(").unwrap();
    session.send_control('c').unwrap();
    session.exp_string("> ").unwrap();

    ask(&mut session, "\\pset format csv", "Csv");
    ask(&mut session, "select uri_port('http://a:8/') port;", "port\r\n8\r\n");
    ask(&mut session, "\\nosuch", "there is no command \\nosuch");
    session.send_line("\\q").unwrap();
    session.exp_eof().unwrap();
    let history = std::fs::read_to_string(home.path().join(".uri-sql-history")).unwrap();
    assert!(history.contains("uri_host_strict"), "{history}");
}

#[test]
fn the_end_of_input_ends_it() {
    let home = TempDir::new().unwrap();
    let mut session = prompt(&home);
    session.send_control('d').unwrap();
    session.exp_eof().unwrap();
}

#[test]
fn a_history_that_cannot_be_saved_is_no_failure() {
    let home = TempDir::new().unwrap();
    create_dir(home.path().join(".uri-sql-history")).unwrap();
    let mut session = prompt(&home);
    session.send_line("\\q").unwrap();
    session.exp_string("the history is not saved").unwrap();
    session.exp_eof().unwrap();
    assert!(matches!(session.process().wait().unwrap(), WaitStatus::Exited(_, 0)));
}

#[test]
fn control_c_ends_the_wait_for_statements() {
    let home = TempDir::new().unwrap();
    let pipe = home.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let mut command = Command::new(env!("CARGO_BIN_EXE_uri-sql"));
    command.arg("-f").arg(&pipe).env("HOME", home.path());
    let mut session = spawn_command(command, Some(PATIENCE)).unwrap();
    // Opening blocks until the command opens the pipe.
    let _writer = File::options().write(true).open(&pipe).unwrap();
    session.send_control('c').unwrap();
    session.exp_eof().unwrap();
}
