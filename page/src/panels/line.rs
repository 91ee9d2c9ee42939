//! The arguments of a command, and the files that it reads.

use urigram::grammar::{GRAMMAR, GRAMMAR_NAME};

use super::abnf::{self, Abnf};
use super::fields::Fields;
use super::panel::Part;
use super::quote::quoted;

/// The name of a grammar that has none.
const UNNAMED: &str = "grammar.pest";
/// The name of the grammar that another is compared with.
const AGAINST: &str = "against.pest";
/// The length of the longest name of a file, in characters.
const LONGEST_NAME: usize = 60;

/// A command to run, in a directory with some files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    /// The arguments.
    pub arguments: Vec<String>,
    /// The names of the files in the directory, and their texts.
    pub files: Vec<(String, String)>,
    /// The name of the file with the ABNF by which a grammar is proved, if it is not the one of RFC 3986.
    pub abnf: Option<String>,
    /// What a person types to a shell to get the same as text.
    pub typed: String,
}

/// The grammars of a request.
pub(super) struct Grammars {
    pub(super) own: Option<String>,
    pub(super) against: Option<String>,
    pub(super) name: Option<String>,
}

impl CommandLine {
    pub(super) fn new(parts: &[Part], fields: &Fields, grammars: Grammars) -> Self {
        let mut line = Self { arguments: Vec::new(), files: Vec::new(), abnf: None, typed: "uri".to_owned() };
        line.add(parts, fields, &grammars);
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
                    if let Some((name, text)) = own(grammars) {
                        self.option("--grammar", &name);
                        self.files.push((name, text));
                    }
                }
                Part::Grammar => self.files(own(grammars)),
                Part::AbnfAndGrammar => {
                    let Some((name, text)) = own(grammars) else { continue };
                    let abnf = abnf::of(&name);
                    let rules = abnf.as_ref().map_or(&[][..], |abnf| abnf.rules);
                    if let Some(Abnf { name, text, .. }) = abnf {
                        self.option("--abnf", &name);
                        self.files.push((name.clone(), text.to_owned()));
                        self.abnf = Some(name);
                    }
                    self.files([(name, text)]);
                    rules.iter().for_each(|rule| self.word(rule));
                }
                Part::TwoGrammars => {
                    let built_in = || (GRAMMAR_NAME.to_owned(), GRAMMAR.to_owned());
                    let (name, text) = own(grammars).unwrap_or_else(built_in);
                    let against = grammars.against.clone().map(|text| (AGAINST.to_owned(), text));
                    // Some systems ignore case in the names of files.
                    let is_taken = name.eq_ignore_ascii_case(AGAINST);
                    let name = if is_taken { UNNAMED.to_owned() } else { name };
                    self.files(against.into_iter().chain([(name, text)]));
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
        // Otherwise it would be read as the next option.
        if value.starts_with('-') {
            return self.word(&format!("{option}={value}"));
        }
        self.word(option);
        self.word(value);
    }

    fn files(&mut self, files: impl IntoIterator<Item = (String, String)>) {
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

/// Returns the name and the text of the grammar of the request.
fn own(grammars: &Grammars) -> Option<(String, String)> {
    let name = grammars.name.as_deref().map_or_else(|| UNNAMED.to_owned(), file_name);
    grammars.own.clone().map(|text| (name, text))
}

/// Returns a name for a file in a directory of its own. It has a dot, which no word of a command has, and does not begin
/// with one or with a hyphen.
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
