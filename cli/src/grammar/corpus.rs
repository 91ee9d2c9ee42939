//! Which lines of a file fare otherwise under the new grammar than under the old one.

use std::fmt::{self, Display};
use std::path::Path;

use serde::{Serialize, Serializer};
use urigram_grammar::Dfa;

use super::automata::OfPest;
use super::report::Report;
use super::word;
use crate::excerpt;
use crate::input::{Blocks, is_stdin};
use crate::name::Name;
use crate::outcome::{Error, Status};
use crate::visible;

/// How many of the lines that change are shown, for each rule.
const SHOWN: u64 = 10;

/// Has each line of the file judged by each of the rules, where both grammars can.
pub(super) fn run(
    file: &Path,
    rules: &[&str],
    (old, new): (&mut OfPest<'_>, &mut OfPest<'_>),
    report: &mut Report,
    status: &mut Status,
) -> Result<(), Error> {
    let name = if is_stdin(file) { Name::of_stdin() } else { Name::of_file(file) };
    let mut tallies = Vec::new();
    for &rule in rules {
        match Judge::new(rule, old, new) {
            Ok(judge) => {
                tallies.push((judge, Total { file: &name, rule, lines: 0, accepted: 0, rejected: 0 }))
            }
            Err(error) => {
                *status |= Status::Invalid;
                report.say(&Undecided { file: &name, rule, error })?;
            }
        }
    }
    if tallies.is_empty() {
        return Ok(());
    }

    let blocks = if is_stdin(file) { Blocks::of_stdin() } else { Blocks::of_file(file, |opened| opened)? };
    for block in blocks {
        for line in block?.lines() {
            for (judge, total) in &mut tallies {
                total.lines += 1;
                let Some((input, change)) = judge.change(line.bytes) else { continue };
                *status |= Status::Invalid;
                if total.changed() < SHOWN {
                    report.say(&Changed {
                        file: &name,
                        line: line.number,
                        rule: total.rule,
                        input,
                        change,
                    })?;
                }
                total.add(change);
            }
        }
    }
    Ok(tallies.iter().try_for_each(|(_, total)| report.say(total))?)
}

/// A rule of both grammars.
struct Judge {
    old: Dfa,
    new: Dfa,
}

/// How a line fares now, and did not before.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
enum Change {
    Accepted,
    Rejected,
}

impl Judge {
    /// The judge, or why there is none.
    fn new(rule: &str, old: &mut OfPest<'_>, new: &mut OfPest<'_>) -> Result<Self, String> {
        Ok(Self { old: old.dfa(rule)?, new: new.dfa(rule)? })
    }

    /// The line as text, and its change; none if there is no change. What is no text is never accepted.
    fn change<'l>(&self, line: &'l [u8]) -> Option<(&'l str, Change)> {
        let text = str::from_utf8(line).ok()?;
        match (self.old.accepts(text), self.new.accepts(text)) {
            (false, true) => Some((text, Change::Accepted)),
            (true, false) => Some((text, Change::Rejected)),
            (false, false) | (true, true) => None,
        }
    }
}

/// A line that changes.
#[derive(Serialize)]
struct Changed<'a> {
    #[serde(serialize_with = "as_text")]
    file: &'a Name,
    line: u64,
    rule: &'a str,
    input: &'a str,
    change: Change,
}

impl Display for Changed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Changed { file, line, rule, input, change } = self;
        let change = word::changed(match change {
            Change::Accepted => "accepted",
            Change::Rejected => "rejected",
        });
        let input = excerpt::around(input.as_bytes(), 0).text;
        write!(f, "{}:{line}: {rule}: now {change}: {input}", file.shown)
    }
}

/// All lines by one rule.
#[derive(Serialize)]
struct Total<'a> {
    #[serde(serialize_with = "as_text")]
    file: &'a Name,
    rule: &'a str,
    lines: u64,
    accepted: u64,
    rejected: u64,
}

impl Total<'_> {
    fn add(&mut self, change: Change) {
        match change {
            Change::Accepted => self.accepted += 1,
            Change::Rejected => self.rejected += 1,
        }
    }

    fn changed(&self) -> u64 {
        self.accepted + self.rejected
    }
}

impl Display for Total<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Total { file, rule, lines, accepted, rejected } = self;
        let changed = self.changed();
        write!(f, "{}: {rule}: {changed} of {lines} lines change: ", file.shown)?;
        write!(f, "{accepted} now accepted, {rejected} now rejected")
    }
}

/// A rule by which no line can be judged.
#[derive(Serialize)]
struct Undecided<'a> {
    #[serde(serialize_with = "as_text")]
    file: &'a Name,
    rule: &'a str,
    error: String,
}

impl Display for Undecided<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Undecided { file, rule, error } = self;
        let error = visible::name(error.as_bytes());
        write!(f, "{}: {rule}: {}: {error}", file.shown, word::bad("undecided"))
    }
}

fn as_text<S: Serializer>(name: &&Name, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&name.text)
}
