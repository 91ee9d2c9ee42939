//! The body of a request for an answer.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use super::fields::Fields;
use super::line::{CommandLine, Grammars};
use super::panel::Panel;

/// The length of the longest name of a tab or a slot, in bytes.
const LONGEST_NAME: usize = 64;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Request {
    /// The tab that asks, by a name that it has made up.
    pub(crate) client: String,
    /// Which of the requests that the panel makes at once; by default its only one.
    #[serde(default)]
    pub(crate) slot: String,
    /// Which request of the tab it is; later ones have greater numbers.
    pub(crate) turn: u64,
    /// The text of the grammar; without it, the grammar that is built in.
    grammar: Option<String>,
    /// The grammar that this one is compared with; without it, the grammar that is built in.
    against: Option<String>,
    /// The name of the grammar in messages.
    name: Option<String>,
    fields: BTreeMap<String, Value>,
}

impl Request {
    /// Reads a body, or tells what is wrong with it.
    pub(crate) fn read(body: &[u8]) -> Result<Self, String> {
        let request: Self = serde_json::from_slice(body).map_err(|error| format!("the body: {error}"))?;
        match (request.client.len(), request.slot.len()) {
            (1..=LONGEST_NAME, ..=LONGEST_NAME) => Ok(request),
            (1..=LONGEST_NAME, _) => Err(format!("`slot` must have at most {LONGEST_NAME} bytes")),
            _ => Err(format!("`client` must have 1 to {LONGEST_NAME} bytes")),
        }
    }

    /// Returns the command line of this panel, or tells what is wrong with the fields.
    pub(crate) fn command_line(self, panel: &'static Panel) -> Result<CommandLine, String> {
        let fields = Fields::read(panel, self.fields)?;
        let grammars = Grammars { own: self.grammar, against: self.against, name: self.name };
        Ok(CommandLine::new(panel.parts, &fields, grammars))
    }
}
