//! The input: files and standard input, in blocks of whole lines.
//!
//! In: the path of a file, or standard input, and the kind of its texts: lines, texts that end with NUL, or
//! one text.
//! Out: `Blocks` of the lines that were read at once, so that no line is copied or delayed; or the input that
//! cannot be read, and the reason. `Fields` are those of a column of CSV, in blocks.
//! `Parts` are not cut at lines. `ends` finds the ends of lines, `pair` splits a line into two values, and
//! `settings` reads a whole file of TOML or JSON.
//! Next: `answer`, which answers each line.

pub(crate) mod block;
mod blocks;
pub(crate) mod closed;
mod ends;
mod fields;
mod header;
pub(crate) mod name;
pub(crate) mod pair;
mod parts;
pub(crate) mod settings;
mod texts;
pub(crate) mod unreadable;

pub(crate) use self::blocks::{BYTE_ORDER_MARK, Blocks, is_stdin};
pub(crate) use self::fields::{Column, Fields};
pub(crate) use self::parts::Parts;
pub(crate) use self::texts::Texts;
