//! The kinds of texts in an input: lines or others.

/// The kind of texts in an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Texts {
    Lines,
    /// Each text ends with a NUL.
    Null,
    /// The whole input is one text.
    Whole,
}

impl Texts {
    /// Returns the byte that ends a text, if another text can follow.
    pub(crate) const fn end(self) -> Option<u8> {
        match self {
            Self::Lines => Some(b'\n'),
            Self::Null => Some(b'\0'),
            Self::Whole => None,
        }
    }

    /// Returns the name of the text with this number, counted from 1.
    pub(crate) fn name(self, number: u64) -> String {
        match self {
            Self::Lines => format!("line {number}"),
            Self::Null => format!("text {number}"),
            Self::Whole => "the text".to_owned(),
        }
    }
}
