//! A panel, a request for answers of panels, and the resulting command lines.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value as Json;
use urigram::grammar::{GRAMMAR, GRAMMAR_NAME, VARIANTS};

/// A part of the page that shows the answer of one command.
#[derive(Debug)]
pub(crate) struct Panel {
    pub(crate) name: &'static str,
    /// Whether the command works on the grammar rather than on a text, and so may take long. Each tab runs
    /// only one such command at a time.
    pub(super) is_of_grammar: bool,
    pub(super) prints: Prints,
    pub(super) parts: &'static [Part],
}

/// The output format of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Prints {
    /// One JSON object per line.
    Json,
    /// Text, which is wrapped in an object with this field.
    Text(&'static str),
}

/// A part of a command line.
#[derive(Debug)]
pub(super) enum Part {
    /// A literal word.
    Word(&'static str),
    /// `--format json`, which the displayed command line omits.
    Json,
    /// An option with the value of a field.
    Value(&'static str, &'static str, Kind),
    /// An option without a value, if the field is `yes`.
    Flag(&'static str, &'static str),
    /// These parts, if the field is not empty.
    If(&'static str, &'static [Part]),
    /// `--grammar` with the grammar of the request, if it is not the built-in grammar.
    ByGrammar,
    /// The grammar of the request, if it is not the built-in grammar.
    Grammar,
    /// `--abnf` with the ABNF of the grammar, if it is not the ABNF of RFC 3986; the grammar; and the rules
    /// to prove, if they have other names in the ABNF.
    AbnfAndGrammar,
    /// The old grammar, if it is not the built-in grammar; and the grammar of the request, which is compared
    /// with it.
    TwoGrammars,
    /// The values of these fields after `--`, so that none is read as an option.
    Operands(&'static [&'static str]),
}

/// The allowed values of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Any text.
    Text,
    /// A name of lower-case letters and hyphens, which cannot be a path.
    Word,
    /// A number from 0 to 2⁶⁴−1.
    Number,
    /// Empty, or `yes`.
    Flag,
}

/// The maximum length of the name of a tab or a slot, in bytes.
const LONGEST_TAB: usize = 64;

/// The maximum number of asks of a request. The page sends one for each policy, and one or two for each panel.
const MOST_ASKS: usize = 32;

/// The body of a request.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Body {
    client: String,
    #[serde(default)]
    slot: String,
    turn: u64,
    /// The text of the grammar; `None` for the built-in grammar.
    grammar: Option<String>,
    /// The text of the grammar to compare with; `None` for the built-in grammar.
    against: Option<String>,
    /// The name of the grammar in messages.
    name: Option<String>,
    asks: Vec<Ask>,
}

/// What is asked of a panel.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Ask {
    panel: String,
    /// Whether the built-in grammar answers rather than that of the request.
    #[serde(default)]
    builtin: bool,
    fields: BTreeMap<String, Json>,
}

/// A request for answers of panels, which one process gives in order.
#[derive(Debug)]
#[cfg_attr(not(feature = "server"), expect(dead_code, reason = "only a server has several clients"))]
pub(crate) struct Request {
    /// The random name of the tab that sent the request.
    pub(crate) client: String,
    /// Distinguishes simultaneous requests of a tab.
    pub(crate) slot: String,
    /// The number of the request, which increases within a tab.
    pub(crate) turn: u64,
    /// Whether a command works on the grammar.
    pub(crate) is_of_grammar: bool,
    /// The command line of each ask. Files of the same name have the same text.
    pub(crate) lines: Vec<CommandLine>,
}

