//! The options of an extraction, and the search for the start of a URI.

use alloc::string::String;
use alloc::vec::Vec;
use core::marker::PhantomData;

use super::candidate::{Form, LONGEST_SCHEME, Opener, Start};
use super::marks::{INSIDE, Role};
use crate::component::{IntoComponent, Scheme};
use crate::grammar::{Grammar, ParseError, Rfc3986, Rule, State};

/// The schemes that are found by default even without `//` after them. They are common in running text, and their names are
/// rarely followed by a colon for another reason.
const WITHOUT_SLASHES: &[&str] =
    &["cid", "data", "geo", "magnet", "mailto", "mid", "news", "sip", "sips", "sms", "tel", "urn", "xmpp"];

/// The last two letters of [`WITHOUT_SLASHES`].
#[expect(clippy::indexing_slicing, reason = "evaluated by the compiler")]
const ENDINGS: [u16; WITHOUT_SLASHES.len()] = {
    let mut endings = [0; WITHOUT_SLASHES.len()];
    let mut at = 0;
    while at < endings.len() {
        if let Some(&two) = WITHOUT_SLASHES[at].as_bytes().last_chunk() {
            endings[at] = u16::from_be_bytes(two);
        }
        at += 1;
    }
    endings
};

/// The maximum number of white space characters between the prefix `URL:` and the scheme.
const AFTER_PREFIX: usize = 32;

/// The number of bytes before the colon of a scheme, or before the dot after `www`, that are needed to decide whether a URI
/// begins there. They can contain a scheme that is too long, or a scheme, the prefix and its opener.
pub(super) const BEFORE: usize = LONGEST_SCHEME + 1 + AFTER_PREFIX + "](URL:".len();

/// Finds URIs in running text, with options. See [`extract`](crate::extract) for the rules.
///
/// ```
/// use urigram::extract::Extractor;
///
/// let text = "[RFC 3986](https://www.rfc-editor.org/rfc/rfc3986), or <mailto:fred@example.com>?";
/// let places: Vec<_> = Extractor::new().in_text(text).map(|found| found.range()).collect();
/// assert_eq!(places, [11..49, 56..79]);
///
/// let https = Extractor::new().scheme("https")?;
/// assert_eq!(https.in_text(text).count(), 1);
/// # Ok::<(), urigram::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Extractor<G = Rfc3986> {
    /// The schemes to find, in lower case. If empty, any scheme is found before `//`, and those of [`WITHOUT_SLASHES`] are
    /// found also without it.
    pub(super) schemes: Vec<String>,
    pub(super) suffix: Option<String>,
    /// Whether domain names are found like suffix references.
    #[cfg(feature = "psl")]
    pub(super) domains: bool,
    pub(super) addresses: bool,
    pub(super) splits: bool,
    pub(super) max_length: usize,
    grammar: PhantomData<fn() -> G>,
}

impl Extractor {
    /// Returns an extractor of URIs. For another grammar, see [`default`](#impl-Default-for-Extractor%3CG%3E).
    pub const fn new() -> Self {
        Self::with_defaults()
    }
}

/// Returns an extractor for the grammar `G`. For example, an extractor for IRIs (RFC 3987) finds characters beyond ASCII:
///
/// ```
/// use urigram::extract::Extractor;
/// use urigram::grammar::Rfc3987;
///
/// let text = "「http://例え.jp/引き出し」。";
/// let extractor = Extractor::<Rfc3987>::default();
/// assert!(extractor.in_text(text).map(|found| found.into_inner()).eq(["http://例え.jp/引き出し"]));
/// ```
impl<G: Grammar> Default for Extractor<G> {
    fn default() -> Self {
        Self::with_defaults()
    }
}

impl<G> Extractor<G> {
    const fn with_defaults() -> Self {
        Self {
            schemes: Vec::new(),
            suffix: None,
            #[cfg(feature = "psl")]
            domains: false,
            addresses: false,
            splits: false,
            max_length: 1 << 16,
            grammar: PhantomData,
        }
    }

    /// Sets the maximum length of a URI in the text, in bytes. The default is 65536. A longer URI is skipped, up to the next
    /// white space, control character, `"`, `<` or `>`. A [reader](Self::in_reader) keeps about as many bytes in memory.
    ///
    /// ```
    /// use urigram::extract::Extractor;
    ///
    /// let text = "http://example.com/ http://example.com/a";
    /// assert_eq!(Extractor::new().max_length(19).in_text(text).count(), 1);
    /// ```
    #[must_use]
    pub fn max_length(self, bytes: usize) -> Self {
        Self { max_length: bytes, ..self }
    }

