//! The components of a reference as types (section 3).
//!
//! In: the text of a component that was parsed, text or raw data that a caller gives.
//! Out: typed components such as `Host` and `Segment`, which borrow their text and decode it; and, by
//! `value`, the text that a builder or an edit puts into a reference. `simple` has the components without
//! parts of their own, and `encodable` lets those that hold data be made of raw data.
//! Next: `reference`, whose accessors return these types, and `query`, which takes pairs out of one.

mod authority;
mod encodable;
mod host;
mod path;
mod scheme;
mod segment;
mod simple;
pub(crate) mod value;

pub use authority::Authority;
pub use host::Host;
pub use path::{Path, Segments};
pub use simple::{Fragment, Port, PortError, Query, RegName, Scheme, Segment, Userinfo};
pub use value::IntoComponent;
