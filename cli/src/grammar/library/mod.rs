//! Checks what the library assumes about the components of a grammar: their rules, delimiters and
//! percent-decoding.
//!
//! In: a grammar that is meant for the library, and its start rules.
//! Out: findings. `delimiters.pest` limits the components, so that the library can find their ends by the
//! delimiters, and `layout.pest` has the rules around the components. The library implements Appendix B and
//! percent-decoding itself. Automata compare the grammar with these, and a finding shows the shortest string
//! that differs.
//! Next: `check`, which writes the findings.

use urigram::grammar::runtime::{ALSO_NEEDED_RULES, CAPTURED_RULES};
use urigram_grammar::{Automata, CharSet, Dfa, Error as GrammarError, Grammar, Peg};
use urigram_workbench::{Bound, Finding, FindingKind, Purpose, findings};

use crate::outcome::Error;
use crate::parser::{library, read};

/// The limit on the work on the automata of one grammar.
const STEPS: usize = urigram_grammar::Limits::DEFAULT.steps;

const LAYOUT: &str = include_str!("layout.pest");
const DELIMITERS: &str = include_str!("delimiters.pest");

/// The components that end at a delimiter, each with the message for a component that does not.
const ENDS: [(&str, &str); 15] = [
    ("scheme", "a scheme has to end at the first `:`, `/`, `?` or `#`"),
    ("authority", "an authority has to end at the first `/`, `?` or `#`"),
    ("userinfo", "a userinfo has to end at the first `@`, `/`, `?` or `#`"),
    ("host", "a host has to end at the first `:`, `@`, `/`, `?` or `#`, or at the `]` if it begins with `[`"),
    ("IPv6address", "an address in brackets has to end at the first `]`, `@`, `/`, `?` or `#`"),
    ("IPvFuture", "an address in brackets has to end at the first `]`, `@`, `/`, `?` or `#`"),
    ("IPv4address", "a name has to end at the first `:`, `@`, `/`, `?` or `#`, and must not begin with `[`"),
    ("reg_name", "a name has to end at the first `:`, `@`, `/`, `?` or `#`, and must not begin with `[`"),
    ("port", "a port has to end at the first `@`, `/`, `?` or `#`"),
    (
        "path_abempty",
        "a path after an authority has to be empty or begin with `/`, and end at the first `?` or `#`",
    ),
    ("path_absolute", "an absolute path has to begin with one `/`, and end at the first `?` or `#`"),
    (
        "path_noscheme",
        "such a path must not begin with `/` or have a `:` before it, and ends at the first `?` or `#`",
    ),
    ("path_rootless", "such a path must not begin with `/`, and ends at the first `?` or `#`"),
    ("path_empty", "an empty path is empty"),
    ("query", "a query has to end at the first `#`"),
];

const PATHS: [&str; 4] = ["path_abempty", "path_absolute", "path_noscheme", "path_rootless"];

/// The components that the library decodes.
const DECODED: [&str; 8] = [
    "userinfo",
    "reg_name",
    "path_abempty",
    "path_absolute",
    "path_noscheme",
    "path_rootless",
    "query",
    "fragment",
];

const REFERENCES: [&str; 3] = ["URI", "absolute_URI", "relative_ref"];

/// Returns whether a grammar is meant for the library: it is the built-in grammar or a variant, or has every
/// rule that the library reads.
pub(super) fn is_meant_for(grammar: &Grammar) -> bool {
    grammar.is_variant() || library::missing(grammar).is_empty()
}

/// Returns the findings about a grammar for the library.
pub(super) fn found(grammar: &Grammar, starts: &[String]) -> Result<Vec<Finding>, Error> {
    let own = if starts.is_empty() { starts_of(grammar)? } else { starts.to_vec() };
    let starts: Vec<&str> = own.iter().map(String::as_str).collect();
    let limits = Limits::new(grammar)?;
    let bounds = limits.bounds();
    let purpose =
        Purpose { starts: &starts, captured: CAPTURED_RULES, needed: ALSO_NEEDED_RULES, bounds: &bounds };
    Ok(findings(grammar, &purpose)?)
}

/// Returns the grammar's start rules for the library: those that no other rule of the built-in grammar calls.
fn starts_of(grammar: &Grammar) -> Result<Vec<String>, Error> {
    let builtin = findings(read::builtin()?, &Purpose::default())?;
    let starts = builtin.into_iter().filter(|finding| finding.kind == FindingKind::Start);
    Ok(starts.map(|finding| finding.rule.to_string()).filter(|rule| grammar.rule(rule).is_some()).collect())
}

