//! What is read: files and standard input, in blocks of whole lines.

pub(crate) mod block;
mod blocks;
pub(crate) mod name;
pub(crate) mod pair;
mod texts;
pub(crate) mod unreadable;

pub(crate) use self::blocks::{Blocks, is_stdin};
pub(crate) use self::texts::Texts;
