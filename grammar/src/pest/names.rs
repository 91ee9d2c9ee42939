//! The names of rules: pest's builtins, undefined, duplicate and misspelt names, and reachable rules.

use std::collections::{HashMap, HashSet};
use std::sync::{LazyLock, Mutex, PoisonError};

use strsim::osa_distance;

use crate::characters::CharSet;
use crate::error::shown;
use crate::pest::fault::{Edit, FaultAt};
use crate::pest::tree::{Call, Definition};

/// The rules that pest calls implicitly between expressions of non-atomic rules, in the order in which it tries
/// them.
pub const SKIPPED: [&str; 2] = ["WHITESPACE", "COMMENT"];

/// Returns whether pest implicitly calls a rule of that name between expressions.
#[must_use]
pub fn is_skipped(name: &str) -> bool {
    SKIPPED.contains(&name)
}

/// A cache of the sets of Unicode properties, because a set is computed by a predicate on all characters.
static PROPERTIES: LazyLock<Mutex<HashMap<String, CharSet>>> = LazyLock::new(Mutex::default);

/// Returns whether pest has a builtin of that name, such as `ASCII_DIGIT` or `LETTER`.
#[must_use]
pub fn exists(name: &str) -> bool {
    let own = matches!(name, "SOI" | "EOI" | "NEWLINE") || is_stack(name) || ascii(name).is_some();
    own || property(name).is_some()
}

/// Returns whether pest refuses to define a rule of that name. A rule may replace any other builtin.
fn is_keyword(name: &str) -> bool {
    matches!(name, "_" | "ANY" | "SOI" | "EOI") || is_stack(name)
}

/// Returns whether the name is one of pest's stack operations.
#[must_use]
pub fn is_stack(name: &str) -> bool {
    matches!(name, "PEEK" | "PEEK_ALL" | "POP" | "POP_ALL" | "DROP")
}

/// Returns whether the name is a builtin for a Unicode property, which matches one character.
pub(crate) fn is_property(name: &str) -> bool {
    ascii(name).is_none() && property(name).is_some()
}

/// Returns the predicate of a Unicode property. The names of properties have no small letters; pest compares a name with
/// that of every property, which takes long.
fn property(name: &str) -> Option<Box<dyn Fn(char) -> bool>> {
    if name.bytes().any(|byte| byte.is_ascii_lowercase()) { None } else { pest::unicode::by_name(name) }
}

/// Returns the set of characters of a builtin that matches a single character. The sets of Unicode properties are
/// cached.
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
    let property = property(name)?;
    let mut cache = PROPERTIES.lock().unwrap_or_else(PoisonError::into_inner);
    Some(cache.entry(name.to_owned()).or_insert_with(|| CharSet::from_predicate(property)).clone())
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

/// The maximum number of wrong names for which suggestions are searched.
pub(crate) const MAX_COMPARED: usize = 10;
/// The maximum length of names that are compared, in bytes.
const MAX_LENGTH: usize = 64;
/// The maximum number of candidates that are compared with a name, preferring those of similar length.
const MAX_CANDIDATES: usize = 500;

/// Returns the candidate that a misspelt name was probably meant to be: the one at the smallest edit distance from
/// the name, if the distance is at most a third of the name's length. An edit inserts, deletes or replaces a
/// letter, or swaps two adjacent letters. ASCII case is ignored.
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
        name.len() <= MAX_LENGTH && candidate.len() <= MAX_LENGTH && difference(candidate) <= allowed
    });
    let mut close: Vec<&str> = close.collect();
    if close.len() > MAX_CANDIDATES {
        close.sort_by_key(|candidate| difference(candidate));
        close.truncate(MAX_CANDIDATES);
    }
    let distances =
        close.into_iter().map(|candidate| (osa_distance(&name, &candidate.to_ascii_lowercase()), candidate));
    let best = distances.min_by_key(|&(distance, _)| distance)?;
    (best.0 <= allowed).then_some(best.1)
}

/// Returns the calls of names that are neither defined nor built in.
pub(crate) fn undefined<'t>(rules: &[Definition<'t>]) -> Vec<Call<'t>> {
    let mut known: HashMap<&str, bool> = rules.iter().map(|rule| (rule.name, true)).collect();
    let mut is_known = |name| *known.entry(name).or_insert_with(|| exists(name));
    rules.iter().flat_map(|rule| &rule.calls).copied().filter(|call| !is_known(call.name)).collect()
}

/// Returns the faults of names: undefined, duplicate and forbidden names.
pub(crate) fn faults(rules: &[Definition<'_>]) -> Vec<FaultAt> {
    let fault = |at: usize, message: String| FaultAt::new(at..at, message);
    let mut defined = HashSet::new();
    let again = rules.iter().filter(|rule| !defined.insert(rule.name));
    let again =
        again.map(|rule| fault(rule.range.start, format!("rule `{}` is already defined", shown(rule.name))));

    let keywords = rules.iter().filter(|rule| is_keyword(rule.name));
    let keywords = keywords.map(|rule| fault(rule.range.start, format!("{} is a pest keyword", rule.name)));

    // Generated functions have the names of their rules, and these keywords cannot be raw identifiers.
    let names = rules.iter().map(|rule| (rule.range.start, rule.name));
    let unwritable = names.chain(rules.iter().flat_map(|rule| &rule.calls).map(|call| (call.at, call.name)));
    let unwritable = unwritable.filter(|(_, name)| matches!(*name, "self" | "Self" | "super" | "crate"));
    let unwritable = unwritable.map(|(at, name)| fault(at, format!("`{name}` cannot be the name of a rule")));

    let undefined = undefined(rules).into_iter().enumerate().map(|(at, call)| {
        let candidates = rules.iter().map(|rule| rule.name).take_while(|_| at < MAX_COMPARED);
        let meant = closest(call.name, candidates);
        let hint = meant.map_or(String::new(), |meant| format!("; did you mean `{meant}`?"));
        let edit = meant.map(|meant| Edit::rename(call.at, call.name, meant));
        fault(call.at, format!("rule `{}` is undefined{hint}", shown(call.name))).or(edit)
    });

    let mut faults: Vec<_> = keywords.chain(again).chain(unwritable).chain(undefined).collect();
    faults.sort_by_key(|fault| fault.range.start);
    faults
}

/// The rules that can be reached from start rules, by direct or indirect calls.
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
    /// Returns an empty set of reachable rules.
    #[must_use]
    pub fn new(rules: &'r [Definition<'t>]) -> Reach<'r, 't> {
        let rules = rules.iter().map(|rule| (rule.name, rule)).collect();
        Reach { rules, reached: HashSet::new() }
    }

    /// Adds the rule of that name, if there is one, and all rules reachable from it.
    pub fn add(&mut self, name: &str) {
        let mut open = vec![name];
        while let Some(name) = open.pop() {
            let Some(&rule) = self.rules.get(name) else { continue };
            if self.reached.insert(rule.name) {
                open.extend(rule.calls.iter().map(|call| call.name));
            }
        }
    }

    /// Returns whether the rule is reachable from the rules added so far.
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
