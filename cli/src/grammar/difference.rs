//! Describes how a rule differs between two grammars, as text and JSON: strings that show the difference, how
//! each grammar parses them, and how far the search went.

use std::fmt::{self, Display};

use serde::Serialize;
use urigram_grammar::{Capture, ParsedDifferently, Relation};
use urigram_workbench::{
    Change, Context, Counterexample, CounterexampleKind, Difference, Differs, Extent, Next, Path, Paths,
    Undecided,
};

use crate::grammar::report;

/// A node, as JSON.
#[derive(Serialize)]
pub(super) struct Node<'c> {
    rule: &'c str,
    start: usize,
    end: usize,
}

impl<'c> From<&'c Capture> for Node<'c> {
    fn from(Capture { rule, start, end }: &'c Capture) -> Self {
        Self { rule, start: *start, end: *end }
    }
}

/// Returns a sentence about a string for which two rules have different captures. `shown` is the displayed
/// string, and `whose` names the owners of the left and the right captures.
pub(super) fn both_captures(apart: &ParsedDifferently, shown: &str, whose: [&str; 2]) -> String {
    let (mut left, mut right) = apart.differing();
    // If the nodes are the same, but nested in a different order, list all of them.
    if left.is_empty() && right.is_empty() {
        (left, right) = (apart.left.iter().collect(), apart.right.iter().collect());
    }
    let is_whole = |node: &&Capture| node.start == 0 && node.end == apart.text.len();
    let are_whole = left.iter().chain(&right).all(is_whole) && !left.is_empty() && !right.is_empty();
    let nodes = |these: &[&Capture], those: &[&Capture]| {
        if these.is_empty() {
            return "nothing".to_owned();
        }
        let node = |node: &&Capture| {
            let Capture { rule, start, end } = node;
            let text = &apart.text[*start..*end];
            let is_twice = those.iter().any(|other| other.rule == *rule && other.start != *start);
            match (are_whole, is_twice) {
                (true, _) => rule.clone(),
                (false, false) => format!("{rule} {text:?}"),
                (false, true) => format!("{rule} {text:?} at byte {start}"),
            }
        };
        these.iter().map(node).collect::<Vec<_>>().join(" and ")
    };
    let verb = if are_whole { "is" } else { "has" };
    let [left_whose, right_whose] = whose;
    format!("{shown} {verb} {} {left_whose}, {} {right_whose}", nodes(&left, &right), nodes(&right, &left))
}

/// The extent of a search that found no difference.
#[derive(Serialize)]
pub(super) struct Searched {
    /// The length up to which all strings were compared, or `None` if this was not possible for any length.
    length: Option<usize>,
    strings: u64,
    /// The number of strings that took too many steps to compare.
    #[serde(skip_serializing_if = "is_zero")]
    undecided: u64,
    seconds: f64,
}

impl From<Extent> for Searched {
    fn from(Extent { length, strings, undecided, time }: Extent) -> Self {
        let seconds = (time.as_secs_f64() * 10.0).round() / 10.0;
        Self { length, strings, undecided, seconds }
    }
}

impl Display for Searched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Searched { length, strings, undecided, seconds } = self;
        f.write_str("no difference found")?;
        if let Some(length) = length {
            write!(f, " up to length {length}")?;
        }
        write!(f, " ({} strings", grouped(*strings))?;
        if *undecided > 0 {
            write!(f, ", {} of them too slow to compare", grouped(*undecided))?;
        }
        write!(f, "), {seconds} s")
    }
}

/// Returns the number with commas between groups of three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let first = digits.len() % 3;
    let (first, rest) = digits.split_at(first);
    let rest = (0..rest.len()).step_by(3).map(|at| &rest[at..at + 3]);
    let groups: Vec<&str> = Some(first).filter(|first| !first.is_empty()).into_iter().chain(rest).collect();
    groups.join(",")
}

/// Describes the string, and the string of the start rule that contains it, if there is one.
pub(super) fn in_context(counterexample: &Counterexample, start: Option<&str>) -> String {
    let text = &counterexample.text;
    match &counterexample.context {
        Context::Within(whole) if whole != text => format!("{text:?} (in {whole:?})"),
        Context::Hidden => {
            let start = start.expect("what does not show in a start rule has one");
            format!("{text:?} (does not show in {start})")
        }
        Context::Within(_) | Context::Own | Context::Unknown => format!("{text:?}"),
    }
}

