//! Grammars from files and from standard input.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use urigram::grammar::{GRAMMAR, GRAMMAR_NAME, URI_ABNF};
use urigram_grammar::{Abnf, Error as GrammarError, Grammar};

use crate::input::closed;
use crate::input::is_stdin;
use crate::input::name::Name;
use crate::input::unreadable::{Unreadable, Why};
use crate::outcome::Error;
use crate::parser::patience::{PATIENCE, Patience};

/// The length of the longest grammar that is read, a thousand times that of RFC 3986.
const LONGEST: u64 = 4 << 20;

/// Why reading a file takes too long.
const ENDLESS: &str = "the input has not ended";
/// Why work on a grammar takes too long.
pub(crate) const SLOW: &str = "the work on the grammar takes too long";

const BUILTIN_ABNF: &str = "uri.abnf";

/// Returns the built-in grammar.
pub(crate) fn builtin() -> Result<Grammar, GrammarError> {
    Grammar::read(GRAMMAR, GRAMMAR_NAME)
}

/// Reads the grammar in a file, which may be a variant of the built-in one; without a file, returns the built-in
/// one.
pub(crate) fn grammar(file: Option<&Path>) -> Result<Grammar, Error> {
    let Some(file) = file else { return Ok(builtin()?) };
    let source = Source::read(file)?;
    Patience::new(PATIENCE).wait_for(&name(Some(file)), SLOW, move || source.grammar())?
}

/// Reads the same within the limit of a command, which is also for waiting until the input ends.
pub(crate) fn within(patience: Patience, file: Option<&Path>) -> Result<Grammar, Error> {
    let Some(file) = file else { return Ok(builtin()?) };
    let (name, file) = (name(Some(file)), file.to_owned());
    let source = patience.wait_for(&name, ENDLESS, move || Source::read(&file))??;
    patience.wait_for(&name, SLOW, move || source.grammar())?
}

/// Returns the name of a grammar in messages, on one line of a terminal.
pub(crate) fn name(file: Option<&Path>) -> String {
    match file {
        None => GRAMMAR_NAME.to_owned(),
        Some(file) if is_stdin(file) => Name::of_stdin().shown,
        Some(file) => Name::of_file(file).shown,
    }
}

/// Returns the name of a file and its ABNF, whose rules may refer to those of RFC 3986; without a file, the ABNF of
/// RFC 3986.
pub(crate) fn abnf(file: Option<&Path>) -> Result<(String, Abnf), Error> {
    let base = || Abnf::read(URI_ABNF, BUILTIN_ABNF);
    let Some(file) = file else { return Ok((BUILTIN_ABNF.to_owned(), base()?)) };
    let Source { name, text } = Source::read(file)?;
    let abnf = match Abnf::read(&text, &name) {
        Ok(abnf) => abnf,
        Err(_) => Abnf::read_over(&base()?, &text, &name)?,
    };
    // A proof of no rules would look like a proof.
    if abnf.names().next().is_none() {
        return Err(Error::Refused(format!("{name}:1:1: no rule here")));
    }
    Ok((name, abnf))
}

/// Standard input can be read as one thing only.
pub(crate) fn stdin_is_asked_once<'p>(
    files: impl IntoIterator<Item = Option<&'p PathBuf>>,
) -> Result<(), Error> {
    if files.into_iter().flatten().filter(|file| is_stdin(file)).count() > 1 {
        return Err(Error::Refused("uri: `-`, standard input, can be given only once".to_owned()));
    }
    Ok(())
}

struct Source {
    /// On one line of a terminal.
    name: String,
    text: String,
}

impl Source {
    fn grammar(self) -> Result<Grammar, Error> {
        Ok(Grammar::read_either(&builtin()?, &self.text, &self.name)?)
    }

    fn read(file: &Path) -> Result<Self, Error> {
        let name = if is_stdin(file) { Name::of_stdin() } else { Name::of_file(file) };
        let shown = name.shown.clone();
        let bytes = bytes(file, LONGEST)
            .map_err(|source| Unreadable { name: name.into(), why: Why::Source(source) })?;
        if bytes.len() as u64 > LONGEST {
            let refused = format!("uri: {shown}: longer than {LONGEST} bytes, too long for a grammar");
            return Err(Error::Refused(refused));
        }
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Self { name: shown, text }),
            Err(error) => Err(Error::Refused(not_utf_8(&shown, error.as_bytes()))),
        }
    }
}

fn bytes(file: &Path, longest: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if is_stdin(file) {
        closed::check()?;
        io::stdin().lock().take(longest + 1).read_to_end(&mut bytes)?;
    } else {
        File::open(file)?.take(longest + 1).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

fn not_utf_8(name: &str, bytes: &[u8]) -> String {
    let valid = bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    let line = 1 + valid.bytes().filter(|&byte| byte == b'\n').count();
    let column = 1 + valid.rsplit('\n').next().map_or(0, |line| line.chars().count());
    let byte = bytes.get(valid.len()).copied().expect("a byte follows the valid part of what is not UTF-8");
    format!("{name}:{line}:{column}: not UTF-8: 0x{byte:02X}")
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::fd::AsRawFd;
    use std::time::Duration;

    #[test]
    fn does_not_wait_forever_for_the_end_of_the_input() {
        let (reader, writer) = io::pipe().unwrap();
        let path = format!("/dev/fd/{}", reader.as_raw_fd());
        let error = within(Patience::new(Duration::ZERO), Some(Path::new(&path))).unwrap_err();
        let said = format!("uri: {path}: given up after 0 seconds: the input has not ended");
        assert_eq!(error.to_string(), said);
        drop(writer);
    }
}
