// References in running text (Appendix C).
//
// In: a string, bytes that may not be UTF-8, a reader, or a text that arrives in parts.
// Out: each URI in the input, as a `Found`: its range, its text in the input, and the `Uri`. `extractor` has the options and
// decides where a URI may begin, and `bare` where one without a scheme may begin. `plain` finds most URIs with the parser, and
// `candidate` the end of all others with the automaton of the rule `URI`; `marks` has the characters that delimit a URI. `stream`
// searches a text in parts, and `reader` a `Read`.
// `links` finds the references in the attributes of an HTML document.
// Next: none.

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
//! schemes. At least one character must follow the colon or the `//`: `http://` alone is not found.
//!
//! The grammar and the delimiters in this table determine where the URI ends. The URI is the longest string before a delimiter
//! that the rule `URI` matches:
//!
//! | the URI is | it ends |
//! |---|---|
//! | in `"…"` or `'…'`, as in an attribute of HTML, or in `](…)`, as in a link of Markdown | before the closing delimiter |
//! | in `<…>` or `<URL:…>` | before the `>`; white space is removed |
//! | anywhere else | before white space, a control character, a `"`, a `<`, a `>`, or a closing bracket whose opening bracket is before the URI |
//!
//! Anywhere else, a URI does not end with the punctuation `.`, `,`, `;`, `:`, `!` or `?`, with an opening bracket, with a `'`
//! that does not close another one in the URI, or with a `*`, `_` or `~` that is also directly before the URI, as in Markdown
//! emphasis. Nor does it end with a character reference of HTML, such as `&amp;`, or the `$` of a placeholder such as `${ID}`,
//! and it ends before `&lt;`, `&gt;`, `&quot;` and `&nbsp;`, which may also be written as numbers. For IRIs, the quotation marks, brackets and
//! punctuation of other scripts are delimiters as well; an IRI ends before punctuation such as `。`, which is written without
//! white space after it. A URI ends before the first character beyond ASCII, even in the host: in `https://münchen.de/`, only
//! `https://m` is found, and [`Found::cut`] returns the `ü`. `Extractor::<Rfc3987>::default()` finds the whole IRI. A `"`, `'` or `<` is ignored if it is not
//! closed, or if the text up to the closing delimiter is not a URI as a whole.
//!
//! On request, mail addresses ([`Extractor::mail_addresses`]), names that begin with `www.` ([`Extractor::suffix`]) and other
//! domain names (`Extractor::domains`) are found, too. A comma may be part of a URI, so `http://a/,http://b/` is one URI, unless
//! [`Extractor::split_lists`] is chosen.
//!
//! The URIs do not overlap, and are returned in order. Bytes that are not UTF-8 are not part of a URI.
//!
//! In HTML, `links_in_html` (feature `html`) finds the references in attributes, which may be relative.
//!
//! # Other extractors
//!
//! In the tests of `linkify`, and by the examples of the extended autolinks of GitHub Flavored Markdown (GFM, section 6.9),
//! the same URIs are found with the options for bare domains, mail addresses and IRIs, except for:
//!
//! | in the text | is found here | elsewhere | because |
//! |---|---|---|---|
//! | `http://a.example/b[c]`, `…/b{c}` | `http://a.example/b`, and it is cut | the whole text | a path has no brackets and braces (section 3.3) |
//! | `http://a.example/*`, `http://a.example-/` | the whole text | a URI without `*` and `-` | both characters may end a path or a host; a `*` ends emphasis only if another one is directly before the URI |
//! | `http://a.example'http://b.example`, `http://a.example'/>` | one URI, with the apostrophe | one URI, without it | an apostrophe may be part of a host |
//! | `http://a.example/?b=(c))+d` | `http://a.example/?b=(c)` | the whole text (GFM) | a bracket that is not opened in the URI belongs to the text |
//! | `1abc://a.example` | `abc://a.example` | nothing | a scheme begins with a letter (section 3.1), and a digit before it is text |
//! | `http://a..example/`, `http://-a.example/`, `file://...`, `http://1-2.3/` | the whole text | nothing | the host is valid (section 3.2.2); it has a [finding](crate::validate) |
//! | `http://a:b@c@d.example/` | `http://a:b@c`, and it is cut | nothing | a second `@` ends the URI, which is valid up to it |
//! | `xmpp:a@b.example/c/d`, `mailto:a@b.example/` | the whole text | a URI without the last `/` (GFM) | the grammar determines the end |
//! | `a@b.example-` | `a@b.example` | nothing (GFM) | a hyphen does not end a name, so it belongs to the text |
//! | `a@b.c`, `ü@a.example`, `a@b.xyü`, `ü.example`, `192.0.2.7` | nothing | a mail address or a bare domain | what has no scheme is guessed, and only names of ASCII with a top-level domain of two letters or more |
//! | `{a}@b.example`, `a..b@c.example`, `a/b.example` | nothing | a mail address, or a part as one; a domain | these signs rarely belong to an address, and a part of one is another address; a path is not a host |
//!
//! # Another grammar
//!
//! The grammar, edited or not, defines the schemes and the extent of a URI, but not the delimiters above. The rule `URI` has no
//! automaton if it is recursive or left to pest. Then the text between the delimiters, without the punctuation at its end, is
//! found if the rule matches this text as a whole.
//!
//! # Cost
//!
//! If the rule `URI` has an automaton, extraction takes time linear in the input, whatever the input contains. Without an
//! automaton, up to `max_length` bytes are read at each position at which a URI may begin. Extraction allocates only if white
//! space has to be removed or a scheme to be added. URIs longer than [`max_length`](Extractor::max_length), by default 65536
//! bytes, are skipped.

mod bare;
mod candidate;
mod extractor;
mod found;
#[cfg(feature = "html")]
mod links;
mod marks;
mod plain;
#[cfg(feature = "std")]
mod reader;
mod stream;

pub use extractor::Extractor;
pub use found::Found;
#[cfg(feature = "html")]
pub use links::{HtmlLink, links_in_html};
pub use stream::Stream;
