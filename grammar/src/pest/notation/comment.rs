//! Comments, of which pest has three kinds.

use crate::pest::bounds::MAX_NESTING;

pub(crate) struct Comment {
    pub(crate) kind: Kind,
    /// Up to the end of the line, or of `*/`, in bytes.
    pub(crate) length: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `//` or `/* */`, between any two tokens.
    Plain,
    /// `///`, before a rule or behind the last one.
    OfRule,
    /// `//!`, before the first rule.
    OfGrammar,
}

/// Why the end of a comment was not found.
#[derive(Debug)]
pub(crate) enum Endless {
    /// There is none.
    Open,
    /// Comments nest too deep.
    Deep,
}

/// Returns the comment that the text begins with, if it does.
///
/// # Errors
///
/// If the comment has no end, or nests too deep. pest would also accept `/*/*/`, whose second `/*` it reads as another
/// one's `*/`.
pub(crate) fn leading(text: &str) -> Result<Option<Comment>, Endless> {
    let line = |kind| Comment { kind, length: text.find('\n').unwrap_or(text.len()) };
    Ok(Some(match text.as_bytes() {
        [b'/', b'/', b'/', ..] => line(Kind::OfRule),
        [b'/', b'/', b'!', ..] => line(Kind::OfGrammar),
        [b'/', b'/', ..] => line(Kind::Plain),
        [b'/', b'*', ..] => Comment { kind: Kind::Plain, length: block(text.as_bytes())? },
        _ => return Ok(None),
    }))
}

/// Returns the length of the `/* */` at the beginning of the text.
#[expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "`at` is in the text, and a bracket is open until the end is returned"
)]
fn block(text: &[u8]) -> Result<usize, Endless> {
    let (mut depth, mut at) = (0usize, 0);
    while at < text.len() {
        let step = match &text[at..] {
            [b'/', b'*', ..] => {
                depth += 1;
                2
            }
            [b'*', b'/', ..] => {
                depth -= 1;
                2
            }
            _ => 1,
        };
        at += step;
        if depth > MAX_NESTING {
            return Err(Endless::Deep);
        }
        if depth == 0 {
            return Ok(at);
        }
    }
    Err(Endless::Open)
}
