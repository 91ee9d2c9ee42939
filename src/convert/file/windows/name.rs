//! The names that files on Windows can have, according to "Naming Files, Paths, and Namespaces" of its
//! documentation.

use crate::convert::file::error::FilePathError;

/// The names of devices.
const DEVICES: [&str; 6] = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];
/// The names of devices that are followed by a digit, which may be one of three superscript digits.
const PORTS: [&str; 2] = ["COM", "LPT"];

/// Checks that a name between two delimiters is that of a file, empty, `.` or `..`. `offset` maps an offset
/// in the name to one in the text that was given.
#[expect(clippy::arithmetic_side_effects, reason = "a name that ends with something is not empty")]
pub(super) fn check(name: &str, offset: impl Fn(usize) -> usize) -> Result<(), FilePathError> {
    if let Some((at, found)) = name.char_indices().find(|&(_, c)| is_reserved(c)) {
        let offset = offset(at);
        return Err(match found {
            '\0' => FilePathError::Nul { offset },
            '/' | '\\' => FilePathError::Delimiter { offset },
            _ => FilePathError::Character { found, offset },
        });
    }
    if is_device(name) {
        return Err(FilePathError::DeviceName { offset: offset(0) });
    }
    if name.ends_with(['.', ' ']) && !matches!(name, "." | "..") {
        return Err(FilePathError::DroppedEnd { offset: offset(name.len() - 1) });
    }
    Ok(())
}

/// Returns whether no name may contain the character.
pub(super) fn is_reserved(c: char) -> bool {
    matches!(c, '\0'..='\x1F' | '<' | '>' | ':' | '"' | '/' | '\\' | '|' | '?' | '*')
}

/// Returns whether this is the name of a device. Case, an extension and spaces before it make no difference.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().expect("a split has a first part").trim_end_matches(' ');
    let mut port = stem.chars();
    let has_digit = matches!(port.next_back(), Some('1'..='9' | '¹' | '²' | '³'));
    DEVICES.iter().any(|device| stem.eq_ignore_ascii_case(device))
        || has_digit && PORTS.iter().any(|name| port.as_str().eq_ignore_ascii_case(name))
}
