//! What people type: the faults and findings, the help, and the mends.

mod properties;
mod typed;
