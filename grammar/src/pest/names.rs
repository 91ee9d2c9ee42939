//! The names of rules: those that pest brings along, those that are misspelt, undefined or defined twice, and
//! those that are reached.

use std::collections::{HashMap, HashSet};
use std::sync::{LazyLock, Mutex, PoisonError};

use strsim::osa_distance;

use crate::characters::CharSet;
use crate::error::shown;
use crate::pest::tree::{Call, Definition};

/// The rules that pest calls between expressions where the rule around them is not atomic, in the order in
/// which it tries them.
pub const SKIPPED: [&str; 2] = ["WHITESPACE", "COMMENT"];

/// Returns whether pest calls a rule of that name between expressions.
#[must_use]
pub fn is_skipped(name: &str) -> bool {
    SKIPPED.contains(&name)
}

/// The properties of Unicode that were asked for. Each is made once, from a predicate on all characters.
static PROPERTIES: LazyLock<Mutex<HashMap<String, CharSet>>> = LazyLock::new(Mutex::default);

/// Whether pest brings a rule of that name along, such as `ASCII_DIGIT` or `LETTER`.
#[must_use]
pub fn exists(name: &str) -> bool {
    let own = matches!(name, "SOI" | "EOI" | "NEWLINE") || is_stack(name) || ascii(name).is_some();
    own || pest::unicode::by_name(name).is_some()
}

/// Whether pest refuses a rule of that name. One of another builtin's name takes its place.
fn is_keyword(name: &str) -> bool {
    matches!(name, "_" | "ANY" | "SOI" | "EOI") || is_stack(name)
}

/// Whether the name is one of pest's stack operations.
#[must_use]
pub fn is_stack(name: &str) -> bool {
    matches!(name, "PEEK" | "PEEK_ALL" | "POP" | "POP_ALL" | "DROP")
}

/// Whether the builtin is a property of Unicode, which matches one character.
pub(crate) fn is_property(name: &str) -> bool {
    ascii(name).is_none() && pest::unicode::by_name(name).is_some()
}

/// Returns the set of characters of a builtin that matches one character. The sets of properties share memory.
///
/// ```
/// use urigram_grammar::names::chars;
///
/// assert_eq!(chars("ASCII_DIGIT").map(|digits| digits.len()), Some(10));
/// assert_eq!(chars("SOI"), None);
/// ```
#[must_use]
pub fn chars(name: &str) -> Option<CharSet> {
    if let Some(ranges) = ascii(name) {
        return Some(CharSet::from_ranges(ranges.iter().copied()));
    }
    let property = pest::unicode::by_name(name)?;
    let mut known = PROPERTIES.lock().unwrap_or_else(PoisonError::into_inner);
    Some(known.entry(name.to_owned()).or_insert_with(|| CharSet::from_predicate(property)).clone())
}

fn ascii(name: &str) -> Option<&'static [(char, char)]> {
    Some(match name {
        "ANY" => &[('\0', char::MAX)],
        "ASCII" => &[('\0', '\x7f')],
        "ASCII_DIGIT" => &[('0', '9')],
        "ASCII_NONZERO_DIGIT" => &[('1', '9')],
        "ASCII_BIN_DIGIT" => &[('0', '1')],
        "ASCII_OCT_DIGIT" => &[('0', '7')],
        "ASCII_HEX_DIGIT" => &[('0', '9'), ('A', 'F'), ('a', 'f')],
        "ASCII_ALPHA_LOWER" => &[('a', 'z')],
        "ASCII_ALPHA_UPPER" => &[('A', 'Z')],
        "ASCII_ALPHA" => &[('A', 'Z'), ('a', 'z')],
        "ASCII_ALPHANUMERIC" => &[('0', '9'), ('A', 'Z'), ('a', 'z')],
        _ => return None,
    })
}

/// The number of wrong names that are compared with all right ones.
pub(crate) const COMPARED: usize = 10;
/// Names longer than this are not compared.
const LONGEST: usize = 64;
/// The number of candidates that are compared with one name, of those whose lengths differ least.
const MOST: usize = 500;

/// The candidate that differs least from the name, if that is by one letter in three at most: the name
/// that was meant, where one is misspelt. A letter may be put in, left out, replaced, or swapped with
/// its neighbour. Case does not count.
///
/// ```
/// # use urigram_grammar::closest;
/// assert_eq!(closest("prot", ["host", "port"].into_iter()), Some("port"));
/// ```
#[must_use]
pub fn closest<'n>(name: &str, candidates: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let (allowed, name) = (name.len() / 3, name.to_ascii_lowercase());
    let difference = |candidate: &str| name.len().abs_diff(candidate.len());
    let close = candidates.filter(|candidate| {
        name.len() <= LONGEST && candidate.len() <= LONGEST && difference(candidate) <= allowed
    });
    let mut close: Vec<&str> = close.collect();
    if close.len() > MOST {
        close.sort_by_key(|candidate| difference(candidate));
        close.truncate(MOST);
    }
    let distances =
        close.into_iter().map(|candidate| (osa_distance(&name, &candidate.to_ascii_lowercase()), candidate));
    let best = distances.min_by_key(|&(distance, _)| distance)?;
    (best.0 <= allowed).then_some(best.1)
}

