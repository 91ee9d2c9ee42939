//! The limits that a command sets for itself when the server starts it.

use std::os::unix::process::ExitStatusExt;
use std::process::Stdio;

use rstest::rstest;
use rustix::process::Signal;

/// A match of the rule `slow` takes cubic time.
const SLOW: &str = "once = { ((\"x\"* ~ \"y\") | \"x\")* ~ \"w\" }\nslow = { (once | \"x\")* ~ \"z\" }\n";

fn long_text() -> String {
    "x".repeat(90_000)
}

#[test]
fn time_is_limited() {
    let grammar = crate::TempFile::new("serve-slow.pest", SLOW.as_bytes());
    let text = long_text();
    let arguments = ["trace", "--grammar", grammar.path(), "--as", "slow", "--limit", "100000", &text];
    let ended = crate::command(&arguments).env("URI_CPU_TIME", "1").stdin(Stdio::null()).output().unwrap();
    let signals = [Signal::KILL, Signal::XCPU].map(|signal| Some(signal.as_raw()));
    assert!(signals.contains(&ended.status.signal()), "{}", ended.status);
}

#[rstest]
#[case("URI_ADDRESS_SPACE", "bytes")]
#[case("URI_CPU_TIME", "seconds")]
fn what_is_no_number_is_refused(
    #[case] variable: &str,
    #[case] unit: &str,
    #[values("x", "-1", "")] value: &str,
) {
    let mut command = crate::command(&["parse", "a:b"]);
    command.env(variable, value);
    let ran = crate::run(command, b"");
    assert_eq!((ran.status, ran.stderr), (2, format!("uri: {variable} is not a number of {unit}\n")));
}

#[cfg(target_os = "linux")]
#[test]
fn memory_is_limited() {
    let mut command = crate::command(&["encode", "--for", "path"]);
    command.env("URI_ADDRESS_SPACE", "134217728");
    let ran = crate::run(command, "a".repeat(200 << 20).as_bytes());
    assert_eq!((ran.status, ran.stderr.as_str()), (2, "uri: <stdin>: line 1 is longer than memory allows\n"));
}

#[cfg(target_os = "linux")]
mod orphans {
    use std::fs;
    use std::thread;
    use std::time::Duration;

    use serde_json::json;

    use super::super::Request;
    use super::super::{Page, body};
    use super::{SLOW, long_text};

    /// After a server is killed, it cannot kill its command.
    #[test]
    fn a_command_does_not_outlive_its_server_for_long() {
        let mut page = Page::new();
        let fields = json!({ "input": long_text(), "rule": "slow", "steps": 100_000 });
        let body = body("trace", json!({ "grammar": SLOW, "fields": fields }));
        let _open = Request::post(page.port, "/answers", body).open(page.port);
        // The command ends at once if the server is killed before it has sent the command line.
        let command = wait_for(|| command_of(&page).filter(|&command| is_busy(command)));
        page.child.kill().unwrap();
        page.child.wait().unwrap();
        assert_eq!(command_of(&page), Some(command));
        wait_for(|| command_of(&page).is_none().then_some(()));
    }

    /// Returns the id of the process that runs in a temporary directory of the server.
    fn command_of(page: &Page) -> Option<u32> {
        let temporary = page.folder.join("tmp");
        let processes = fs::read_dir("/proc").unwrap().filter_map(|entry| Some(entry.ok()?.path()));
        let mut of_page = processes.filter(|process| {
            fs::read_link(process.join("cwd")).is_ok_and(|folder| folder.starts_with(&temporary))
        });
        of_page.next()?.file_name()?.to_str()?.parse().ok()
    }

    /// Returns whether the process has worked for longer than it takes to start.
    fn is_busy(process: u32) -> bool {
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        let ticks = stat.split(' ').nth(13).and_then(|ticks| ticks.parse().ok());
        ticks.is_some_and(|ticks: u64| ticks >= 10)
    }

    fn wait_for<T>(of: impl Fn() -> Option<T>) -> T {
        for _ in 0..6000 {
            if let Some(found) = of() {
                return found;
            }
            thread::sleep(Duration::from_millis(10));
        }
        panic!("nothing happens");
    }
}
