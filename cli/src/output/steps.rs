//! The steps by which a target comes about, for `uri resolve --steps`.

use std::borrow::Cow;
use std::io::{self, Write};

use serde::Serialize;
use serde::ser::Serializer;

use crate::output::visible;

/// A step of the pseudocode of section 5.2.
#[derive(Serialize)]
pub(crate) struct Step<'a> {
    pub(crate) section: &'static str,
    pub(crate) rule: Cow<'static, str>,
    /// How deep the line is nested in the pseudocode and its functions.
    pub(crate) depth: usize,
    /// Whether the condition holds; true for a step that is not a condition.
    pub(crate) holds: bool,
    /// What is set, and to what; `None` is undefined.
    #[serde(serialize_with = "as_map")]
    pub(crate) sets: Vec<(&'static str, Option<Cow<'a, str>>)>,
}

/// Writes one step on a line: its section, its rule, and its outcome.
pub(crate) fn draw(out: &mut impl Write, steps: &[Step<'_>]) -> io::Result<()> {
    let width = |step: &Step<'_>| 2 * step.depth + step.rule.len();
    let widest = steps.iter().map(width).max().unwrap_or_default();
    for step in steps {
        let Step { section, rule, depth, holds, sets } = step;
        let outcome = match (sets.as_slice(), holds) {
            ([], true) => "yes".to_owned(),
            ([], false) => "no".to_owned(),
            (sets, _) => sets.iter().map(set).collect::<Vec<_>>().join(", "),
        };
        writeln!(
            out,
            "{section}  {:indent$}{rule:rest$}  {outcome}",
            "",
            indent = 2 * depth,
            rest = widest - 2 * depth
        )?;
    }
    Ok(())
}

fn set((name, value): &(&'static str, Option<Cow<'_, str>>)) -> String {
    match value {
        Some(value) => format!("{name} = {}", visible::quoted(value)),
        None => format!("{name} is undefined"),
    }
}

fn as_map<S: Serializer>(
    sets: &[(&'static str, Option<Cow<'_, str>>)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(sets.iter().map(|(name, value)| (name, value)))
}
