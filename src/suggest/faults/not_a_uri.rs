//! Texts that people write instead of a URI: a host with a port, an address of `scp`, a placeholder, and file paths.
#![expect(clippy::arithmetic_side_effects, reason = "offsets within the text")]

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::net::Ipv4Addr;

use crate::suggest::mistake::{Edit, Mistake};
use crate::suggest::typed::Typed;
use crate::validate::{host_prefix, looks_like_domain, looks_like_site};

/// Finds backslashes before the query, where `/` is meant.
pub(super) fn backslashes(typed: &Typed<'_>) -> Option<Mistake> {
    let end = typed.at.path_range().end;
    let before = typed.slice(0..end);
    let places: Vec<usize> = before.match_indices('\\').map(|(at, _)| at).collect();
    let &first = places.first()?;
    let with = |new: &'static str| places.iter().map(|&at| Edit::new(at..at + 1, new)).collect();
    if first < typed.at.path_range().start
        || typed.at.authority().is_none() && first == typed.at.path_range().start
    {
        return Some(Mistake::of_readings("write `/` for `\\`", [with("/")]));
    }
    Some(Mistake::of_readings("write `/` for `\\`, or `%5C` if it is data", [with("/"), with("%5C")]))
}

/// Finds an address in the syntax of `scp` and Git: `user@host:path`.
pub(super) fn secure_copy(typed: &Typed<'_>) -> Option<Mistake> {
    let (user, rest) = typed.text.split_once('@')?;
    let (host, path) = rest.split_once(':')?;
    let is_name = |own: u8| own.is_ascii_alphanumeric() || matches!(own, b'-' | b'.' | b'_');
    let are_names = !user.is_empty() && !host.is_empty() && user.bytes().chain(host.bytes()).all(is_name);
    if !are_names || path.is_empty() || path.starts_with("//") {
        return None;
    }
    let colon = user.len() + 1 + host.len();
    let port = path.split('/').next().unwrap_or_default();
    let is_port = !port.is_empty() && port.bytes().all(|own| own.is_ascii_digit());
    let mut edits = Vec::from([Edit::insert(0, "ssh://")]);
    if !is_port {
        edits.push(Edit::new(colon..colon + 1, if path.starts_with('/') { "" } else { "/" }));
    }
    let help =
        "this is the syntax of `scp` and Git: the URI begins with `ssh://`, and has `/` before the path";
    Some(Mistake::new(help, edits))
}

/// Finds a host with a port, but without a scheme, whose text cannot be a scheme, as in `192.0.2.1:80`.
pub(super) fn host_and_port(typed: &Typed<'_>) -> Option<Mistake> {
    let head = typed.head();
    let host = match head.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|own| own.is_ascii_digit()) => host,
        _ => head,
    };
    let is_address = host.parse::<Ipv4Addr>().is_ok()
        || host.starts_with('[') && host.ends_with(']') && host.contains(':') && typed.authority().is_none();
    let names = host.split([' ', ',']).filter(|name| !name.is_empty());
    let is_site = (host_prefix(host).len() < host.len() || !host.is_ascii())
        && names.clone().all(|name| host_prefix(name).len() == name.trim_end_matches('.').len())
        && looks_like_site_without(host);
    let is_name = looks_like_domain(host) && head.len() > host.len();
    if !(is_address || is_name || is_site) {
        return None;
    }
    let with = |scheme: &str| Vec::from([Edit::insert(0, format!("{scheme}://"))]);
    let schemes = if is_address { ["http", "https"] } else { ["https", "http"] };
    let help = format!("write a scheme before the host: `{}://` or `{}://`", schemes[0], schemes[1]);
    Some(Mistake::of_readings(help, schemes.map(with)))
}

/// Finds a text that begins with `://`.
pub(super) fn no_scheme(typed: &Typed<'_>) -> Option<Mistake> {
    let with = |scheme: &'static str| Vec::from([Edit::insert(0, scheme)]);
    let help = "a scheme is missing before `://`: `https` or `http`";
    (typed.text.starts_with("://") && typed.text.len() > 3)
        .then(|| Mistake::of_readings(help, ["https", "http"].map(with)))
}

/// Returns whether the text would look like a site if its white space were removed and its commas
/// were dots.
fn looks_like_site_without(host: &str) -> bool {
    let name: String = host
        .chars()
        .filter(|own| !own.is_whitespace())
        .map(|own| if own == ',' { '.' } else { own })
        .collect();
    looks_like_site(&name)
}