    /// Sets whether a URI ends before a comma or a semicolon that a scheme and `://` follow directly, as in a list without white space. Such
    /// a list is also a single valid URI, and by default it is found as one.
    ///
    /// ```
    /// use urigram::extract::Extractor;
    ///
    /// let text = "http://a.example/1,http://b.example/2";
    /// let found: Vec<_> = Extractor::new().split_lists(true).in_text(text).map(|found| found.range()).collect();
    /// assert_eq!(found, [0..18, 19..37]);
    /// ```
    #[must_use]
    pub fn split_lists(self, splits: bool) -> Self {
        Self { splits, ..self }
    }

    /// Sets whether mail addresses without a scheme are found, too, and read as URIs of the scheme `mailto` (RFC 6068). The
    /// default is false.
    /// [`Found::text`](super::Found::text) is the address as it is written.
    ///
    /// An address is found if its local part has only letters and digits of ASCII, `.`, `_`, `+`, `-`, `~` and `'`, and
    /// if its domain is a name with a dot. RFC 5322 allows more, which in running text rarely belongs to an address.
    ///
    /// ```
    /// use urigram::extract::Extractor;
    ///
    /// let extractor = Extractor::new().mail_addresses(true);
    /// let found = extractor.in_text("Write to <fred@example.com>.").next().unwrap();
    /// assert_eq!(found.uri(), "mailto:fred@example.com");
    /// assert_eq!(found.text(), "fred@example.com");
    /// ```
    #[must_use]
    #[doc(alias = "email")]
    pub fn mail_addresses(self, addresses: bool) -> Self {
        Self { addresses, ..self }
    }
}

impl<G: Grammar> Extractor<G> {
    /// Restricts the search to URIs of this scheme and of the schemes of earlier calls, with or without `//`. Case is
    /// ignored.
    ///
    /// # Errors
    ///
    /// If the scheme is not valid (section 3.1).
    ///
    /// ```
    /// use urigram::extract::Extractor;
    ///
    /// let text = "doi:10.1000/182 http://example.com/ HTTPS://example.com/";
    /// let extractor = Extractor::new().scheme("doi")?.scheme("https")?;
    /// let found = extractor.in_text(text).map(|found| found.into_inner());
    /// assert!(found.eq(["doi:10.1000/182", "HTTPS://example.com/"]));
    /// assert!(Extractor::new().scheme("http:").is_err());
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn scheme<'s>(mut self, scheme: impl IntoComponent<'s, Scheme<'static>>) -> Result<Self, ParseError> {
        self.schemes.push(scheme.into_text()?.to_ascii_lowercase());
        Ok(self)
    }

    /// Also finds suffix references (section 4.5), which begin with `www.`, such as `www.w3.org/Addressing/`. They are read as
    /// URIs with this scheme and `//` before them. The RFC warns against guessing the scheme, so the caller has to choose it.
    ///
    /// # Errors
    ///
    /// If the scheme is not valid (section 3.1).
    ///
    /// ```
    /// use urigram::extract::Extractor;
    ///
    /// let extractor = Extractor::new().suffix("https")?;
    /// let found = extractor.in_text("See www.w3.org/Addressing/.").next().unwrap();
    /// assert_eq!(found.uri(), "https://www.w3.org/Addressing/");
    /// assert_eq!(found.text(), "www.w3.org/Addressing/");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn suffix<'s>(self, scheme: impl IntoComponent<'s, Scheme<'static>>) -> Result<Self, ParseError> {
        Ok(Self { suffix: Some(scheme.into_text()?.into_owned()), ..self })
    }

    /// Like [`suffix`](Self::suffix), but also finds other domain names than those that begin with `www.`, if their
    /// [public suffix](crate::Host::registrable_domain) is listed. Requires the feature `psl`.
    ///
    /// These are guesses: `setup.py` and `main.rs` are domain names too, because `py` and `rs` are countries. Names beyond ASCII
    /// are not found.
    ///
    /// # Errors
    ///
    /// If the scheme is not valid (section 3.1).
    ///
    /// ```
    /// use urigram::extract::Extractor;
    ///
    /// let extractor = Extractor::new().domains("https")?;
    /// let found = extractor.in_text("See example.co.uk/a, e.g. on node1.internal.");
    /// assert!(found.map(|found| found.into_inner()).eq(["https://example.co.uk/a"]));
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    #[cfg(feature = "psl")]
    pub fn domains<'s>(self, scheme: impl IntoComponent<'s, Scheme<'static>>) -> Result<Self, ParseError> {
        Ok(Self { domains: true, ..self.suffix(scheme)? })
    }

    /// Returns whether [`Self::scheme`] was called with this scheme.
    pub(super) fn is_asked_for(&self, scheme: &[u8]) -> bool {
        self.schemes.iter().any(|one| one.as_bytes().eq_ignore_ascii_case(scheme))
    }

    /// Returns the candidate whose scheme ends at `colon`. Bytes before `floor` are ignored.
    #[expect(
        clippy::arithmetic_side_effects,
        reason = "offsets around the colon, which lies in the bytes, after its scheme"
    )]
    pub(super) fn at_colon(&self, bytes: &[u8], floor: usize, colon: usize) -> Option<Start> {
        let after = bytes.get(colon + 1..)?;
        if Role::ends(*after.first()?) {
            return None;
        }
        let has_slashes = after.starts_with(b"//");
        let run = scheme_characters::<G>(bytes.get(floor..colon)?)?;
        // Most colons in a text follow other words, for which the automaton need not run.
        let may_be_wanted = match self.schemes.as_slice() {
            [] => {
                has_slashes
                    || may_be_without_slashes(run)
                    || without_prefix(bytes.get(floor..colon - run.len())?).1
            }
            schemes => schemes.iter().any(|one| ends_with(run, one)),
        };
        if !may_be_wanted {
            return None;
        }
        let scheme = scheme_at_end::<G>(run)?;
        let start = colon - scheme.len();
        let (before, is_prefixed) = without_prefix(bytes.get(floor..start)?);
        let is_wanted = match self.schemes.as_slice() {
            [] => {
                let is_scheme = |one: &&str| one.as_bytes().eq_ignore_ascii_case(scheme);
                has_slashes || is_prefixed || WITHOUT_SLASHES.iter().any(is_scheme)
            }
            _ => self.is_asked_for(scheme),
        };
        let least = colon + if has_slashes { "://".len() } else { ":".len() };
        let (opener, form, state) = (Opener::of(before), Form::Uri, State(0));
        is_wanted.then_some(Start { start, least, opener, form, splits: self.splits, state })
    }
}

