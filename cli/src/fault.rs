//! What is wrong with an input: the grammar rejects it, or it is no text.

use std::fmt;

use urigram::{ParseError, Rule};

#[derive(Clone, Copy, Debug)]
pub(crate) enum Fault {
    Rejected(ParseError),
    /// The bytes up to `offset` are UTF-8, and `byte` is not, whatever follows.
    NotUtf8 {
        rule: Rule,
        offset: usize,
        byte: u8,
    },
}

/// The bytes as the text that `rule` is asked about.
pub(crate) fn decode(rule: Rule, bytes: &[u8]) -> Result<&str, Fault> {
    str::from_utf8(bytes).map_err(|error| {
        let offset = error.valid_up_to();
        Fault::NotUtf8 { rule, offset, byte: bytes.get(offset).copied().unwrap_or_default() }
    })
}

impl Fault {
    pub(crate) fn component(&self) -> &'static str {
        match self {
            Self::Rejected(error) => error.component().name(),
            Self::NotUtf8 { rule, .. } => rule.name(),
        }
    }

    /// In bytes from the start of the input.
    pub(crate) fn offset(&self) -> usize {
        match self {
            Self::Rejected(error) => error.offset(),
            Self::NotUtf8 { offset, .. } => *offset,
        }
    }

    pub(crate) fn found(&self) -> Option<char> {
        match self {
            Self::Rejected(error) => error.found(),
            Self::NotUtf8 { .. } => None,
        }
    }

    pub(crate) fn help(&self) -> String {
        match self {
            Self::Rejected(error) => error.help().to_string(),
            Self::NotUtf8 { byte, .. } => format!("percent-encode the byte as `%{byte:02X}`"),
        }
    }

    /// Where the fault lies in `bytes`, in characters counted from 1.
    pub(crate) fn column(&self, bytes: &[u8]) -> usize {
        let before = &bytes[..self.offset().min(bytes.len())];
        let is_first = |byte: &&u8| **byte & 0b1100_0000 != 0b1000_0000;
        before.iter().filter(is_first).count() + 1
    }
}

/// The message, a sentence without what helps.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rejected(error) => error.fmt(f),
            Self::NotUtf8 { rule, offset, byte } => {
                write!(f, "not UTF-8: 0x{byte:02X} in the {} at byte {offset}", rule.name())
            }
        }
    }
}
