//! The texts of components, borrowed or owned by the builder.
#![expect(
    clippy::arithmetic_side_effects,
    reason = "a part lies in its piece, and the piece in the owned text"
)]

use alloc::borrow::Cow;
use alloc::string::String;
use core::ops::Range;

use crate::grammar::AuthorityParts;

/// A borrowed text, or the range of an owned text in [`Owned`].
#[derive(Clone, Copy)]
pub(super) enum Piece<'a> {
    Borrowed(&'a str),
    Owned { start: usize, end: usize },
}

impl Piece<'_> {
    pub(super) const EMPTY: Self = Piece::Borrowed("");

    const fn len(self) -> usize {
        match self {
            Self::Borrowed(text) => text.len(),
            Self::Owned { start, end } => end - start,
        }
    }

    /// Returns the part of the text at `range`.
    fn part(self, range: Range<usize>) -> Self {
        match self {
            Self::Borrowed(text) => Self::Borrowed(text.get(range).expect("parts lie in the authority")),
            Self::Owned { start, .. } => Self::Owned { start: start + range.start, end: start + range.end },
        }
    }

    /// Returns the userinfo, the host and the port of this text, which is an authority.
    #[cold]
    pub(super) fn divided(self, parts: &AuthorityParts) -> [Option<Self>; 3] {
        [parts.userinfo(), parts.host(), parts.port(self.len())].map(|range| Some(self.part(range?)))
    }
}

/// The concatenated owned texts. Texts of components that were set again are not removed.
#[derive(Clone)]
pub(super) struct Owned(String);

impl Owned {
    pub(super) const fn new() -> Self {
        Self(String::new())
    }

    /// Converts the text to a [`Piece`]. Appends the text if it is owned.
    #[inline]
    pub(super) fn keep<'a>(&mut self, text: Cow<'a, str>) -> Piece<'a> {
        match text {
            Cow::Borrowed(text) => Piece::Borrowed(text),
            Cow::Owned(text) => self.append(text),
        }
    }

    /// Appends a text. The first text is moved instead of copied.
    fn append<'a>(&mut self, text: String) -> Piece<'a> {
        let start = self.0.len();
        if start == 0 {
            self.0 = text;
        } else {
            self.0.push_str(&text);
        }
        Piece::Owned { start, end: self.0.len() }
    }

    /// Appends a segment to a path, after a `/` unless the path ends in one. A path that is not at the end of the buffer
    /// is first copied there.
    pub(super) fn with_segment<'a>(&mut self, path: Piece<'_>, segment: &str) -> Piece<'a> {
        let start = match path {
            Piece::Owned { start, end } if end == self.0.len() => start,
            _ => self.0.len(),
        };
        if start == self.0.len() {
            match path {
                Piece::Borrowed(text) => self.0.push_str(text),
                Piece::Owned { .. } => {
                    let path = String::from(self.text(path));
                    self.0.push_str(&path);
                }
            }
        }
        if start == self.0.len() || !self.0.ends_with('/') {
            self.0.push('/');
        }
        self.0.push_str(segment);
        Piece::Owned { start, end: self.0.len() }
    }

    /// Returns the text of a piece.
    #[inline]
    pub(super) fn text<'t>(&'t self, piece: Piece<'t>) -> &'t str {
        match piece {
            Piece::Borrowed(text) => text,
            Piece::Owned { start, end } => self.0.get(start..end).expect("appended texts are never moved"),
        }
    }
}
