//! A file with an input on each line, as a JSON array of texts.

use std::io;
use std::path::{Path, PathBuf};
use std::{error, fs};

/// Returns the file of a target.
#[must_use]
pub fn path(target: &str) -> PathBuf {
    folder().join(target).with_extension("jsonl")
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus")
}

/// Returns the inputs of a target; none if it has no file.
///
/// # Errors
///
/// If the file cannot be read, or a line is not an array of strings.
pub fn read(target: &str) -> Result<Vec<Vec<String>>, Box<dyn error::Error>> {
    let text = match fs::read_to_string(path(target)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        text => text?,
    };
    Ok(text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?)
}

/// Replaces the inputs of a target.
///
/// # Errors
///
/// If the file, or the folder of all, cannot be written.
pub fn write(target: &str, inputs: &[Vec<String>]) -> Result<(), Box<dyn error::Error>> {
    let mut text = String::new();
    for input in inputs {
        text += &serde_json::to_string(input)?;
        text.push('\n');
    }
    fs::create_dir_all(folder())?;
    Ok(fs::write(path(target), text)?)
}