/// The names that are called and neither defined nor built in, where they are called.
pub(crate) fn undefined<'t>(rules: &[Definition<'t>]) -> Vec<Call<'t>> {
    let mut known: HashMap<&str, bool> = rules.iter().map(|rule| (rule.name, true)).collect();
    let mut is_known = |name| *known.entry(name).or_insert_with(|| exists(name));
    rules.iter().flat_map(|rule| &rule.calls).copied().filter(|call| !is_known(call.name)).collect()
}

/// The faults of the names.
pub(crate) fn faults(rules: &[Definition<'_>]) -> Vec<(usize, String)> {
    let mut defined = HashSet::new();
    let again = rules.iter().filter(|rule| !defined.insert(rule.name));
    let again =
        again.map(|rule| (rule.range.start, format!("rule `{}` is already defined", shown(rule.name))));

    let keywords = rules.iter().filter(|rule| is_keyword(rule.name));
    let keywords = keywords.map(|rule| (rule.range.start, format!("{} is a pest keyword", rule.name)));

    // The code that is made of a grammar calls rules by their names; these are the only ones that Rust has
    // no way to write as a name.
    let names = rules.iter().map(|rule| (rule.range.start, rule.name));
    let unwritable = names.chain(rules.iter().flat_map(|rule| &rule.calls).map(|call| (call.at, call.name)));
    let unwritable = unwritable.filter(|(_, name)| matches!(*name, "self" | "Self" | "super" | "crate"));
    let unwritable = unwritable.map(|(at, name)| (at, format!("`{name}` cannot be the name of a rule")));

    let undefined = undefined(rules).into_iter().enumerate().map(|(at, call)| {
        let candidates = rules.iter().map(|rule| rule.name).take_while(|_| at < COMPARED);
        let meant = closest(call.name, candidates);
        let hint = meant.map_or(String::new(), |meant| format!("; did you mean `{meant}`?"));
        (call.at, format!("rule `{}` is undefined{hint}", shown(call.name)))
    });

    let mut faults: Vec<_> = keywords.chain(again).chain(unwritable).chain(undefined).collect();
    faults.sort_by_key(|(at, _)| *at);
    faults
}

/// The rules that some are started with, and those that they call, themselves or through others.
///
/// ```
/// use urigram_grammar::Grammar;
/// use urigram_grammar::names::Reach;
///
/// let grammar = Grammar::read("hour = { digit } digit = { '0'..'9' } day = { hour }", "hour.pest")?;
/// let tree = grammar.tree()?;
/// let mut reach = Reach::new(&tree.rules);
/// reach.add("hour");
/// assert_eq!(tree.rules.iter().filter(|rule| reach.has(rule)).count(), 2);
/// # Ok::<(), urigram_grammar::Error>(())
/// ```
#[derive(Debug)]
pub struct Reach<'r, 't> {
    rules: HashMap<&'t str, &'r Definition<'t>>,
    reached: HashSet<&'t str>,
}

impl<'r, 't> Reach<'r, 't> {
    /// Reaches nothing yet.
    #[must_use]
    pub fn new(rules: &'r [Definition<'t>]) -> Reach<'r, 't> {
        let rules = rules.iter().map(|rule| (rule.name, rule)).collect();
        Reach { rules, reached: HashSet::new() }
    }

    /// Adds the rule of that name, if there is one, and those that it reaches.
    pub fn add(&mut self, name: &str) {
        let mut open = vec![name];
        while let Some(name) = open.pop() {
            let Some(&rule) = self.rules.get(name) else { continue };
            if self.reached.insert(rule.name) {
                open.extend(rule.calls.iter().map(|call| call.name));
            }
        }
    }

    /// Returns whether the rule was reached.
    #[must_use]
    pub fn has(&self, rule: &Definition<'_>) -> bool {
        self.reached.contains(rule.name)
    }
}

#[cfg(test)]
mod tests {
    use super::closest;
    use rstest::rstest;

    #[rstest]
    #[case::swapped("prot", Some("port"))]
    #[case::left_out("hst", Some("host"))]
    #[case::put_in("hoost", Some("host"))]
    #[case::replaced("hast", Some("host"))]
    #[case::case("ipv4address", Some("IPv4address"))]
    #[case::two_of_eight("pathempt", Some("path_empty"))]
    #[case::too_short("a", None)]
    #[case::too_far("query", None)]
    #[case::nothing("", None)]
    fn meant(#[case] name: &str, #[case] expected: Option<&str>) {
        let names = ["b", "port", "host", "IPv4address", "path_empty"];
        assert_eq!(closest(name, names.into_iter()), expected);
    }

    #[test]
    fn long_names_are_not_compared() {
        let name = "a".repeat(1 << 20);
        assert_eq!(closest(&name, [name.as_str()].into_iter()), None);
    }
}
