//! A grammar that is read when the command runs: pest_vm matches, and automata tell what is valid and
//! where a fault lies.

use std::cell::Cell;
use std::collections::HashMap;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Mutex, Once, PoisonError};
use std::thread;

use pest::error::ErrorVariant;
use pest::iterators::{Pair, Pairs};
use pest_meta::ast::RuleType;
use pest_meta::optimizer::{OptimizedExpr, OptimizedRule};
use pest_vm::Vm;
use urigram::runtime::{self, Automaton};
use urigram::{Components, ParseError, Rule};
use urigram_grammar::{Automata, Grammar, Peg, Tables};

use crate::fault::Fault;
use crate::parser::library;
use crate::parser::node::Node;

/// The rule around the rule that is asked for: a silent one makes no node that says where it ends. No rule
/// of a grammar has such a name.
const WHOLE: &str = "the whole";

pub(crate) struct Loaded {
    grammar: Grammar,
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
    vm: Vm,
    automaton: Option<&'static Automaton>,
    /// Whether the library, with this grammar built in, might reject what the rule matches.
    may_be_unfit: bool,
}

impl LoadedRule {
    /// A rule of the grammar, by its name as the RFC would spell it.
    pub(crate) fn new(grammar: Grammar, name: &str) -> Self {
        let named = |rule: &&OptimizedRule| rule.name.replace('_', "-") == name;
        let rule = grammar.rules().iter().find(named).map(|rule| rule.name.clone()).unwrap_or_default();
        let whole = OptimizedRule {
            name: WHOLE.to_owned(),
            ty: RuleType::Normal,
            expr: OptimizedExpr::Ident(rule.clone()),
        };
        let rules = grammar.rules().iter().cloned().chain([whole]).collect();
        let peg = Peg::new(&grammar);
        let may_be_unfit = library::missing(&grammar).is_empty() && library::may_misplace(&grammar, &rule);
        let loaded = Loaded { grammar, peg, automata: Mutex::default() };
        let automaton = loaded.automaton(&rule);
        Self { loaded, rule, name: name.to_owned(), vm: Vm::new(rules), automaton, may_be_unfit }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn parse(&self, text: &str) -> Result<Components, Fault> {
        runtime::lower(self.tree(text)?, text.len())
            .ok_or_else(|| self.fault(runtime::unfit(self.stand_in(), text)))
    }

    pub(crate) fn nodes<'i>(&'i self, text: &'i str) -> Result<Vec<Node<'i>>, Fault> {
        Ok(self.tree(text)?.flat_map(|whole| whole.into_inner()).filter_map(|pair| self.node(pair)).collect())
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
            None => self.tree(text).map(drop),
        }
    }

    fn tree<'i>(&'i self, text: &'i str) -> Result<Pairs<'i, &'i str>, Fault> {
        // Where alternatives begin alike, pest may take long to find that none matches.
        if self.automaton.is_some_and(|automaton| !automaton.accepts(text)) {
            return Err(self.blame(text));
        }
        let whole =
            |tree: &Pairs<'_, &str>| tree.peek().is_some_and(|node| node.as_span().end() == text.len());
        // pest panics where a grammar takes from a stack that is empty.
        let parsed = quietly(|| self.vm.parse(WHOLE, text));
        let Ok(parsed) = parsed else { return Err(self.blame(text)) };
        match parsed {
            Ok(tree) if whole(&tree) => Ok(tree),
            // pest says in its own words only where it gave up.
            Err(error) if matches!(error.variant, ErrorVariant::CustomError { .. }) => {
                Err(self.fault(runtime::out_of_stack(self.stand_in(), text)))
            }
            _ => Err(self.blame(text)),
        }
    }

    fn node<'i>(&'i self, pair: Pair<'i, &'i str>) -> Option<Node<'i>> {
        let rule = self.loaded.grammar.rule(pair.as_rule())?;
        let span = pair.as_span();
        Some(Node {
            rule: rule.name.replace('_', "-").into(),
            start: span.start(),
            end: span.end(),
            text: span.as_str(),
            children: pair.into_inner().filter_map(|pair| self.node(pair)).collect(),
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

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Calls what may panic; nothing is printed if it does.
fn quietly<T>(call: impl FnOnce() -> T) -> thread::Result<T> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !QUIET.get() {
                usual(info)
            }
        }));
    });
    QUIET.set(true);
    let done = panic::catch_unwind(AssertUnwindSafe(call));
    QUIET.set(false);
    done
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
