// Parsing according to `uri.pest` (Appendix A).
//
// In: a rule and a text, and the code that the build script has generated for each grammar.
// Out: the `Components` of the text, with the offsets of each component and the rules that matched; or a `ParseError` with
// the component at fault and the offset of the fault. `grammars` calls the compiled parser, `lower` converts its captures to
// components, and `diagnose` runs automata over a rejected text. `appendix_b` splits any text into components, without a
// grammar.
// Next: `reference` stores text and components together, `layout` computes components without a parser, and
// `percent` reads which characters a component may contain.

//! The grammars, and the result of parsing a text: its [`Components`] or a [`Fault`] (Appendix A).
//!
//! [`Rfc3986`], [`Rfc3987`] and [`Rfc6874`] are the last parameter of the types in [`generic`](crate::generic).

#[cfg(test)]
#[cfg(feature = "tree")]
mod agreement;
mod appendix_b;
mod automaton;
mod captures;
mod characters;
mod components;
mod diagnose;
mod embedded;
pub(crate) mod error;
mod expected;
// Generated from `uri.pest` and the variants, by `cargo generate` or by a build with other
// grammars.
#[cfg(not(edited))]
#[path = "../generated/mod.rs"]
#[rustfmt::skip]
#[allow(
    unused,
    nonstandard_style,
    clippy::all,
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    reason = "generated, and compared with other parsers by the tests and by fuzzing"
)]
pub(crate) mod generated;
#[cfg(edited)]
#[allow(
    unused,
    nonstandard_style,
    clippy::all,
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    reason = "as above"
)]
pub(crate) mod generated {
    include!(concat!(env!("OUT_DIR"), "/generated.rs"));
}
mod grammars;
mod lower;
pub(crate) mod rule;
pub mod runtime;
#[cfg(feature = "template")]
pub(crate) mod template;
#[cfg(feature = "tree")]
pub mod tree;

pub use components::{Components, HostKind, PathKind, ReferenceKind};
pub use embedded::{GRAMMAR, GRAMMAR_NAME, IS_APPENDIX_A, URI_ABNF, VARIANTS, Variant};
pub use error::Fault;
pub use error::GrammarError;
pub use grammars::{Grammar, Rfc3986, Rfc3987, Rfc6874};

#[cfg(feature = "bulk")]
pub(crate) use grammars::BufferBits;

pub(crate) use automaton::{Automaton, State};
pub(crate) use characters::{Characters, class};
pub(crate) use components::{
    AuthorityParts, Captured, Code, LONGEST, Lengths, PathOnward, Shorter, Span, defined, displacement, total,
};
pub(crate) use error::{By, ParseError, Quoted, Rejected, Spoken, TOO_LONG_HELP};
#[cfg(feature = "template")]
pub(crate) use expected::Expected;
pub(crate) use generated::rfc3986;
pub(crate) use grammars::{TRUSTED, known, matched, unfit};
pub(crate) use lower::Lowering;
pub(crate) use rule::{NameError, Rule};
