//! `uri`: URIs by RFC 3986 on the command line. This file only dispatches.

mod answer;
mod args;
mod block;
mod check;
mod diagnostic;
mod drawing;
mod excerpt;
mod fault;
mod grammar;
mod in_order;
mod input;
mod json;
mod name;
mod outcome;
mod output;
mod parse;
mod progress;
mod tree;
mod unreadable;
mod usage;
mod verdict;
mod visible;

use std::process::ExitCode;

use crate::args::Command;
use crate::outcome::{Status, exit_code};

fn main() -> ExitCode {
    // Kept here, so that a command that ends early leaves behind what it has found out.
    let mut status = Status::Fine;
    let ended = match usage::args().map(|args| args.command) {
        Ok(Command::Parse(references)) => parse::run(&references, &mut status),
        Ok(Command::Tree(references)) => tree::run(&references, &mut status),
        Ok(Command::Check(files)) => check::run(files, &mut status),
        Ok(Command::Grammar(command)) => grammar::run(&command, &mut status),
        Err(said) => usage::say(&said, &mut status),
    };
    exit_code(status, ended)
}
