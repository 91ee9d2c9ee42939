//! Paths on Windows: `C:\a`, and `\\host\share\a` (RFC 8089, appendices E.2 and E.3).
//!
//! In: the names of a `file` URI, or a path.
//! Out: the path of the URI or the URI of the path, or a `FilePathError`.
//! Next: none.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::error::FilePathError;
use super::names::FileUri;
use crate::component::{RegName, Segment};
use crate::grammar::Grammar;
use crate::percent;

/// The prefix of literal paths, in which `/` is not a delimiter.
const LITERAL: &str = r"\\?\";

/// Shares that contain pipes or mailslots instead of files.
const SHARES_OF_DEVICES: [&str; 3] = ["pipe", "mailslot", "IPC$"];

#[expect(clippy::arithmetic_side_effects, reason = "the texts are the last of the names")]
pub(super) fn path<G: Grammar>(uri: &FileUri<'_, G>) -> Result<String, FilePathError> {
    let names: Vec<_> = uri.names().collect::<Result<_, _>>()?;
    let texts = names.iter().map(|name| name.data.to_str().map_err(|_| FilePathError::NotUtf8));
    let texts: Vec<Cow<'_, str>> = texts.collect::<Result<_, _>>()?;
    let texts: Vec<&str> = texts.iter().map(|text| &**text).collect();
    let (mut path, texts) = match (uri.host, &*texts) {
        (Some(host), texts) => {
            let host =
                percent::decode(host).and_then(|host| host.to_str()).map_err(|_| FilePathError::Host)?;
            (host_of_share(&host, texts)?, texts)
        }
        // `file:////host/share`, and with five slashes (RFC 8089, appendix E.3.2).
        (None, ["", "", host, texts @ ..] | ["", host, texts @ ..]) => (host_of_share(host, texts)?, texts),
        (None, [drive, texts @ ..]) if is_drive(drive) => (String::from(*drive), texts),
        _ => return Err(FilePathError::NotAbsolute),
    };
    if texts.is_empty() {
        // `file:///c:` means the root of the drive, not its current directory.
        path.push('\\');
    }
    for (name, text) in names.iter().skip(names.len() - texts.len()).zip(texts) {
        check(text, |at| name.offset_of(at))?;
        path.push('\\');
        path.push_str(text);
    }
    Ok(path)
}

/// Returns `\\host`, the start of the path, if the first name can be a share of the host.
fn host_of_share(host: &str, names: &[&str]) -> Result<String, FilePathError> {
    check_share(host, names.first().copied().unwrap_or_default())?;
    Ok([r"\\", host].concat())
}

/// Checks that the host can have the share. The `.` and `?` of device paths are not valid hosts.
fn check_share(host: &str, share: &str) -> Result<(), FilePathError> {
    if is_empty_or_dots(host) || host.contains(is_reserved) {
        return Err(FilePathError::Host);
    }
    if is_empty_or_dots(share) {
        return Err(FilePathError::NotAbsolute);
    }
    if SHARES_OF_DEVICES.iter().any(|device| share.eq_ignore_ascii_case(device)) {
        return Err(FilePathError::Device);
    }
    Ok(())
}

/// Returns whether the name consists of dots and spaces. Windows drops them at the end of a name, and reads the host `.` as
/// the start of a device path.
fn is_empty_or_dots(name: &str) -> bool {
    name.trim_end_matches(['.', ' ']).is_empty()
}

fn is_drive(name: &str) -> bool {
    matches!(name.as_bytes(), [letter, b':'] if letter.is_ascii_alphabetic())
}

