//! `uri grammar draw`: railroad diagrams of rules.

mod diagram;
mod title;

use std::io::Write;

use super::rule;
use crate::args::grammar::Draw;
use crate::outcome::Error;
use crate::output;
use crate::parser::{patience, read};

pub(super) fn run(args: &Draw) -> Result<(), Error> {
    let grammar = read::grammar(args.grammar.as_deref())?;
    let named = |typed: &String| rule::in_grammar(&grammar, typed).map(str::to_owned);
    let asked: Vec<String> = args.rules.iter().map(named).collect::<Result<_, _>>()?;
    let file_name = grammar.file_name().to_owned();
    let mut rules = patience::try_for(&file_name, move || grammar.written())??;
    if !asked.is_empty() {
        rules.retain(|rule| asked.contains(&rule.name));
    }
    let mut out = output::plain();
    write!(out, "{}", diagram::of(&rules))?;
    Ok(out.flush()?)
}
