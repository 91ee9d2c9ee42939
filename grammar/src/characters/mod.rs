//! Sets of characters, and partitions of all characters into classes.

pub(crate) mod charset;
pub(crate) mod classes;
pub(crate) mod readable;
