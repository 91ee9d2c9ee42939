//! URIs by RFC 3986, from one grammar file.
//!
//! `uri.pest` transcribes Appendix A of the RFC rule for rule, and the library's behaviour is that of
//! this file: what is accepted, where a component begins and ends, which kind of host and of path it
//! is. The names are the RFC's own.
//!
//! ```
//! use urigram::{Host, UriReference};
//!
//! let reference = UriReference::parse("foo://user@192.0.2.16:8042/over/there?name=ferret#nose")?;
//! assert_eq!(reference.scheme().unwrap().as_str(), "foo");
//! assert_eq!(reference.userinfo().unwrap().as_str(), "user");
//! assert_eq!(reference.host(), Some(Host::Ipv4([192, 0, 2, 16].into())));
//! assert_eq!(reference.port().unwrap().to_u16(), Ok(8042));
//! assert_eq!(reference.path().segments().collect::<Vec<_>>(), ["over", "there"]);
//! assert_eq!(reference.query().unwrap().as_str(), "name=ferret");
//! assert_eq!(reference.fragment().unwrap().as_str(), "nose");
//! # Ok::<(), urigram::ParseError>(())
//! ```
//!
//! # Which type
//!
//! | type | rule | section | example |
//! |---|---|---|---|
//! | [`UriReference`] | `URI-reference` | 4.1 | `http://a/b#c`, `../b`, the empty string |
//! | [`Uri`] | `URI` | 3 | `http://a/b#c` |
//! | [`AbsoluteUri`] | `absolute-URI` | 4.3 | `http://a/b` |
//! | [`RelativeRef`] | `relative-ref` | 4.2 | `../b` |
//!
//! Each is generic in what holds its [text](Text): `&str`, `String`, `Cow<str>` and others. `Uri` alone, as the type of
//! a variable or a field, is `Uri<String>`, and `Uri::parse` gives a `Uri<&str>`. A `&Uri` can be given wherever a
//! `&UriReference` is taken, and an `&AbsoluteUri` wherever a `&Uri` is. An undefined component is `None`, an empty
//! one is an empty string, and the two are kept apart (section 5.3).
//!
//! They are the types of [`generic`] under the grammar [`Rfc3986`]. Under [`Rfc3987`] the same types are
//! [`IriReference`], [`Iri`], [`AbsoluteIri`] and [`RelativeIriRef`], and under [`Rfc6874`] those in [`rfc6874`]. A
//! URI is an IRI, and an IRI maps to a URI:
//!
//! ```
//! use urigram::{Iri, Uri};
//!
//! let iri: Iri<&str> = Uri::parse("http://example.com/")?.into();
//! assert_eq!(Iri::parse("http://example.com/é")?.to_uri()?.as_str(), "http://example.com/%C3%A9");
//! # Ok::<(), urigram::ParseError>(())
//! ```
//!
//! A component of theirs is made by `try_from` or [`Encoded`](percent::Encoded), and one of a URI is taken for it:
//!
//! ```
//! use urigram::{Iri, Query, Rfc3987, Segment};
//!
//! let mut iri = Iri::parse("http://example.com/")?.to_owned();
//! iri.push_segment(Segment::<Rfc3987>::try_from("é")?)?;
//! iri.set_query(Query::encode("naïve"))?;
//! assert_eq!(iri, "http://example.com/é?na%C3%AFve");
//! # Ok::<(), urigram::Error>(())
//! ```
//!
//! # Functions that take references
//!
//! A function for owned values takes a `&Uri`, one for borrowed values a `Uri<&str>`, which is `Copy`. A function for
//! both takes a `&Uri<T>`, with [`Text`] as the bound of `T`. `AsRef<str>` is not enough to read components, as it does
//! not say how long they live; with it, [`borrowed`](generic::Uri::borrowed) comes first:
//!
//! ```
//! use urigram::{Text, Uri};
//!
//! fn host<T: Text>(uri: &Uri<T>) -> Option<&str> {
//!     uri.host_str()
//! }
//!
//! fn borrowed_host<T: AsRef<str>>(uri: &Uri<T>) -> Option<&str> {
//!     uri.borrowed().host_str()
//! }
//!
//! let owned: Uri = "http://example.com/".parse()?;
//! let borrowed = Uri::parse("http://example.com/")?;
//! assert_eq!(host(&owned), borrowed_host(&borrowed));
//! # Ok::<(), urigram::ParseError>(())
//! ```
//!
//! # Maps and sets
//!
//! References hash and are ordered as their text does, so a map is asked with the text, whatever holds it:
//!
//! ```
//! use std::collections::HashMap;
//! use urigram::Uri;
//!
//! let mut titles: HashMap<Uri, &str> = HashMap::new();
//! titles.insert("http://example.com/".parse()?, "Example");
//!
//! let uri = Uri::parse("http://example.com/")?;
//! assert_eq!(titles.get(uri.as_str()), Some(&"Example"));
//! # Ok::<(), urigram::ParseError>(())
//! ```
//!
//! # Resolution
//!
//! [`resolve`](Uri::resolve) finds the target of a reference (section 5), [`Resolver`] with options
//! and into a buffer, and [`relativize`](Uri::relativize) the reference to a target. [`base`] says
//! which base URI is in force.
//!
//! ```
//! use urigram::{Uri, UriReference};
//!
//! let base = Uri::parse("http://example.com/docs/guide/intro?page=1")?;
//! let target = base.resolve(&UriReference::parse("./.././faq")?).unwrap();
//! assert_eq!(target, "http://example.com/docs/faq");
//! assert_eq!(base.relativize(&target).unwrap(), "../faq");
//! # Ok::<(), urigram::ParseError>(())
//! ```
//!
//! # Percent-encoding
//!
//! A component's text is percent-encoded, and `decode` gives the data in it; `encode` makes the text of a
//! component from data (section 2). [`percent`] says which characters stay. Neither way can be gone twice: raw
//! data, encoded text and decoded data have types of their own.
//!
//! ```
//! use urigram::{Query, Segment, UriReference};
//!
//! let reference = UriReference::parse("/AC%2FDC?q=caf%C3%A9&page=2")?;
//! assert_eq!(reference.path().segments().next().unwrap().decode(), "AC/DC");
//! assert_eq!(reference.query().unwrap().pairs().get("q").unwrap().to_str()?, "café");
//!
//! assert_eq!(Segment::encode("Laguna Beach"), "Laguna%20Beach");
//! # Ok::<(), urigram::Error>(())
//! ```
//!
//! The [pairs](Query::pairs) of a query can be [edited](Uri::edit_pairs), as [`QueryPairs`], and a
//! `file` URI has a [path](Uri::to_file_path) of the system. [`FilePaths`] says which dot segments it may have.
//!
//! # Normalization and comparison
//!
//! [`normalize`](UriReference::normalize) does what the syntax allows (section 6.2.2), and
//! [`normalize_to`](UriReference::normalize_to) as much as is done on a [`Rung`] of the ladder, up to what is
//! known of [`Schemes`] and of [`Redirects`]. [`compare`](UriReference::compare) says on which rung two are
//! equal, [`equivalent`](UriReference::equivalent) whether they are on that one, and [`Normalized`] is for maps
//! and sets. [`Normalizer`] has the options.
//!
//! ```
//! use urigram::{Rung, Uri};
//!
//! let uri = Uri::parse("HTTP://www.EXAMPLE.com:80/a/../%7e")?;
//! let other = Uri::parse("http://www.example.com/~")?;
//! assert_eq!(uri.normalize(), "http://www.example.com:80/~");
//! assert_eq!(uri.normalize_to(Rung::Scheme), "http://www.example.com/~");
//! assert_eq!(uri.compare(&other), Some(Rung::Scheme));
//! # Ok::<(), urigram::ParseError>(())
//! ```
//!
//! # Building and editing
//!
//! A [`Builder`] makes a reference of its components:
//!
//! ```
//! use urigram::Uri;
//!
//! let uri = Uri::builder("http").host("example.com").path("/over/there").query("name=ferret").build()?;
//! assert_eq!(uri, "http://example.com/over/there?name=ferret");
//! # Ok::<(), urigram::BuildError>(())
//! ```
//!
//! An owned value is edited in place: [`set_host`](Uri::set_host),
//! [`remove_query`](Uri::remove_query), [`push_segment`](Uri::push_segment) and the rest. Text
//! is taken as it is written, and has to be valid; raw data go by a component's `encode` ([`IntoComponent`]).
//! After each edit the value is valid, or it is unchanged and there is an [`EditError`].
//!
//! ```
//! use urigram::{Query, Uri};
//!
//! let mut uri = Uri::parse("http://example.com/docs")?.to_owned();
//! uri.set_scheme("https")?;
//! uri.push_segment("AC/DC")?;
//! uri.set_query(Query::encode("live at #1"))?;
//! assert_eq!(uri, "https://example.com/docs/AC%2FDC?live%20at%20%231");
//! # Ok::<(), urigram::Error>(())
//! ```
//!
//! A value stays what its type says: a [`Uri`] cannot lose its scheme, nor can an [`AbsoluteUri`] get a
//! fragment or a [`RelativeRef`] a scheme.
//!
//! ```compile_fail,E0596
//! # use urigram::Uri;
//! let mut uri = Uri::parse("http://example.com/").unwrap().to_owned();
//! uri.remove_scheme();
//! ```
//!
//! # Another grammar
//!
//! With the environment variable `URI_GRAMMAR` naming a file, the library is built from `uri.pest` with the
//! rules of that file laid over it, or from the file alone if it is a whole grammar: [`Rfc3986`] and its
//! types are then by that grammar. A relative name is one in the directory where cargo is called. What rests
//! on `uri.pest` is not there then: a URI is converted to an IRI by `try_from`, if at all, and `uri!` does not
//! compile if its rule cannot be compiled. What an operation makes is held against the grammar: if that does not
//! accept it, or takes it apart in another way, it is an error; a text stays as it is then, also where it was to
//! be normalized or something was to be removed from it.
//!
//! # Equality
//!
//! `==`, `Hash` and `Ord` are of the text and nothing else (section 6.2.1), and agree with those of
//! `str`. Every other equality has a name: see above.
//!
//! # Passwords
//!
//! `Debug` hides the password in a userinfo (section 3.2.1), that of a `sip` URI too, and
//! [`redacted`](UriReference::redacted) is a `Display` that does, and hides more if it is told to. `Display` itself is
//! the text. A value that is [`Rejected`] is not shown by `Debug` at all. What is [decoded](percent::Decoded) is
//! shown whole, that of a userinfo too, and so are a [`tree`] and a path, a query or a fragment alone.
//!
//! # Limits
//!
//! A reference has at most 4294967295 bytes: the places of its components are counted in 32 bits. Whatever parses or
//! makes a longer one returns an error. A literal of [`uri!`] has at most 65536.
//!
//! # Features
//!
//! `std`, on by default; without it the crate is `no_std` and needs `alloc`. `tree`, on by default: pest's parse
//! tree ([`grammar::tree`]), and the rules of an edited grammar that only pest can parse; without it the library is
//! built without pest. `serde`: the reference
//! types as strings, validated on the way in. `form`: structs from and to the pairs of a query. `idna`: hosts
//! of IRIs as the DNS knows them. `html`: the base URI of an HTML document. `url` and `http`: conversions to and
//! from `url::Url` and `http::Uri`.
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
#![deny(missing_docs)]
// A rule of a grammar may have any name, also one that a variable here has.
#![allow(bindings_with_variant_name)]