/// Describes how the two rules parse the string.
pub(super) fn both_readings(counterexample: &Counterexample, start: Option<&str>) -> String {
    let readings = counterexample.old.clone().zip(counterexample.new.clone());
    let (left, right) = readings.expect("both rules accept what they parse differently");
    let apart = ParsedDifferently { text: counterexample.text.clone(), left, right };
    both_captures(&apart, &in_context(counterexample, start), ["there", "here"])
}

/// Describes where the two rules diverge.
pub(super) fn both_ways(Paths { at, old, new }: &Paths) -> String {
    format!("at byte {at}, {} there, {} here", way(old), way(new))
}

fn way(Path { rules, next }: &Path) -> String {
    let rules = rules.join(" > ");
    match next {
        Next::Reads(c) => format!("{rules} reads {:?}", c.to_string()),
        Next::Ends => format!("{rules} ends"),
        Next::Expects(c) => format!("{rules} would go on with {:?}", c.to_string()),
    }
}

/// A counterexample as JSON.
#[derive(Serialize)]
pub(super) struct Shown<'d> {
    text: &'d str,
    kind: &'static str,
    /// A string of the start rule that shows the difference; `null` if there is none.
    context: Option<&'d str>,
    /// The captures of the old rule; `null` if it does not accept the string.
    old: Option<Vec<Node<'d>>>,
    new: Option<Vec<Node<'d>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parts: Option<Parts<'d>>,
}

/// The position at which the rules diverge, and the path of each.
#[derive(Serialize)]
struct Parts<'d> {
    at: usize,
    old: Way<'d>,
    new: Way<'d>,
}

#[derive(Serialize)]
struct Way<'d> {
    rules: &'d [String],
    next: &'static str,
    character: Option<char>,
}

impl Shown<'_> {
    pub(super) fn has_context(&self) -> bool {
        self.context.is_some()
    }
}

impl<'d> From<&'d Counterexample> for Shown<'d> {
    fn from(counterexample: &'d Counterexample) -> Self {
        Self {
            text: &counterexample.text,
            kind: match counterexample.kind() {
                CounterexampleKind::Gained => "gained",
                CounterexampleKind::Lost => "lost",
                CounterexampleKind::ParsedDifferently => "components",
            },
            context: match &counterexample.context {
                Context::Within(whole) => Some(whole),
                Context::Own => Some(&counterexample.text),
                Context::Hidden | Context::Unknown => None,
            },
            old: counterexample.old.as_deref().map(nodes),
            new: counterexample.new.as_deref().map(nodes),
            parts: counterexample.paths.as_ref().map(|Paths { at, old, new }| Parts {
                at: *at,
                old: step(old),
                new: step(new),
            }),
        }
    }
}

fn nodes(captures: &[Capture]) -> Vec<Node<'_>> {
    captures.iter().map(Node::from).collect()
}

fn step(Path { rules, next }: &Path) -> Way<'_> {
    let (next, character) = match *next {
        Next::Reads(c) => ("reads", Some(c)),
        Next::Ends => ("ends", None),
        Next::Expects(c) => ("expects", Some(c)),
    };
    Way { rules, next, character }
}

/// The maximum number of strings per difference that are shown in text.
const SHOWN: usize = 3;

/// A difference, and the reason if it is undecided.
pub(super) struct Answered<'d> {
    difference: &'d Difference,
    error: Option<String>,
    searched: Option<Searched>,
}

impl<'d> Answered<'d> {
    pub(super) fn new(difference: &'d Difference, reason: impl Fn(&Undecided) -> String) -> Self {
        let error = match &difference.change {
            Change::Undecided { why, .. } => Some(reason(why)),
            _ => None,
        };
        let searched = match &difference.change {
            Change::Undecided { searched, .. } => searched.map(Searched::from),
            _ => None,
        };
        Self { difference, error, searched }
    }

    fn differs(&self) -> Option<&'d Differs> {
        match &self.difference.change {
            Change::Differs(differs) => Some(differs),
            _ => None,
        }
    }

    /// Returns a short label for JSON, and the label or a sentence for text.
    fn change(&self) -> (&'static str, &'static str) {
        match &self.difference.change {
            Change::Equal => ("equal", "equal"),
            Change::Gone => ("gone", "gone"),
            Change::Added => ("added", "added"),
            Change::Undecided { .. } => ("undecided", "undecided"),
            Change::Differs(differs) => match (differs.relation, differs.makes_node) {
                (Relation::Narrower, _) => ("widened", "widened"),
                (Relation::Wider, _) => ("narrowed", "narrowed"),
                (Relation::Different, _) => ("changed", "changed"),
                (Relation::Equal, _) if differs.in_captures() => ("components", COMPONENTS),
                (Relation::Equal, makes_node) => {
                    ("node", node(makes_node.expect("rules that differ in nothing else make a node or not")))
                }
            },
        }
    }
}

