//! The commands of `uri` except `grammar`.
//!
//! In: the arguments of the command.
//! Out: answers on standard output, and the exit status; or the error that ended the command.
//! Next: `lib.rs`, which converts the status to an exit code.

#[cfg(feature = "answers")]
pub(crate) mod answers;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod config;
pub(crate) mod convert;
pub(crate) mod edit;
pub(crate) mod extract;
pub(crate) mod fix;
pub(crate) mod get;
pub(crate) mod man;
pub(crate) mod normalize;
pub(crate) mod parse;
pub(crate) mod percent;
pub(crate) mod resolve;
mod rewrite;
#[cfg(feature = "serve")]
pub(crate) mod serve;
pub(crate) mod template;
pub(crate) mod validate;
pub(crate) mod whatwg;
