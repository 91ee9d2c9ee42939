//! Reads grammars from files and standard input, within a time limit.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant};
use std::{io, panic};

use urigram::grammar::{GRAMMAR, GRAMMAR_NAME, IS_APPENDIX_A, URI_ABNF, VARIANTS, Variant};
use urigram_grammar::{Abnf, Error as GrammarError, Grammar};

use crate::input::{self, Name, Unreadable, Why, is_stdin};
use crate::outcome::Error;

/// The maximum length of a grammar, a thousand times the length of uri.pest.
const LONGEST: u64 = 4 << 20;

/// The reason for giving up on reading a file.
const ENDLESS: &str = "the input has not ended";
/// The reason for giving up on work on a grammar after its file was read.
pub(crate) const SLOW: &str = "the work on the grammar takes too long";

/// The advice for a file of ABNF, before its name.
const ABNF_HELP: &str = "this is ABNF (RFC 5234), but a grammar is in pest's notation, as in `port = { DIGIT* }`; write it so, and \
    prove that both are equal by `uri grammar prove GRAMMAR --abnf";

const BUILTIN_ABNF: &str = "uri.abnf";

const RFC3986: Variant = Variant { name: "rfc3986.pest", text: GRAMMAR, abnf: URI_ABNF };

/// Returns the names of the grammars that need no file: `rfc3986`, and those of the variants.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    [RFC3986].iter().chain(VARIANTS).map(name_of)
}

/// Returns the grammar with this name. A path, such as `./rfc3987`, is not a name.
fn named(argument: &Path) -> Option<&'static Variant> {
    [RFC3986].iter().chain(VARIANTS).find(|variant| argument.to_str() == Some(name_of(variant)))
}

fn name_of(variant: &Variant) -> &'static str {
    variant.name.strip_suffix(".pest").expect("a grammar is a file in pest's notation")
}

/// Returns whether the argument is the name of a grammar that needs no file.
pub(crate) fn is_name(argument: &Path) -> bool {
    named(argument).is_some()
}

/// Returns the built-in grammar.
pub(crate) fn builtin() -> Result<&'static Grammar, GrammarError> {
    static BUILTIN: OnceLock<Grammar> = OnceLock::new();
    match BUILTIN.get() {
        Some(grammar) => Ok(grammar),
        None => Grammar::read(GRAMMAR, GRAMMAR_NAME).map(|grammar| BUILTIN.get_or_init(|| grammar)),
    }
}

/// Reads the grammar in a file, which may be a variant of the built-in grammar. Without a file, returns the
/// built-in grammar.
pub(crate) fn grammar(file: Option<&Path>) -> Result<&'static Grammar, Error> {
    let known = once(file, |file| {
        let source = Source::read(file, |variant| variant.text)?;
        Patience::new(PATIENCE)
            .wait_for(&name(Some(file)), SLOW, move || Ok((source.grammar()?, source.text)))?
    });
    known.map(|(grammar, _)| grammar)
}

/// Like [`grammar`], within the time limit of a command. The limit includes waiting for the input.
pub(crate) fn within(patience: Patience, file: Option<&Path>) -> Result<&'static Grammar, Error> {
    with_text(patience, file).map(|(grammar, _)| grammar)
}

/// Like [`within`], and also returns the text of the file, which has only the changed rules of a variant.
pub(crate) fn with_text(
    patience: Patience,
    file: Option<&Path>,
) -> Result<(&'static Grammar, &'static str), Error> {
    once(file, |file| {
        let (name, file) = (name(Some(file)), file.to_owned());
        let source =
            patience.wait_for(&name, ENDLESS, move || Source::read(&file, |variant| variant.text))??;
        patience.wait_for(&name, SLOW, move || Ok((source.grammar()?, source.text)))?
    })
}

/// Returns the grammar of an argument and the text of its file, which `read` reads if no earlier command of this
/// process has. The faults of a grammar are remembered, too, but other errors are not: another command may have more
/// time. Leaked, because the commands share it.
fn once(
    file: Option<&Path>,
    read: impl FnOnce(&Path) -> Result<(Grammar, String), Error>,
) -> Result<(&'static Grammar, &'static str), Error> {
    static KNOWN: Memory<PathBuf, Result<(Grammar, String), GrammarError>> = Memory::new();
    let Some(file) = file else { return Ok((builtin()?, GRAMMAR)) };
    let known = KNOWN.get(file.to_owned(), || match read(file) {
        Ok(read) => Ok(Ok(read)),
        Err(Error::Grammar(error)) => Ok(Err(error)),
        Err(error) => Err(error),
    })?;
    match known {
        Ok((grammar, text)) => Ok((grammar, text)),
        Err(error) => Err(error.clone().into()),
    }
}

