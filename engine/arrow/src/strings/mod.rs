//! Arrays of strings: the three types of strings, and dictionaries.
//!
//! In: the arguments of kernels.
//! Out: `Strings`, which reads the rows of an array; `Writer`, which builds an array of the same type; and
//! `each_value` and `each_pair`, which apply a kernel for strings to dictionaries.
//! Next: the kernels.

mod dictionary;
mod parts;
mod read;
mod write;

pub(crate) use dictionary::each_value;
pub(crate) use parts::{Parsed, each_pair};
pub(crate) use read::Strings;
pub(crate) use read::value_type;
pub(crate) use write::Writer;
