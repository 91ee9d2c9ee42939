//! Tests the header and the libraries with programs in C and C++. All programs run under valgrind, and none
//! may leak.
//!
//! In: `programs/`, with a program and tables for each feature; the examples in the documentation of the
//! header and in README.md; `examples/`.
//! Out: whether they compile without warnings and their assertions hold. `compiler` compiles and runs
//! programs, and `programs` has the tests, including those of the examples in the documentation.
#![allow(clippy::unwrap_used, reason = "a compiler that cannot be run is a failure")]

mod compiler;
mod programs;
