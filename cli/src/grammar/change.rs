//! The difference between the results of the old and of the new grammar for a line.

use std::fmt::{self, Display};

use serde::Serialize;
use urigram::grammar::Components;

use super::word;
use crate::input::Name;
use crate::output::components::{self, Field};
use crate::output::diagnostic;

#[derive(Serialize)]
#[serde(tag = "change", rename_all = "lowercase")]
pub(super) enum Change<'l> {
    Accepted,
    Rejected {
        /// The error, if something other than the grammar rejects the line.
        #[serde(skip_serializing_if = "Option::is_none")]
        error: Option<String>,
    },
    Components {
        components: Vec<Moved<'l>>,
    },
}

/// A component or a kind that differs. An undefined one is `None`.
#[derive(Serialize)]
pub(super) struct Moved<'l> {
    component: &'static str,
    old: Option<&'l str>,
    new: Option<&'l str>,
    /// The offset in bytes of the line.
    old_start: Option<usize>,
    new_start: Option<usize>,
}

impl<'l> Change<'l> {
    /// Returns the difference between the components of the text under the old and under the new grammar.
    pub(super) fn of_components(text: &'l str, old: &Components, new: &Components) -> Option<Self> {
        if old == new {
            return None;
        }
        let both = components::fields(text, old).into_iter().zip(components::fields(text, new));
        let moved = |(old, new): (Field<'l>, Field<'l>)| Moved {
            component: old.name,
            old: old.value,
            new: new.value,
            old_start: old.start,
            new_start: new.start,
        };
        let components: Vec<_> = both.filter(|(old, new)| old != new).map(moved).collect();
        (!components.is_empty()).then_some(Self::Components { components })
    }
}

/// A line with a difference.
#[derive(Serialize)]
pub(super) struct Changed<'a> {
    pub(super) file: &'a Name,
    pub(super) line: u64,
    pub(super) rule: &'a str,
    pub(super) input: &'a str,
    #[serde(flatten)]
    pub(super) change: Change<'a>,
}

impl Display for Changed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Changed { file, line, rule, input, change } = self;
        write!(f, "{}:{line}: {rule}: ", file.shown)?;
        match change {
            Change::Accepted => write!(f, "now {}", word::changed("accepted"))?,
            Change::Rejected { error: None } => write!(f, "now {}", word::changed("rejected"))?,
            Change::Rejected { error: Some(error) } => {
                write!(f, "now {}, as {error}", word::changed("rejected"))?;
            }
            Change::Components { components } => {
                for (index, moved) in components.iter().enumerate() {
                    write!(f, "{}{moved}", if index > 0 { "; " } else { "" })?;
                }
            }
        }
        write!(f, ": {}", shown(input))
    }
}

impl Display for Moved<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Moved { component, old, new, old_start, new_start } = self;
        let same = old == new;
        let value = |value: &Option<&str>, start: &Option<usize>| match (value, start) {
            (None, _) => "undefined".to_owned(),
            (Some(text), Some(start)) if same => format!("\"{}\" at byte {start}", shown(text)),
            (Some(text), Some(_)) => format!("\"{}\"", shown(text)),
            (Some(kind), None) => (*kind).to_owned(),
        };
        let (old, new) = (value(old, old_start), value(new, new_start));
        write!(f, "{} was {old}, now {new}", word::changed(&component.replace('_', " ")))
    }
}

fn shown(text: &str) -> String {
    diagnostic::excerpt(text.as_bytes(), 0..0).text
}
