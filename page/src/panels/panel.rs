//! What a panel consists of: the parts of its command line.

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
