//! What is said of a rule of two grammars, in text and in JSON.

use std::fmt::{self, Display};

use serde::Serialize;
use urigram_grammar::{Change, Difference, Differs, Relation, Undecided, Witness, WitnessKind};

use super::searched::Searched;
use super::witness::{self, Shown};
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
            differs.witnesses.iter().partition(|witness| witness.kind() == WitnessKind::ParsedDifferently);
        let more = differs.more + language.len().saturating_sub(SHOWN);
        let language = &language[..language.len().min(SHOWN)];
        let start = start.as_deref();
        let list = |kind, said: &str| {
            let of_kind = language.iter().filter(|witness| witness.kind() == kind);
            let strings: Vec<String> = of_kind.map(|witness| witness::in_context(witness, start)).collect();
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
            parts.push(format!("{says}{}", witness::both_readings(witness, start)));
        }
        if let (Some(makes), true) = (differs.makes_node, self.change().0 != "node") {
            parts.push(node(makes).to_owned());
        }
        if !parts.is_empty() {
            write!(f, ": {}", parts.join(", "))?;
        }
        for witness in language.iter().chain(&apart) {
            if let Some(paths) = &witness.paths {
                write!(f, "\n  {:?}: {}", witness.text, witness::both_ways(paths))?;
            }
        }
        Ok(())
    }
}

/// As JSON.
#[derive(Serialize)]
struct Object<'d> {
    rule: &'d str,
    change: &'static str,
    witnesses: Vec<Shown<'d>>,
    /// The rule that reads the contexts of the witnesses, if any has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<&'d str>,
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

impl Serialize for Answered<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Difference { rule, causes, new_rules, start, .. } = self.difference;
        let differs = self.differs();
        let witnesses = differs.map_or(&[][..], |differs| &differs.witnesses);
        let shown: Vec<Shown> = witnesses.iter().map(Shown::from).collect();
        let object = Object {
            rule,
            change: self.change().0,
            start: shown.iter().any(Shown::has_context).then(|| start.as_deref().unwrap_or(rule)),
            witnesses: shown,
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
