//! The texts that an input is made of: lines, or others.

/// What an input is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Texts {
    Lines,
    /// Each ends with a NUL.
    Null,
    /// It is one text.
    Whole,
}

impl Texts {
    /// What ends a text, if there can be another after it.
    pub(crate) const fn end(self) -> Option<u8> {
        match self {
            Self::Lines => Some(b'\n'),
            Self::Null => Some(b'\0'),
            Self::Whole => None,
        }
    }

    /// What the text of this number is called, counted from 1.
    pub(crate) fn name(self, number: u64) -> String {
        match self {
            Self::Lines => format!("line {number}"),
            Self::Null => format!("text {number}"),
            Self::Whole => "the text".to_owned(),
        }
    }
}
