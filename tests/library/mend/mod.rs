//! What people type: the faults and findings, the help, and the mends.

mod limits;
mod other_host;
mod properties;
mod typed;
