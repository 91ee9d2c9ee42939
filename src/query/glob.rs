//! Patterns of keys.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::convert::Infallible;
use core::fmt::{self, Write};
use core::str::FromStr;

/// A pattern of keys, in which each `*` stands for any octets, possibly none. All other characters stand for themselves,
/// so `tags[]` is no class of characters; `\*` stands for a `*`, and `\\` for a `\`.
///
/// ```
/// use urigram::Query;
/// use urigram::query::{Glob, QueryPairs};
///
/// let campaign = Glob::new("utm_*");
/// assert!(campaign.matches("utm_source"));
/// assert!(!campaign.matches("UTM_source"));
///
/// let mut pairs = QueryPairs::from(Query::parse("utm_source=x&id=1&utm%5Fid=y")?.pairs());
/// pairs.remove_matching(&campaign);
/// assert_eq!(pairs.as_str(), "id=1");
/// # Ok::<(), urigram::ParseError>(())
/// ```
///
/// Two patterns are equal if they match the same keys.
// INVARIANT: `pieces` is not empty, and only its first and last piece may be.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Glob {
    /// The octets before, between and after the stars.
    pieces: Box<[Vec<u8>]>,
}

impl Glob {
    /// Returns the pattern. Every text is one: a `\` before another character than `*` and `\` stands for itself.
    ///
    /// ```
    /// # use urigram::query::Glob;
    /// assert!(Glob::new(r"a\*").matches("a*"));
    /// assert!(!Glob::new(r"a\*").matches("ab"));
    /// assert!(Glob::new(r"a\\*").matches(r"a\b"));
    /// assert!(Glob::new(r"a\b").matches(r"a\b"));
    /// ```
    pub fn new(pattern: impl AsRef<[u8]>) -> Self {
        let mut pieces = Vec::new();
        let mut piece = Vec::new();
        let mut octets = pattern.as_ref().iter().copied().peekable();
        while let Some(octet) = octets.next() {
            match octet {
                // Adjacent stars mean the same as one.
                b'*' if piece.is_empty() && !pieces.is_empty() => {}
                b'*' => pieces.push(core::mem::take(&mut piece)),
                b'\\' => piece.push(octets.next_if(|next| matches!(next, b'*' | b'\\')).unwrap_or(octet)),
                octet => piece.push(octet),
            }
        }
        pieces.push(piece);
        Self { pieces: pieces.into() }
    }

    /// Returns whether the whole key matches. Takes time in proportion to the length of the key times the length of the
    /// pattern.
    ///
    /// ```
    /// # use urigram::query::Glob;
    /// assert!(Glob::new("*").matches(""));
    /// assert!(Glob::new("a*b*c").matches("a-b-b-c"));
    /// assert!(!Glob::new("a*a").matches("a"));
    /// ```
    pub fn matches(&self, key: impl AsRef<[u8]>) -> bool {
        matches(self.pieces.iter().map(Vec::as_slice), key.as_ref())
    }
}

impl FromStr for Glob {
    type Err = Infallible;

    fn from_str(pattern: &str) -> Result<Self, Infallible> {
        Ok(Self::new(pattern))
    }
}

/// Shows the pattern with one `*` for adjacent stars, and each `\` as `\\`. Octets that are not UTF-8 are shown as U+FFFD.
///
/// ```
/// # use urigram::query::Glob;
/// assert_eq!(Glob::new(r"a**\*\b").to_string(), r"a*\*\\b");
/// ```
impl fmt::Display for Glob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, piece) in self.pieces.iter().enumerate() {
            if index > 0 {
                f.write_char('*')?;
            }
            for c in String::from_utf8_lossy(piece).chars() {
                if matches!(c, '*' | '\\') {
                    f.write_char('\\')?;
                }
                f.write_char(c)?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Glob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Glob").field(&format_args!("`{self}`")).finish()
    }
}

/// Returns whether the key consists of these pieces, in this order, with any octets between them.
pub(super) fn matches<'p>(mut pieces: impl DoubleEndedIterator<Item = &'p [u8]>, key: &[u8]) -> bool {
    let Some(rest) = pieces.next().and_then(|first| key.strip_prefix(first)) else { return false };
    let Some(last) = pieces.next_back() else { return rest.is_empty() };
    let Some(mut rest) = rest.strip_suffix(last) else { return false };
    // The first match of a piece leaves the longest rest to the next one.
    pieces.filter(|piece| !piece.is_empty()).all(|piece| {
        let found = rest.windows(piece.len()).position(|window| window == piece);
        let after = found.and_then(|start| rest.get(start..)?.strip_prefix(piece));
        after.is_some_and(|after| {
            rest = after;
            true
        })
    })
}
