//! URIs according to RFC 3986, defined by one grammar file.
//!
//! `uri.pest` transcribes Appendix A of the RFC rule for rule. It determines which strings the library accepts, where each
//! component begins and ends, and the kinds of hosts and paths. The names are those of the RFC.
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
//! # Where to begin
//!
//! - The [cookbook](_documentation::cookbook) has a program for each of some fifty tasks, titled by common search terms.
//! - [The library](_documentation::library) is a tour of the parts of the library.
//! - [Validation](_documentation::validation) is about user input, and [another grammar](_documentation::grammar) about
//!   variants of the syntax.
//! - To migrate from fluent-uri, http, iref, iri-string, oxiri or url, read the [guide][migrate] from that library.
//! - [Comparison](_documentation::comparison) describes other libraries and when to prefer them;
//!   [design](_documentation::design) explains the decisions behind this one.
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
//! Each type is generic over the type of its [text](Text): `&str`, `String`, `Cow<str>` and others. `Uri` without a parameter,
//! as the type of a variable or a field, is `Uri<String>`; `Uri::parse` returns a `Uri<&str>`. A `&Uri` can be passed where a
//! `&UriReference` is expected, and an `&AbsoluteUri` where a `&Uri` is expected (for `?`, see
//! [below](#functions-that-take-references)). An undefined component is `None`, and an empty component is an empty string;
//! section 5.3 distinguishes the two.
//!
//! These types are aliases of the types in [`generic`], with the grammar [`Rfc3986`]. With the grammar [`Rfc3987`], the
//! aliases are [`IriReference`], [`Iri`], [`AbsoluteIri`] and [`RelativeIriRef`]; those with the grammar [`Rfc6874`] are in
//! [`rfc6874`]. Every URI is an IRI, and an IRI can be converted to a URI:
//!
//! ```
//! use urigram::{Iri, Uri};
//!
//! let iri: Iri<&str> = Uri::parse("http://example.com/")?.into();
//! assert_eq!(Iri::parse("http://example.com/é")?.to_uri()?.as_str(), "http://example.com/%C3%A9");
//! # Ok::<(), urigram::ParseError>(())
//! ```
//!
//! An operation on two references requires the same grammar for both. `into` converts a URI to an IRI:
//!
//! ```
//! use urigram::{Iri, UriReference};
//!
//! let base = Iri::parse("http://example.com/é")?;
//! let reference = UriReference::parse("a")?;
//! assert_eq!(base.resolve(&reference.into())?, "http://example.com/a");
//! # Ok::<(), urigram::Error>(())
//! ```
//!
//! A component of an IRI is created with `try_from` or [`Encoded`](percent::Encoded). A component of a URI can be used as
//! a component of an IRI:
//!
//! ```
//! use urigram::grammar::Rfc3987;
//! use urigram::{Iri, Query, Segment};
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
//! A function for owned values takes a `&Uri`, and a function for borrowed values takes a `Uri<&str>`, which is `Copy`. A
//! function for both takes a `&Uri<T>` with the bound [`Text`] on `T`. The bound `AsRef<str>` does not determine the lifetime
//! of components: with this bound, call [`borrowed`](generic::Uri::borrowed) before you read them:
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
//! A `&Uri` can be passed where a `&UriReference` is expected, but `&Uri::parse(text)?` does not compile there, because the
//! compiler expects `?` to return a `UriReference`. Assign the result of `?` to a variable first, or dereference it:
//!
//! ```
//! use urigram::{Iri, IriReference, Text};
//!
//! fn any<T: Text>(reference: &IriReference<T>) -> &str {
//!     reference.path().as_str()
//! }
//!
//! let iri = Iri::parse("http://é/a")?;
//! assert_eq!(any(&iri), "/a");
//! assert_eq!(any(&*Iri::parse("http://é/b")?), "/b");
//! # Ok::<(), urigram::ParseError>(())
//! ```
//!
//! # Maps and sets
//!
//! `Hash`, `Eq` and `Ord` of a reference are those of its text, so a map whose keys are references can be searched with a
//! `&str`:
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
//! [`resolve`](Uri::resolve) returns the target of a reference (section 5). A [`Resolver`] resolves with options, and can write
//! to a buffer. [`relativize`](Uri::relativize) returns a short reference to a target, and [`join`](UriReference::join) joins
//! two relative references. [`base`] determines the base URI in force.
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
//! The text of a component is percent-encoded. `decode` returns the data, and `encode` converts data to the text of a component
//! (section 2). [`percent`] defines which characters are not encoded. Raw data, encoded text and decoded data have different
//! types, so code that confuses them does not compile, unless they are passed as `&str`.
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
//! The [pairs](Query::pairs) of a query can be [edited](Uri::edit_pairs), as [`QueryPairs`]. A `file` URI can
//! be converted to a [path](Uri::to_file_path) of the system; [`FilePaths`] can allow percent-encoded
//! dot segments, which are refused by default.
//!
//! # Normalization and comparison
//!
//! [`normalize`](UriReference::normalize) applies syntax-based normalization (section 6.2.2).
//! [`normalize_to`](UriReference::normalize_to) normalizes to a [`Level`] of the comparison ladder: `String`, `Case`,
//! `Percent`, `Path` or `Scheme`. It uses the built-in [`Schemes`]; pass the rules of other schemes to a [`Normalizer`].
//! [`compare`](UriReference::compare) returns the lowest level at which two references are equal, and
//! [`equivalent`](UriReference::equivalent) returns whether they are equal at a given level. For the keys of maps and sets, use
//! [`Normalized`].
//!
//! ```
//! use urigram::Uri;
//! use urigram::normalize::Level;
//!
//! let uri = Uri::parse("HTTP://www.EXAMPLE.com:80/a/../%7e")?;
//! let other = Uri::parse("http://www.example.com/~")?;
//! assert_eq!(uri.normalize(), "http://www.example.com:80/~");
//! assert_eq!(uri.normalize_to(Level::Scheme), "http://www.example.com/~");
//! assert_eq!(uri.compare(&other), Some(Level::Scheme));
//! # Ok::<(), urigram::ParseError>(())
//! ```
//!
//! # Building and editing
//!
//! A [`Builder`] builds a reference from its components:
//!
//! ```
//! use urigram::Uri;
//!
//! let uri = Uri::builder("http").host("example.com").path("/over/there").query("name=ferret").build()?;
//! assert_eq!(uri, "http://example.com/over/there?name=ferret");
//! # Ok::<(), urigram::build::BuildError>(())
//! ```
//!
//! An owned reference is edited in place, with [`set_host`](Uri::set_host), [`remove_query`](Uri::remove_query),
//! [`push_segment`](Uri::push_segment) and similar methods. A borrowed reference, such as a `Uri<&str>`, is converted to an
//! owned one with [`to_owned`](generic::Uri::to_owned). A string must be a valid component, and is used as written; encode raw
//! data first, with `encode` of the component ([`IntoComponent`]). Segments are an exception: a string is raw data, and is
//! encoded. After each edit the reference is valid. If the edit fails, the reference is unchanged, and an [`EditError`] is
//! returned.
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
//! A value always matches the rule of its type: the scheme of a [`Uri`] cannot be removed, the fragment of an [`AbsoluteUri`]
//! cannot be set, nor can the scheme of a [`RelativeRef`]. The only exception is `from_components_unchecked`, which does not
//! check the rule.
//!
//! ```compile_fail,E0596
//! # use urigram::Uri;
//! let mut uri = Uri::parse("http://example.com/").unwrap().to_owned();
//! uri.remove_scheme();
//! ```
//!
//! # URI Templates
//!
//! With the feature `template`, [`template`] expands URI Templates (RFC 6570), and finds the values by which a template gives a
//! URI.
//!
//! # Running text
//!
//! [`extract`] finds the URIs in mail, prose, Markdown, HTML or source code (Appendix C), in a string or a stream.
//!
//! ```
//! use urigram::extract::Extractor;
//!
//! let text = "See <http://example.com/> (or mailto:fred@example.com).";
//! let extractor = Extractor::new();
//! let found = extractor.in_text(text).map(|found| found.into_inner());
//! assert!(found.eq(["http://example.com/", "mailto:fred@example.com"]));
//! ```
//!
//! # Findings
//!
//! A valid reference may still be a mistake or an attack, such as `htp://example.com/` or `http://0x7f.1/`.
//! [`findings`](UriReference::findings) returns the questionable parts, each with a code, a severity and a
//! range; [`validate`] lists the codes.
//!
//! ```
//! use urigram::Uri;
//!
//! let uri = Uri::parse("http://0x7f.1/")?;
//! let findings: Vec<_> = uri.findings().iter().map(ToString::to_string).collect();
//! assert_eq!(findings, [
//!     "some parsers read the host `0x7f.1` as the IPv4 address 127.0.0.1",
//!     "127.0.0.1 is not a global unicast address: 127.0.0.0/8, Loopback, RFC 1122",
//! ]);
//! # Ok::<(), urigram::ParseError>(())
//! ```
//!
//! # Policies
//!
//! A [`policy`] decides by allow-lists and findings which references an application accepts.
//!
//! ```
//! use urigram::Uri;
//! use urigram::policy::Policy;
//!
//! let policy = Policy::fetch().allow_host(".example.com")?;
//! assert!(policy.check(Uri::parse("https://www.example.com/")?).is_ok());
//! assert!(policy.check(Uri::parse("https://www.example.com.evil.example/")?).is_err());
//! # Ok::<(), urigram::Error>(())
//! ```
//!
//! [Recipes](_documentation::cookbook::check) show how to validate a field by a policy with `garde` or `validator`, and how to
//! draw errors and findings with `miette`.
//!
//! # Another grammar
//!
//! With the feature `grammar`, if the environment variable `URI_GRAMMAR` names a file, the library is built from `uri.pest`
//! with its rules replaced by those of the file, or from the file alone if it is a complete grammar. [`Rfc3986`] and its types
//! then follow this grammar, for every crate of the program. To detect another grammar, read [`grammar::IS_APPENDIX_A`]. A
//! relative file name is looked up in the directory where cargo is called, if the shell sets `PWD` (as Unix shells do), and then
//! in the directory of this crate.
//!
//! Such a build lacks items that rely on `uri.pest`. A URI is converted to an IRI by `try_from`, which may fail; there is no
//! `without_fragment` or `with_fragment`; and `uri!` does not compile if its rule cannot be compiled. The result of every
//! operation is checked against the grammar. If the grammar rejects the result or divides it into different components, the
//! operation returns an error; normalization and the methods that remove a component leave the text unchanged instead.
//!
//! # Equality
//!
//! `==`, `Hash` and `Ord` compare the text (section 6.2.1), and agree with those of `str`. For other kinds of equality, see
//! [above](#normalization-and-comparison).
//!
//! # Passwords
//!
//! `Debug` hides the password in a userinfo (section 3.2.1) and in a `sip` URI. `Display` of a reference writes the whole text;
//! [`redacted`](UriReference::redacted) returns a value whose `Display` also hides the password, and on request further parts.
//! `Debug` of a [`Rejected`] value does not show the value at all. The following are shown in full:
//! [decoded](percent::Decoded) data, even of a userinfo; a [`tree`]; and a path, query or fragment by itself.
//!
//! # Limits
//!
//! A reference has at most 4294967295 bytes, because the offsets of its components have 32 bits. Parsing or
//! creating a longer reference is an error. A literal of [`uri!`] has at most 65536 bytes.
//!
//! # Features
//!
//! - `std`, on by default, and enabled by `form`, `html` and `http`: items that need the standard library, such as
//!   readers, socket addresses and file paths of the system. Without it the crate is `no_std` and requires `alloc`.
//! - `tree`, on by default: pest's parse tree ([`grammar::tree`]), and the rules of an edited grammar that
//!   only pest can parse. Without this feature, the library does not depend on pest.
//! - `grammar`: builds with another grammar. Without this feature, the library contains the pregenerated code of `uri.pest`, and
//!   a build with another grammar is an error. With both `grammar` and `tree`, the library requires the standard library,
//!   because another grammar may be recursive, so pest checks the remaining stack.
//! - `simd`, on by default: parsers that test sixteen bytes at once, with the crate `wide`, on x86 with SSE2,
//!   little-endian aarch64, and wasm32 with `simd128`. Without this feature, and on other targets, parsers read byte by byte,
//!   with the same results.
//! - `bulk`: the module [`bulk`], which parses the strings of a text, such as its lines, by the widest vectors that the processor has.
//!   It needs the standard library and Rust 1.89.
//! - `serde`: references as strings, validated on deserialization, and policies as maps.
//! - `form`: conversion of structs to and from the pairs of a query.
//! - `idna`: conversion of the hosts of IRIs to their DNS form, by `to_uri_idna` of an [`Iri`] and
//!   `to_uri_reference_idna` of an [`IriReference`].
//! - `psl`: registrable domains and sites, by the Public Suffix List: [`Host::registrable_domain`],
//!   [`is_same_site`](generic::Uri::is_same_site), and the finding `public-suffix`. The crate `psl` adds about a
//!   megabyte to an optimized program; on WebAssembly, a text of 118 kB takes its place.
//! - `html`: the base URI and the links of an HTML document.
//! - `template`: URI Templates (RFC 6570).
//! - `url` and `http`: conversions to and from `url::Url` and `http::Uri`.
//!
//! Types of `pest` 2 (feature `tree`), `serde` 1 (`serde` and `form`), `http` 1 and `url` 2 are part of the public API.
//! Upgrading one of them to an incompatible version requires a new minor version of this crate.
//!
//! [`Builder`]: build::Builder
//! [`EditError`]: edit::EditError
//! [`FilePaths`]: convert::FilePaths
//! [`Normalized`]: normalize::Normalized
//! [`Normalizer`]: normalize::Normalizer
//! [`QueryPairs`]: query::QueryPairs
//! [`Resolver`]: resolve::Resolver
//! [`Rfc3986`]: grammar::Rfc3986
//! [`Rfc3987`]: grammar::Rfc3987
//! [`Rfc6874`]: grammar::Rfc6874
//! [`Level`]: normalize::Level
//! [`Schemes`]: scheme::Schemes
//! [`tree`]: grammar::tree
//! [migrate]: https://github.com/urigram/urigram/tree/main/docs/migrate
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]
// These conditions depend on the grammar, not on the features that a dependent enables.
#![cfg_attr(docsrs, doc(auto_cfg(hide(appendix_a, within_rfc3987, within_rfc6874))))]
#![forbid(unsafe_code)]
#![deny(missing_docs)]
// Code that could panic gives the invariant that prevents the panic as its reason: see "Panics" in docs/architecture.md.
#![cfg_attr(
    not(test),
    warn(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        clippy::panic,
        clippy::string_slice,
        clippy::unwrap_used
    )
)]
// A rule of an edited grammar may have the same name as a variable.
#![allow(bindings_with_variant_name)]

