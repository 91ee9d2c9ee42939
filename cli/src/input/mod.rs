//! What is read: files and standard input, in blocks of whole lines.
//!
//! In: the path of a file, or standard input, and whether it is made of lines, of texts that end with NUL, or is
//! one text.
//! Out: `Blocks`, each with the lines that were read at once, so that no line is copied or waited for; or what
//! could not be read, and why. `pair` takes apart a line of two values.
//! Next: `answer`, which answers each line.

pub(crate) mod block;
mod blocks;
pub(crate) mod name;
pub(crate) mod pair;
mod texts;
pub(crate) mod unreadable;

pub(crate) use self::blocks::{Blocks, is_stdin};
pub(crate) use self::texts::Texts;