/// A rule, and the automaton of all strings that it may match, or the error if there is no automaton.
type Limit = (&'static str, Result<Dfa, GrammarError>);

/// Upper bounds of the strings that rules may match.
struct Limits {
    /// For each path rule, the paths in which only `/` divides segments.
    divided: Vec<Limit>,
    /// For each component in [`ENDS`], the message, and the strings that end where the library expects it.
    ended: Vec<(&'static str, &'static str, Dfa)>,
    /// For each rule for references, the references whose components are where the library expects them.
    laid_out: Vec<Limit>,
    /// Strings in which two hexadecimal digits follow each `%`, for the components in [`DECODED`].
    decoded: Dfa,
}

impl Limits {
    fn new(grammar: &Grammar) -> Result<Self, GrammarError> {
        let peg = Peg::new(&Grammar::read(DELIMITERS, "delimiters.pest")?);
        let mut limits = Automata::new(&peg);
        let mut ended = Vec::new();
        for (rule, why) in ENDS {
            ended.push((rule, why, limits.dfa(rule)?));
        }
        let decoded = limits.dfa("percent")?;
        Ok(Self { divided: divided(grammar), ended, laid_out: laid_out(grammar)?, decoded })
    }

    fn bounds(&self) -> Vec<Bound<'_>> {
        let divided = self.divided.iter().map(|(rule, limit)| Bound {
            rule,
            limit: limit.as_ref(),
            why: "the library divides a path into segments at `/` only",
            help: "divide the path at `/` only, or allow the character in `segment`",
        });
        let ended = self.ended.iter().map(|(rule, why, limit)| Bound {
            rule,
            limit: Ok(limit),
            why,
            help: "percent-encode the delimiter, or leave it out of the rule",
        });
        let laid_out = self.laid_out.iter().map(|(rule, limit)| Bound {
            rule,
            limit: limit.as_ref(),
            why: "the library finds the components between the delimiters of RFC 3986 only",
            help: "keep `//`, `:`, `@`, `?` and `#` around the components as uri.pest has them",
        });
        let decoded = DECODED.iter().map(|rule| Bound {
            rule,
            limit: Ok(&self.decoded),
            why: "the library decodes `%` with two hexadecimal digits, and expects no other `%`",
            help: "write `pct_encoded` for what begins with `%`",
        });
        divided.chain(ended).chain(laid_out).chain(decoded).collect()
    }
}

/// Returns the limit of each path rule: strings of `/` and the characters that `segment` may contain.
fn divided(grammar: &Grammar) -> Vec<Limit> {
    // A missing rule is another finding.
    if grammar.rule("segment").is_none() {
        return Vec::new();
    }
    let peg = Peg::new(grammar);
    let mut automata = Automata::new(&peg);
    let mut dfa = |rule| automata.dfa_within(&mut { STEPS / (1 + PATHS.len()) }, rule);
    let segment = dfa("segment");
    let characters = segment.map(|segment| alphabet(&segment).union(&CharSet::single('/')));
    let mut path = |rule| Ok(dfa(rule)?.over(characters.as_ref().map_err(Clone::clone)?));
    PATHS.into_iter().map(|rule| (rule, path(rule))).collect()
}

/// Returns the characters that occur in accepted strings.
fn alphabet(dfa: &Dfa) -> CharSet {
    let is_used = |class: &usize| (0..dfa.states()).any(|state| dfa.is_live(dfa.next(state, *class)));
    let sets = dfa.classes().sets();
    (0..dfa.width()).filter(is_used).fold(CharSet::empty(), |all, class| all.union(&sets[class]))
}

/// Returns the limit of each rule for references: the strings that match if the rules around the components
/// are those of RFC 3986.
fn laid_out(grammar: &Grammar) -> Result<Vec<Limit>, GrammarError> {
    // Missing rules are other findings.
    if !library::missing(grammar).is_empty() {
        return Ok(Vec::new());
    }
    let laid_out = match Grammar::read_over(grammar, LAYOUT, "layout.pest") {
        Err(GrammarError::Faulty(mut faults)) => {
            // The other faults have the same cause.
            faults.truncate(1);
            let error = GrammarError::Faulty(faults);
            return Ok(REFERENCES.into_iter().map(|rule| (rule, Err(error.clone()))).collect());
        }
        read => read?,
    };
    let peg = Peg::new(&laid_out);
    let mut automata = Automata::new(&peg);
    let mut dfa = |rule| automata.dfa_within(&mut { STEPS / REFERENCES.len() }, rule);
    Ok(REFERENCES.into_iter().map(|rule| (rule, dfa(rule))).collect())
}