/// Finds a placeholder: `{id}` of a URI Template (RFC 6570), `${HOST}`, `<host>`.
pub(super) fn placeholder(typed: &Typed<'_>) -> Option<Mistake> {
    // Search only after the last `@`, because the braces may be part of a password.
    let text = typed.text.rsplit_once('@').map_or(typed.text, |(_, rest)| rest);
    let of = |open: char, close: char| {
        let (before, rest) = text.split_once(open)?;
        let name = rest.get(..rest.find(close)?)?;
        let is_name = |own: char| {
            own.is_alphanumeric()
                || matches!(
                    own,
                    '_' | '-' | '.' | ',' | '*' | '+' | '/' | '?' | '&' | ';' | '#' | ':' | '{' | ' ' | '$'
                )
        };
        let is_one = !name.is_empty() && name.len() <= LONGEST_NAME && name.chars().all(is_name);
        is_one.then_some((before, name))
    };
    if let Some((before, name)) = of('{', '}') {
        let name = name.trim_start_matches('{');
        return Some(Mistake::unclear(match before.ends_with('$') || name.contains([' ', '$']) {
            true => format!("put the value of `{}` in its place", name.trim()),
            false => format!(
                "`{{{name}}}` is an expression of a URI Template (RFC 6570): expand the template first"
            ),
        }));
    }
    let (before, name) = of('<', '>').filter(|(_, name)| !name.contains(['/', '<']))?;
    (!before.is_empty()).then(|| Mistake::unclear(format!("put a value in the place of `<{name}>`")))
}

const LONGEST_NAME: usize = 64;

/// Finds a colon in the first segment of a relative path, after text that cannot be a scheme (section 4.2).
pub(super) fn colon_in_the_first_segment(typed: &Typed<'_>) -> Option<Mistake> {
    let scheme = typed.scheme().filter(|_| typed.at.authority().is_none())?;
    (!scheme.starts_with(|own: char| own.is_ascii_alphabetic())).then(|| {
        let help = "a scheme begins with a letter; if this is a relative path, write `./` before it";
        Mistake::new(help, [Edit::insert(0, "./")])
    })
}

/// Finds a Windows path with a drive letter, such as `C:\a`, and converts it to a `file` URI (RFC 8089, appendix E).
pub(super) fn windows_path(typed: &Typed<'_>) -> Option<Mistake> {
    let path = typed.text.strip_prefix(r"\\?\").unwrap_or(typed.text);
    let start = typed.text.len() - path.len();
    let [letter, b':', b'\\' | b'/', ..] = path.as_bytes() else { return None };
    // If two slashes follow the colon, the letter is meant as a scheme.
    if !letter.is_ascii_alphabetic() || path.get(2..).is_some_and(|path| path.starts_with("//")) {
        return None;
    }
    let mut edits = Vec::from([Edit::new(0..start, "file:///")]);
    edits.extend(escaped(path, start));
    Some(Mistake::new("this is a Windows path: the URI begins with `file:///`, and has `/` for `\\`", edits))
}

/// Finds a UNC path, such as `\\server\share`.
pub(super) fn unc_path(typed: &Typed<'_>) -> Option<Mistake> {
    let path = typed.text.strip_prefix(r"\\")?;
    let server = path.split('\\').next().filter(|server| server.len() < path.len() && !server.is_empty())?;
    if !server.bytes().all(|own| own.is_ascii_alphanumeric() || matches!(own, b'-' | b'.' | b'_')) {
        return None;
    }
    let mut edits = Vec::from([Edit::new(0..2, "file://")]);
    edits.extend(escaped(path, 2));
    Some(Mistake::new(
        "this is the path of a shared folder: the URI begins with `file://`, and has `/` for `\\`",
        edits,
    ))
}

/// Returns the edits that replace those characters of a Windows path that would have another meaning in a URI.
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

/// Finds a `file` URI with backslashes, or with a drive letter where the host should be.
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

/// Returns the intended slashes. Four or more slashes mean a UNC path (RFC 8089, appendix E.3.2).
fn slashes_only(slashes: &str) -> &'static str {
    match slashes.len() {
        1 => "/",
        3 => "///",
        _ => "//",
    }
}
