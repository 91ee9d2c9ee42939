//! The components of a reference (section 3).

mod authority;
mod encodable;
mod host;
mod path;
mod segment;
mod simple;
pub(crate) mod value;

pub use authority::Authority;
pub use host::Host;
pub use path::{Path, Segments};
pub use simple::{Fragment, Port, PortError, Query, RegName, Scheme, Segment, Userinfo};
pub use value::IntoComponent;
