//! What is said of a rule of two grammars, in text and in JSON.

use std::fmt::{self, Display};

use serde::Serialize;
use urigram_grammar::{
    Capture, Change, Context, Difference, Differs, Next, Path, Paths, Relation, TakenApart, Undecided,
    Witness, WitnessKind,
};

use super::apart::{self, Node};
use super::searched::Searched;
use super::word;

/// How many strings that only one of two rules accepts are shown in text.
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

    /// The change in a word, and for people in more where one does not do.
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
                (Relation::Equal, makes_node) => ("node", node(makes_node == Some(true))),
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
            Change::Equal => word::good(shown),
            Change::Undecided { .. } => word::bad(shown),
            _ => word::changed(shown),
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
        let (apart, language): (Vec<&Witness>, Vec<&Witness>) =
            differs.witnesses.iter().partition(|witness| witness.kind() == WitnessKind::TakenApart);
        let more = differs.more + language.len().saturating_sub(SHOWN);
        let language = &language[..language.len().min(SHOWN)];
        let start = start.as_deref().unwrap_or_default();
        let list = |kind, said: &str| {
            let of_kind = language.iter().filter(|witness| witness.kind() == kind);
            let strings: Vec<String> = of_kind.map(|witness| in_context(witness, start)).collect();
            (!strings.is_empty()).then(|| format!("{said} {}", strings.join(" and ")))
        };
        let mut parts = Vec::new();
        parts.extend(list(WitnessKind::Gained, "now accepts"));
        parts.extend(list(WitnessKind::Lost, "no longer accepts"));
        if more > 0 {
            parts.push(format!("and differs in {more} more {}", if more == 1 { "way" } else { "ways" }));
        }
        for witness in &apart {
            let says = if differs.relation == Relation::Equal { "" } else { "components differ: " };
            parts.push(format!("{says}{}", both_readings(witness, start)));
        }
        if let (Some(makes), true) = (differs.makes_node, self.change().0 != "node") {
            parts.push(node(makes).to_owned());
        }
        if !parts.is_empty() {
            write!(f, ": {}", parts.join(", "))?;
        }
        for witness in language.iter().chain(&apart) {
            if let Some(paths) = &witness.paths {
                write!(f, "\n  {:?}: {}", witness.text, both_ways(paths))?;
            }
        }
        Ok(())
    }
}

/// Returns the string, and after it the string of the start rule in which it shows.
fn in_context(witness: &Witness, start: &str) -> String {
    let text = &witness.text;
    match &witness.context {
        Context::Within(whole) if whole != text => format!("{text:?} (in {whole:?})"),
        Context::Hidden => format!("{text:?} (does not show in {start})"),
        Context::Within(_) | Context::Own | Context::Unknown => format!("{text:?}"),
    }
}

/// Says how the two rules take the string apart.
fn both_readings(witness: &Witness, start: &str) -> String {
    let (Some(old), Some(new)) = (&witness.old, &witness.new) else { return String::new() };
    let apart = TakenApart { text: witness.text.clone(), left: old.clone(), right: new.clone() };
    apart::said(&apart, &in_context(witness, start), ["there", "here"])
}

fn both_ways(Paths { at, old, new }: &Paths) -> String {
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

/// As JSON.
#[derive(Serialize)]
struct Object<'d> {
    rule: &'d str,
    change: &'static str,
    witnesses: Vec<Shown<'d>>,
    /// The number of ways to differ that have no witness here.
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

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

#[derive(Serialize)]
struct Shown<'d> {
    text: &'d str,
    kind: &'static str,
    /// The string of the start rule in which it shows, `null` if there is none.
    context: Option<&'d str>,
    /// What the old rule captures, `null` if it does not accept the string.
    old: Option<Vec<Node<'d>>>,
    new: Option<Vec<Node<'d>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parts: Option<Parts<'d>>,
}

/// Where the rules part.
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

impl Serialize for Answered<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Difference { rule, causes, new_rules, .. } = self.difference;
        let differs = self.differs();
        let witnesses = differs.map_or(&[][..], |differs| &differs.witnesses);
        let object = Object {
            rule,
            change: self.change().0,
            witnesses: witnesses.iter().map(shown).collect(),
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

fn shown(witness: &Witness) -> Shown<'_> {
    Shown {
        text: &witness.text,
        kind: match witness.kind() {
            WitnessKind::Gained => "gained",
            WitnessKind::Lost => "lost",
            WitnessKind::TakenApart => "components",
        },
        context: match &witness.context {
            Context::Within(whole) => Some(whole),
            Context::Own => Some(&witness.text),
            Context::Hidden | Context::Unknown => None,
        },
        old: witness.old.as_deref().map(nodes),
        new: witness.new.as_deref().map(nodes),
        parts: witness.paths.as_ref().map(|Paths { at, old, new }| Parts {
            at: *at,
            old: step(old),
            new: step(new),
        }),
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
