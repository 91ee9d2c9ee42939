//! Files of settings, such as a policy: text that is read as a whole, and where in it a fault is.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::input::name::Name;
use crate::output::visible;

/// The length of the longest file that is read.
const LONGEST: u64 = 16 << 20;

pub(crate) struct Settings {
    pub(crate) name: Name,
    /// Without a byte order mark.
    pub(crate) text: String,
}

impl Settings {
    /// Reads a file. `kind` is what it should be.
    pub(crate) fn read(path: &Path, kind: &str) -> io::Result<Self> {
        let mut text = String::new();
        File::open(path)?.take(LONGEST + 1).read_to_string(&mut text)?;
        if text.len() as u64 > LONGEST {
            return Err(io::Error::other(format!("longer than {LONGEST} bytes, too long for a {kind}")));
        }
        let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
        Ok(Self { name: Name::of_file(path), text })
    }

    /// Returns the line and the column of the byte at this offset, counted from 1; the column counts characters.
    pub(crate) fn place(&self, offset: usize) -> (usize, usize) {
        let before = self.text.get(..offset).unwrap_or(&self.text);
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count();
        (1 + before.matches('\n').count(), 1 + column)
    }

    /// Returns the message for a fault at this line and column.
    pub(crate) fn fault(&self, (line, column): (usize, usize), said: &str) -> String {
        let said = visible::beginning(&visible::name(said.replace('\n', "; ").as_bytes()));
        format!("{}:{line}:{column}: {said}", self.name.shown)
    }

    /// Returns the message for an error of JSON, whose column is the number of bytes that were read of its line.
    pub(crate) fn json_fault(&self, error: &serde_json::Error) -> String {
        let (line, column) = (error.line(), error.column());
        let lines_before = self.text.split_inclusive('\n').take(line.saturating_sub(1));
        let offset = lines_before.map(str::len).sum::<usize>() + column.saturating_sub(1);
        let offset = (0..=offset).rev().find(|at| self.text.is_char_boundary(*at));
        let said = error.to_string();
        let said = said.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&said);
        self.fault(self.place(offset.expect("0 is between characters")), said)
    }

    /// Returns the message for an error of TOML.
    pub(crate) fn toml_fault(&self, error: &toml::de::Error) -> String {
        let start = error.span().map_or(0, |span| span.start);
        self.fault(self.place(start), error.message())
    }
}
