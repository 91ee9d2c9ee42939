//! The C interface of urigram: URIs (RFC 3986).
//!
//! In: texts of the caller, each a pointer and a length.
//! Out: components, which point into these texts; new texts in buffers of the caller; findings, which the caller frees.
//! A file for each function of the header, `memory` with all that reads and writes the caller's memory, `answer`, which
//! turns a result into a status and lets no panic out, and `failure` with what can go wrong.
//! Next: none. `build.rs` makes the header of these sources, so that their documentation is written for C: the names are
//! those of the header, and its examples are C. The tests compile and run them.
#![deny(unsafe_op_in_unsafe_fn)]

mod answer;
mod compare;
mod error;
mod failure;
mod findings;
mod kinds;
mod memory;
mod names;
mod normalize;
mod parse;
mod policy;
mod resolve;
mod status;
mod validate;
mod version;

pub use compare::urigram_compare;
pub use error::{Error, URIGRAM_HELP_SIZE, URIGRAM_MESSAGE_SIZE};
pub use findings::{Finding, Findings, urigram_findings_count, urigram_findings_free, urigram_findings_get};
pub use kinds::{Component, HostKind, PathKind, Rule, Rung, Severity};
pub use memory::{Buffer, Str};
pub use names::{
    urigram_component_name, urigram_host_kind_name, urigram_path_kind_name, urigram_rung_name,
    urigram_severity_name, urigram_status_name,
};
pub use normalize::urigram_normalize;
pub use parse::{Components, urigram_components_get, urigram_parse};
pub use policy::{
    Policy, urigram_policy_free, urigram_policy_permits_address, urigram_policy_preset, urigram_policy_read,
};
pub use resolve::{
    URIGRAM_RESOLVE_CHECKED, URIGRAM_RESOLVE_DENY_GUARD, URIGRAM_RESOLVE_LENIENT, urigram_resolve,
};
pub use status::Status;
pub use validate::urigram_validate;
pub use version::{URIGRAM_ABI_VERSION, urigram_abi_version, urigram_version};
