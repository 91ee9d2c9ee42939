//! Grammars in pest's notation, as they are written and as pest runs them.

pub(crate) mod big_stack;
pub(crate) mod bounds;
pub(crate) mod builtin;
pub(crate) mod closest;
pub(crate) mod definition;
pub(crate) mod merge;
pub(crate) mod names;
pub(crate) mod read;
pub(crate) mod text;
pub(crate) mod whole_or_variant;
