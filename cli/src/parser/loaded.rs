//! A grammar loaded at run time. An interpreter matches texts, and automata decide which texts are valid and
//! find the offset of a fault.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::{io, iter};

use urigram::grammar::runtime::Automaton;
use urigram::grammar::{Components, Fault as What, runtime};
use urigram::{ParseError, Rule};
use urigram_grammar::{Automata, Error as GrammarError, Grammar, OptimizedRule, Peg, Place, Tables};
use urigram_workbench::{Failure, Machine, Node, Stopped, Wanted};

use crate::args::STEPS_A_BYTE;
use crate::fault::{Fault, decode};
use crate::output::{json, visible};
use crate::parser::expected::{Expected, any_of, is_white_space};
use crate::parser::library;

/// The name of pest's rule for the end of the input.
const END: &str = "EOI";
/// The maximum number of rules that a message lists.
const LISTED: usize = 10;

/// A grammar, with the automata of its rules, compiled on first use.
pub(crate) struct Loaded {
    peg: Peg,
    automata: Mutex<Known>,
    machine: Machine,
    /// Where each rule is defined.
    places: HashMap<String, Place>,
    is_of_uris: bool,
}

struct Known {
    automata: HashMap<String, Option<&'static Automaton>>,
    /// The steps that the automata not yet compiled may take together.
    budget: usize,
}

/// A rule of a loaded grammar that texts have to match.
pub(crate) struct LoadedRule {
    loaded: Arc<Loaded>,
    /// The name as spelled in the grammar.
    rule: String,
    /// The name as returned by [`library::name`].
    name: String,
    /// The limit on the steps of a match, in addition to the steps allowed for each byte of the text.
    steps: u64,
    automaton: Option<&'static Automaton>,
    /// Whether the library, if built with this grammar, might reject a text that the rule matches.
    may_be_unfit: bool,
}

impl LoadedRule {
    /// Returns the rule with this name, as returned by [`library::name`]. The grammar must have the rule.
    ///
    /// # Errors
    ///
    /// Fails if a thread cannot be started.
    pub(crate) fn new(grammar: &Grammar, name: &str, steps: u64) -> Result<Self, GrammarError> {
        let named = |rule: &&OptimizedRule| library::name(&rule.name) == name;
        let rule = grammar.rules().iter().find(named).expect("the grammar has the rule").name.clone();
        let may_be_unfit = library::missing(grammar).is_empty() && library::may_misplace(grammar, &rule);
        let loaded = Arc::new(Loaded::new(grammar, usize::MAX)?);
        Ok(Self { may_be_unfit, ..Self::of(&loaded, &rule, steps) })
    }

    /// Returns a rule that only has to match. `rule` is the name as spelled in the grammar.
    pub(crate) fn of(loaded: &Arc<Loaded>, rule: &str, steps: u64) -> Self {
        let automaton = loaded.automaton(rule);
        let (rule, name) = (rule.to_owned(), library::name(rule).to_owned());
        Self { loaded: Arc::clone(loaded), rule, name, steps, automaton, may_be_unfit: false }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn parse(&self, text: &str) -> Result<Components, Fault> {
        let nodes = self.nodes(text)?;
        let events = by_end(&nodes).map(|node| (node.rule, node.start, node.end));
        runtime::components(events, text.len())
            .ok_or_else(|| self.fault(runtime::unfit(self.stand_in(), text)))
    }

    /// Checks that the rule matches the text, and that the library could represent the components. If the
    /// library could not be built with the grammar, only the match is checked.
    ///
    /// Faster than [`Self::parse`] if the rule has an automaton and the grammar cannot misplace components.
    pub(crate) fn check(&self, text: &str) -> Result<(), Fault> {
        match self.automaton {
            _ if self.may_be_unfit => self.parse(text).map(drop),
            Some(automaton) if automaton.accepts(text) => Ok(()),
            Some(_) => Err(self.diagnose(text)),
            None => self.nodes(text).map(drop),
        }
    }

    /// Returns the nodes of the parse tree in pre-order.
    pub(crate) fn nodes(&self, text: &str) -> Result<Vec<Node<'_>>, Fault> {
        // The automaton rejects first, because backtracking through alternatives with a common prefix can
        // take long.
        if self.automaton.is_some_and(|automaton| !automaton.accepts(text)) {
            return Err(self.diagnose(text));
        }
        let steps = self.steps(text);
        self.loaded.machine.run(&self.rule, text, steps).map_err(|stopped| match stopped {
            Stopped::Unknown => unreachable!("the grammar has the rule"),
            Stopped::NoMatch => self.diagnose(text),
            Stopped::Depth => {
                let error = runtime::out_of_stack(self.stand_in(), text);
                let (message, _) = runtime::said_of(&error, &self.name);
                let help = "rules and expressions can be nested some ten thousand levels deep".to_owned();
                self.loaded_fault(error, message, help)
            }
            Stopped::Steps => Fault::Undecided { rule: self.name.clone(), steps },
        })
    }

