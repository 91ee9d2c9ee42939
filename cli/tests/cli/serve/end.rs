//! How the server begins and ends.

use std::fs;
use std::io::Read;

use rstest::rstest;

use super::Page;
use crate::{TempFile, uri};

#[rstest]
#[case::no_such_file(&["nope.pest"], "nope.pest: No such file")]
#[case::folder(&["/"], "/: not a regular file")]
#[case::nothing_to_watch(&["--watch"], "<GRAMMAR>")]
#[case::nothing_to_write(&["--write"], "<GRAMMAR>")]
#[case::no_port(&["--port", "65536"], "65536 is not in 0..=65535")]
#[case::no_time(&["--time", "0"], "0 is not in 1..=600")]
fn is_refused(#[case] arguments: &[&str], #[case] why: &str) {
    let ran = uri(&[&["serve"], arguments].concat(), "");
    assert!(ran.stderr.contains(why), "{}", ran.stderr);
    assert_eq!((ran.stdout.as_str(), ran.status), ("", 2));
}

#[test]
fn is_helped() {
    let ran = uri(&["serve", "--help"], "");
    assert!(ran.stdout.contains("Examples:\n  uri serve --open\n"), "{}", ran.stdout);
    assert!(ran.stdout.contains("[default: 3986, or one that is free"), "{}", ran.stdout);
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 0));
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
#[case::long("long", &[b'a'; (512 << 10) + 1], "longer than 524288 bytes, too long for this page")]
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
    let ran = crate::run(command, b"");
    assert!(ran.stderr.starts_with("uri: cannot write temporary files: Not a directory"), "{}", ran.stderr);
    assert_eq!((ran.stdout.as_str(), ran.status), ("", 2));
}

/// A server that a service manager starts may have neither.
#[cfg(unix)]
#[test]
fn standard_input_and_a_home_are_not_needed() {
    let mut command = crate::undisturbed(std::process::Command::new("/bin/sh"));
    command.args(["-c", "exec \"$0\" serve --port 0 <&-", env!("CARGO_BIN_EXE_uri")]).env_remove("HOME");
    let page = Page::of(command, super::new_folder());
    assert_eq!(page.ask("compare", serde_json::json!({ "input": "a:b", "other": "a:b" }))["status"], 0);
}

/// Programs that tidy up remove what is old from the directory for temporary files.
#[test]
fn files_that_others_remove_are_not_missed() {
    let page = Page::new();
    let check = || page.ask_with("check", serde_json::json!({ "grammar": "a = { \"x\" }", "fields": {} }));
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
    let ran = uri(&["serve", "--port", &port], "");
    assert!(ran.stderr.starts_with(&format!("uri: cannot listen on port {port}: ")), "{}", ran.stderr);
    assert_eq!((ran.stdout.as_str(), ran.status), ("", 2));
}

#[cfg(unix)]
#[rstest]
fn a_signal_ends_it_with_nothing_left(
    #[values("interrupt", "terminate", "quit", "hangup")] name: &str,
    #[values(false, true)] is_busy: bool,
) {
    use rustix::process::{Pid, Signal, kill_process};

    use super::client::Request;

    let mut page = Page::with(&["--watch", "--time", "600"], &[("my.pest", "a = { \"x\" }")]);
    assert_eq!(page.get("/state").status, 200);
    let _open = Request::get(page.port, "/events").open(page.port);
    let _busy = is_busy.then(|| {
        let rules = (0..12_000).map(|n| format!("r{n} = {{ r{0} | \"a\" ~ r{0} }}\n", n + 1));
        let slow: String = rules.chain(["r12000 = { \"b\" }".to_owned()]).collect();
        let fields = serde_json::json!({ "rule": "r0", "near": "", "seed": 1 });
        let body = super::body(serde_json::json!({ "grammar": slow, "fields": fields }));
        let open = Request::post(page.port, "/answer/sample", body).open(page.port);
        // Its folder is there when the command runs.
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
