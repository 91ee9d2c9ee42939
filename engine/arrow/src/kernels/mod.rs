//! The kernels, with a file for each operation.
//!
//! In: arrays of strings.
//! Out: arrays of results, one for each row.
//! Next: none.

mod component;
mod extract;
mod findings;
mod normalize;
mod pairs;
mod parse;
mod percent;
mod resolve;

pub use component::{Component, component, host_kind, kind};
pub use component::{DefaultPort, port};
pub use component::{segments, segments_type};
pub use extract::{extract, extract_type};
pub use findings::permitted;
pub use findings::{findings, findings_type};
pub use normalize::redact;
pub use normalize::{compare, equivalent, normalize};
pub use pairs::{Coding, pairs, pairs_map, pairs_map_type, pairs_type, query_get};
pub use parse::{faults, faults_type, is_valid};
pub use parse::{parse, parse_type};
pub use percent::{Part, decode, encode};
pub use resolve::{relativize, resolve};
