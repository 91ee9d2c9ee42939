//! The header and the libraries, as programs in C and C++ use them. All programs run under valgrind, and none may leak.
//!
//! In: `programs/`, one for each feature, each with tables of its own; the examples in the documentation of the header and
//! in README.md; `examples/`.
//! Out: whether they compile without a warning and do what they say. `compiler` compiles and runs, and `programs` has
//! the tests, also of examples in the documentation.
#![allow(clippy::unwrap_used, reason = "a compiler that cannot be run is a failure")]

mod compiler;
mod programs;
