// References in running text (Appendix C).
//
// In: a text, bytes that may not be UTF-8, a reader, or a text in parts.
// Out: each URI in it, as a `Found`: its place, its text there, and its value. `extractor` has the options and decides
// where a URI may begin, `stream` searches a text that comes in parts, `candidate` finds its end, with the automaton of the rule `URI`, and `marks` has the characters that
// delimit it. `reader` reads from a `Read`.
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
//! A URI begins with a scheme. By default, it is found if `//` follows the scheme, and also without `//` if the scheme is
//! `cid`, `data`, `geo`, `magnet`, `mailto`, `mid`, `news`, `sip`, `sips`, `sms`, `tel`, `urn` or `xmpp`. After the prefix
//! `URL:`, with or without white space after it, a URI of any scheme is found. [`Extractor::scheme`] restricts this to certain
//! schemes. The colon or the `//` must not be the end: `http://` alone is not found.
//!
//! The grammar decides where the URI ends: it is the longest string that the rule `URI` matches there, up to one of these
//! delimiters:
//!
//! | the URI is | it ends |
//! |---|---|
//! | in `"…"`, in `'…'`, as in an attribute of HTML, or in `](…)`, as in a link of Markdown | before the closing mark |
//! | in `<…>` or `<URL:…>` | before the `>`; white space is removed |
//! | anywhere else | before white space, a control character, a `"`, a `<`, a `>`, or a closing bracket whose opening bracket is before the URI |
//!
//! Anywhere else, it does not end with punctuation: `.`, `,`, `;`, `:`, `!`, `?`, `'`, or an opening bracket; nor with a `*`,
//! `_` or `~` that is also directly before it, as in Markdown emphasis. For IRIs, the quotation marks, brackets and
//! punctuation of other scripts count as well; an IRI ends before punctuation such as `。`, which is written without white
//! space after it. A URI ends before the first character beyond ASCII, even in the host: of `https://münchen.de/`, `https://m`
//! is found, and all of it by `Extractor::<Rfc3987>::default()`. A `"`, `'` or `<` that is not closed, or whose content is not
//! a URI as a whole, is ignored.
//!
//! The URIs do not overlap, and are returned in order. Bytes that are not UTF-8 are not part of a URI.
//!
//! # Another grammar
//!
//! The grammar, edited or not, defines the schemes and the extent of a URI, but not the delimiters above. If the rule `URI` has
//! no automaton, because it is recursive or left to pest, the text between the delimiters, without the punctuation at its end,
//! is found if the rule matches it as a whole.
//!
//! # Cost
//!
//! Linear in the input, whatever it contains, if the rule `URI` has an automaton; without one, up to `max_length` bytes
//! are read at each place where a URI may begin. Allocates only if white space has to be removed or a scheme to be
//! added. A URI is at most [`max_length`](Extractor::max_length) bytes long, by default 65536; a longer one is skipped.

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
