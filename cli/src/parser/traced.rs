//! A rule whose matches are shown step by step, of the built-in grammar or of one that is loaded.

use std::ffi::OsStr;
use std::path::Path;

use urigram_grammar::{Machine, Trace};

use crate::args::usage;
use crate::fault::Fault;
use crate::outcome::Error;
use crate::parser::loaded::decode_as;
use crate::parser::start::loaded;
use crate::parser::{library, read};

pub(crate) struct Traced {
    machine: Machine,
    /// Its name as spelled in the grammar.
    rule: &'static str,
    is_of_uris: bool,
}

impl Traced {
    /// Returns the rule that was typed, from the grammar in a file, or else from the built-in one.
    pub(crate) fn of(typed: &OsStr, file: Option<&Path>) -> Result<Self, Error> {
        let (grammar, name) = match file {
            Some(file) => loaded(typed, file)?,
            None => {
                let grammar = read::builtin()?;
                let names = grammar.rules().iter().map(|rule| library::name(&rule.name).to_owned());
                let name = usage::rule(typed, names)?;
                (grammar, name)
            }
        };
        let mut rules = grammar.rules().iter().map(|rule| rule.name.as_str());
        let rule = rules.find(|rule| library::name(rule) == name).expect("the grammar has the rule");
        Ok(Self {
            machine: Machine::new(&grammar),
            // Faults refer to it; there is one for each run of the command.
            rule: rule.to_owned().leak(),
            is_of_uris: library::is_of_uris(&grammar),
        })
    }

    pub(crate) fn rule(&self) -> &'static str {
        self.rule
    }

    /// Returns the bytes as text for the rule to match.
    pub(crate) fn decode<'a>(&self, bytes: &'a [u8]) -> Result<&'a str, Fault> {
        decode_as(library::name(self.rule), self.is_of_uris, bytes)
    }

    /// Returns the trace of the match, with at most so many steps.
    pub(crate) fn trace<'t>(&self, text: &'t str, limit: u32) -> Trace<'_, 't> {
        self.machine.trace(self.rule, text, limit as usize).expect("the grammar has the rule")
    }
}
