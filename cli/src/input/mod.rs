//! What is read: files and standard input, in blocks of whole lines.

pub(crate) mod block;
mod blocks;
pub(crate) mod name;
pub(crate) mod pair;
pub(crate) mod unreadable;

pub(crate) use self::blocks::{Blocks, Texts, is_stdin};
