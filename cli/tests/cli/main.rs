//! The binary `uri` from a user's point of view: arguments and standard input; output, diagnostics and exit
//! status.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod architecture;
mod check;
mod config;
mod convert;
#[cfg(unix)]
mod documents;
mod edit;
mod extract;
mod fix;
mod get;
mod grammar;
mod hostile;
mod install;
mod iri;
mod loaded;
mod normalize;
mod pages;
mod parse;
mod percent;
mod relativize;
mod resolve;
#[cfg(feature = "serve")]
mod serve;
mod template;
mod terminal;
mod trace;
mod usage;
mod validate;
#[cfg(all(unix, feature = "serve"))]
mod wasi;
mod whatwg;

use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The result of a run of `uri`.
struct Ran {
    stdout: String,
    stderr: String,
    status: i32,
}

impl Ran {
    /// Checks the status and that standard error is empty, and returns standard output.
    #[track_caller]
    fn printed(self, status: i32) -> String {
        assert_eq!((self.stderr.as_str(), self.status), ("", status), "{}", self.stdout);
        self.stdout
    }

    /// Checks the status and that standard output is empty, and returns standard error.
    #[track_caller]
    fn said(self, status: i32) -> String {
        assert_eq!((self.stdout.as_str(), self.status), ("", status), "{}", self.stderr);
        self.stderr
    }
}

fn command(arguments: &[&str]) -> Command {
    let mut command = undisturbed(Command::new(env!("CARGO_BIN_EXE_uri")));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Hides the configuration of the user who runs the tests.
fn undisturbed(mut command: Command) -> Command {
    for variable in ["CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "NO_COLOR", "URI_COMPLETE"] {
        command.env_remove(variable);
    }
    command.env("URI_CONFIG", "");
    command
}

fn run(mut command: Command, stdin: &[u8]) -> Ran {
    let mut child = command.spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let output = thread::scope(|scope| {
        // The command may end before it has read its input.
        scope.spawn(move || drop(pipe.write_all(stdin)));
        child.wait_with_output().unwrap()
    });
    Ran {
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
        status: output.status.code().unwrap(),
    }
}

fn uri(arguments: &[&str], stdin: impl AsRef<[u8]>) -> Ran {
    run(command(arguments), stdin.as_ref())
}

/// A file that is removed when the value is dropped.
struct TempFile(std::path::PathBuf);

impl TempFile {
    fn new(name: &str, content: &[u8]) -> Self {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let (process, number) = (std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(format!("uri-cli-{process}-{number}-{name}"));
        std::fs::write(&path, content).unwrap();
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}