/// What the commands of this process have made of files, which do not change in between. Leaked, because the commands share it.
pub(super) struct Memory<K, V: 'static>(Mutex<BTreeMap<K, &'static V>>);

impl<K: Ord, V> Memory<K, V> {
    pub(super) const fn new() -> Self {
        Self(Mutex::new(BTreeMap::new()))
    }

    /// Returns the value of the key, which `make` makes if it is not known.
    pub(super) fn get<E>(&self, key: K, make: impl FnOnce() -> Result<V, E>) -> Result<&'static V, E> {
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(value) = known().get(&key) {
            return Ok(value);
        }
        let value = &*Box::leak(Box::new(make()?));
        known().insert(key, value);
        Ok(value)
    }
}

/// Returns the displayed name of a grammar, escaped for a terminal.
pub(crate) fn name(file: Option<&Path>) -> String {
    match file {
        None => GRAMMAR_NAME.to_owned(),
        Some(file) if is_stdin(file) => Name::of_stdin().shown,
        Some(file) => Name::of_file(file).shown,
    }
}

/// Reads the ABNF in a file, whose rules may refer to rules of RFC 3986, and returns its name too. Without a
/// file, returns the ABNF of RFC 3986.
pub(crate) fn abnf(file: Option<&Path>) -> Result<(String, Abnf), Error> {
    let base = || Abnf::read(URI_ABNF, BUILTIN_ABNF);
    let Some(file) = file else { return Ok((BUILTIN_ABNF.to_owned(), base()?)) };
    let Source { name, text } = Source::read(file, |variant| variant.abnf)?;
    let abnf = match Abnf::read(&text, &name) {
        Ok(abnf) => abnf,
        Err(_) => Abnf::read_over(&base()?, &text, &name)?,
    };
    // A proof about no rules would seem successful.
    if abnf.names().next().is_none() {
        return Err(Error::Refused(format!("{name}:1:1: no rule here")));
    }
    Ok((name, abnf))
}

/// Checks that at most one of the files is standard input.
pub(crate) fn stdin_is_used_once<'p>(
    files: impl IntoIterator<Item = Option<&'p PathBuf>>,
) -> Result<(), Error> {
    if files.into_iter().flatten().filter(|file| is_stdin(file)).count() > 1 {
        return Err(Error::Refused("uri: `-`, standard input, can be given only once".to_owned()));
    }
    Ok(())
}

struct Source {
    /// The displayed name, escaped for a terminal.
    name: String,
    text: String,
}

impl Source {
    fn grammar(&self) -> Result<Grammar, Error> {
        let builtin = builtin()?;
        Grammar::read_either(builtin, &self.text, &self.name).map_err(|error| {
            let is_abnf = || {
                Abnf::read(&self.text, &self.name).or_else(|_| {
                    Abnf::read_over(&Abnf::read(URI_ABNF, BUILTIN_ABNF)?, &self.text, &self.name)
                })
            };
            let has_rules =
                self.text.contains('=') && is_abnf().is_ok_and(|abnf| abnf.names().next().is_some());
            let error = Error::from(error);
            match has_rules {
                false => error,
                true => Error::Refused(format!("{error}\nuri: {0}: {ABNF_HELP} {0}`", self.name)),
            }
        })
    }

    /// Reads a file, or returns the `text` of the grammar with this name.
    fn read(file: &Path, text: fn(&Variant) -> &'static str) -> Result<Self, Error> {
        if let Some(variant) = named(file) {
            let name = name_of(variant).to_owned();
            if *variant == RFC3986 && !IS_APPENDIX_A {
                let refused =
                    format!("uri: {name}: this command was built with another grammar, {GRAMMAR_NAME}");
                return Err(Error::Refused(refused));
            }
            return Ok(Self { name, text: text(variant).to_owned() });
        }
        let name = if is_stdin(file) { Name::of_stdin() } else { Name::of_file(file) };
        let shown = name.shown.clone();
        let bytes = bytes(file, LONGEST).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => {
                let names: Vec<_> = names().collect();
                Error::Refused(format!(
                    "uri: {shown}: {error}; a grammar is a file, or one of {}",
                    names.join(", ")
                ))
            }
            _ => Unreadable { name: name.into(), why: Why::Source(error) }.into(),
        })?;
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
        input::check_stdin_open()?;
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
    let byte = bytes.get(valid.len()).copied().expect("a byte follows the valid part of invalid UTF-8");
    format!("{name}:{line}:{column}: not UTF-8: 0x{byte:02X}")
}