pub(super) fn uri(path: &str) -> Result<String, FilePathError> {
    if let Some(offset) = path.find('\0') {
        return Err(FilePathError::Nul { offset });
    }
    if let Some(literal) = path.strip_prefix(LITERAL) {
        if let Some(offset) = path.find('/') {
            return Err(FilePathError::Delimiter { offset });
        }
        if let Some(offset) = dots(path) {
            return Err(FilePathError::DotSegment { offset });
        }
        return match literal.split_once('\\') {
            Some((unc, share)) if unc.eq_ignore_ascii_case("UNC") => share_uri(path, share),
            Some((drive, _)) if is_drive(drive) => drive_uri(path, literal),
            _ => Err(FilePathError::Device),
        };
    }
    let path = &*path.replace('/', r"\");
    if path.starts_with(LITERAL) || path.starts_with(r"\\.\") {
        return Err(FilePathError::Device);
    }
    match path.strip_prefix(r"\\") {
        Some(share) => share_uri(path, share),
        None => drive_uri(path, path),
    }
}

/// Returns the offset of the first name that is `.` or `..`.
#[expect(clippy::arithmetic_side_effects, reason = "a name lies in the path")]
fn dots(path: &str) -> Option<usize> {
    let mut offset = 0;
    path.split('\\').find_map(|name| {
        let start = offset;
        offset += name.len() + 1;
        matches!(name, "." | "..").then_some(start)
    })
}

/// Returns the URI of a path, whose suffix `end` begins with the drive.
fn drive_uri(path: &str, end: &str) -> Result<String, FilePathError> {
    match end.split_once('\\') {
        Some((drive, names)) if is_drive(drive) => {
            let mut text = String::from("file:///");
            text.push_str(drive);
            append(&mut text, path, names)?;
            Ok(text)
        }
        _ => Err(FilePathError::NotAbsolute),
    }
}

/// Returns the URI of a path, whose suffix `end` begins with the host and the share.
fn share_uri(path: &str, end: &str) -> Result<String, FilePathError> {
    let (host, names) = end.split_once('\\').ok_or(FilePathError::NotAbsolute)?;
    check_share(host, names.split('\\').next().expect("a split has a first part"))?;
    let mut text = String::from("file://");
    if host.eq_ignore_ascii_case("localhost") {
        // As the host of a URI, `localhost` would mean this system, and the share would be read as a drive. Write the
        // host into the path instead (appendix E.3.2).
        text.push_str("//");
    }
    RegName::encode(host).append_to(&mut text);
    append(&mut text, path, names)?;
    Ok(text)
}

/// Appends `names`, a suffix of `path`, to the URI.
#[expect(clippy::arithmetic_side_effects, reason = "the names are a suffix of the path")]
fn append(text: &mut String, path: &str, names: &str) -> Result<(), FilePathError> {
    let mut start = path.len() - names.len();
    for name in names.split('\\') {
        check(name, |at| start + at)?;
        text.push('/');
        Segment::encode(name).append_to(text);
        start += name.len() + 1;
    }
    Ok(())
}

// Valid file names on Windows, according to "Naming Files, Paths, and Namespaces" in its documentation.

const DEVICES: [&str; 6] = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];
/// Device names that are followed by a digit or by one of three superscript digits.
const PORTS: [&str; 2] = ["COM", "LPT"];

/// Checks that a name is empty, `.`, `..` or valid for a file. `offset` converts an offset in the name to one in the input.
#[expect(clippy::arithmetic_side_effects, reason = "a name that ends with something is not empty")]
fn check(name: &str, offset: impl Fn(usize) -> usize) -> Result<(), FilePathError> {
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
fn is_reserved(c: char) -> bool {
    matches!(c, '\0'..='\x1F' | '<' | '>' | ':' | '"' | '/' | '\\' | '|' | '?' | '*')
}

/// Returns whether this is a device name, ignoring case, an extension and spaces before the extension.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().expect("a split has a first part").trim_end_matches(' ');
    let mut port = stem.chars();
    let has_digit = matches!(port.next_back(), Some('1'..='9' | '¹' | '²' | '³'));
    DEVICES.iter().any(|device| stem.eq_ignore_ascii_case(device))
        || has_digit && PORTS.iter().any(|name| port.as_str().eq_ignore_ascii_case(name))
}
