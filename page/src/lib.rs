//! The page of `uri serve`, and its server.
//!
//! A browser shows the files in `assets/`, which send requests to the server. Each answer is the output of a
//! command with `--format json`. The server contains no URI logic: a process runs the commands of a request, and
//! is killed if a command takes too long or the answers are no longer needed.
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

#[cfg(feature = "server")]
mod assets;
#[cfg(feature = "server")]
mod child;
#[cfg(feature = "server")]
mod examples;
#[cfg(feature = "server")]
mod file;
#[cfg(feature = "server")]
mod http;
mod panels;
#[cfg(feature = "server")]
mod server;
#[cfg(feature = "server")]
#[doc(hidden)]
pub mod site;
#[cfg(feature = "server")]
mod turns;

#[doc(hidden)]
pub use self::panels::answer::{Answer, Ended, LONGEST_OUTPUT};
#[cfg(feature = "server")]
pub use self::server::{Error, Options, Server};
pub use panels::panel::CommandLine;

/// Returns the names of the panels, which `/answers` answers.
///
/// ```
/// assert!(urigram_page::panels().any(|name| name == "tree"));
/// ```
pub fn panels() -> impl Iterator<Item = &'static str> {
    panels::names()
}

/// Returns the command lines of the panels that the body of a request names.
///
/// The server runs the commands with exactly these arguments and files.
///
/// # Errors
///
/// A message if the body is invalid, or there is no such panel.
///
/// # Examples
///
/// ```
/// let ask = r#"{"panel": "tree", "fields": {"input": "a:b", "rule": "URI"}}"#;
/// let body = format!(r#"{{"client": "1", "turn": 1, "asks": [{ask}]}}"#);
/// let lines = urigram_page::command_lines(body.as_bytes()).unwrap();
/// assert_eq!(lines[0].typed, "uri tree --as URI a:b");
/// assert_eq!(lines[0].arguments, ["tree", "--as", "URI", "--format", "json", "--", "a:b"]);
/// ```
#[doc(hidden)]
pub fn command_lines(body: &[u8]) -> Result<Vec<CommandLine>, String> {
    panels::request(body).map(|request| request.lines)
}
