//! The rules of an ABNF grammar, with their elements and names, and the search for recursive rules.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "`indices` has indices of `rules`"
)]

use std::collections::HashMap;

use crate::error::path;
use crate::walk::walk;

/// An ABNF expression, which matches a set of strings. Functions may recurse on it, because the parser limits the nesting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Element {
    /// A string, with ASCII letters in either case if `any_case`.
    Text { text: String, any_case: bool },
    /// One character of an inclusive range.
    Range(char, char),
    /// A call of the rule with this key.
    Call(String),
    /// A concatenation.
    Seq(Vec<Element>),
    /// Alternatives.
    Choice(Vec<Element>),
    /// A repetition of at least `least` and at most `most` times, or any number if `most` is `None`. `most` is not 0.
    Repeat { least: u32, most: Option<u32>, element: Box<Element> },
}

impl Element {
    /// The empty string.
    pub(crate) const EMPTY: Element = Element::Seq(Vec::new());

    pub(crate) fn seq(parts: Vec<Element>) -> Element {
        sole(parts).unwrap_or_else(Element::Seq)
    }

    pub(crate) fn choice(parts: Vec<Element>) -> Element {
        sole(parts).unwrap_or_else(Element::Choice)
    }

    pub(crate) fn repeat(self, least: u32, most: Option<u32>) -> Element {
        match (least, most) {
            (_, Some(0)) => Element::EMPTY,
            (1, Some(1)) => self,
            _ => Element::Repeat { least, most, element: Box::new(self) },
        }
    }

    /// Adds an alternative.
    pub(crate) fn add(&mut self, alternative: Element) {
        if let Element::Choice(parts) = self {
            parts.push(alternative);
        } else {
            let element = std::mem::replace(self, Element::EMPTY);
            *self = Element::Choice(vec![element, alternative]);
        }
    }

    /// Returns the keys of the called rules.
    fn calls(&self) -> Vec<&str> {
        let mut found = Vec::new();
        let mut open = vec![self];
        while let Some(element) = open.pop() {
            match element {
                Element::Call(key) => found.push(key.as_str()),
                Element::Seq(parts) | Element::Choice(parts) => open.extend(parts.iter().rev()),
                Element::Repeat { element, .. } => open.push(element),
                Element::Text { .. } | Element::Range(..) => {}
            }
        }
        found
    }
}

/// Returns the element of a list of length one, or any other list as an error.
fn sole(mut parts: Vec<Element>) -> Result<Element, Vec<Element>> {
    match parts.pop() {
        Some(element) if parts.is_empty() => Ok(element),
        last => {
            parts.extend(last);
            Err(parts)
        }
    }
}

/// A grammar in ABNF.
///
/// The order of alternatives has no meaning: a rule matches every string that can be derived from it.
///
/// Rule names are case-insensitive. In names that are passed to functions, `_` is equivalent to `-`.
///
/// ```
/// use urigram_grammar::{Abnf, Automata, Grammar, Peg};
///
/// let abnf = Abnf::read("port-number = 1*5DIGIT", "port.abnf")?;
/// let peg = Peg::new(&Grammar::read("port_number = { '0'..'9'{1, 5} }", "port.pest")?);
/// assert_eq!(abnf.dfa("port_number")?, Automata::new(&peg).dfa("port_number")?, "a proof, not a sample");
/// # Ok::<(), urigram_grammar::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Abnf {
    /// INVARIANT: all called rules are in this list.
    pub(crate) rules: Vec<Rule>,
    /// The index of the rule with each key.
    indices: HashMap<String, usize>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Rule {
    /// The name as written.
    pub(crate) name: String,
    pub(crate) element: Element,
    /// Whether the rule is a core rule of RFC 5234 that no file has redefined.
    pub(crate) core: bool,
}

