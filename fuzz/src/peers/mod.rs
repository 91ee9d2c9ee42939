//! Other libraries, and where they are known to differ.
//!
//! In: texts, and the answer that is right.
//! Out: an outcome for each library that agrees or differs in a known way; a panic for any other difference. `parse` has
//! the libraries that read references by RFC 3986 and RFC 3987, and `whatwg` is `url`, which follows the URL Standard.
//! The tables of `known` have each known difference with the reason and an example.
//! Next: `targets`.

pub(crate) mod build;
pub mod known;
pub mod normalize;
pub(crate) mod parse;
pub(crate) mod percent;
pub(crate) mod relativize;
pub mod resolve;
pub mod whatwg;