impl Request {
    /// Parses a body, or returns a message if it is invalid. `find` returns the panel of a name.
    pub(super) fn read(body: &[u8], find: impl Fn(&str) -> Option<&'static Panel>) -> Result<Self, String> {
        let body: Body = serde_json::from_slice(body).map_err(|error| format!("the body: {error}"))?;
        let Body { client, slot, turn, grammar, against, name, asks } = body;
        if !(1..=LONGEST_TAB).contains(&client.len()) {
            return Err(format!("`client` must have 1 to {LONGEST_TAB} bytes"));
        }
        if slot.len() > LONGEST_TAB {
            return Err(format!("`slot` must have at most {LONGEST_TAB} bytes"));
        }
        if !(1..=MOST_ASKS).contains(&asks.len()) {
            return Err(format!("there must be 1 to {MOST_ASKS} `asks`"));
        }
        let against: Option<Arc<str>> = against.map(Arc::from);
        let of_builtin = Grammars { own: None, against: against.clone() };
        let of_request = Grammars { own: grammar.map(|text| (own_name(name), Arc::from(text))), against };
        let (mut lines, mut is_of_grammar) = (Vec::new(), false);
        for Ask { panel: name, builtin, fields } in asks {
            let panel = find(&name).ok_or_else(|| format!("there is no panel `{name}`"))?;
            if builtin && panel.is_of_grammar {
                return Err(format!(
                    "`{name}` is about the grammar of the request, so `builtin` must be false"
                ));
            }
            is_of_grammar |= panel.is_of_grammar;
            let grammars = if builtin { &of_builtin } else { &of_request };
            lines.push(CommandLine::new(panel, &Fields::read(panel, fields)?, grammars));
        }
        Ok(Self { client, slot, turn, is_of_grammar, lines })
    }
}

/// The maximum length of a value. Linux rejects arguments of 128 KiB.
const LONGEST: usize = 96 << 10;

/// The values of all fields of a panel.
struct Fields(BTreeMap<&'static str, String>);

impl Fields {
    /// Parses the fields of a panel. Every field of the panel must be present, and no others.
    fn read(panel: &'static Panel, mut given: BTreeMap<String, Json>) -> Result<Self, String> {
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
    fn get(&self, name: &str) -> &str {
        self.0.get(name).map_or("", String::as_str)
    }
}

fn wrong(panel: &Panel, verb: &str, field: &str) -> String {
    format!("`{}` {verb} field `{field}`", panel.name)
}

/// Adds the fields that the parts read.
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

/// Returns a JSON string or number as text.
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

/// The file name of an unnamed grammar.
const UNNAMED: &str = "grammar.pest";
/// The file name of the grammar to compare with.
const AGAINST: &str = "against.pest";
/// The maximum length of a file name, in characters.
const LONGEST_NAME: usize = 60;

/// A command to run, in a directory with some files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    /// The arguments of `uri`.
    pub arguments: Vec<String>,
    /// The names and texts of the files in the directory.
    pub files: Vec<(String, Arc<str>)>,
    /// The name of the file with the ABNF of the grammar, unless the ABNF is that of RFC 3986.
    pub abnf: Option<String>,
    /// The shell command that prints the same answer as text.
    pub typed: String,
    pub(crate) prints: Prints,
}

/// The grammars of a command.
struct Grammars {
    /// The file name and the text.
    own: Option<(String, Arc<str>)>,
    against: Option<Arc<str>>,
}

impl CommandLine {
    fn new(panel: &Panel, fields: &Fields, grammars: &Grammars) -> Self {
        let mut line = Self {
            arguments: Vec::new(),
            files: Vec::new(),
            abnf: None,
            typed: "uri".to_owned(),
            prints: panel.prints,
        };
        line.add(panel.parts, fields, grammars);
        line
    }

    fn add(&mut self, parts: &[Part], fields: &Fields, grammars: &Grammars) {
        for part in parts {
            match *part {
                Part::Word(word) => self.word(word),
                Part::Json => self.arguments.extend(["--format", "json"].map(str::to_owned)),
                Part::Value(option, field, _) => self.option(option, fields.get(field)),
                Part::Flag(option, field) if !fields.get(field).is_empty() => self.word(option),
                Part::Flag(..) => {}
                Part::If(field, parts) if !fields.get(field).is_empty() => self.add(parts, fields, grammars),
                Part::If(..) => {}
                Part::ByGrammar => {
                    if let Some((name, text)) = grammars.own.clone() {
                        self.option("--grammar", &name);
                        self.files.push((name, text));
                    }
                }
                Part::Grammar => self.files(grammars.own.clone()),
                Part::AbnfAndGrammar => {
                    let Some((name, text)) = grammars.own.clone() else { continue };
                    let abnf = of(&name);
                    let rules = abnf.as_ref().map_or(&[][..], |abnf| abnf.rules);
                    if let Some(Abnf { name, text, .. }) = abnf {
                        self.option("--abnf", &name);
                        self.files.push((name.clone(), text.into()));
                        self.abnf = Some(name);
                    }
                    self.files([(name, text)]);
                    rules.iter().for_each(|rule| self.word(rule));
                }
                Part::TwoGrammars => {
                    let built_in = || (GRAMMAR_NAME.to_owned(), GRAMMAR.into());
                    let own = grammars.own.clone().unwrap_or_else(built_in);
                    let against = grammars.against.clone().map(|text| (AGAINST.to_owned(), text));
                    self.files(against.into_iter().chain([own]));
                }
                Part::Operands(names) => self.operands(names.iter().map(|name| fields.get(name))),
            }
        }
    }

    fn word(&mut self, word: &str) {
        self.arguments.push(word.to_owned());
        self.typed += " ";
        self.typed += &quoted(word);
    }

    fn option(&mut self, option: &str, value: &str) {
        // Joined with `=`, so that the value cannot be read as an option.
        if value.starts_with('-') {
            return self.word(&format!("{option}={value}"));
        }
        self.word(option);
        self.word(value);
    }

    fn files(&mut self, files: impl IntoIterator<Item = (String, Arc<str>)>) {
        for (name, text) in files {
            self.word(&name);
            self.files.push((name, text));
        }
    }

    fn operands<'a>(&mut self, values: impl Iterator<Item = &'a str> + Clone) {
        self.arguments.push("--".to_owned());
        if values.clone().any(|value| value.starts_with('-')) {
            self.typed += " --";
        }
        values.for_each(|value| self.word(value));
    }
}

