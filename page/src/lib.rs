//! The page of `uri serve`, and its server.
//!
//! A browser shows the files in `assets/`, which send requests to the server. Each answer is the output of a
//! command with `--format json`. The server contains no URI logic: it runs the command as a process, and can
//! kill the process if it takes too long or its answer is no longer needed.
//!
//! ```no_run
//! use urigram_page::{Options, Server};
//!
//! let server = Server::bind(Options { program: "uri".into(), ..Options::default() })?;
//! println!("{}", server.address());
//! server.run()?;
//! # Ok::<(), urigram_page::Error>(())
//! ```

#![forbid(unsafe_code)]

mod assets;
mod child;
mod examples;
mod file;
mod http;
mod panels;
mod server;
mod turns;

pub use self::server::{Error, Options, Server};
pub use panels::panel::CommandLine;

/// Returns the names of the panels, which are answered at `/answer/NAME`.
///
/// ```
/// assert!(urigram_page::panels().any(|name| name == "tree"));
/// ```
pub fn panels() -> impl Iterator<Item = &'static str> {
    panels::names()
}

/// Returns the command line of a panel for the body of a request.
///
/// The server runs the command with exactly these arguments and files.
///
/// # Errors
///
/// A message if the body is invalid, or there is no such panel.
///
/// # Examples
///
/// ```
/// let body = br#"{"client": "1", "turn": 1, "fields": {"input": "a:b", "rule": "URI"}}"#;
/// let line = urigram_page::command_line("tree", body).unwrap();
/// assert_eq!(line.typed, "uri tree --as URI a:b");
/// assert_eq!(line.arguments, ["tree", "--as", "URI", "--format", "json", "--", "a:b"]);
/// ```
#[doc(hidden)]
pub fn command_line(panel: &str, body: &[u8]) -> Result<CommandLine, String> {
    let panel = panels::find(panel).ok_or_else(|| format!("there is no panel `{panel}`"))?;
    panels::panel::Request::read(body)?.command_line(panel)
}
