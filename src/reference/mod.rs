//! The four types of reference (section 4).
//!
//! In: a text, which is parsed, or a text and components that an operation has made.
//! Out: `UriReference`, `Uri`, `AbsoluteUri` and `RelativeRef`, in `generic`; their names under each grammar in `uri`, `iri` and `rfc6874`, and conversions from one grammar to another. `Parts` is
//! a reference without its type parameters, for the operations.
//! Next: the operations: `resolve`, `normalize`, `build`, `edit`, `base` and `convert`. This room imports
//! none.

#[cfg(appendix_a)]
mod fragment;
pub mod generic;
mod getters;
mod impls;
mod iri;
mod literal;
mod parts;
mod redact;
pub mod rfc6874;
#[cfg(feature = "serde")]
mod serde;
mod text;
mod texts;
#[cfg(feature = "tree")]
mod tree;
mod uri;
mod widening;

pub use iri::{AbsoluteIri, Iri, IriReference, RelativeIriRef};
pub use redact::Redacted;
pub use text::Text;
pub use uri::{AbsoluteUri, RelativeRef, Uri, UriReference};

#[cfg(feature = "idna")]
pub(crate) use iri::percent_encoded;
pub(crate) use parts::Parts;