/// Returns the file name of the grammar of a request, which gives it this name.
fn own_name(given: Option<String>) -> String {
    let name = given.as_deref().map(file_name);
    // Some systems ignore case in file names, so the names must differ in more than case.
    name.filter(|name| !name.eq_ignore_ascii_case(AGAINST)).unwrap_or_else(|| UNNAMED.to_owned())
}

/// Returns a safe file name. It contains a dot, so that it differs from every word of a command, and begins
/// with neither a dot nor a hyphen.
fn file_name(given: &str) -> String {
    let last = given.rsplit(['/', '\\']).next().unwrap_or_default();
    let is_plain = |c: char| c.is_alphanumeric() || " ._-".contains(c);
    let mut name: String =
        last.chars().take(LONGEST_NAME).map(|c| if is_plain(c) { c } else { '_' }).collect();
    if !name.starts_with(char::is_alphanumeric) {
        name.insert(0, '_');
    }
    if !name.contains('.') {
        name += ".pest";
    }
    name
}

/// Quotes a word so that `sh` reads it as one word without expansion.
pub(super) fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_@%+=:,./-".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else if word.chars().all(is_displayed) {
        format!("'{}'", word.replace('\'', r"'\''"))
    } else {
        format!("$'{}'", word.chars().map(escaped).collect::<String>())
    }
}

/// Returns whether a terminal displays the character as it is. Terminals execute pasted control characters
/// even in quotes, and other characters are invisible or change the order of the text around them.
fn is_displayed(c: char) -> bool {
    matches!(c, ' '..='~') || !c.is_ascii() && c.is_alphanumeric() && !FILLERS.contains(&c)
}

/// The letters with the Unicode property `Default_Ignorable_Code_Point`, which are invisible.
const FILLERS: [char; 4] = ['\u{115F}', '\u{1160}', '\u{3164}', '\u{FFA0}'];

/// Returns the escape of the character in `$'…'`, as read by bash, zsh and POSIX 2024.
fn escaped(c: char) -> String {
    match c {
        '\'' | '\\' => format!("\\{c}"),
        c if is_displayed(c) => c.to_string(),
        c => c.encode_utf8(&mut [0; 4]).bytes().map(|byte| format!("\\{byte:03o}")).collect(),
    }
}

