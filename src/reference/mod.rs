//! The four types of reference (section 4).

mod impls;
mod iri;
mod literal;
mod parts;
mod redact;
pub mod rfc6874;
#[cfg(feature = "serde")]
mod serde;
mod text;
#[cfg(feature = "tree")]
mod tree;
mod types;
mod uri;
mod widening;

pub use iri::{AbsoluteIri, Iri, IriReference, RelativeIriRef};
pub use redact::Redacted;
pub use text::Text;
pub use types::{AbsoluteIdentifier, Identifier, Reference, RelativeReference};
pub use uri::{AbsoluteUri, RelativeRef, Uri, UriReference};

#[cfg(feature = "idna")]
pub(crate) use iri::percent_encoded;
pub(crate) use parts::Parts;
