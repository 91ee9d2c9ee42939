//! Proves relations between grammars, so that the library need not check at run time whether another grammar
//! accepts a string and parses it in the same way.

use std::error::Error;

use urigram_grammar::{Abnf, Automata, Grammar, Peg, Relation};

use super::ENTRIES;
use super::captures::{ALSO_NEEDED, Capture};

/// The start rules of reference types from which all other start rules are reached.
const WIDEST: [&str; 2] = ["URI_reference", "absolute_URI"];

/// The captured rules that contain no other captured rule in Appendix A.
const LEAVES: &[&str] = &[
    "scheme",
    "userinfo",
    "IPvFuture",
    "IPv6address",
    "IPv4address",
    "reg_name",
    "port",
    "path_abempty",
    "path_absolute",
    "path_noscheme",
    "path_rootless",
    "path_empty",
    "query",
    "fragment",
];

/// The ABNF is ambiguous here. By section 3.2.2, a host that matches both IPv4address and reg-name
/// is an IPv4address.
const FIRST_MATCH: &str =
    "host = ${ IP_literal | IPv4address ~ !(unreserved | pct_encoded | sub_delims) | reg_name }";

/// Returns whether the rules that the library uses accept the same strings as in Appendix A, and parse them
/// in the same way.
pub(super) fn is_appendix_a(grammar: &Grammar, abnf: &Abnf) -> Result<bool, Box<dyn Error>> {
    let names = Capture::NAMES;
    let peg = Peg::new(grammar);
    let mut automata = Automata::new(&peg);
    for rule in names.iter().chain(ALSO_NEEDED) {
        let Ok(own) = automata.dfa(rule) else { return Ok(false) };
        if own != abnf.dfa(rule)? {
            return Ok(false);
        }
    }
    for rule in WIDEST {
        let Ok(own) = automata.captures(rule, names) else { return Ok(false) };
        if own.parses_differently(&abnf.captures(rule, names, LEAVES)?).is_some() {
            return Ok(false);
        }
    }
    let model = Peg::new(&Grammar::read_over(grammar, FIRST_MATCH, "section 3.2.2")?);
    let model = Automata::new(&model).captures("host", names)?;
    Ok(automata.captures("host", names)?.parses_differently(&model).is_none())
}

/// Returns whether the wide grammar accepts every string that the narrow one accepts.
pub(super) fn included(narrow: &Grammar, wide: &Grammar) -> Result<bool, Box<dyn Error>> {
    let (narrow, wide) = (Peg::new(narrow), Peg::new(wide));
    let (mut narrow, mut wide) = (Automata::new(&narrow), Automata::new(&wide));
    for rule in ENTRIES {
        let (Ok(narrow), Ok(wide)) = (narrow.dfa(rule), wide.dfa(rule)) else { return Ok(false) };
        if !matches!(narrow.compare(&wide).relation(), Relation::Equal | Relation::Narrower) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns whether the two grammars parse every string that both accept in the same way.
pub(super) fn agree(one: &Grammar, other: &Grammar) -> Result<bool, Box<dyn Error>> {
    let (one, other) = (Peg::new(one), Peg::new(other));
    let (mut one, mut other) = (Automata::new(&one), Automata::new(&other));
    for rule in WIDEST {
        let names = Capture::NAMES;
        let (Ok(one), Ok(other)) = (one.captures(rule, names), other.captures(rule, names)) else {
            return Ok(false);
        };
        if one.parses_differently(&other).is_some() {
            return Ok(false);
        }
    }
    Ok(true)
}