    pub(crate) fn decode<'a>(&'static self, bytes: &'a [u8]) -> Result<&'a str, Fault> {
        decode_as(&self.name, self.loaded.is_of_uris, bytes)
    }

    fn steps(&self, text: &str) -> u64 {
        STEPS_A_BYTE.saturating_mul(text.len() as u64).saturating_add(self.steps)
    }

    fn diagnose(&self, text: &str) -> Fault {
        let own = |rule: Rule| {
            // The requested rule is looked up by its own name, because the library may have no rule of that
            // name.
            let name = if rule == self.stand_in() { &self.rule } else { &rule.as_str().replace('-', "_") };
            self.loaded.automaton(name)
        };
        let error = runtime::diagnose(self.stand_in(), text, &own);
        // The rule may have no automaton.
        let has_automaton = error.fault() != What::Grammar;
        let failure = (!has_automaton || self.loaded.machine.skips())
            .then(|| self.loaded.machine.failure(&self.rule, text, self.steps(text)));
        let failure = failure.and_then(Result::ok).flatten();
        let named = failure.as_ref().filter(|_| !has_automaton);
        let wanted = named.and_then(|failure| {
            self.loaded.machine.wanted(&self.rule, text, &failure.expected, self.steps(text)).ok().flatten()
        });
        let fault = match (named, &wanted) {
            (Some(failure), Some(wanted)) if !explains(failure, wanted) => Some(self.stopped(text, wanted)),
            (Some(failure), wanted) => self.failed(text, failure, wanted.as_ref()),
            (None, _) => None,
        };
        let fault = fault.unwrap_or_else(|| self.fault(error));
        match failure.and_then(|failure| failure.lookahead) {
            Some(at) if at >= fault.offset() => behind_skipped(fault, at),
            _ => fault,
        }
    }

    /// Returns the fault where a rule got furthest, which is behind the rules that failed.
    fn stopped(&self, text: &str, wanted: &Wanted<'_>) -> Fault {
        let at = wanted.at;
        let rule = wanted.within.unwrap_or(&self.rule);
        let (found, name) = (text[at..].chars().next(), visible::beginning(library::name(rule)));
        let message = match found {
            Some(found) => format!("unexpected {} in `{name}` at byte {at}", visible::character(found)),
            None => format!("`{name}` ends too early at byte {at}"),
        };
        let expected = format!("expected {}", Expected::of(wanted));
        let help = [Some(expected), self.defined(rule)].into_iter().flatten().collect::<Vec<_>>().join("; ");
        Fault::Other {
            component: library::name(rule).to_owned().into(),
            offset: at,
            found,
            message,
            help: help.into(),
        }
    }

