//! The command for each panel of the page.
//!
//! In: the name of a panel, and the body of a request.
//! Out: a `CommandLine`: the arguments of the command, and the files that it reads. `table` lists the panels,
//! and `panel` reads the request and builds the arguments.
//! Next: `http`, which runs the command with `child`.

pub(crate) mod panel;
mod table;

pub(crate) use self::panel::{Panel, Prints};
pub(crate) use self::table::{find, names};
