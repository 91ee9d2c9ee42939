//! Faults of an input: it is rejected, is not UTF-8, or has no answer.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use serde::Serialize;
use urigram::ParseError;
use urigram::grammar::{Components, Grammar, runtime};
use urigram::suggest;

#[derive(Clone, Debug)]
pub(crate) enum Fault {
    Rejected(ParseError),
    /// Deciding whether the rule matches would take more than this number of steps.
    Undecided {
        rule: String,
        steps: u64,
    },
    /// The bytes up to `offset` are UTF-8; the byte at `offset` is invalid.
    NotUtf8 {
        rule: &'static str,
        offset: usize,
        byte: u8,
    },
    /// A rule of a loaded grammar rejects the input, or there is no answer for an input that the grammar accepts.
    Other {
        component: Cow<'static, str>,
        offset: usize,
        found: Option<char>,
        message: String,
        help: Cow<'static, str>,
    },
    /// The fault is in one of several values, or in the value of an option.
    In {
        part: &'static str,
        /// The preposition before the name of the part in the message.
        preposition: &'static str,
        /// The text of the part, if the input does not contain it.
        beside: Option<String>,
        fault: Box<Fault>,
    },
}

/// Returns the bytes as a string, or a fault of the rule if they are not UTF-8.
pub(crate) fn decode<'a>(rule: &'static str, bytes: &'a [u8]) -> Result<&'a str, Fault> {
    str::from_utf8(bytes).map_err(|error| {
        let offset = error.valid_up_to();
        let byte = bytes.get(offset).copied().expect("a byte follows the valid part of invalid UTF-8");
        Fault::NotUtf8 { rule, offset, byte }
    })
}

impl From<ParseError> for Fault {
    fn from(error: ParseError) -> Self {
        Self::Rejected(error)
    }
}

impl Fault {
    /// Returns a fault at this offset of the text.
    pub(crate) fn at(
        offset: usize,
        text: &str,
        component: &'static str,
        message: String,
        help: impl Into<Cow<'static, str>>,
    ) -> Self {
        let found = text.get(offset..).and_then(|rest| rest.chars().next());
        Self::Other { component: component.into(), offset, found, message, help: help.into() }
    }

    /// Converts the fault to a fault of a part of the input, which begins at byte `start`.
    pub(crate) fn of_part(mut self, part: &'static str, start: usize) -> Self {
        self.move_by(start);
        Self::In { part, preposition: "in the ", beside: None, fault: Box::new(self) }
    }

    /// Converts the fault to a fault of the value of an option.
    pub(crate) fn of_option(self, option: &'static str) -> Self {
        Self::In { part: option, preposition: "", beside: None, fault: Box::new(self) }
    }

    /// Adds the text of the part, for a part that the input does not contain.
    pub(crate) fn with_part_beside(mut self, text: &str) -> Self {
        if let Self::In { beside, .. } = &mut self {
            *beside = Some(text.to_owned());
        }
        self
    }

    /// Returns the text of the part that has the fault, if the input does not contain it.
    pub(crate) fn beside(&self) -> Option<&str> {
        match self {
            Self::In { beside, .. } => beside.as_deref(),
            _ => None,
        }
    }

    fn move_by(&mut self, bytes: usize) {
        match self {
            Self::Rejected(error) => *error = runtime::behind(*error, bytes),
            Self::NotUtf8 { offset, .. } | Self::Other { offset, .. } => *offset += bytes,
            Self::In { fault, .. } => fault.move_by(bytes),
            // This fault has no offset.
            Self::Undecided { .. } => {}
        }
    }

    /// Returns the name of the part that has the fault.
    pub(crate) fn part(&self) -> Option<&'static str> {
        match self {
            Self::In { part, .. } => Some(part),
            _ => None,
        }
    }

    pub(crate) fn component(&self) -> &str {
        match self {
            Self::Rejected(error) => error.component().as_str(),
            Self::Undecided { rule, .. } => rule,
            Self::NotUtf8 { rule, .. } => rule,
            Self::Other { component, .. } => component,
            Self::In { fault, .. } => fault.component(),
        }
    }

    /// Returns the offset in bytes from the start of the input.
    pub(crate) fn offset(&self) -> usize {
        match self {
            Self::Rejected(error) => error.offset(),
            Self::NotUtf8 { offset, .. } | Self::Other { offset, .. } => *offset,
            Self::Undecided { .. } => 0,
            Self::In { fault, .. } => fault.offset(),
        }
    }

    pub(crate) fn found(&self) -> Option<char> {
        match self {
            Self::Rejected(error) => error.found(),
            Self::Other { found, .. } => *found,
            Self::NotUtf8 { .. } | Self::Undecided { .. } => None,
            Self::In { fault, .. } => fault.found(),
        }
    }

    /// Returns advice. `text` is the input, if it is known. A correction is suggested only for a fault of the
    /// whole text.
    pub(crate) fn help(&self, text: Option<&[u8]>) -> String {
        match self {
            Self::Rejected(error) => match text.map(str::from_utf8) {
                Some(Ok(text)) => error.explain(text).help().to_string(),
                _ => error.help().to_string(),
            },
            Self::Undecided { .. } => "alternatives with a common prefix make a match slow".to_owned(),
            Self::NotUtf8 { byte, .. } => format!("percent-encode the byte as `%{byte:02X}`"),
            Self::Other { help, .. } => help.clone().into_owned(),
            // Without its own text, a part lies in the input, which `text` holds as a whole.
            Self::In { fault, beside, .. } => fault.help(beside.as_ref().and(text)),
        }
    }

    /// Returns the column of the fault in `bytes`.
    pub(crate) fn column(&self, bytes: &[u8]) -> usize {
        column(bytes, self.offset())
    }
}

