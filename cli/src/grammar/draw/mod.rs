//! `uri grammar draw`: railroad diagrams of rules.
//!
//! In: the rules of a grammar, as they are written.
//! Out: one SVG document. `diagram` draws the expression of each rule, with links to the rules that it calls, and
//! `title` the name of the rule, to which they lead.
//! Next: none.

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
