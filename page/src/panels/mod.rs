//! The command for each panel of the page.
//!
//! In: the body of a request, which names panels.
//! Out: a `CommandLine` for each: the arguments of the command, and the files that it reads. `table` lists the
//! panels, and `panel` reads the request and builds the arguments.
//! Next: `http`, which runs the commands with `child`.

pub(crate) mod panel;
mod table;

pub(crate) use self::panel::{Prints, Request};
pub(crate) use self::table::{names, request};