/// A correction of a text under any grammar.
#[derive(Serialize)]
pub(crate) struct Suggestion {
    pub(crate) uri: String,
    pub(crate) typed_host: Option<String>,
    pub(crate) changes: Vec<Change>,
}

/// A part of the input that was replaced, with its range in bytes.
#[derive(Serialize)]
pub(crate) struct Change {
    start: usize,
    end: usize,
    inserted: String,
    pub(crate) help: String,
}

impl Suggestion {
    pub(crate) fn all<G: Grammar>(suggestions: &[suggest::Suggestion<G>]) -> Vec<Self> {
        suggestions.iter().map(Self::of).collect()
    }

    fn of<G: Grammar>(suggestion: &suggest::Suggestion<G>) -> Self {
        let changes = suggestion.changes().map(|change| Change {
            start: change.range().start,
            end: change.range().end,
            inserted: change.inserted().to_owned(),
            help: change.help().to_string(),
        });
        Self {
            uri: suggestion.reference().as_str().to_owned(),
            typed_host: suggestion.typed_host().map(str::to_owned),
            changes: changes.collect(),
        }
    }

    /// Returns whether the correction keeps everything that was typed: it inserts and percent-encodes, and removes,
    /// joins or replaces nothing. The scheme, the host and the port that were typed stay the same; a scheme may be
    /// inserted before the whole text, which then was a host.
    pub(crate) fn keeps_all(&self, typed: &str) -> bool {
        let changes_keep = self.changes.iter().all(|change| {
            let old = typed.as_bytes().get(change.start..change.end);
            old.is_some_and(|old| change.keeps(old))
        });
        let (old, new) = (Components::split(typed), Components::split(&self.uri));
        let part = |text: &'_ str, range: Option<Range<usize>>| {
            range.and_then(|range| text.get(range).map(str::to_owned))
        };
        let of_typed = |range| part(typed, range);
        let of_new = |range| part(&self.uri, range);
        let inserts_scheme = self
            .changes
            .first()
            .is_some_and(|change| (change.start, change.end) == (0, 0) && change.inserted.contains(':'));
        let keeps_scheme =
            old.scheme().is_none() || inserts_scheme || of_typed(old.scheme()) == of_new(new.scheme());
        let keeps_authority = old.authority().is_none()
            || of_typed(old.port()) == of_new(new.port())
                && match (of_typed(old.host()), of_new(new.host())) {
                    (Some(old), Some(new)) => is_encoding(old.as_bytes(), new.as_bytes()),
                    (old, new) => old == new,
                };
        changes_keep && keeps_scheme && keeps_authority
    }
}

impl Change {
    /// Returns whether the replacement has all that it replaces, which is percent-encoded, or has one insertion.
    fn keeps(&self, old: &[u8]) -> bool {
        let new = self.inserted.as_bytes();
        let before = old.iter().zip(new).take_while(|(old, new)| old == new).count();
        // What is inserted between the common beginning and the common end.
        is_encoding(old, new) || new.len() > old.len() && new.ends_with(&old[before..])
    }
}

/// Returns whether `new` is `old` with some bytes percent-encoded.
fn is_encoding(old: &[u8], mut new: &[u8]) -> bool {
    for byte in old {
        let encoded = format!("%{byte:02X}");
        match new.strip_prefix(encoded.as_bytes()).or_else(|| new.strip_prefix(&[*byte])) {
            Some(rest) => new = rest,
            None => return false,
        }
    }
    new.is_empty()
}

/// Returns the column of the byte at `offset`, in characters counted from 1.
pub(crate) fn column(bytes: &[u8], offset: usize) -> usize {
    let before = &bytes[..offset.min(bytes.len())];
    let is_first = |byte: &&u8| **byte & 0b1100_0000 != 0b1000_0000;
    before.iter().filter(is_first).count() + 1
}

/// Shows the message as a sentence, without the advice.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rejected(error) => error.fmt(f),
            Self::Undecided { rule, steps } => {
                write!(f, "`{rule}` takes more than {steps} steps to match; `--max-steps` allows more")
            }
            Self::NotUtf8 { rule, offset, byte } => {
                write!(f, "not UTF-8: 0x{byte:02X} in the {rule} at byte {offset}")
            }
            Self::Other { message, .. } => f.write_str(message),
            Self::In { part, preposition, fault, .. } => write!(f, "{preposition}{part}: {fault}"),
        }
    }
}