impl Abnf {
    /// Returns `base` with these rules merged into it. They replace the rules of the same name, also for calls in
    /// `base`, or are added.
    ///
    /// ```
    /// # use urigram_grammar::Abnf;
    /// let old = Abnf::read("time = 2DIGIT sep 2DIGIT\r\nsep = \":\"", "time.abnf")?;
    /// let new = Abnf::read("sep = \":\" / \".\"", "new.abnf")?;
    /// assert!(new.over(&old).dfa("time")?.accepts("09.30"));
    /// # Ok::<(), urigram_grammar::Error>(())
    /// ```
    #[must_use]
    pub fn over(&self, base: &Abnf) -> Abnf {
        let mut abnf = base.clone();
        for rule in self.rules.iter().filter(|rule| !rule.core) {
            abnf.set(rule.clone());
        }
        abnf
    }

    /// Returns the names of the rules as written, in the order of the file. Core rules are only included if a file
    /// redefines them.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.rules.iter().filter(|rule| !rule.core).map(|rule| rule.name.as_str())
    }

    /// Returns the name of a rule as written, if the rule exists. It may be a core rule.
    ///
    /// ```
    /// # use urigram_grammar::Abnf;
    /// let abnf = Abnf::read("Port-number = 1*5DIGIT", "port.abnf")?;
    /// assert_eq!(abnf.name("port_number"), Some("Port-number"));
    /// # Ok::<(), urigram_grammar::Error>(())
    /// ```
    #[must_use]
    pub fn name(&self, rule: &str) -> Option<&str> {
        self.rule(rule).map(|rule| rule.name.as_str())
    }

    pub(crate) fn rule(&self, name: &str) -> Option<&Rule> {
        self.indices.get(&key(name)).map(|&index| &self.rules[index])
    }

    /// Returns the rule that an element calls.
    pub(crate) fn called(&self, key: &str) -> &Rule {
        self.rule(key).expect("all called rules are defined")
    }

    /// Returns the rule for modification.
    pub(super) fn rule_mut(&mut self, name: &str) -> Option<&mut Rule> {
        let rule = self.rule(name)?;
        if rule.core {
            self.set(Rule { core: false, ..rule.clone() });
        }
        self.indices.get(&key(name)).map(|&index| &mut self.rules[index])
    }

    /// Replaces the rule of the same name, or appends the rule. The replacement of a core rule is appended, too, to keep
    /// the names in the order of the file.
    pub(super) fn set(&mut self, rule: Rule) {
        let key = key(&rule.name);
        match self.indices.get(&key).copied() {
            Some(index) if !self.rules[index].core => self.rules[index] = rule,
            before => {
                if let Some(index) = before {
                    self.rules.remove(index);
                    self.indices.values_mut().filter(|other| **other > index).for_each(|other| *other -= 1);
                }
                self.indices.insert(key, self.rules.len());
                self.rules.push(rule);
            }
        }
    }
}

/// Returns the canonical spelling of a rule name.
pub(crate) fn key(name: &str) -> String {
    name.to_ascii_lowercase().replace('_', "-")
}

/// Returns the names on a cycle of calls that is reachable from the rule, if there is one. The first name is repeated at
/// the end, and `…` replaces the middle of a long cycle.
pub(super) fn cycle(abnf: &Abnf, root: &Rule) -> Option<Vec<String>> {
    let mut found = vec![root];
    let mut numbers = HashMap::from([(root.name.as_str(), 0)]);
    let mut calls = Vec::new();
    while let Some(rule) = found.get(calls.len()) {
        let mut called = Vec::new();
        for callee in rule.element.calls().into_iter().map(|key| abnf.called(key)) {
            called.push(*numbers.entry(callee.name.as_str()).or_insert_with(|| {
                found.push(callee);
                found.len() - 1
            }));
        }
        calls.push(called);
    }
    let walk = walk(&calls);
    let cycle = (0..found.len()).find_map(|rule| walk.cycle(rule))?;
    Some(path(cycle, |rule| found[rule].name.as_str()))
}
