//! Differential fuzzing of urigram.
//!
//! Each [`Target`](target::Target) is an operation of the library. Its inputs are random texts, composed of samples of
//! the grammar's rules and mutated; its answers are compared with those of oracles, which are automata, pest's tree and
//! transcriptions of the RFC, and with those of other libraries. Differences to these that are known are listed, with
//! the reason, in [`peers::known`]; any other panics, and is a finding.
#![forbid(unsafe_code)]

mod compiled;
pub mod input;
mod oracle;
pub mod peers;
pub mod target;
pub mod targets;