extern crate alloc;

// Before the rooms that add methods to its types: the documentation shows methods in this order.
mod reference;

pub mod base;
pub mod build;
mod bytes;
mod component;
pub mod convert;
pub mod edit;
mod error;
pub mod grammar;
mod invariant;
mod layout;
pub mod normalize;
pub mod percent;
pub mod query;
pub mod resolve;
pub mod scheme;

pub use component::{
    Authority, Fragment, Host, IntoComponent, Path, Port, PortError, Query, RegName, Scheme, Segment,
    Segments, Userinfo,
};
pub use error::Error;
#[doc(inline)]
pub use grammar::{ParseError, Rejected, Rule};
pub use reference::{
    AbsoluteIri, AbsoluteUri, Iri, IriReference, Redacted, RelativeIriRef, RelativeRef, Text, Uri,
    UriReference, generic, rfc6874,
};

#[doc(no_inline)]
pub use build::BuildError;
#[doc(no_inline)]
pub use edit::EditError;
#[doc(no_inline)]
pub use resolve::{RelativizeError, ResolveError};

// Names that are short to write, for what the documentation shows in its module.
#[doc(hidden)]
pub use build::{Buildable, Builder, MayHaveFragment};
#[doc(hidden)]
#[cfg(any(feature = "http", feature = "url"))]
pub use convert::ConversionError;
#[doc(hidden)]
#[cfg(feature = "idna")]
pub use convert::IdnaError;
#[doc(hidden)]
#[cfg(feature = "std")]
pub use convert::SocketAddrsError;
#[doc(hidden)]
pub use convert::{FilePathError, FilePaths};
#[doc(hidden)]
#[cfg(feature = "tree")]
pub use grammar::tree;
#[doc(hidden)]
pub use grammar::{
    Components, Fault, Grammar, GrammarError, HostKind, PathKind, ReferenceKind, Rfc3986, Rfc3987, Rfc6874,
    runtime,
};
#[doc(hidden)]
pub use normalize::{
    Normalize, Normalized, Normalizer, Redirects, Rung, RungError, SchemeRulesError, to_lower_case,
};
#[doc(hidden)]
pub use query::{Pairs, QueryPairs};
#[doc(hidden)]
pub use resolve::{ReferenceForm, Resolver, remove_dot_segments};
#[doc(hidden)]
pub use scheme::{SchemeRules, Schemes};

/// What the library is built from, for the command `uri`, which does with any grammar what the build
/// does with `uri.pest`.
#[doc(hidden)]
pub mod embedded {
    /// The name of the grammar that the library was built with.
    pub const GRAMMAR_NAME: &str = env!("URIGRAM_GRAMMAR");
    /// Its text: `uri.pest`, or what was chosen instead.
    pub const GRAMMAR: &str = include_str!(concat!(env!("OUT_DIR"), "/rfc3986.pest"));
    /// The text of `uri.abnf`: RFC 3986, Appendix A, as it is printed.
    pub const URI_ABNF: &str = include_str!("../uri.abnf");
    /// The rules whose spans the library reads.
    pub const CAPTURED_RULES: &[&str] = crate::grammar::Capture::NAMES;
    /// The rules that it needs besides.
    pub const ALSO_NEEDED_RULES: &[&str] = crate::grammar::ALSO_NEEDED;
}

/// The README's examples, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