    /// Returns the fault where the machine failed; `None` if the failure does not name a rule.
    fn failed(&self, text: &str, failure: &Failure<'_>, terms: Option<&Wanted<'_>>) -> Option<Fault> {
        let Failure { at, expected, unexpected, within, .. } = failure;
        let wanted = (!expected.is_empty()).then(|| format!("expected {}", list(expected)));
        let unwanted = (!unexpected.is_empty()).then(|| format!("unexpected {}", list(unexpected)));
        let parts: Vec<String> = unwanted.into_iter().chain(wanted).collect();
        if parts.is_empty() {
            return None;
        }
        let rule = match (expected.as_slice(), unexpected.as_slice()) {
            ([only], []) if *only != END => only,
            _ => within.unwrap_or(&self.rule),
        };
        // What failed before says nothing about this failure.
        let terms = terms.filter(|terms| terms.at == *at && !terms.terms.is_empty());
        let help = match terms {
            Some(terms) if expected.as_slice() == [rule] => {
                let name = visible::beginning(library::name(rule));
                let begins = format!("`{name}` begins with {}", Expected::but_white_space(terms));
                let place = self.loaded.places.get(rule).map(|place| format!("it is defined at {place}"));
                [Some(begins), place]
            }
            Some(terms) => [Some(format!("expected {}", Expected::of(terms))), self.defined(rule)],
            None => [None, self.defined(rule)],
        };
        Some(Fault::Other {
            component: library::name(rule).to_owned().into(),
            offset: *at,
            found: text[*at..].chars().next(),
            message: format!("{} at byte {at}", parts.join(", ")),
            help: help.into_iter().flatten().collect::<Vec<_>>().join("; ").into(),
        })
    }

    /// Returns where a rule of the grammar is defined.
    fn defined(&self, rule: &str) -> Option<String> {
        let place = self.loaded.places.get(rule)?;
        Some(format!("`{}` is defined at {place}", library::name(rule)))
    }

    fn fault(&self, error: ParseError) -> Fault {
        match self.name.parse::<Rule>() {
            _ if !self.loaded.is_of_uris => {
                let (message, help) = runtime::said_of_other(&error, &self.name);
                self.loaded_fault(error, message, help)
            }
            Ok(_) => Fault::Rejected(error),
            Err(_) => {
                let (message, help) = runtime::said_of(&error, &self.name);
                self.loaded_fault(error, message, help)
            }
        }
    }

    fn loaded_fault(&self, error: ParseError, message: String, help: String) -> Fault {
        let (offset, found) = (error.offset(), error.found());
        Fault::Other { component: self.name.clone().into(), offset, found, message, help: help.into() }
    }

    /// Returns the library's rule of this name, or a placeholder that does not affect the search for a fault.
    fn stand_in(&self) -> Rule {
        self.name.parse().unwrap_or(Rule::path_empty)
    }
}

/// Returns the bytes as a string, or a fault of the rule. Only a grammar of URIs gets the advice to
/// percent-encode invalid bytes.
pub(super) fn decode_as<'a>(rule: &'static str, is_of_uris: bool, bytes: &'a [u8]) -> Result<&'a str, Fault> {
    decode(rule, bytes).map_err(|fault| match fault {
        _ if is_of_uris => fault,
        fault => Fault::Other {
            component: rule.into(),
            offset: fault.offset(),
            found: None,
            message: fault.to_string(),
            help: "write the text in UTF-8".into(),
        },
    })
}

/// Adds to the help of a fault that a lookahead failed after skipped white space, perhaps against its author's intention.
fn behind_skipped(fault: Fault, at: usize) -> Fault {
    match fault {
        Fault::Other { component, offset, found, message, help } => {
            let help = format!(
                "{help}; `WHITESPACE` and `COMMENT` are skipped before the lookahead at byte {at}, too: to apply it directly \
                 after the text before it, write both in an atomic rule, such as `@{{ \"!\" ~ !\"=\" }}`"
            );
            Fault::Other { component, offset, found, message, help: help.into() }
        }
        fault => fault,
    }
}

/// Returns whether the rules that failed say where the text does, and all that could stand there, but for white space.
fn explains(failure: &Failure<'_>, wanted: &Wanted<'_>) -> bool {
    match wanted.at.cmp(&failure.at) {
        Ordering::Less => true,
        Ordering::Equal if failure.expected.as_slice() == [END] || !failure.unexpected.is_empty() => true,
        Ordering::Equal => wanted.outside.iter().all(|term| is_white_space(term)),
        Ordering::Greater => false,
    }
}

