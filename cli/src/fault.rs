//! What is wrong with an input: the grammar rejects it, it is no text, or what is asked of it cannot be.

use std::borrow::Cow;
use std::fmt;

use urigram::ParseError;

#[derive(Clone, Debug)]
pub(crate) enum Fault {
    Rejected(ParseError),
    /// A rule that the library does not have is to blame.
    Loaded {
        rule: String,
        error: ParseError,
        message: String,
        help: String,
    },
    /// Whether the rule matches would take more than so many steps.
    Undecided {
        rule: String,
        steps: u64,
    },
    /// The bytes up to `offset` are UTF-8, and `byte` is not, whatever follows.
    NotUtf8 {
        rule: &'static str,
        offset: usize,
        byte: u8,
    },
    /// The grammar has nothing against the input, but there is no answer.
    NoAnswer {
        component: &'static str,
        offset: usize,
        found: Option<char>,
        message: String,
        help: Cow<'static, str>,
    },
    /// One of several values, or an option, is to blame.
    In {
        part: &'static str,
        /// What is said before the name of the part.
        preposition: &'static str,
        /// Its text, if the input does not have it.
        beside: Option<String>,
        fault: Box<Fault>,
    },
}

/// The bytes as the text that the rule is asked about.
pub(crate) fn decode<'a>(rule: &'static str, bytes: &'a [u8]) -> Result<&'a str, Fault> {
    str::from_utf8(bytes).map_err(|error| {
        let offset = error.valid_up_to();
        Fault::NotUtf8 { rule, offset, byte: bytes.get(offset).copied().unwrap_or_default() }
    })
}

impl From<ParseError> for Fault {
    fn from(error: ParseError) -> Self {
        Self::Rejected(error)
    }
}

impl Fault {
    /// The fault of a part of the input, which begins at byte `start`.
    pub(crate) fn of_part(mut self, part: &'static str, start: usize) -> Self {
        self.move_by(start);
        Self::In { part, preposition: "in the ", beside: None, fault: Box::new(self) }
    }

    /// The fault of what an option asks for.
    pub(crate) fn of_option(self, option: &'static str) -> Self {
        Self::In { part: option, preposition: "", beside: None, fault: Box::new(self) }
    }

    /// The same, if the part has this text, and is not in the input.
    pub(crate) fn with_part_beside(mut self, text: &str) -> Self {
        if let Self::In { beside, .. } = &mut self {
            *beside = Some(text.to_owned());
        }
        self
    }

    /// The text of the part that has the fault, if it is not in the input.
    pub(crate) fn beside(&self) -> Option<&str> {
        match self {
            Self::In { beside, .. } => beside.as_deref(),
            _ => None,
        }
    }

    fn move_by(&mut self, bytes: usize) {
        match self {
            Self::Rejected(error) | Self::Loaded { error, .. } => *error = error.behind(bytes),
            Self::NotUtf8 { offset, .. } | Self::NoAnswer { offset, .. } => *offset += bytes,
            Self::In { fault, .. } => fault.move_by(bytes),
            // It has no place.
            Self::Undecided { .. } => {}
        }
    }

    /// Which of several values is to blame.
    pub(crate) fn part(&self) -> Option<&'static str> {
        match self {
            Self::In { part, .. } => Some(part),
            _ => None,
        }
    }

    pub(crate) fn component(&self) -> &str {
        match self {
            Self::Rejected(error) => error.component().name(),
            Self::Loaded { rule, .. } | Self::Undecided { rule, .. } => rule,
            Self::NotUtf8 { rule, .. } => rule,
            Self::NoAnswer { component, .. } => component,
            Self::In { fault, .. } => fault.component(),
        }
    }

    /// In bytes from the start of the input.
    pub(crate) fn offset(&self) -> usize {
        match self {
            Self::Rejected(error) | Self::Loaded { error, .. } => error.offset(),
            Self::NotUtf8 { offset, .. } | Self::NoAnswer { offset, .. } => *offset,
            Self::Undecided { .. } => 0,
            Self::In { fault, .. } => fault.offset(),
        }
    }

    pub(crate) fn found(&self) -> Option<char> {
        match self {
            Self::Rejected(error) | Self::Loaded { error, .. } => error.found(),
            Self::NoAnswer { found, .. } => *found,
            Self::NotUtf8 { .. } | Self::Undecided { .. } => None,
            Self::In { fault, .. } => fault.found(),
        }
    }

    pub(crate) fn help(&self) -> String {
        match self {
            Self::Rejected(error) => error.help().to_string(),
            Self::Loaded { help, .. } => help.clone(),
            Self::Undecided { .. } => "alternatives that begin alike make a match take long".to_owned(),
            Self::NotUtf8 { byte, .. } => format!("percent-encode the byte as `%{byte:02X}`"),
            Self::NoAnswer { help, .. } => help.clone().into_owned(),
            Self::In { fault, .. } => fault.help(),
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
            Self::Loaded { message, .. } => f.write_str(message),
            Self::Undecided { rule, steps } => {
                write!(f, "`{rule}` takes more than {steps} steps to match; `--max-steps` allows more")
            }
            Self::NotUtf8 { rule, offset, byte } => {
                write!(f, "not UTF-8: 0x{byte:02X} in the {rule} at byte {offset}")
            }
            Self::NoAnswer { message, .. } => f.write_str(message),
            Self::In { part, preposition, fault, .. } => write!(f, "{preposition}{part}: {fault}"),
        }
    }
}
