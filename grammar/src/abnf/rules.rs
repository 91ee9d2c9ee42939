//! The rules of an ABNF, and which of them a name means.

use std::collections::HashMap;

use super::node::Node;

/// A grammar in ABNF.
///
/// Alternatives are a set: their order means nothing and no match excludes another, so a rule
/// matches whatever it can be read to match.
///
/// In the names of rules, letters compare without case, and `_`, which ABNF lacks, may be written
/// for `-` wherever a function takes a name.
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
    /// INVARIANT: a rule calls only rules that are here.
    pub(super) rules: Vec<Rule>,
    /// Where each rule stands, by its key.
    places: HashMap<String, usize>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Rule {
    /// As it was written.
    pub(super) name: String,
    pub(super) node: Node,
    /// Whether it is as RFC 5234 has it, and no file has defined it.
    pub(super) core: bool,
}

impl Abnf {
    /// These rules laid over those of `base`: rules of the same name are replaced, also where rules of
    /// `base` call them, and new ones added.
    #[must_use]
    pub fn over(&self, base: &Abnf) -> Abnf {
        let mut abnf = base.clone();
        for rule in self.rules.iter().filter(|rule| !rule.core) {
            abnf.set(rule.clone());
        }
        abnf
    }

    /// The names of the rules as they are written, in their order; core rules only where a file
    /// defines them.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.rules.iter().filter(|rule| !rule.core).map(|rule| rule.name.as_str())
    }

    /// The name of a rule as it is written, if there is such a rule; core rules are there.
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

    pub(super) fn rule(&self, name: &str) -> Option<&Rule> {
        self.places.get(&key(name)).map(|&place| &self.rules[place])
    }

    /// The rule, to be changed.
    pub(super) fn rule_mut(&mut self, name: &str) -> Option<&mut Rule> {
        let rule = self.rule(name)?;
        if rule.core {
            self.set(Rule { core: false, ..rule.clone() });
        }
        self.places.get(&key(name)).map(|&place| &mut self.rules[place])
    }

    /// Replaces the rule of the same name, or adds one after the others. One that was built in makes
    /// way, so that the names stay in the order of the file.
    pub(super) fn set(&mut self, rule: Rule) {
        let key = key(&rule.name);
        match self.places.get(&key).copied() {
            Some(place) if !self.rules[place].core => self.rules[place] = rule,
            before => {
                if let Some(place) = before {
                    self.rules.remove(place);
                    self.places.values_mut().filter(|other| **other > place).for_each(|other| *other -= 1);
                }
                self.places.insert(key, self.rules.len());
                self.rules.push(rule);
            }
        }
    }
}

/// What names of the same rule have in common.
pub(super) fn key(name: &str) -> String {
    name.to_ascii_lowercase().replace('_', "-")
}