const COMPONENTS: &str = "components differ";

fn node(makes: bool) -> &'static str {
    if makes { "now makes a node" } else { "no longer makes a node" }
}

impl Display for Answered<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference { rule, change, causes, new_rules, start } = self.difference;
        let (_, shown) = self.change();
        let shown = match change {
            Change::Equal => report::good(shown),
            Change::Undecided { .. } => report::bad(shown),
            _ => report::changed(shown),
        };
        write!(f, "{rule}: {shown}")?;
        let Some(differs) = self.differs() else {
            return match (&self.error, &self.searched) {
                (Some(error), Some(searched)) => write!(f, ": {error}; {searched}"),
                (Some(error), None) => write!(f, ": {error}"),
                (None, _) => Ok(()),
            };
        };
        if !causes.is_empty() {
            write!(f, " through {}", causes.join(", "))?;
        } else if !new_rules.is_empty() {
            let rules = if new_rules.len() == 1 { "rule" } else { "rules" };
            write!(f, " with the new {rules} {}", new_rules.join(", "))?;
        }
        let (apart, language): (Vec<&Counterexample>, Vec<&Counterexample>) = differs
            .counterexamples
            .iter()
            .partition(|counterexample| counterexample.kind() == CounterexampleKind::ParsedDifferently);
        let more = differs.more + language.len().saturating_sub(SHOWN);
        let language = &language[..language.len().min(SHOWN)];
        let start = start.as_deref();
        let list = |kind, message: &str| {
            let of_kind = language.iter().filter(|counterexample| counterexample.kind() == kind);
            let strings: Vec<String> =
                of_kind.map(|counterexample| in_context(counterexample, start)).collect();
            (!strings.is_empty()).then(|| format!("{message} {}", strings.join(" and ")))
        };
        let mut parts = Vec::new();
        parts.extend(list(CounterexampleKind::Gained, "now accepts"));
        parts.extend(list(CounterexampleKind::Lost, "no longer accepts"));
        if more > 0 {
            parts.push(format!("and differs in {more} more {}", if more == 1 { "way" } else { "ways" }));
        }
        for counterexample in &apart {
            let says = if differs.relation == Relation::Equal { "" } else { "components differ: " };
            parts.push(format!("{says}{}", both_readings(counterexample, start)));
        }
        if let (Some(makes), true) = (differs.makes_node, self.change().0 != "node") {
            parts.push(node(makes).to_owned());
        }
        if !parts.is_empty() {
            write!(f, ": {}", parts.join(", "))?;
        }
        for counterexample in language.iter().chain(&apart) {
            if let Some(paths) = &counterexample.paths {
                write!(f, "\n  {:?}: {}", counterexample.text, both_ways(paths))?;
            }
        }
        Ok(())
    }
}

/// The answer as JSON.
#[derive(Serialize)]
struct Object<'d> {
    rule: &'d str,
    change: &'static str,
    counterexamples: Vec<Shown<'d>>,
    /// The start rule of the counterexamples' contexts, if any counterexample has a context.
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<&'d str>,
    /// The number of further kinds of differences, which have no counterexample here.
    #[serde(skip_serializing_if = "is_zero")]
    more: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    makes_node: Option<bool>,
    because: &'d [String],
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    new_rules: &'d [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'d str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    searched: Option<&'d Searched>,
}

fn is_zero<N: Default + PartialEq>(number: &N) -> bool {
    *number == N::default()
}

impl Serialize for Answered<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Difference { rule, causes, new_rules, start, .. } = self.difference;
        let differs = self.differs();
        let counterexamples = differs.map_or(&[][..], |differs| &differs.counterexamples);
        let shown: Vec<Shown> = counterexamples.iter().map(Shown::from).collect();
        let object = Object {
            rule,
            change: self.change().0,
            start: shown.iter().any(Shown::has_context).then(|| start.as_deref().unwrap_or(rule)),
            counterexamples: shown,
            more: differs.map_or(0, |differs| differs.more),
            makes_node: differs.and_then(|differs| differs.makes_node),
            because: causes,
            new_rules,
            error: self.error.as_deref(),
            searched: self.searched.as_ref(),
        };
        object.serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        let numbers = [0, 12, 123, 1_234, 123_456, 2_114_907].map(grouped);
        assert_eq!(numbers, ["0", "12", "123", "1,234", "123,456", "2,114,907"]);
    }
}
