//! The components of a reference as types (section 3).
//!
//! In: the text of a parsed component, or text or raw data from a caller.
//! Out: typed components such as `Host` and `Segment`, which borrow their text and decode it. `value` converts values to
//! the text that a builder or an edit writes into a reference. `simple` has the components that are not divided further,
//! and implements the encoding of raw data.
//! Next: `reference`, whose accessors return these types, and `query`, which reads pairs from a query.

mod authority;
mod path;
mod scheme;
mod simple;
pub(crate) mod value;

#[cfg(feature = "idna")]
pub(crate) use authority::dns_name;
pub use authority::{Authority, Host};
pub use path::{Path, Segments};
pub use simple::{Fragment, Port, PortError, Query, RegName, Scheme, Segment, Userinfo};
pub use value::IntoComponent;
