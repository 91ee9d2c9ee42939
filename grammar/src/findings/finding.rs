//! What a finding is.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use crate::message::shown_file;

/// Something to say of a grammar, and where: `uri.pest:9:5: …`. Of a file name of more than 250 characters, the message
/// has the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// What kind of thing.
    pub kind: FindingKind,
    /// The rule that it is about; empty if that is the grammar.
    pub rule: Arc<str>,
    /// The file that the place is in: the grammar's, or that of one of the layers it was merged of.
    pub file: Arc<str>,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What stands there, as it is written: an alternative, a choice, or the name of a rule. Empty if
    /// nothing does.
    pub text: String,
    /// The thing itself, in a sentence.
    pub message: String,
}

/// What kind of thing a [`Finding`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum FindingKind {
    /// A rule that is asked for is not there.
    Missing,
    /// A rule that no start rule comes to call.
    Unused,
    /// A rule that something reads the matches of, and that makes no node to be read.
    Nodeless,
    /// A rule that nothing else calls, where it was not said which are the start rules.
    Start,
    /// A rule that has neither an automaton nor code, so that only pest can run it.
    Refused,
    /// An alternative of a choice that can never match.
    DeadAlternative,
    /// A choice, or a whole grammar, too large to be searched for such alternatives.
    Undecided,
}

/// What a grammar is meant for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Purpose<'a> {
    /// The rules that a text is parsed by. With none, every rule that no other rule calls is one.
    pub starts: &'a [&'a str],
    /// The rules that something reads the matches of.
    pub captured: &'a [&'a str],
    /// The rules that are asked for besides.
    pub needed: &'a [&'a str],
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Finding { file, line, column, message, .. } = self;
        write!(f, "{}:{line}:{column}: {message}", shown_file(file))
    }
}

/// A finding that has no place yet, only a range of the text.
pub(super) struct Note {
    pub(super) kind: FindingKind,
    pub(super) rule: Arc<str>,
    pub(super) range: Range<usize>,
    pub(super) message: String,
}
