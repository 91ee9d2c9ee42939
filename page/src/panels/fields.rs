//! The fields of a request: those that a panel has, each with a value of its kind.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::panel::{Kind, Panel, Part};

/// The length of the longest value. Linux takes no argument of 128 KiB.
const LONGEST: usize = 96 << 10;

/// The values of all fields of a panel.
pub(super) struct Fields(BTreeMap<&'static str, String>);

impl Fields {
    /// Reads the fields of a panel, of which there must be each and no other.
    pub(super) fn read(panel: &'static Panel, mut given: BTreeMap<String, Json>) -> Result<Self, String> {
        let mut kinds = BTreeMap::new();
        collect(panel.parts, &mut kinds);
        let mut values = BTreeMap::new();
        for (name, kind) in kinds {
            let Some(value) = given.remove(name) else { return Err(wrong(panel, "needs", name)) };
            values.insert(name, checked(name, kind, text(name, value)?)?);
        }
        match given.keys().next() {
            Some(unknown) => Err(wrong(panel, "has no", unknown)),
            None => Ok(Self(values)),
        }
    }

    /// Returns the value of a field of the panel.
    pub(super) fn get(&self, name: &str) -> &str {
        self.0.get(name).map_or("", String::as_str)
    }
}

fn wrong(panel: &Panel, verb: &str, field: &str) -> String {
    format!("`{}` {verb} field `{field}`", panel.name)
}

/// Adds the fields that the parts use.
fn collect(parts: &[Part], kinds: &mut BTreeMap<&'static str, Kind>) {
    for part in parts {
        match *part {
            Part::Value(_, field, kind) => drop(kinds.insert(field, kind)),
            Part::Flag(_, field) => drop(kinds.insert(field, Kind::Flag)),
            Part::If(_, parts) => collect(parts, kinds),
            Part::Operands(fields) => kinds.extend(fields.iter().map(|&field| (field, Kind::Text))),
            Part::Word(_)
            | Part::Json
            | Part::ByGrammar
            | Part::Grammar
            | Part::AbnfAndGrammar
            | Part::TwoGrammars => {}
        }
    }
}

/// Returns a value as text; a number may be written as one.
fn text(name: &str, value: Json) -> Result<String, String> {
    match value {
        Json::String(text) => Ok(text),
        Json::Number(number) => Ok(number.to_string()),
        _ => Err(format!("field `{name}` is neither text nor a number")),
    }
}

fn checked(name: &str, kind: Kind, value: String) -> Result<String, String> {
    if value.len() > LONGEST {
        return Err(format!("field `{name}` is longer than {LONGEST} bytes"));
    }
    if value.contains('\0') {
        return Err(format!("field `{name}` contains U+0000, which no argument of a command can"));
    }
    let (fits, expected) = match kind {
        Kind::Text => (true, ""),
        Kind::Word => (value.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "a name"),
        Kind::Number => (value.parse::<u64>().is_ok(), "a whole number from 0 to 18446744073709551615"),
        Kind::Flag => (matches!(value.as_str(), "" | "yes"), "empty or `yes`"),
    };
    if fits { Ok(value) } else { Err(format!("field `{name}` must be {expected}")) }
}
