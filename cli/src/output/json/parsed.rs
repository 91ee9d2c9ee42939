//! The components of a reference.

use serde::Serialize;
use serde::ser::SerializeMap;
use urigram::grammar::Components;

use crate::output::details::Details;
use crate::output::field::{self, Field};

/// The components of a reference; an undefined one is `null`.
pub(crate) struct Parsed<'a> {
    input: &'a str,
    fields: [Field<'a>; 11],
    details: Option<Details<'a>>,
}

impl<'a> Parsed<'a> {
    pub(crate) fn new(input: &'a str, components: &Components) -> Self {
        Self { input, fields: field::of(input, components), details: None }
    }

    /// Adds what is in the components, if requested.
    pub(crate) fn with(self, details: Option<Details<'a>>) -> Self {
        Self { details, ..self }
    }
}

impl Serialize for Parsed<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("input", self.input)?;
        for Field { name, value, .. } in &self.fields {
            map.serialize_entry(name, value)?;
        }
        if let Some(details) = &self.details {
            map.serialize_entry("details", details)?;
        }
        map.end()
    }
}

/// The components of a reference, without the text itself.
pub(super) struct ComponentsOnly<'a>(pub(super) [Field<'a>; 11]);

impl Serialize for ComponentsOnly<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|Field { name, value, .. }| (name, value)))
    }
}
