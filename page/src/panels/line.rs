//! The arguments of a command, quoted for a shell, and the files that it reads.

use urigram::grammar::{GRAMMAR, GRAMMAR_NAME};

use super::abnf::{self, Abnf};
use super::fields::Fields;
use super::panel::Part;

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

/// Returns the word so that `sh` reads it as one word, with nothing of it expanded.
pub(super) fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_@%+=:,./-".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else if word.chars().all(is_seen) {
        format!("'{}'", word.replace('\'', r"'\''"))
    } else {
        format!("$'{}'", word.chars().map(escaped).collect::<String>())
    }
}

/// A terminal obeys control characters also where they are pasted within quotes, and shows the text around others in
/// another order or not at all.
fn is_seen(c: char) -> bool {
    matches!(c, ' '..='~') || !c.is_ascii() && c.is_alphanumeric() && !FILLERS.contains(&c)
}

/// The letters that Unicode has as `Default_Ignorable_Code_Point`: they are shown as nothing.
const FILLERS: [char; 4] = ['\u{115F}', '\u{1160}', '\u{3164}', '\u{FFA0}'];

/// Returns the character as bash, zsh and POSIX of 2024 read it in `$'…'`.
fn escaped(c: char) -> String {
    match c {
        '\'' | '\\' => format!("\\{c}"),
        c if is_seen(c) => c.to_string(),
        c => c.encode_utf8(&mut [0; 4]).bytes().map(|byte| format!("\\{byte:03o}")).collect(),
    }
}

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
