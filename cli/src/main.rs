//! `uri`: URIs by RFC 3986 on the command line. This file only dispatches.

mod answer;
mod args;
mod block;
mod check;
mod diagnostic;
mod drawing;
mod excerpt;
mod fault;
mod in_order;
mod input;
mod json;
mod loaded;
mod name;
mod node;
mod outcome;
mod output;
mod parse;
mod progress;
mod start;
mod tree;
mod unreadable;
mod usage;
mod verdict;
mod visible;

use std::process::ExitCode;

use crate::args::{Args, Command};
use crate::outcome::{Error, Status, exit_code};
use crate::start::Start;

fn main() -> ExitCode {
    // Kept here, so that a command that ends early leaves behind what it has found out.
    let mut status = Status::Fine;
    let ended = match usage::args() {
        Ok(args) => run(args, &mut status),
        Err(said) => usage::say(&said, &mut status),
    };
    exit_code(status, ended)
}

fn run(args: Args, status: &mut Status) -> Result<(), Error> {
    let start = match Start::of(&args.command.how().rule, args.grammar.as_deref())? {
        Ok(start) => start,
        Err(said) => return usage::say(&said, status),
    };
    match args.command {
        Command::Parse(references) => parse::run(&references, start, status),
        Command::Tree(references) => tree::run(&references, start, status),
        Command::Check(files) => check::run(files, start, status),
    }
}