/// Returns the names of rules as a list in a sentence.
fn list(rules: &[&str]) -> String {
    let name = |rule: &&str| match *rule {
        END => "the end".to_owned(),
        rule => format!("`{}`", visible::beginning(library::name(rule))),
    };
    let mut names: Vec<_> = rules.iter().take(LISTED).map(name).collect();
    if let more @ 1.. = rules.len().saturating_sub(LISTED) {
        names.push(format!("{more} other rules"));
    }
    any_of(&names)
}

impl Loaded {
    /// Prepares a grammar. `budget` is the number of steps that its automata may take together.
    ///
    /// # Errors
    ///
    /// Fails if a thread cannot be started.
    pub(crate) fn new(grammar: &Grammar, budget: usize) -> Result<Self, GrammarError> {
        let names = grammar.rules().iter().map(|rule| rule.name.clone());
        Ok(Self {
            peg: Peg::new(grammar),
            automata: Mutex::new(Known { automata: HashMap::new(), budget }),
            machine: Machine::new(grammar),
            places: names.zip(grammar.places()?).collect(),
            is_of_uris: library::is_of_uris(grammar),
        })
    }

    fn automaton(&self, rule: &str) -> Option<&'static Automaton> {
        let mut known = self.automata.lock().unwrap_or_else(PoisonError::into_inner);
        let Known { automata, budget } = &mut *known;
        if let Some(automaton) = automata.get(rule) {
            return *automaton;
        }
        let dfa = Automata::new(&self.peg).dfa_within(budget, rule).ok();
        let automaton = dfa.and_then(|dfa| Tables::of(&dfa)).map(|tables| {
            let Tables { ascii, beyond, classes, next, accepting } = tables;
            Automaton::leaked(ascii, beyond, classes, next, accepting)
        });
        automata.insert(rule.to_owned(), automaton);
        automaton
    }
}

/// The nodes of a parse tree in pre-order.
pub(crate) struct Tree<'a> {
    pub(crate) text: &'a str,
    pub(crate) nodes: Vec<Node<'a>>,
}

impl Tree<'_> {
    /// Draws one node per line.
    pub(crate) fn draw(&self, out: &mut impl Write) -> io::Result<()> {
        for node in &self.nodes {
            let Node { start, end, depth, .. } = node;
            let (rule, text) = (library::name(node.rule), &self.text[*start..*end]);
            writeln!(out, "{:indent$}{rule} {text:?} {start}..{end}", "", indent = 2 * depth)?;
        }
        Ok(())
    }

    /// Writes the tree as JSON: each node is an object with `children`.
    pub(crate) fn write_json(&self, out: &mut impl Write) -> io::Result<()> {
        let mut open = 0;
        for node in &self.nodes {
            let ended = open - node.depth;
            (0..ended).try_for_each(|_| out.write_all(b"]}"))?;
            out.write_all(if ended > 0 { b"," } else { b"" })?;
            out.write_all(b"{\"rule\":")?;
            json::write(out, &library::name(node.rule))?;
            write!(out, ",\"start\":{},\"end\":{},\"text\":", node.start, node.end)?;
            json::write(out, &&self.text[node.start..node.end])?;
            out.write_all(b",\"children\":[")?;
            open = node.depth + 1;
        }
        (0..open).try_for_each(|_| out.write_all(b"]}"))?;
        out.write_all(b"\n")
    }
}

/// Returns the nodes in post-order.
fn by_end<'n, 'g>(nodes: &'n [Node<'g>]) -> impl Iterator<Item = &'n Node<'g>> {
    let mut begun: Vec<&Node<'_>> = Vec::new();
    let mut rest = nodes.iter().peekable();
    iter::from_fn(move || {
        loop {
            match rest.next_if(|next| begun.last().is_none_or(|last| last.depth < next.depth)) {
                Some(next) => begun.push(next),
                None => return begun.pop(),
            }
        }
    })
}
