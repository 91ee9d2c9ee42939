//! The userinfo and the port (sections 3.2.1 and 3.2.3), and white space in the authority.
#![expect(clippy::arithmetic_side_effects, reason = "offsets within the text")]

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::net::{Ipv4Addr, Ipv6Addr};

use super::around::described;
use crate::percent::encoded as triplet;
use crate::suggest::mistake::{Edit, Mistake, Shown};
use crate::suggest::typed::Typed;
use crate::validate::{looks_like_domain, looks_like_site};

/// Finds a `#`, `?` or `/` in a password, which ends the authority, as in `http://user:p#ss@host/`.
///
/// If the text before the `:` is meant as the host, and the `@` as a part of the path, a correction would lead to another
/// host. So nothing is found if the text before the `:` looks like a host, or the rest like a path or a query.
pub(super) fn password(typed: &Typed<'_>) -> Option<Mistake> {
    let authority = typed.at.authority()?;
    let port = typed.port().filter(|_| typed.at.userinfo().is_none())?;
    let host = typed.host()?;
    if is_plausible(host) || port.is_empty() || port.bytes().all(|own| own.is_ascii_digit()) {
        return None;
    }
    let rest = typed.text.get(authority.end..)?;
    let (password, behind) = rest.split_once('@')?;
    let is_path = password.contains(['=', '&', ' ']) || password.matches('/').count() > 1;
    if is_path || behind.is_empty() || behind.starts_with(['/', '?', '#']) {
        return None;
    }
    let mut named = Vec::new();
    let edits: Vec<_> = password
        .match_indices(['#', '?', '/'])
        .map(|(index, found)| {
            if !named.contains(&found) {
                named.push(found);
            }
            let start = authority.end + index;
            Edit::new(start..start + 1, found.bytes().map(triplet).collect::<String>())
        })
        .collect();
    let written =
        |own: &&str| format!("`{own}` is written `{}`", own.bytes().map(triplet).collect::<String>());
    let help = named.iter().map(written).collect::<Vec<_>>().join(", and ");
    Some(Mistake::new(format!("in a password, {help}"), edits))
}

/// Returns whether the text looks like a host to people.
fn is_plausible(text: &str) -> bool {
    let name = text.strip_prefix("www.").unwrap_or(text);
    text.eq_ignore_ascii_case("localhost")
        || looks_like_domain(name)
        || text.parse::<Ipv4Addr>().is_ok()
        || text.starts_with('[')
}

/// Finds several `@`, of which only the last is meant to end the userinfo.
pub(super) fn at_signs(typed: &Typed<'_>) -> Option<Mistake> {
    let authority = typed.at.authority()?;
    let mut places: Vec<usize> =
        typed.authority()?.match_indices('@').map(|(at, _)| authority.start + at).collect();
    places.pop()?;
    let edits: Vec<_> = places.into_iter().map(|at| Edit::new(at..at + 1, "%40")).collect();
    let help = "the userinfo ends at the first `@`: write `%40` for an `@` in the userinfo";
    (!edits.is_empty()).then(|| Mistake::new(help, edits))
}

/// Finds white space in the authority, in a relative path that looks like an authority, and in the number of a `tel` URI.
pub(super) fn white_space(typed: &Typed<'_>) -> Option<Mistake> {
    let is_tel = typed.scheme().is_some_and(|scheme| scheme.eq_ignore_ascii_case("tel"));
    let (range, name) = match typed.at.authority() {
        Some(authority) => {
            // Only from the host on: white space in a userinfo may be intended, and another check percent-encodes it.
            let host = typed.at.host().map_or(authority.start, |host| host.start);
            let space = host + typed.slice(host..authority.end).find(char::is_whitespace)?;
            let in_port = typed.at.port().is_some_and(|port| port.contains(&space));
            (host..authority.end, if in_port { "port" } else { "host" })
        }
        None if is_tel => (typed.at.path_range(), "number"),
        None if typed.at.scheme().is_none() => {
            let head = typed.head();
            let name: String = head.chars().filter(|own| !own.is_whitespace()).collect();
            if !looks_like_site(&name) {
                return None;
            }
            (0..head.len(), "host")
        }
        None => return None,
    };
    let part = typed.slice(range.clone());
    let spaces = part.char_indices().filter(|(_, own)| own.is_whitespace());
    let edits: Vec<_> = spaces
        .clone()
        .map(|(at, own)| Edit::remove(range.start + at..range.start + at + own.len_utf8()))
        .collect();
    let help = format!("remove {} from the {name}", described(spaces.map(|(_, own)| own)));
    (!edits.is_empty()).then(|| Mistake::new(help, edits))
}

/// Finds text after a URI that ends with its host. To remove only the white space would change the host.
pub(super) fn text_after(typed: &Typed<'_>) -> Option<Mistake> {
    let authority =
        typed.at.authority().or_else(|| typed.at.scheme().is_none().then(|| 0..typed.head().len()))?;
    let part = typed.slice(authority.clone());
    let (before, after) = part.split_once(char::is_whitespace)?;
    // Punctuation after the host belongs to the sentence or list around the URI.
    let before = before.trim_end_matches([',', ';', '.']);
    let host = before.rsplit('@').next().unwrap_or_default();
    let after = after.trim();
    let is_port = after.strip_prefix(':').is_some_and(|port| port.bytes().all(|own| own.is_ascii_digit()));
    (is_plausible(host) && !after.is_empty() && !is_port).then(|| {
        let end = authority.start + before.len();
        let help = "a URI ends at white space: leave out the text after it";
        Mistake::new(help, [Edit::remove(end..typed.text.len())])
    })
}