extern crate alloc;

// Declared before the modules that add methods to its types, because the documentation lists methods in the order of the
// modules.
mod reference;

pub mod base;
pub mod build;
#[cfg(feature = "bulk")]
pub mod bulk;
mod bytes;
mod component;
pub mod convert;
pub mod draft1996;
pub mod edit;
mod error;
pub mod extract;
pub mod grammar;
#[cfg(feature = "html")]
mod html;
mod layout;
pub mod normalize;
pub mod percent;
pub mod policy;
pub mod query;
pub mod resolve;
pub mod scheme;
#[cfg(feature = "psl")]
mod site;
#[cfg(feature = "psl")]
mod suffixes;
pub mod suggest;
#[cfg(feature = "template")]
pub mod template;
pub mod validate;

#[cfg(any(doc, doctest))]
#[path = "documentation/mod.rs"]
pub mod _documentation;

pub use component::{
    Authority, Fragment, Host, IntoComponent, Path, Port, PortError, Query, RegName, Scheme, Segment,
    Segments, Userinfo,
};
pub use error::{Error, Excerpt};
pub use grammar::error::{ParseError, Rejected};
pub use grammar::rule::{NameError, Rule};
pub use reference::{
    AbsoluteIri, AbsoluteUri, Iri, IriReference, Redacted, RelativeIriRef, RelativeRef, Text, Uri,
    UriReference, generic, rfc6874,
};
