//! The rules of an ABNF grammar, and how they are looked up by name.

use std::collections::HashMap;

use super::node::Node;

/// A grammar in ABNF.
///
/// Alternatives are a set: their order has no meaning and no match excludes another, so a rule matches every
/// string that can be derived from it.
///
/// Rule names are case-insensitive, and wherever a function takes a name, `_`, which ABNF lacks, may be
/// written for `-`.
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
    pub(crate) rules: Vec<Rule>,
    /// The index of each rule, by its key.
    places: HashMap<String, usize>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Rule {
    /// As it was written.
    pub(crate) name: String,
    pub(crate) node: Node,
    /// Whether it is a core rule of RFC 5234 that no file has redefined.
    pub(crate) core: bool,
}

impl Abnf {
    /// Returns these rules laid over those of `base`: rules of the same name are replaced, also where rules
    /// of `base` call them, and new ones are added.
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

    /// Returns the names of the rules as they are written, in the order of the file; core rules only where a
    /// file defines them.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.rules.iter().filter(|rule| !rule.core).map(|rule| rule.name.as_str())
    }

    /// Returns the name of a rule as it is written, if there is such a rule; the core rules are included.
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

    #[expect(clippy::indexing_slicing, reason = "`places` has indices of `rules`")]
    pub(crate) fn rule(&self, name: &str) -> Option<&Rule> {
        self.places.get(&key(name)).map(|&place| &self.rules[place])
    }

    /// Returns the rule that a node calls.
    pub(crate) fn called(&self, key: &str) -> &Rule {
        self.rule(key).expect("a rule calls only rules that the ABNF has")
    }

    /// Returns the rule for modification.
    #[expect(clippy::indexing_slicing, reason = "`places` has indices of `rules`")]
    pub(super) fn rule_mut(&mut self, name: &str) -> Option<&mut Rule> {
        let rule = self.rule(name)?;
        if rule.core {
            self.set(Rule { core: false, ..rule.clone() });
        }
        self.places.get(&key(name)).map(|&place| &mut self.rules[place])
    }

    /// Replaces the rule of the same name, or appends one. A core rule is removed and its replacement
    /// appended, so that the names stay in the order of the file.
    #[expect(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        reason = "`places` has indices of `rules`; what is behind another is not the first"
    )]
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

/// Returns the key that all spellings of a rule's name share.
pub(crate) fn key(name: &str) -> String {
    name.to_ascii_lowercase().replace('_', "-")
}
