//! From `uri.pest` to components and faults.

#[cfg(all(test, feature = "tree"))]
mod agreement;
mod automaton;
mod captures;
mod characters;
mod components;
mod diagnose;
mod error;
mod expected;
mod grammars;
mod help;
mod lower;
mod rule;
pub mod runtime;
#[cfg(feature = "tree")]
pub mod tree;

pub use components::{Components, HostKind, PathKind, ReferenceKind};
pub use error::{Fault, ParseError, Rejected};
pub use grammars::{Grammar, Rfc3986, Rfc3987, Rfc6874};
pub use rule::Rule;

pub(crate) use captures::{ALSO_NEEDED, Capture};
pub(crate) use characters::{Characters, class};
pub(crate) use components::{Code, Lengths, PathOnward, defined, displacement, total};
pub(crate) use error::Spoken;
pub(crate) use grammars::{TRUSTED, known, rfc3986, unfit};
pub(crate) use lower::Lowering;
