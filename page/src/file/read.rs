//! What a file contains.

use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Read;
use std::path::Path;

/// The length of the longest file, in bytes. As JSON in the body of a request, it is usually less than twice as long.
pub(super) const LONGEST: u64 = 512 << 10;

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Content {
    pub(crate) text: String,
    /// A hash of the text.
    pub(crate) saved: String,
}

impl Content {
    pub(crate) fn new(text: String) -> Self {
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        Self { saved: format!("{:016x}", hasher.finish()), text }
    }

    /// Reads a file, or tells why it cannot be read.
    pub(super) fn read(path: &Path) -> Result<Self, String> {
        let file = File::open(path).map_err(|error| error.to_string())?;
        // Others, such as pipes, may never end.
        if !file.metadata().is_ok_and(|metadata| metadata.is_file()) {
            return Err("not a regular file".to_owned());
        }
        let mut bytes = Vec::new();
        file.take(LONGEST + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
        if bytes.len() as u64 > LONGEST {
            return Err(format!("longer than {LONGEST} bytes, which is no grammar for this page"));
        }
        let text = String::from_utf8(bytes).map_err(|_| "not UTF-8".to_owned())?;
        Ok(Self::new(text))
    }
}
