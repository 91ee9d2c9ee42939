//! A grammar that is read when the command runs: a machine matches, and automata tell what is valid and
//! where a fault lies.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use urigram::runtime::{self, Automaton};
use urigram::{Components, ParseError, Rule};
use urigram_grammar::{Automata, Grammar, OptimizedRule, Peg, Tables};

use crate::args::STEPS_A_BYTE;
use crate::fault::Fault;
use crate::parser::library;
use crate::parser::machine::{Machine, Stopped};
use crate::parser::node::{self, Node};

/// The automata of a grammar, each made when it is first asked for.
struct Loaded {
    peg: Peg,
    automata: Mutex<HashMap<String, Option<&'static Automaton>>>,
}

/// A rule of a loaded grammar that strings are asked to match.
pub(crate) struct LoadedRule {
    loaded: Loaded,
    /// As the grammar spells it.
    rule: String,
    /// As the RFC would spell it.
    name: String,
    machine: Machine,
    /// How many steps a match may take, besides those for the length of the text.
    steps: u64,
    automaton: Option<&'static Automaton>,
    /// Whether the library, with this grammar built in, might reject what the rule matches.
    may_be_unfit: bool,
}

impl LoadedRule {
    /// A rule of the grammar, by its name as the RFC would spell it.
    pub(crate) fn new(grammar: Grammar, name: &str, steps: u64) -> Self {
        let named = |rule: &&OptimizedRule| rule.name.replace('_', "-") == name;
        let rule = grammar.rules().iter().find(named).map(|rule| rule.name.clone()).unwrap_or_default();
        let machine = Machine::new(grammar.rules());
        let peg = Peg::new(&grammar);
        let may_be_unfit = library::missing(&grammar).is_empty() && library::may_misplace(&grammar, &rule);
        let loaded = Loaded { peg, automata: Mutex::default() };
        let automaton = loaded.automaton(&rule);
        Self { loaded, rule, name: name.to_owned(), machine, steps, automaton, may_be_unfit }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn parse(&self, text: &str) -> Result<Components, Fault> {
        let nodes = self.nodes(text)?;
        let events = node::by_end(&nodes).map(|node| (node.rule, node.start, node.end));
        runtime::components(events, text.len())
            .ok_or_else(|| self.fault(runtime::unfit(self.stand_in(), text)))
    }

    /// Whether the rule matches, and the library could tell the components. Under a grammar that it could
    /// not be built with, it is the match that counts.
    ///
    /// Faster than a parse where the rule has an automaton, unless the grammar lays components out anew.
    pub(crate) fn check(&self, text: &str) -> Result<(), Fault> {
        match self.automaton {
            _ if self.may_be_unfit => self.parse(text).map(drop),
            Some(automaton) if automaton.accepts(text) => Ok(()),
            Some(_) => Err(self.blame(text)),
            None => self.nodes(text).map(drop),
        }
    }

    /// The nodes of the parse tree.
    pub(crate) fn nodes(&self, text: &str) -> Result<Vec<Node<'_>>, Fault> {
        // Where alternatives begin alike, it may take long to find that none matches.
        if self.automaton.is_some_and(|automaton| !automaton.accepts(text)) {
            return Err(self.blame(text));
        }
        let steps = STEPS_A_BYTE.saturating_mul(text.len() as u64).saturating_add(self.steps);
        self.machine.run(&self.rule, text, steps).map_err(|stopped| match stopped {
            Stopped::NoMatch => self.blame(text),
            Stopped::Depth => {
                let error = runtime::out_of_stack(self.stand_in(), text);
                let (message, _) = error.said_of(&self.name);
                let help = "rules and what is in them can be nested some ten thousand deep".to_owned();
                Fault::Loaded { rule: self.name.clone(), error, message, help }
            }
            Stopped::Steps => Fault::Undecided { rule: self.name.clone(), steps },
        })
    }

    fn blame(&self, text: &str) -> Fault {
        let own = |rule: Rule| {
            // The rule that was asked for stands in for itself, whatever its name.
            let name = if rule == self.stand_in() { &self.rule } else { &rule.name().replace('-', "_") };
            self.loaded.automaton(name)
        };
        self.fault(runtime::blame(self.stand_in(), text, &own))
    }

    fn fault(&self, error: ParseError) -> Fault {
        match Rule::named(&self.name) {
            Some(_) => Fault::Rejected(error),
            None => {
                let (message, help) = error.said_of(&self.name);
                Fault::Loaded { rule: self.name.clone(), error, message, help }
            }
        }
    }

    /// The rule of the library's that is to blame; for one that it does not have, one of no meaning to it.
    fn stand_in(&self) -> Rule {
        Rule::named(&self.name).unwrap_or(Rule::path_empty)
    }
}

impl Loaded {
    fn automaton(&self, rule: &str) -> Option<&'static Automaton> {
        let mut known = self.automata.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(automaton) = known.get(rule) {
            return *automaton;
        }
        let dfa = Automata::new(&self.peg).dfa(rule).ok();
        let automaton = dfa.and_then(|dfa| Tables::of(&dfa)).map(|tables| {
            let Tables { ascii, beyond, classes, next, accepting } = tables;
            Automaton::leaked(ascii, beyond, classes, next, accepting)
        });
        known.insert(rule.to_owned(), automaton);
        automaton
    }
}
