//! The commands of `uri`, one file each.

pub(crate) mod build;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod decode;
pub(crate) mod edit;
pub(crate) mod encode;
pub(crate) mod normalize;
pub(crate) mod parse;
pub(crate) mod relativize;
pub(crate) mod resolve;
pub(crate) mod tree;
