//! A panel, as the parts of its command line, and the request that fills them in.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use super::fields::Fields;
use super::line::{CommandLine, Grammars};

/// A part of the page that shows the answer of one command.
#[derive(Debug)]
pub(crate) struct Panel {
    pub(crate) name: &'static str,
    /// Whether the work is on the grammar rather than on a text, and may take long. One at a time is done for each
    /// tab.
    pub(crate) is_of_grammar: bool,
    pub(crate) prints: Prints,
    pub(super) parts: &'static [Part],
}

/// What a command prints.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Prints {
    /// Objects, one a line.
    Json,
    /// Text, which becomes an object with this field.
    Text(&'static str),
}

/// A part of a command line.
#[derive(Debug)]
pub(super) enum Part {
    /// A word as it is.
    Word(&'static str),
    /// `--format json`, which a person does not type.
    Json,
    /// An option with the value of a field.
    Value(&'static str, &'static str, Kind),
    /// An option without a value, if the field is `yes`.
    Flag(&'static str, &'static str),
    /// These parts if the field is not empty.
    If(&'static str, &'static [Part]),
    /// `--grammar` with the grammar of the request, unless that is the one that is built in.
    ByGrammar,
    /// The grammar of the request, unless that is the one that is built in.
    Grammar,
    /// `--abnf` with the ABNF of the grammar of the request, unless that is the one of RFC 3986; then the grammar, and the
    /// rules to prove if they have other names in the ABNF.
    AbnfAndGrammar,
    /// The grammar that the one of the request is compared with, unless that is the one that is built in; then the
    /// grammar of the request.
    TwoGrammars,
    /// The values of these fields, whatever they begin with.
    Operands(&'static [&'static str]),
}

/// What the value of a field may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Any text.
    Text,
    /// A name of lower-case letters and hyphens, which cannot lead to a file.
    Word,
    /// A number from 0 to 2⁶⁴−1.
    Number,
    /// Empty, or `yes`.
    Flag,
}

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