/// Returns the characters of schemes at the end of `before`, unless there are more than a scheme has.
#[expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "the run ends the bytes; the table has an entry for each byte"
)]
fn scheme_characters<G: Grammar>(before: &[u8]) -> Option<&[u8]> {
    let automaton = G::automaton(Rule::scheme);
    let has_not = |&byte: &u8| match automaton {
        Some(automaton) => !(byte.is_ascii() && automaton.has(byte.into())),
        None => !INSIDE[usize::from(byte)],
    };
    let near = &before[before.len().saturating_sub(LONGEST_SCHEME + 1)..];
    let count = near.len() - near.iter().rposition(has_not).map_or(0, |at| at + 1);
    before.get(before.len() - count..).filter(|run| run.len() <= LONGEST_SCHEME)
}

/// Returns whether the text ends with the name, ignoring case.
fn ends_with(text: &[u8], name: &str) -> bool {
    let end = text.len().checked_sub(name.len()).and_then(|start| text.get(start..));
    end.is_some_and(|end| end.eq_ignore_ascii_case(name.as_bytes()))
}

/// Returns the longest valid scheme at the end of these characters.
fn scheme_at_end<G: Grammar>(run: &[u8]) -> Option<&[u8]> {
    let automaton = G::automaton(Rule::scheme);
    let is_scheme = |text: &&[u8]| automaton.is_none_or(|automaton| automaton.accepts_ascii(text));
    (0..run.len()).filter_map(|at| run.get(at..)).find(is_scheme)
}

/// Returns whether the text may end with one of [`WITHOUT_SLASHES`]: whether its last two letters are those of one.
fn may_be_without_slashes(text: &[u8]) -> bool {
    // The bit by which letters in capitals and others differ.
    let last = text.last_chunk().map(|&two| u16::from_be_bytes(two) | 0x2020);
    last.is_some_and(|last| ENDINGS.iter().fold(false, |is, &ending| is | (ending == last)))
}

/// Returns `before` without the prefix `URL:` and white space at its end, and whether there is such a prefix.
#[expect(clippy::arithmetic_side_effects, reason = "the spaces end the bytes")]
pub(super) fn without_prefix(before: &[u8]) -> (&[u8], bool) {
    let spaces = before.iter().rev().take_while(|byte| byte.is_ascii_whitespace()).take(AFTER_PREFIX).count();
    match before.get(..before.len() - spaces) {
        Some([rest @ .., b'u' | b'U', b'r' | b'R', b'l' | b'L', b':'])
            if !rest.last().is_some_and(u8::is_ascii_alphanumeric) =>
        {
            (rest, true)
        }
        _ => (before, false),
    }
}
