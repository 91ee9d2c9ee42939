//! The C interface of urigram: URIs (RFC 3986).
//!
//! In: texts of the caller, each a pointer and a length.
//! Out: components, which point into these texts; new texts in buffers of the caller; findings, which the
//! caller frees. `operations` and `policy` have the functions of the header; `memory` reads and writes the
//! caller's memory, converts results to statuses and catches panics; `error` has the errors.
//! Next: none. `build.rs` generates the header from these sources, so their documentation is written for C:
//! it uses the names of the header, and the examples are C. The tests compile and run the examples.
#![deny(unsafe_op_in_unsafe_fn)]

mod error;
mod kinds;
mod memory;
mod operations;
mod policy;
mod version;

pub use error::{Error, Status, URIGRAM_HELP_SIZE, URIGRAM_MESSAGE_SIZE};
pub use kinds::{Component, HostKind, Level, PathKind, Rule, Severity};
pub use kinds::{
    urigram_component_name, urigram_host_kind_name, urigram_level_name, urigram_path_kind_name,
    urigram_severity_name, urigram_status_name,
};
pub use memory::{Buffer, Str};
pub use operations::urigram_compare;
pub use operations::urigram_normalize;
pub use operations::{Components, urigram_components_get, urigram_parse};
pub use operations::{
    URIGRAM_RESOLVE_DENY_ABOVE_ROOT, URIGRAM_RESOLVE_DENY_GUARD, URIGRAM_RESOLVE_LENIENT, urigram_resolve,
};
pub use policy::urigram_validate;
pub use policy::{Finding, Findings, urigram_findings_count, urigram_findings_free, urigram_findings_get};
pub use policy::{
    Policy, urigram_policy_free, urigram_policy_permits_address, urigram_policy_preset, urigram_policy_read,
};
pub use version::{URIGRAM_ABI_VERSION, urigram_abi_version, urigram_version};
