//! A log that is written while its results come.
//!
//! The index of a rule is its place in the order in which the rules occur, which is not known to the thread that
//! makes a part of the log.

use std::io::{self, Write};

use super::rule::{Descriptor, RuleId};
use crate::output::Output;
use crate::output::json;

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The number of bytes of a part that are kept. A line of few bytes has a result of several hundred.
const KEPT: usize = 16 << 20;

/// Where results are written, or text in another format.
pub(crate) trait Results: Write {
    /// Begins a result with its rule. The rest of the object follows.
    fn begin_result(&mut self, rule: RuleId) -> io::Result<()>;
}

/// Results that are not in a log yet.
#[derive(Default)]
pub(crate) struct Part {
    text: Vec<u8>,
    /// The rules of the results, and where these begin in the text.
    begins: Vec<(usize, RuleId)>,
}

impl Write for Part {
    /// Fails if the part becomes too long to be kept.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.text.len() + bytes.len() > KEPT {
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        self.text.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Results for Part {
    fn begin_result(&mut self, rule: RuleId) -> io::Result<()> {
        self.begins.push((self.text.len(), rule));
        Ok(())
    }
}

/// Output that may be a log.
pub(crate) struct Log {
    out: Output,
    /// The rules that have occurred, in the order of their indexes.
    rules: Vec<RuleId>,
    /// The rule of a loaded grammar that texts have to match, if there is one.
    loaded: Option<&'static str>,
}

impl Log {
    /// Returns the output before anything is written. It is a log from [`begin`](Self::begin) to [`end`](Self::end).
    pub(crate) fn new(out: Output, loaded: Option<&'static str>) -> Self {
        Self { out, rules: Vec::new(), loaded }
    }

    pub(crate) fn begin(&mut self) -> io::Result<()> {
        write!(self.out, "{{\"$schema\":\"{SCHEMA}\",\"version\":\"2.1.0\",\"runs\":[{{")?;
        self.out.write_all(b"\"columnKind\":\"utf16CodeUnits\",\"results\":[")
    }

    /// Writes the rules; `successful` is false if some input could not be read.
    pub(crate) fn end(&mut self, successful: bool) -> io::Result<()> {
        let version = env!("CARGO_PKG_VERSION");
        let home = env!("CARGO_PKG_REPOSITORY");
        write!(self.out, "\n],\"tool\":{{\"driver\":{{\"name\":\"uri\",\"version\":\"{version}\",")?;
        write!(self.out, "\"semanticVersion\":\"{version}\",\"informationUri\":\"{home}\",\"rules\":[")?;
        for (index, rule) in self.rules.iter().enumerate() {
            self.out.write_all(if index > 0 { b",\n" } else { b"\n" })?;
            json::write(&mut self.out, &Descriptor::new(*rule, self.loaded))?;
        }
        writeln!(self.out, "\n]}}}},\"invocations\":[{{\"executionSuccessful\":{successful}}}]}}]}}")?;
        self.out.flush()
    }

    /// Writes a part, with the indexes of its rules.
    pub(crate) fn take(&mut self, part: &Part) -> io::Result<()> {
        let mut written = 0;
        for &(begin, rule) in &part.begins {
            self.out.write_all(&part.text[written..begin])?;
            self.begin_result(rule)?;
            written = begin;
        }
        self.out.write_all(&part.text[written..])
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Results for Log {
    fn begin_result(&mut self, rule: RuleId) -> io::Result<()> {
        let is_first = self.rules.is_empty();
        let index = self.rules.iter().position(|known| *known == rule).unwrap_or_else(|| {
            self.rules.push(rule);
            self.rules.len() - 1
        });
        self.out.write_all(if is_first { b"\n" } else { b",\n" })?;
        write!(self.out, "{{\"ruleId\":\"{}\",\"ruleIndex\":{index},", rule.as_str())
    }
}
