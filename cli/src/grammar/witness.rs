//! A string that shows how two rules differ, in words and as JSON.

use serde::Serialize;
use urigram_grammar::{Capture, Context, Next, ParsedDifferently, Path, Paths, Witness, WitnessKind};

use super::apart::{self, Node};

/// Returns the string, and after it the string of the start rule in which it shows.
pub(super) fn in_context(witness: &Witness, start: Option<&str>) -> String {
    let text = &witness.text;
    match &witness.context {
        Context::Within(whole) if whole != text => format!("{text:?} (in {whole:?})"),
        Context::Hidden => {
            let start = start.expect("what does not show in a start rule has one");
            format!("{text:?} (does not show in {start})")
        }
        Context::Within(_) | Context::Own | Context::Unknown => format!("{text:?}"),
    }
}

/// Says how the two rules parse the string.
pub(super) fn both_readings(witness: &Witness, start: Option<&str>) -> String {
    let readings = witness.old.clone().zip(witness.new.clone());
    let (left, right) = readings.expect("both rules accept what they parse differently");
    let apart = ParsedDifferently { text: witness.text.clone(), left, right };
    apart::said(&apart, &in_context(witness, start), ["there", "here"])
}

/// Says where the two rules part.
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

/// As JSON.
#[derive(Serialize)]
pub(super) struct Shown<'d> {
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

impl Shown<'_> {
    pub(super) fn has_context(&self) -> bool {
        self.context.is_some()
    }
}

impl<'d> From<&'d Witness> for Shown<'d> {
    fn from(witness: &'d Witness) -> Self {
        Self {
            text: &witness.text,
            kind: match witness.kind() {
                WitnessKind::Gained => "gained",
                WitnessKind::Lost => "lost",
                WitnessKind::ParsedDifferently => "components",
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
