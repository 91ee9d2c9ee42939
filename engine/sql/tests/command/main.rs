//! The binary `uri-sql` as a user meets it: statements, files and standard input in; rows, files, errors and exit
//! status out.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod errors;
mod formats;
mod forms;
mod invalid;
mod limits;
mod names;
mod output;
mod statements;
mod streams;

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;

use tempfile::TempDir;

/// What a run left behind.
#[derive(Debug)]
struct Ran {
    stdout: String,
    stderr: String,
    status: i32,
}

impl Ran {
    /// Returns what a run that succeeded, without a word on standard error, has printed.
    #[track_caller]
    fn printed(self) -> String {
        assert_eq!((self.status, self.stderr.as_str()), (0, ""));
        self.stdout
    }
}

/// A directory in which the command runs.
struct Place(TempDir);

impl Place {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// Writes a file, and the directories that it is in.
    fn file(self, name: &str, content: impl AsRef<[u8]>) -> Self {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
        self
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    /// Returns the names of all files in the directory, hidden ones too.
    fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    fn command(&self, arguments: &[&str]) -> Command {
        self.program(env!("CARGO_BIN_EXE_uri-sql"), arguments)
    }

    fn program(&self, program: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(program);
        command
            .args(arguments)
            .current_dir(self.0.path())
            .env_remove("RUST_BACKTRACE")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    fn sql(&self, arguments: &[&str]) -> Ran {
        self.sql_of(arguments, "")
    }

    fn sql_of(&self, arguments: &[&str], stdin: impl AsRef<[u8]>) -> Ran {
        let mut child = self.command(arguments).spawn().unwrap();
        let mut pipe = child.stdin.take().unwrap();
        let stdin = stdin.as_ref();
        let output = thread::scope(|scope| {
            // A command that does not read all of its input is none of the test's business.
            scope.spawn(move || {
                let _ = pipe.write_all(stdin);
                drop(pipe);
            });
            child.wait_with_output().unwrap()
        });
        Ran {
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
            status: output.status.code().unwrap(),
        }
    }
}

/// Three references, one of which is none.
const LINKS: &str = "http://example.com/a\nhttps://example.org:8080/b?q#f\nht tp://x\n";

/// What `gzip -n` and `zstd` make of `x\ny\n`.
const GZIP: [u8; 24] = [
    0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03, 0xab, 0xe0, 0xaa, 0xe4, 0x02, 0x00, 0x18,
    0xf9, 0x70, 0x9c, 0x04, 0x00, 0x00, 0x00,
];
const ZSTD: [u8; 17] =
    [0x28, 0xb5, 0x2f, 0xfd, 0x04, 0x58, 0x21, 0x00, 0x00, 0x78, 0x0a, 0x79, 0x0a, 0x3b, 0x79, 0x8f, 0xf0];
