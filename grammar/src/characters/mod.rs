//! Sets of characters, and partitions of all characters into classes.
//!
//! In: characters, ranges of them, and predicates over them.
//! Out: `CharSet`, the set as sorted ranges; `Classes`, which tells apart only characters that some set tells
//! apart; and in `readable` the character of a set that is best shown to people.
//! Next: `pest`, for the characters of built-in rules, and `peg` and `dfa`, for those that rules ask for. This
//! room imports no other.

pub(crate) mod charset;
pub(crate) mod classes;
mod members;
pub(crate) mod readable;
