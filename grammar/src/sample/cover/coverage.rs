//! What samples show of a rule, and what they do not.

use std::fmt;
use std::sync::Arc;

use crate::message::shown_file;

/// The number of characters of an expression that a message shows.
const SHOWN: usize = 50;

/// Strings that show what a rule can match, from [`cover`](crate::cover).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coverage {
    /// The strings, the shortest first. Each shows a point that no other does.
    pub strings: Vec<String>,
    /// The number of points that they show.
    pub covered: usize,
    /// The points that no string shows, in the order of the text.
    pub uncovered: Vec<Uncovered>,
    /// The rules that the rule does not come to call, except to look ahead.
    pub unreachable: Vec<String>,
}

/// A point that no string shows: `list.pest:1:20: list: "x", alternative 2: can never match`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Uncovered {
    /// The rule that the expression is in.
    pub rule: String,
    /// The file that it is in.
    pub file: Arc<str>,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The alternative, repetition or class as it is written.
    pub text: String,
    /// What the strings lack.
    pub point: Point,
    /// Why they do.
    pub why: Why,
}

/// What samples of an expression show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Point {
    /// The alternative of a choice with that number, from 1.
    Alternative(usize),
    /// A repetition that matches exactly so many times.
    Times(u32),
    /// A character at the edge of a class, or a letter in a string that matches in either case.
    Character(char),
}

/// Why a point is not covered.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Why {
    /// No string that the rule matches shows it.
    Never,
    /// Strings that show it have other lengths than those allowed; the shortest has so many characters.
    Length {
        /// The length of the shortest.
        shortest: usize,
    },
    /// No string was found, and whether there is one is not known because there is no automaton.
    Unknown {
        /// Why there is none.
        reason: String,
    },
}

impl fmt::Display for Uncovered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Uncovered { rule, file, line, column, text, point, why } = self;
        write!(f, "{}:{line}:{column}: {rule}: `{}`", shown_file(file), shown(text))?;
        match point {
            Point::Alternative(number) => write!(f, ", alternative {number}: ")?,
            Point::Times(1) => f.write_str(", once: ")?,
            Point::Times(times) => write!(f, ", {times} times: ")?,
            Point::Character(c) => write!(f, ", {c:?}: ")?,
        }
        why.fmt(f)
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::Never => f.write_str("can never match"),
            Why::Length { shortest } => write!(f, "beyond the length limit, takes {shortest} characters"),
            Why::Unknown { reason } => write!(f, "no string found, {reason}"),
        }
    }
}

/// As much of an expression as a message on one line takes.
fn shown(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default().trim_end();
    let mut shown: String = line.chars().take(SHOWN).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}
