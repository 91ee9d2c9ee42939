//! What people type: the faults and findings, the help, and the mends.

mod limits;
mod properties;
mod typed;
mod typed_host;
