//! A corpus: a name, and strings that lie one after the other in memory, as the lines of a file do.

use std::path::Path;
use std::{fs, io};

/// Strings to measure on.
#[derive(Clone, Debug)]
pub struct Corpus {
    /// The name in the report.
    pub name: String,
    text: String,
}

impl Corpus {
    /// Returns a corpus of these strings, which must have no line breaks.
    pub fn new(name: &str, strings: impl IntoIterator<Item = String>) -> Self {
        let mut text = String::new();
        for string in strings {
            text += &string;
            text.push('\n');
        }
        Self { name: name.to_owned(), text }
    }

    /// Reads the lines of a file, without a byte order mark; the corpus is named after the file's stem.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is not UTF-8: every library here parses `&str`.
    pub fn read(path: &Path) -> io::Result<Self> {
        let mut text = fs::read_to_string(path)?;
        if text.starts_with('\u{FEFF}') {
            text.remove(0);
        }
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Self { name, text })
    }

    /// Returns the strings.
    pub fn lines(&self) -> Vec<&str> {
        self.text.lines().collect()
    }
}
