//! `uri grammar sample`: random strings that a rule matches.

use std::fmt::{self, Display};

use serde::Serialize;
use urigram_grammar::{Peg, Sampler};

use super::automata::OfPest;
use super::report::Report;
use super::rule;
use crate::args::grammar::Sample;
use crate::outcome::Error;
use crate::output::visible;
use crate::parser::read;

pub(super) fn run(args: &Sample) -> Result<(), Error> {
    let grammar = read::grammar(args.grammar.as_deref())?;
    let rule = rule::start(&grammar, &args.rule, "--rule")?;
    let refused = |why: String| Error::Refused(format!("uri: {}", visible::name(why.as_bytes())));
    let peg = Peg::new(&grammar);
    let dfa = OfPest::new(grammar.file_name(), &peg).dfa(rule).map_err(refused)?;
    let sampler = Sampler::new(&dfa, args.max_len)
        .map_err(|error| refused(format!("{}: rule `{rule}`: {error}", grammar.file_name())))?;

    let mut report = Report::new(args.answer);
    for (text, _) in sampler.strings(args.seed).zip(0..args.count) {
        report.say(&Text { rule, text: &text })?;
    }
    report.end()?;
    Ok(())
}

#[derive(Serialize)]
struct Text<'a> {
    rule: &'a str,
    text: &'a str,
}

/// On one line, with nothing that commands the terminal.
impl Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&visible::name(self.text.as_bytes()))
    }
}
