//! `uri man`: writes manual pages.
//!
//! In: the name of a command, or a folder for the pages of all of them.
//! Out: pages in roff, each made by `page` of the arguments of a command and of what its help says.
//! Next: `main`.

mod page;

use clap::Command;
use clap::error::ErrorKind;

use self::page::Page;
use crate::args::{self, Man, usage};
use crate::commands::folder;
use crate::outcome::Error;
use crate::output;

pub(crate) fn run(arguments: &Man) -> Result<(), Error> {
    let mut uri = args::command().disable_help_subcommand(true);
    uri.build();
    match &arguments.dir {
        Some(dir) => {
            let mut pages = Vec::new();
            all(&uri, &mut Vec::new(), &mut pages)?;
            folder::fill(dir, pages)
        }
        None => {
            let (mut command, mut path) = (&uri, Vec::new());
            for typed in &arguments.command {
                command = below(command, typed)?;
                path.push(command.get_name().to_owned());
            }
            Ok(output::all(Page::of(command, &path).roff()?.as_bytes())?)
        }
    }
}

/// Returns the command of this name below another.
fn below<'c>(command: &'c Command, typed: &str) -> Result<&'c Command, Error> {
    if !command.has_subcommands() {
        let said = format!("`{}` has no commands below it", command.get_bin_name().unwrap_or_default());
        return Err(usage::wrong("man", ErrorKind::InvalidSubcommand, &said).into());
    }
    let names = command.get_subcommands().map(|command| command.get_name().to_owned());
    let name = usage::name_of_command(typed.as_ref(), names)?;
    Ok(command.find_subcommand(name).unwrap_or(command))
}

/// Adds the page of a command and of those below it. `path` is its path below `uri`.
fn all(command: &Command, path: &mut Vec<String>, pages: &mut Vec<(String, String)>) -> Result<(), Error> {
    let page = Page::of(command, path);
    pages.push((page.file_name(), page.roff()?));
    for below in command.get_subcommands() {
        path.push(below.get_name().to_owned());
        all(below, path, pages)?;
        path.pop();
    }
    Ok(())
}
