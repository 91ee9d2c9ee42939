//! Differential fuzzing of urigram.
//!
//! Each [`Target`](target::Target) is an operation of the library. Its answers are compared with those of oracles,
//! which are automata, pest's tree and transcriptions of the RFC, and with those of other libraries. The known
//! differences from these are listed with their reasons; any other difference panics.

mod compiled;
mod edits;
mod oracle;
pub mod peers;
#[path = "../../grammar/tests/grammar/random.rs"]
mod random;
pub mod source;
pub mod target;
pub mod targets;
