//! The commands of `uri` except `grammar`, one file each.
//!
//! In: the arguments of the command, as read by `args`.
//! Out: answers on standard output, in text or JSON, and the exit status; or the error that ended the
//! command.
//! Next: `main`, which converts the status to an exit code.

pub(crate) mod build;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod config;
pub(crate) mod decode;
pub(crate) mod edit;
pub(crate) mod encode;
pub(crate) mod explain;
pub(crate) mod extract;
mod folder;
pub(crate) mod man;
pub(crate) mod normalize;
pub(crate) mod parse;
pub(crate) mod relativize;
pub(crate) mod resolve;
#[cfg(feature = "serve")]
pub(crate) mod serve;
pub(crate) mod trace;
pub(crate) mod tree;
pub(crate) mod validate;
pub(crate) mod whatwg;
