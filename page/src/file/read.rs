//! Reads the file.

use std::fs::{File, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Read};
use std::path::Path;

/// The maximum length of a file in bytes, as of every grammar of the page.
pub(super) const LONGEST: u64 = 1 << 20;

/// Opens a file. Does not follow a link that has replaced the file, and does not wait for the writer of a
/// pipe.
fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt;

        options.custom_flags((OFlags::NONBLOCK | OFlags::NOFOLLOW).bits().cast_signed());
    }
    options.read(true).open(path)
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Content {
    pub(crate) text: String,
    /// A hash of the text, which identifies it for saving.
    pub(crate) saved: String,
}

impl Content {
    pub(crate) fn new(text: String) -> Self {
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        Self { saved: format!("{:016x}", hasher.finish()), text }
    }

    /// Reads a file, or returns the reason why it cannot be read.
    pub(super) fn read(path: &Path) -> Result<Self, String> {
        let file = open(path).map_err(|error| error.to_string())?;
        // Other files, such as pipes, may never end.
        if !file.metadata().is_ok_and(|metadata| metadata.is_file()) {
            return Err("not a regular file".to_owned());
        }
        let mut bytes = Vec::new();
        file.take(LONGEST + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
        if bytes.len() as u64 > LONGEST {
            return Err(format!("longer than {} MiB, the most that this page reads", LONGEST >> 20));
        }
        let text = String::from_utf8(bytes).map_err(|_| "not UTF-8".to_owned())?;
        Ok(Self::new(text))
    }
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn what_has_taken_the_place_of_a_file_is_not_read() {
        let directory = tempfile::tempdir().unwrap();
        let (pipe, link) = (directory.path().join("pipe"), directory.path().join("link"));
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        assert_eq!(Content::read(&pipe), Err("not a regular file".to_owned()));
        std::os::unix::fs::symlink("/etc/passwd", &link).unwrap();
        assert!(Content::read(&link).is_err());
        assert!(Content::read(directory.path()).is_err());
    }
}