// The ABNF that a grammar is compared with.

/// An ABNF other than that of RFC 3986.
pub(super) struct Abnf {
    pub(super) name: String,
    pub(super) text: &'static str,
    /// The rules to prove, if they have other names in the ABNF.
    pub(super) rules: &'static [&'static str],
}

/// Returns the ABNF of the variant of `uri.pest` with this name, even if the grammar was edited.
pub(super) fn of(grammar_name: &str) -> Option<Abnf> {
    let variant = VARIANTS.iter().find(|variant| variant.name == grammar_name)?;
    let name = grammar_name.replace(".pest", ".abnf");
    let rules = if grammar_name == "rfc3987.pest" { IRI_RULES } else { &[] };
    Some(Abnf { name, text: variant.abnf, rules })
}

/// The rules of the IRI variant, which are named as in `uri.pest`, with the rules of RFC 3987. Two rules that
/// only the variant has are omitted, so that they can be renamed. They are proved as parts of their callers.
const IRI_RULES: &[&str] = &[
    "URI=IRI",
    "hier_part=ihier-part",
    "URI_reference=IRI-reference",
    "absolute_URI=absolute-IRI",
    "relative_ref=irelative-ref",
    "relative_part=irelative-part",
    "scheme",
    "authority=iauthority",
    "userinfo=iuserinfo",
    "host=ihost",
    "port",
    "IP-literal",
    "IPvFuture",
    "IPv6address",
    "h16",
    "ls32",
    "IPv4address",
    "dec-octet",
    "reg_name=ireg-name",
    "path=ipath",
    "path_abempty=ipath-abempty",
    "path_absolute=ipath-absolute",
    "path_noscheme=ipath-noscheme",
    "path_rootless=ipath-rootless",
    "path_empty=ipath-empty",
    "segment=isegment",
    "segment_nz=isegment-nz",
    "segment_nz_nc=isegment-nz-nc",
    "pchar=ipchar",
    "query=iquery",
    "fragment=ifragment",
    "pct-encoded",
    "unreserved=iunreserved",
    "reserved",
    "gen-delims",
    "sub-delims",
];

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::quoted;

    #[rstest]
    #[case::plain("http://a/b,c", "http://a/b,c")]
    #[case::empty("", "''")]
    #[case::expanded("~/$x*", "'~/$x*'")]
    #[case::several("a?b&c#d", "'a?b&c#d'")]
    #[case::quote("it's", r"'it'\''s'")]
    #[case::lines("a\nb", r"$'a\012b'")]
    #[case::interrupt("a\u{3}'\\", r"$'a\003\'\\'")]
    #[case::right_to_left("a\u{202e}b", r"$'a\342\200\256b'")]
    #[case::filler("a\u{3164}b", r"$'a\343\205\244b'")]
    #[case::letters("é語", "'é語'")]
    fn for_a_shell(#[case] word: &str, #[case] expected: &str) {
        assert_eq!(quoted(word), expected);
    }

    #[cfg(unix)]
    #[rstest]
    fn a_shell_reads_it_back(#[values("", "a b", "'", "''$(x)`y`\\", "é!", "-n", "~")] word: &str) {
        let script = format!("for word in {}; do printf '[%s]' \"$word\"; done", quoted(word));
        let read = std::process::Command::new("sh").args(["-c", &script]).output().unwrap();
        assert_eq!(String::from_utf8(read.stdout).unwrap(), format!("[{word}]"));
    }

    #[cfg(unix)]
    #[rstest]
    fn bash_reads_it_back(
        #[values("é\t\n!", "\u{3}\u{15}\ntouch x\n", "\u{202e}\u{feff}'\\", "\u{1f600}7")] word: &str,
    ) {
        let script = format!("for word in {}; do printf '[%s]' \"$word\"; done", quoted(word));
        let read = std::process::Command::new("bash").args(["-c", &script]).output().unwrap();
        assert_eq!(String::from_utf8(read.stdout).unwrap(), format!("[{word}]"));
    }
}
