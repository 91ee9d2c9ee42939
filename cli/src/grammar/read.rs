//! Grammars from files and from standard input.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use urigram::embedded::{GRAMMAR, GRAMMAR_NAME, URI_ABNF};
use urigram_grammar::{Abnf, Error as GrammarError, Grammar};

use crate::input::is_stdin;
use crate::name::Name;
use crate::outcome::Error;
use crate::unreadable::{Unreadable, Why};
use crate::visible;

/// The longest text that is taken for a grammar, a thousand times that of RFC 3986.
const LONGEST: u64 = 4 << 20;
/// Of more faults, the others are mostly what follows from the first.
const MOST_FAULTS: usize = 20;

const BUILTIN_ABNF: &str = "uri.abnf";

/// The text of a grammar.
pub(super) struct Source {
    pub(super) name: String,
    text: String,
}

impl Source {
    /// Reads a file; without one, the grammar is the built-in one.
    pub(super) fn of_grammar(file: Option<&Path>) -> Result<Self, Error> {
        Self::or(file, GRAMMAR_NAME, GRAMMAR)
    }

    pub(super) fn of_abnf(file: Option<&Path>) -> Result<Self, Error> {
        Self::or(file, BUILTIN_ABNF, URI_ABNF)
    }

    fn or(file: Option<&Path>, name: &str, text: &str) -> Result<Self, Error> {
        match file {
            Some(file) => Self::read(file),
            None => Ok(Self { name: name.to_owned(), text: text.to_owned() }),
        }
    }

    fn read(file: &Path) -> Result<Self, Error> {
        let name = if is_stdin(file) { Name::of_stdin() } else { Name::of_file(file) };
        let shown = name.shown.clone();
        let bytes =
            bytes(file).map_err(|source| Unreadable { name: name.into(), why: Why::Source(source) })?;
        if bytes.len() as u64 > LONGEST {
            return Err(Error::Refused(format!(
                "uri: {shown}: longer than {LONGEST} bytes, which is no grammar"
            )));
        }
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Self { name: shown, text }),
            Err(error) => Err(Error::Refused(not_utf_8(&shown, error.as_bytes()))),
        }
    }

    /// A grammar of its own, or a variant of the built-in one.
    pub(super) fn grammar(&self) -> Result<Grammar, GrammarError> {
        Grammar::read_either(&builtin()?, &self.text, &self.name)
    }

    /// An ABNF of its own, or rules that need those of RFC 3986.
    pub(super) fn abnf(&self) -> Result<Abnf, GrammarError> {
        Abnf::read(&self.text, &self.name).or_else(|_| {
            let base = Abnf::read(URI_ABNF, BUILTIN_ABNF)?;
            Abnf::read_over(&base, &self.text, &self.name)
        })
    }
}

/// The built-in grammar.
pub(super) fn builtin() -> Result<Grammar, GrammarError> {
    Grammar::read(GRAMMAR, GRAMMAR_NAME)
}

/// The grammar in a file; without one, the built-in one.
pub(crate) fn grammar(file: Option<&Path>) -> Result<Grammar, Error> {
    Ok(Source::of_grammar(file)?.grammar()?)
}

/// Standard input can be read as one thing only.
pub(super) fn stdin_is_asked_once<'p>(
    files: impl IntoIterator<Item = Option<&'p PathBuf>>,
) -> Result<(), Error> {
    if files.into_iter().flatten().filter(|file| is_stdin(file)).count() > 1 {
        return Err(Error::Refused("uri: `-`, standard input, can be given only once".to_owned()));
    }
    Ok(())
}

fn bytes(file: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if is_stdin(file) {
        io::stdin().lock().take(LONGEST + 1).read_to_end(&mut bytes)?;
    } else {
        File::open(file)?.take(LONGEST + 1).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

fn not_utf_8(name: &str, bytes: &[u8]) -> String {
    let valid = bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    let line = 1 + valid.bytes().filter(|&byte| byte == b'\n').count();
    let column = 1 + valid.rsplit('\n').next().map_or(0, |line| line.chars().count());
    let byte = bytes.get(valid.len()).copied().unwrap_or_default();
    format!("{name}:{line}:{column}: not UTF-8: 0x{byte:02X}")
}

/// What keeps a grammar from being read, in lines that name its places.
impl From<GrammarError> for Error {
    fn from(error: GrammarError) -> Self {
        let GrammarError::Faulty(faults) = error else {
            return Self::Refused(format!("uri: {}", visible::name(error.to_string().as_bytes())));
        };
        let shown = faults.iter().take(MOST_FAULTS);
        let mut lines: Vec<String> = shown.map(|fault| visible::name(fault.to_string().as_bytes())).collect();
        let more = faults.len().saturating_sub(MOST_FAULTS);
        if more > 0 {
            lines.push(format!("uri: and {more} more faults"));
        }
        Self::Refused(lines.join("\n"))
    }
}
