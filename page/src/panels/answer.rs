//! The result of a command, and the answer that the page shows.

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use super::panel::{CommandLine, Prints};

/// The maximum length of the standard output of a command in bytes, twice the length of ten thousand steps. The
/// command `answers` obeys it.
pub const LONGEST_OUTPUT: usize = 8 << 20;

/// The result of a command.
#[derive(Debug)]
pub struct Ended {
    /// The exit status, or 2 if the command was stopped.
    pub status: i32,
    /// Its standard output.
    pub stdout: Vec<u8>,
    /// Its standard error.
    pub stderr: String,
    /// The reason why there is no answer, if the command was stopped.
    pub stopped: Option<String>,
}

impl Ended {
    /// Returns the result of a command that printed too much.
    pub fn long() -> Self {
        Self::stopped(format!("it was stopped because it printed more than {} MiB", LONGEST_OUTPUT >> 20))
    }

    pub(crate) fn stopped(why: String) -> Self {
        Self { status: 2, stdout: Vec::new(), stderr: String::new(), stopped: Some(why) }
    }
}

/// The answer to an ask, which is a line of JSON.
#[derive(Serialize)]
pub struct Answer<'a> {
    status: i32,
    answers: Vec<Box<RawValue>>,
    said: String,
    command: &'a str,
    /// The name of the file with the grammar of the request.
    file: Option<&'a str>,
    /// The name of the file with the ABNF of the grammar, unless the ABNF is that of RFC 3986.
    abnf: Option<&'a str>,
    stopped: Option<String>,
}

impl<'a> Answer<'a> {
    /// Returns the answer of a command that has ended.
    #[must_use]
    pub fn new(line: &'a CommandLine, ended: Ended) -> Self {
        let answers = answers(line.prints, &ended);
        let Ended { status, stderr: said, stopped, .. } = ended;
        let file = line.files.last().map(|(name, _)| name.as_str());
        Self { status, answers, said, command: &line.typed, file, abnf: line.abnf.as_deref(), stopped }
    }
}

/// Returns the JSON objects printed by the command, or one object that contains its text.
fn answers(prints: Prints, ended: &Ended) -> Vec<Box<RawValue>> {
    let text = String::from_utf8_lossy(&ended.stdout);
    match prints {
        // A line that is not JSON is incomplete, because the command was stopped while it wrote the line.
        Prints::Json => text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect(),
        Prints::Text(_) if text.is_empty() => Vec::new(),
        Prints::Text(field) => to_raw_value(&serde_json::json!({ field: text })).into_iter().collect(),
    }
}
