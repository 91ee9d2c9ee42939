//! `uri`: URIs by RFC 3986 on the command line. This file only dispatches.

mod answer;
mod args;
mod check;
mod diagnostic;
mod drawing;
mod excerpt;
mod fault;
mod input;
mod json;
mod outcome;
mod output;
mod parse;
mod tree;

use std::process::ExitCode;

use clap::Parser;

use crate::args::{Args, Command};
use crate::outcome::exit_code;

fn main() -> ExitCode {
    exit_code(match Args::parse().command {
        Command::Parse(references) => parse::run(&references),
        Command::Tree(references) => tree::run(&references),
        Command::Check(files) => check::run(&files),
    })
}
