//! Paths of Windows: `C:\a`, and `\\host\share\a`.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::error::FilePathError;
use super::uri::FileUri;
use crate::component::{RegName, Segment};
use crate::grammar::Grammar;
use crate::percent;

/// What a path begins with that is taken to the letter: `/` does not delimit in it.
const LITERAL: &str = r"\\?\";

pub(super) fn path<G: Grammar>(uri: &FileUri<'_, G>) -> Result<String, FilePathError> {
    let name = |octets: Cow<'_, [u8]>| String::from_utf8(octets.into()).map_err(|_| FilePathError::NotUtf8);
    let names: Vec<String> = uri.names(br"\/").map(|octets| name(octets?)).collect::<Result<_, _>>()?;
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    if let Some(host) = uri.host {
        let host = percent::decode(host).and_then(|host| host.to_str()).map_err(|_| FilePathError::Host)?;
        return share(&host, &names);
    }
    match *names {
        // `file:////host/share`, and with five slashes (RFC 8089, appendix E.3.2).
        ["", "", host, ref names @ ..] | ["", host, ref names @ ..] => share(host, names),
        // `file:///c:`, as which no path is meant that depends on where one is.
        [drive] if is_drive(drive) => Ok(joined(drive, &[""])),
        [drive, ref names @ ..] if is_drive(drive) => Ok(joined(drive, names)),
        _ => Err(FilePathError::NotAbsolute),
    }
}

fn share(host: &str, names: &[&str]) -> Result<String, FilePathError> {
    check_share(host, names.first().copied().unwrap_or_default())?;
    Ok(joined(&(String::from(r"\\") + host), names))
}

/// Whether a host can have such a share. Not a device: what is not the name of a host is none.
fn check_share(host: &str, share: &str) -> Result<(), FilePathError> {
    if is_empty_or_dots(host) || host.contains(['\\', '/', ':', '?', '*', '\0']) {
        return Err(FilePathError::Host);
    }
    if is_empty_or_dots(share) { Err(FilePathError::NotAbsolute) } else { Ok(()) }
}

fn is_empty_or_dots(name: &str) -> bool {
    matches!(name, "" | "." | "..")
}

fn joined(start: &str, names: &[&str]) -> String {
    let mut path = String::from(start);
    for name in names {
        path.push('\\');
        path.push_str(name);
    }
    path
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
            Some((unc, share)) if unc.eq_ignore_ascii_case("UNC") => share_uri(share),
            Some((drive, _)) if is_drive(drive) => drive_uri(literal),
            _ => Err(FilePathError::Device),
        };
    }
    let path = path.replace('/', r"\");
    if path.starts_with(LITERAL) || path.starts_with(r"\\.\") {
        return Err(FilePathError::Device);
    }
    match path.strip_prefix(r"\\") {
        Some(share) => share_uri(share),
        None => drive_uri(&path),
    }
}

/// Where the first name begins that would be a dot segment in a URI.
fn dots(path: &str) -> Option<usize> {
    let mut offset = 0;
    path.split('\\').find_map(|name| {
        let start = offset;
        offset += name.len() + 1;
        matches!(name, "." | "..").then_some(start)
    })
}

fn drive_uri(path: &str) -> Result<String, FilePathError> {
    match path.split_once('\\') {
        Some((drive, names)) if is_drive(drive) => {
            let mut text = String::from("file:///");
            text.push_str(drive);
            append(&mut text, names);
            Ok(text)
        }
        _ => Err(FilePathError::NotAbsolute),
    }
}

fn share_uri(path: &str) -> Result<String, FilePathError> {
    let (host, names) = path.split_once('\\').ok_or(FilePathError::NotAbsolute)?;
    check_share(host, names.split('\\').next().unwrap_or_default())?;
    let mut text = String::from("file://");
    if host.eq_ignore_ascii_case("localhost") {
        // Said as the host of the URI, it would be this host, and the share no drive (appendix E.3.2).
        text.push_str("//");
    }
    RegName::encode(host).append_to(&mut text);
    append(&mut text, names);
    Ok(text)
}

fn append(text: &mut String, names: &str) {
    for name in names.split('\\') {
        text.push('/');
        Segment::encode(name).append_to(text);
    }
}
