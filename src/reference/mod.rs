//! The four types of reference (section 4).
//!
//! In: a text to parse, or a text and the components that an operation has computed.
//! Out: the types. `generic` defines `UriReference`, `Uri`, `AbsoluteUri` and `RelativeRef`; `uri`, `iri` and
//! `rfc6874` have their aliases under each grammar; `widening` converts between grammars. `Parts` is a reference
//! without type parameters, for the operations.
//! Next: the operations `resolve`, `normalize`, `build`, `edit`, `base` and `convert`. This folder imports none of
//! them.

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
mod texts;
mod uri;
mod widening;

pub use iri::{AbsoluteIri, Iri, IriReference, RelativeIriRef};
pub use redact::Redacted;
pub use texts::Text;
pub use uri::{AbsoluteUri, RelativeRef, Uri, UriReference};

#[cfg(feature = "idna")]
pub(crate) use iri::{percent_decoded, percent_encoded};
pub(crate) use parts::Parts;
