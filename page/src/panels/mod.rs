//! The command for each panel of the page.
//!
//! In: the body of a request, which names panels.
//! Out: a `CommandLine` for each: the arguments of the command, and the files that it reads. `table` lists the
//! panels, and `panel` reads the request and builds the arguments. `answer` turns the output of a command into the answer
//! of its panel.
//! Next: `http`, which runs the commands with `child`; and the command `answers`, which runs them in WebAssembly.

pub(crate) mod answer;
pub(crate) mod panel;
mod table;

#[cfg(feature = "server")]
pub(crate) use self::panel::Request;
pub(crate) use self::table::{names, request};
