//! `uri grammar draw`: railroad diagrams of rules.
//!
//! In: the rules of a grammar, as they are written.
//! Out: one SVG document. `diagram` draws the expression of each rule, with links to the rules that it calls, and
//! `title` the name of the rule, to which they lead.
//! Next: none.

mod diagram;
mod title;

use std::collections::HashSet;
use std::time::Duration;

use urigram_grammar::Grammar;

use super::rule;
use crate::args::grammar::Draw;
use crate::outcome::Error;
use crate::output;
use crate::parser::patience::{PATIENCE, Patience};
use crate::parser::read;

pub(super) fn run(args: &Draw) -> Result<(), Error> {
    run_within(PATIENCE, args)
}

fn run_within(limit: Duration, args: &Draw) -> Result<(), Error> {
    let patience = Patience::new(limit);
    let grammar = read::within(patience, args.grammar.as_deref())?;
    let (name, args) = (read::name(args.grammar.as_deref()), args.clone());
    let drawing = patience.wait_for(&name, read::SLOW, move || drawing(&grammar, &args))??;
    Ok(output::all(drawing.as_bytes())?)
}

fn drawing(grammar: &Grammar, args: &Draw) -> Result<String, Error> {
    let named = |typed: &String| rule::in_grammar(grammar, typed).map(str::to_owned);
    let asked: HashSet<String> = args.rules.iter().map(named).collect::<Result<_, _>>()?;
    let mut rules = grammar.written()?;
    if !asked.is_empty() {
        rules.retain(|rule| asked.contains(&rule.name));
    }
    Ok(diagram::of(&rules).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_no_longer_than_it_may() {
        let args = Draw { rules: Vec::new(), grammar: None };
        let error = run_within(Duration::ZERO, &args).unwrap_err();
        assert!(error.to_string().starts_with("uri: uri.pest: given up after 0 seconds"), "{error}");
    }
}