/// Finds text after a port, as in `http://h:80this is` and `http://h:80path`.
pub(super) fn text_after_port(typed: &Typed<'_>) -> Option<Mistake> {
    let (range, port) = (typed.at.port()?, typed.port()?);
    let digits = port.len() - port.trim_start_matches(|own: char| own.is_ascii_digit()).len();
    let is_port = digits > 1 && port.get(..digits)?.parse::<u16>().is_ok();
    let rest = port.get(digits..)?;
    // A single letter may be a typing error.
    let words = rest.trim_start();
    let is_text = words.starts_with(char::is_alphabetic) && words.chars().count() > 1;
    // The text may be a password whose `@` follows.
    if !is_port || !is_text || typed.text.contains('@') || rest.contains([',', ':']) {
        return None;
    }
    let end = range.start + digits;
    let without = Vec::from([Edit::remove(end..typed.text.len())]);
    let slash = Vec::from([Edit::insert(end, "/")]);
    let is_prose = rest.contains(char::is_whitespace);
    let help = "a port has only decimal digits: write `/` before a path after it, or leave out the text";
    Some(match rest.starts_with(char::is_whitespace) {
        true => Mistake::new("a URI ends at white space: leave out the text after it", without),
        false if is_prose => Mistake::of_readings(help, [without, slash]),
        false => Mistake::of_readings(help, [slash, without]),
    })
}

/// Finds a list of hosts with ports, which the clients of databases and queues read.
pub(super) fn host_list(typed: &Typed<'_>) -> Option<Mistake> {
    let authority = typed.authority()?;
    let hosts = authority.rsplit('@').next()?;
    let is_name = |own: u8| own.is_ascii_alphanumeric() || matches!(own, b'-' | b'.' | b'_');
    let is_entry = |entry: &str| {
        let host = match entry.rsplit_once(':') {
            Some((host, port)) if port.bytes().all(|own| own.is_ascii_digit()) => host,
            _ => entry,
        };
        let literal = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        !host.is_empty()
            && (host.bytes().all(is_name) || literal.is_some_and(|own| own.parse::<Ipv6Addr>().is_ok()))
    };
    (hosts.contains(',') && hosts.split(',').all(is_entry)).then(|| {
        let client = match typed.scheme() {
            Some(scheme) => format!("a connection string that only clients of `{}` read", Shown(scheme)),
            None => String::from("a connection string that only some clients read"),
        };
        Mistake::unclear(format!(
            "a URI has one host and one port: a list of hosts is {client}; write a URI for each host"
        ))
    })
}

/// Finds the `:` of `scp` and Git between the host and the path of a URI, as in `ssh://git@example.com:a/b.git`.
pub(super) fn path_after_host(typed: &Typed<'_>) -> Option<Mistake> {
    let (range, port) = (typed.at.port()?, typed.port()?);
    let scheme = typed.scheme()?.to_ascii_lowercase();
    let is_of_ssh =
        matches!(scheme.as_str(), "sftp" | "scp" | "rsync" | "git" | "hg") || scheme.contains("ssh");
    let path = typed.at.path_range();
    let is_repository = typed.slice(path).trim_end_matches('/').ends_with(".git") || port.ends_with(".git");
    // A port may precede the path, as in `ssh://git@example.com:22:a/b.git`.
    let (number, first) = match port.split_once(':') {
        Some((number, first)) if number.bytes().all(|own| own.is_ascii_digit()) => (number.len() + 1, first),
        _ => (0, port),
    };
    let is_segment = first
        .starts_with(|own: char| own.is_ascii_alphabetic() || matches!(own, '~' | '_' | '.'))
        && first.bytes().all(|own| own.is_ascii_alphanumeric() || matches!(own, b'-' | b'.' | b'_' | b'~'));
    let colon = range.start + number - 1;
    (is_segment && (is_of_ssh || is_repository)).then(|| {
        let help = "write `/` between the host and the path: the `:` before a path is for `scp` and Git";
        Mistake::new(help, [Edit::new(colon..colon + 1, "/")])
    })
}

/// Finds an invalid or second port.
pub(super) fn port(typed: &Typed<'_>) -> Option<Mistake> {
    let (range, port) = (typed.at.port()?, typed.port()?);
    let is_number = |text: &str| text.bytes().all(|own| own.is_ascii_digit());
    if is_number(port) {
        return None;
    }
    let Some((first, second)) =
        port.split_once(':').filter(|(first, second)| is_number(first) && is_number(second))
    else {
        return Some(Mistake::unclear("a port has only decimal digits"));
    };
    let colon = range.start + first.len();
    let (without_second, without_first) =
        (Edit::remove(colon..range.end), Edit::remove(range.start..colon + 1));
    let readings = if first == second {
        Vec::from([[without_second].into()])
    } else {
        Vec::from([[without_second].into(), [without_first].into()])
    };
    Some(Mistake::of_readings("there are two ports: leave out one of them and its `:`", readings))
}