/// The time limit for all work on a grammar, from reading the file to formatting the answer. The work takes
/// linear time: less than a second for an ordinary grammar, and about ten seconds for the largest.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// The stack size of the thread that works on a grammar, which recurses as deep as the grammar nests. The
/// grammar crate limits the nesting. The system allocates pages on first use only.
const STACK: usize = 256 << 20;

/// A time limit for all work of one command.
#[derive(Clone, Copy)]
pub(crate) struct Patience {
    limit: Duration,
    since: Instant,
}

impl Patience {
    pub(crate) fn new(limit: Duration) -> Self {
        Self { limit, since: Instant::now() }
    }

    /// Runs `work` on the grammar, or gives up at the time limit. `why` is the reason in the error message.
    pub(crate) fn wait_for<T: Send + 'static>(
        self,
        file_name: &str,
        why: &str,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        // WebAssembly has no threads. There, the caller limits the time.
        if cfg!(target_family = "wasm") {
            return Ok(work());
        }
        let (done, result) = channel();
        let worker = move || drop(done.send(work()));
        let worker = Builder::new().stack_size(STACK).spawn(worker).map_err(Error::Thread)?;
        match result.recv_timeout(self.limit.saturating_sub(self.since.elapsed())) {
            Ok(done) => {
                // The next thread may need the memory of the stack.
                let _ = worker.join();
                Ok(done)
            }
            // The thread keeps running until its work is done or the process ends, and its result is lost.
            Err(RecvTimeoutError::Timeout) => {
                let seconds = self.limit.as_secs();
                Err(Error::Refused(format!("uri: {file_name}: given up after {seconds} seconds: {why}")))
            }
            Err(RecvTimeoutError::Disconnected) => match worker.join() {
                Err(panic) => panic::resume_unwind(panic),
                Ok(()) => Err(Error::Refused(format!("uri: {file_name}: the work ended without a result"))),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, thread};

    use rstest::rstest;
    use tempfile::NamedTempFile;

    use super::*;

    #[test]
    fn does_not_wait_forever() {
        let forever = || {
            loop {
                thread::park();
            }
        };
        let error =
            Patience::new(Duration::ZERO).wait_for::<()>("x.pest", "it does not end", forever).unwrap_err();
        assert_eq!(error.to_string(), "uri: x.pest: given up after 0 seconds: it does not end");
    }

    /// Files do not change between the commands of a process.
    #[rstest]
    #[case::grammar("a = { \"x\" }", false)]
    #[case::faulty("a = { b }", true)]
    fn reads_a_grammar_once(#[case] text: &str, #[case] is_faulty: bool) {
        let file = NamedTempFile::new().unwrap();
        let read = || grammar(Some(file.path())).map(Grammar::text).map_err(|error| error.to_string());
        fs::write(file.path(), text).unwrap();
        let first = read();
        assert_eq!(first.is_err(), is_faulty);
        fs::write(file.path(), "other = { \"x\" }").unwrap();
        assert_eq!(read(), first);
    }

    #[test]
    fn waits_for_what_ends() {
        assert_eq!(Patience::new(PATIENCE).wait_for("x.pest", "", || 7).unwrap(), 7);
    }

    #[test]
    #[should_panic = "in the worker"]
    fn passes_a_panic_on() {
        let _ = Patience::new(PATIENCE).wait_for("x.pest", "", || panic!("in the worker"));
    }

    #[cfg(unix)]
    #[test]
    fn does_not_wait_forever_for_the_end_of_the_input() {
        let (reader, writer) = io::pipe().unwrap();
        let path = format!("/dev/fd/{}", std::os::fd::AsRawFd::as_raw_fd(&reader));
        let error = within(Patience::new(Duration::ZERO), Some(Path::new(&path))).unwrap_err();
        let expected = format!("uri: {path}: given up after 0 seconds: the input has not ended");
        assert_eq!(error.to_string(), expected);
        drop(writer);
    }
}
