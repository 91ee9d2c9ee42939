//! `uri grammar compile`: the Rust that a build makes of a grammar.

use std::io::{self, Write};

use urigram::embedded::CAPTURED_RULES;
use urigram_grammar::{Peg, Target, compile};

use super::args::Compile;
use super::read;
use crate::outcome::{Error, Status};
use crate::output;
use crate::visible;

pub(super) fn run(args: &Compile, status: &mut Status) -> Result<(), Error> {
    let grammar = read::grammar(args.grammar.as_deref())?;
    let rules: Vec<&str> = grammar.rules().iter().map(|rule| rule.name.as_str()).collect();
    // As the library's build script has it.
    let target = Target {
        captured: CAPTURED_RULES,
        capture: "super::Capture",
        sink: "super::Lowering",
        rule: "super::Rule",
        rules: &rules,
    };
    let compiled = compile(&Peg::new(&grammar), &target);
    let file_name = grammar.file_name();
    let source = syn::parse_file(&compiled.source).map_err(|error| {
        Error::Refused(format!("uri: {file_name}: the code cannot be formatted: {error}"))
    })?;
    let mut out = output::plain();
    out.write_all(prettyplease::unparse(&source).as_bytes())?;
    out.flush()?;

    for refused in compiled.refused {
        *status |= Status::Invalid;
        // If standard error is closed, there is nobody left to tell.
        let _ = writeln!(io::stderr(), "{file_name}: {}", visible::name(refused.to_string().as_bytes()));
    }
    Ok(())
}
