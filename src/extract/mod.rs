// References in running text (Appendix C).
//
// In: a text, bytes that may not be UTF-8, a reader, or a text that comes in parts.
// Out: each URI that stands in it, as a `Found`: its place, its text there, and its value. `extractor` has the
// options, `stream` searches for where a URI may begin, `candidate` finds how far it goes, with the automaton of
// the rule `URI`, and `marks` has the characters that delimit it. `reader` reads what is searched.
// Next: none. The caller has URIs.

//! URIs in running text: mail, prose, Markdown, HTML, source code (Appendix C).
//!
//! ```
//! use urigram::extract::Extractor;
//!
//! let text = r#"Yes, Jim, I found it under "http://www.w3.org/Addressing/",
//! but you can probably pick it up from <ftp://foo.example.
//! com/rfc/>. Note the warning in <http://www.ics.uci.edu/pub/
//! ietf/uri/historical.html#WARNING>."#;
//! let found: Vec<_> = Extractor::new().in_text(text).map(|found| found.uri().to_string()).collect();
//! assert_eq!(found, [
//!     "http://www.w3.org/Addressing/",
//!     "ftp://foo.example.com/rfc/",
//!     "http://www.ics.uci.edu/pub/ietf/uri/historical.html#WARNING",
//! ]);
//! ```
//!
//! # What is found
//!
//! A URI begins with a scheme. By default, it is found if `//` follows the scheme, whatever the scheme, and also
//! without `//` if the scheme is `cid`, `data`, `geo`, `magnet`, `mailto`, `mid`, `news`, `sip`, `sips`, `sms`,
//! `tel`, `urn` or `xmpp`. After the prefix `URL:`, with or without white space behind it, a URI of any scheme is
//! found. [`Extractor::scheme`] asks for certain schemes instead. There has to be something after the colon or the
//! `//`: `http://` alone is not found.
//!
//! The grammar decides how far the URI goes: it is the longest string that the rule `URI` matches there, up to one
//! of these ends:
//!
//! | it stands | it ends |
//! |---|---|
//! | in `"…"`, in `'…'`, as in an attribute of HTML, or in `](…)`, as in a link of Markdown | before the closing mark |
//! | in `<…>` or `<URL:…>` | before the `>`; white space is removed |
//! | anywhere else | before white space, a control character, a `"`, a `<`, a `>`, or a bracket that closes one which was opened before the URI |
//!
//! Anywhere else, it does not end with punctuation: `.`, `,`, `;`, `:`, `!`, `?`, `'`, or an opening bracket; nor with a `*`,
//! `_` or `~` that stands directly before it too, as marks of emphasis do. For IRIs, the quotation marks, brackets and
//! punctuation of other scripts count as well; one ends before punctuation that no white space follows, such as `。`. A URI ends
//! before the first character beyond ASCII, even in the host: of `https://münchen.de/`, `https://m` is found, and all of it by
//! `Extractor::<Rfc3987>::default()`. If what a `"`, `'` or `<` begins is not closed, or is not a URI as a whole, that mark
//! does not count.
//!
//! What is found does not overlap, and comes in order. Bytes that are not UTF-8 are not part of a URI.
//!
//! # Another grammar
//!
//! The schemes and the extent of a URI are those of the grammar, edited or not; the delimiters above are not part of it.
//! If the rule `URI` is recursive or left to pest, there is no longest string: what stands between the delimiters, without the
//! punctuation at its end, is found if the rule matches it as a whole.
//!
//! # Cost
//!
//! Linear in the input, whatever it contains, if the rule `URI` has an automaton; if it has none, each place where a
//! URI may begin costs up to `longest` bytes. Nothing is allocated unless white space has to be removed or a
//! scheme to be added. A URI is at most [`longest`](Extractor::longest) bytes long, by default 65536; a longer one
//! is skipped.

mod candidate;
mod extractor;
mod found;
mod marks;
#[cfg(feature = "std")]
mod reader;
mod stream;

pub use extractor::Extractor;
pub use found::Found;
pub use stream::Stream;
