//! Differential fuzzing of urigram.
//!
//! Each [`Target`](target::Target) is an operation of the library. Its results are compared with oracles
//! (automata, pest's tree and transcriptions of the RFC) and with other libraries. Known differences from
//! other libraries are listed with their reasons. Any other difference panics.

mod compiled;
mod edits;
mod oracle;
pub mod peers;
#[path = "../../grammar/tests/grammar/random.rs"]
mod random;
pub mod source;
pub mod target;
pub mod targets;
