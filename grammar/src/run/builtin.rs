//! The rules that pest defines itself.

use crate::characters::charset::CharSet;
use crate::pest::builtin::chars;

#[derive(Debug)]
pub(super) enum Builtin {
    Any,
    Start,
    End,
    NewLine,
    /// One of these characters.
    Set(CharSet),
    Peek,
    PeekAll,
    Pop,
    PopAll,
    Drop,
}

impl Builtin {
    /// Returns the built-in rule of this name, if there is one. A Unicode property takes some milliseconds.
    pub(super) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "ANY" => Self::Any,
            "SOI" => Self::Start,
            "EOI" => Self::End,
            "NEWLINE" => Self::NewLine,
            "PEEK" => Self::Peek,
            "PEEK_ALL" => Self::PeekAll,
            "POP" => Self::Pop,
            "POP_ALL" => Self::PopAll,
            "DROP" => Self::Drop,
            _ => Self::Set(chars(name)?),
        })
    }
}
