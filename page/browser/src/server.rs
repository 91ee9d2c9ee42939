//! The command `uri serve`.

use std::env;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// A server on a port of its own.
pub struct Server {
    child: Child,
    /// What it said that one should open.
    pub address: String,
}

impl Server {
    /// Starts `uri serve --port 0` with more arguments. Without `--time`, answers may take as long as they do
    /// where a machine has other work: what is shown counts, and not when.
    ///
    /// # Panics
    ///
    /// If it does not say where it listens.
    pub fn start(arguments: &[&str]) -> Self {
        let mut command = Command::new(program());
        command.args(["serve", "--port", "0"]).args(arguments).env("URI_CONFIG", "").stdout(Stdio::piped());
        if !arguments.contains(&"--time") {
            command.args(["--time", "20"]);
        }
        let mut child = command.spawn().unwrap_or_else(|error| {
            panic!("`uri` cannot be run ({error}): build it by `cargo build --release`")
        });
        let lines = child.stdout.take().map(BufReader::new).into_iter().flat_map(BufReader::lines);
        let mut words = lines
            .map_while(Result::ok)
            .flat_map(|line| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
        let address = words.find(|word| word.starts_with("http://"));
        let address = address.unwrap_or_else(|| panic!("`uri serve` ended before it printed its address"));
        Self { child, address }
    }

    /// Returns the address without path and query.
    pub fn origin(&self) -> &str {
        let end = self.address.match_indices('/').nth(2).map_or(self.address.len(), |(at, _)| at);
        &self.address[..end]
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the release build, which answers in the time that the page gives it, or what the environment names.
fn program() -> PathBuf {
    env::var_os("URI_PROGRAM").map(PathBuf::from).unwrap_or_else(|| {
        let test = env::current_exe().unwrap_or_else(|error| panic!("this test has no path: {error}"));
        let target =
            test.ancestors().nth(3).unwrap_or_else(|| panic!("{} is in no target directory", test.display()));
        target.join("release/uri")
    })
}
