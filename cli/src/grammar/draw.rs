//! `uri grammar draw`: railroad diagrams of rules.

mod diagram;
mod title;

use std::io::Write;

use super::args::Draw;
use super::{read, rule};
use crate::outcome::Error;
use crate::output;

pub(super) fn run(args: &Draw) -> Result<(), Error> {
    let grammar = read::grammar(args.grammar.as_deref())?;
    let mut rules = grammar.written()?;
    if !args.rules.is_empty() {
        let asked: Vec<&str> =
            args.rules.iter().map(|typed| rule::in_grammar(&grammar, typed)).collect::<Result<_, _>>()?;
        rules.retain(|rule| asked.contains(&rule.name.as_str()));
    }
    let mut out = output::plain();
    write!(out, "{}", diagram::of(&rules))?;
    Ok(out.flush()?)
}
