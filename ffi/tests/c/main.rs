//! The header and the libraries, used by programs in C and C++. All programs run under valgrind, and none may leak.
//!
//! In: `programs/`, with a program and tables for each feature; the examples in the documentation of the header and in
//! README.md; `examples/`.
//! Out: whether they compile without a warning and their assertions hold. `compiler` compiles and runs, and `programs` has
//! the tests, including those of examples in the documentation.
#![allow(clippy::unwrap_used, reason = "a compiler that cannot be run is a failure")]

mod compiler;
mod programs;
