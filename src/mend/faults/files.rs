//! Paths of Windows, which become `file` URIs (RFC 8089, appendix E).
#![expect(
    clippy::arithmetic_side_effects,
    reason = "a sum is an offset in the text, or one behind a character: that of a part, and one in the part"
)]

use alloc::string::String;
use alloc::vec::Vec;

use crate::mend::mistake::{Edit, Mistake};
use crate::mend::typed::Typed;

/// A path with the letter of a drive, `C:\a`.
pub(super) fn windows(typed: &Typed<'_>) -> Option<Mistake> {
    let path = typed.text.strip_prefix(r"\\?\").unwrap_or(typed.text);
    let start = typed.text.len() - path.len();
    let [letter, b':', b'\\' | b'/', ..] = path.as_bytes() else { return None };
    // With two slashes, it is a scheme of one letter.
    if !letter.is_ascii_alphabetic() || path.get(2..).is_some_and(|path| path.starts_with("//")) {
        return None;
    }
    let mut edits = Vec::from([Edit::new(0..start, "file:///")]);
    edits.extend(escaped(path, start));
    Some(Mistake::new(
        "this is a path of Windows: as a URI it begins with `file:///`, and has `/` for `\\`",
        edits,
    ))
}

/// A path of a file server, `\\server\share`.
pub(super) fn unc(typed: &Typed<'_>) -> Option<Mistake> {
    let path = typed.text.strip_prefix(r"\\")?;
    let server = path.split('\\').next().filter(|server| server.len() < path.len() && !server.is_empty())?;
    if !server.bytes().all(|own| own.is_ascii_alphanumeric() || matches!(own, b'-' | b'.' | b'_')) {
        return None;
    }
    let mut edits = Vec::from([Edit::new(0..2, "file://")]);
    edits.extend(escaped(path, 2));
    Some(Mistake::new(
        "this is the path of a shared folder: as a URI it begins with `file://`, and has `/` for `\\`",
        edits,
    ))
}

/// Returns the edits that turn the characters of a path of Windows into those of a URI, where they would have another
/// meaning.
fn escaped(path: &str, start: usize) -> impl Iterator<Item = Edit> + '_ {
    path.char_indices().filter_map(move |(at, own)| {
        let new = match own {
            '\\' => "/",
            '#' => "%23",
            '%' => "%25",
            _ => return None,
        };
        Some(Edit::new(start + at..start + at + 1, new))
    })
}

/// A `file` URI with backslashes, or with a drive where the host is.
pub(super) fn file_uri(typed: &Typed<'_>) -> Option<Mistake> {
    let scheme = typed.scheme().filter(|scheme| scheme.eq_ignore_ascii_case("file"))?;
    let start = scheme.len() + 1;
    let rest = typed.text.get(start..)?;
    let path = rest.trim_start_matches(['/', '\\']);
    let slashes = rest.get(..rest.len() - path.len())?;
    let is_drive = matches!(path.as_bytes(), [letter, b':' | b'|', ..] if letter.is_ascii_alphabetic());
    let meant = if is_drive {
        "///"
    } else if slashes.contains('\\') {
        slashes_only(slashes)
    } else {
        return None;
    };
    let mut edits: Vec<_> = Vec::new();
    if slashes != meant {
        edits.push(Edit::new(start..start + slashes.len(), meant));
    }
    let at = start + slashes.len();
    if is_drive && path.get(1..2) == Some("|") {
        edits.push(Edit::new(at + 1..at + 2, ":"));
    }
    let end = path.find(['?', '#']).unwrap_or(path.len());
    let backslashes = path.get(..end)?.match_indices('\\');
    edits.extend(backslashes.map(|(index, _)| Edit::new(at + index..at + index + 1, "/")));
    let help = if is_drive {
        "write three slashes before the letter of the drive, as in `file:///c:/`, and `/` for `\\`"
    } else {
        "write `/` for `\\`"
    };
    (!edits.is_empty()).then(|| Mistake::new(String::from(help), edits))
}

/// Returns the slashes that are meant: four or more begin the path of a shared folder (RFC 8089, appendix E.3.2).
fn slashes_only(slashes: &str) -> &'static str {
    match slashes.len() {
        1 => "/",
        3 => "///",
        _ => "//",
    }
}
