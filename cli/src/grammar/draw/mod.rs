//! `uri grammar draw`: railroad diagrams of rules.
//!
//! In: the rules of a grammar, as they are written.
//! Out: one SVG document. `diagram` draws the name and the expression of each rule, with links to the rules that it
//! calls; `through` draws the path of a match over the diagram.
//! Next: `output`, or the page, which shows one rule.

mod diagram;
mod through;

use std::collections::HashSet;
use std::time::Duration;

use urigram_grammar::Grammar;
use urigram_workbench::Taken;

use self::diagram::Drawn;
use crate::args::grammar::Draw;
use crate::grammar::names;
use crate::outcome::Error;
use crate::output::{self, visible};
use crate::parser::read;
use crate::parser::read::{PATIENCE, Patience};

/// The limit on the steps of a match whose path is drawn.
const STEPS: usize = 100_000;

pub(super) fn run(args: &Draw) -> Result<(), Error> {
    run_within(PATIENCE, args)
}

fn run_within(limit: Duration, args: &Draw) -> Result<(), Error> {
    let patience = Patience::new(limit);
    let grammar = read::within(patience, args.grammar.as_deref())?;
    let (name, args) = (read::name(args.grammar.as_deref()), args.clone());
    let Answer { drawing, without } =
        patience.wait_for(&name, read::SLOW, move || drawing(grammar, &args))??;
    output::all(drawing.as_bytes())?;
    for rule in without {
        let why = "the match does not reach the rule, or pest's optimizer changes it";
        let rule = visible::beginning(&rule);
        output::remark(format_args!("uri: {name}: no path through `{rule}`: {why}"));
    }
    Ok(())
}

struct Answer {
    drawing: String,
    /// The rules through which no path could be drawn.
    without: Vec<String>,
}

fn drawing(grammar: &Grammar, args: &Draw) -> Result<Answer, Error> {
    let named = |typed: &String| names::in_grammar(grammar, typed).map(str::to_owned);
    let asked: HashSet<String> = args.rules.iter().map(named).collect::<Result<_, _>>()?;
    let tree = grammar.tree()?;
    let mut rules: Vec<_> = tree.written().into_iter().zip(&tree.rules).collect();
    if !asked.is_empty() {
        rules.retain(|(rule, _)| asked.contains(&rule.name));
    }
    let start = match &args.through {
        Some(_) => Some(names::start(grammar, &args.start, "--as")?),
        None => None,
    };
    let (mut drawn, mut without) = (Vec::new(), Vec::new());
    for (rule, definition) in rules {
        let taken = match (&args.through, start) {
            (Some(text), Some(start)) => Taken::of(grammar, &rule.name, start, text, STEPS)?,
            _ => None,
        };
        if args.through.is_some() && taken.is_none() {
            without.push(rule.name.clone());
        }
        let nodes = tree.preorder(definition.node).into_iter();
        let spans = nodes.map(|node| grammar.in_file(tree.nodes[node].span.clone())).collect();
        drawn.push(Drawn { rule, spans, taken });
    }
    Ok(Answer { drawing: diagram::of(&drawn).to_string(), without })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_no_longer_than_it_may() {
        let args = Draw { rules: Vec::new(), through: None, start: String::new(), grammar: None };
        let error = run_within(Duration::ZERO, &args).unwrap_err();
        assert!(error.to_string().starts_with("uri: uri.pest: given up after 0 seconds"), "{error}");
    }
}
