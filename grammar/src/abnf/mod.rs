//! Grammars in ABNF, the notation of RFCs (RFC 5234, and `%s` and `%i` of RFC 7405), and the
//! automata of their rules.

mod core_rules;
mod cursor;
mod define;
mod lines;
mod nfa;
mod node;
mod outline;
mod parse;
mod recursion;
mod subsets;
mod value;

use std::collections::HashMap;

pub use outline::keeps_outline;

use self::node::Node;
use crate::dfa::Dfa;
use crate::dfa::automaton::Limits;
use crate::dfa::bdd::Exhausted;
use crate::error::{Error, Reason, Refused};

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
    rules: Vec<Rule>,
    /// Where each rule stands, by its key.
    places: HashMap<String, usize>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Rule {
    /// As it was written.
    name: String,
    node: Node,
    /// Whether it is as RFC 5234 has it, and no file has defined it.
    core: bool,
}

impl Abnf {
    /// Reads the text of a file. `file_name` is for messages only; nothing is opened.
    ///
    /// The core rules of RFC 5234, Appendix B.1 (`ALPHA`, `DIGIT` and so on) need no definition, and
    /// may have one. Lines end with LF or CRLF, and all of them may be indented, as RFCs print them.
    /// Numbers are Unicode code points: `%xE9` is `é`. Prose (`<...>`) is read where it is the name
    /// of a rule or repeated zero times, as in RFC 3986.
    ///
    /// # Errors
    ///
    /// [`Error::Faulty`] with every rule that is not ABNF or nests deeper than 200 brackets; if there
    /// is none, with every rule that is defined twice, every `=/` that adds to no rule, and every call
    /// of a rule that is not defined.
    ///
    /// ```
    /// # use urigram_grammar::Abnf;
    /// let error = Abnf::read("h16 = 1*4HEXDIGIT", "uri.abnf").unwrap_err();
    /// assert_eq!(error.to_string(), "uri.abnf:1:10: rule `HEXDIGIT` is not defined");
    /// ```
    pub fn read(source: &str, file_name: &str) -> Result<Abnf, Error> {
        Abnf::read_over(&Abnf::core(), source, file_name)
    }

    /// Reads the text of a file whose rules replace those of the same name in `base`, or are added to
    /// them. It may call rules of `base`, and add alternatives to them with `=/`.
    ///
    /// # Errors
    ///
    /// As [`Abnf::read`].
    ///
    /// ```
    /// # use urigram_grammar::Abnf;
    /// let digits = Abnf::read("number = 1*figure\nfigure = DIGIT", "digits.abnf")?;
    /// let grouped = Abnf::read_over(&digits, "figure =/ \"_\"", "grouped.abnf")?;
    /// assert!(grouped.dfa("number")?.accepts("1_000"));
    /// # Ok::<(), urigram_grammar::Error>(())
    /// ```
    pub fn read_over(base: &Abnf, source: &str, file_name: &str) -> Result<Abnf, Error> {
        define::define(base, parse::parse(source, file_name), file_name).map_err(Error::Faulty)
    }

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

    /// The minimal automaton of the strings that the rule matches, within [`Limits::DEFAULT`]. Equal
    /// automata mean equal sets of strings.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] if there is no such rule or it or a rule that it calls is recursive,
    /// [`Error::TooLarge`] if the automaton is beyond the limits.
    pub fn dfa(&self, rule: &str) -> Result<Dfa, Error> {
        self.dfa_with_limits(rule, Limits::DEFAULT)
    }

    /// As [`Abnf::dfa`], within other limits.
    ///
    /// # Errors
    ///
    /// As [`Abnf::dfa`].
    pub fn dfa_with_limits(&self, rule: &str, limits: Limits) -> Result<Dfa, Error> {
        self.build(rule, limits, &mut nfa::Steps::new(limits.steps))
    }

    /// As [`Abnf::dfa`], and takes the steps of work off those that are left: many rules, together, stay
    /// within what is given for all of them.
    ///
    /// # Errors
    ///
    /// As [`Abnf::dfa`]; [`Error::TooLarge`] also if there are not enough steps left.
    pub fn dfa_within(&self, left: &mut usize, rule: &str) -> Result<Dfa, Error> {
        let allowed = Limits::DEFAULT.steps.min(*left);
        let mut steps = nfa::Steps::new(allowed);
        let made = self.build(rule, Limits::DEFAULT, &mut steps);
        *left -= allowed - steps.left();
        made
    }

    fn build(&self, rule: &str, limits: Limits, steps: &mut nfa::Steps) -> Result<Dfa, Error> {
        let Some(root) = self.rule(rule) else {
            return Err(Refused::new(rule, Reason::Unknown).into());
        };
        if let Some(cycle) = recursion::cycle(self, root) {
            return Err(Refused::new(&root.name, Reason::Recursive { cycle }).into());
        }
        nfa::build(self, &root.node, limits.states, steps)
            .and_then(|nfa| subsets::dfa(&nfa, limits.states, steps))
            .map_err(|Exhausted| Error::TooLarge { rule: root.name.clone() })
    }

    /// The core rules alone. They are read as any file is, and the tests see to it that they can be.
    fn core() -> Abnf {
        define::define(&Abnf::default(), parse::parse(core_rules::CORE, "RFC 5234"), "RFC 5234")
            .map(|mut abnf| {
                abnf.rules.iter_mut().for_each(|rule| rule.core = true);
                abnf
            })
            .unwrap_or_default()
    }

    fn rule(&self, name: &str) -> Option<&Rule> {
        self.places.get(&key(name)).map(|&place| &self.rules[place])
    }

    /// The rule, to be changed.
    fn rule_mut(&mut self, name: &str) -> Option<&mut Rule> {
        let rule = self.rule(name)?;
        if rule.core {
            self.set(Rule { core: false, ..rule.clone() });
        }
        self.places.get(&key(name)).map(|&place| &mut self.rules[place])
    }

    /// Replaces the rule of the same name, or adds one after the others. One that was built in makes
    /// way, so that the names stay in the order of the file.
    fn set(&mut self, rule: Rule) {
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
fn key(name: &str) -> String {
    name.to_ascii_lowercase().replace('_', "-")
}
