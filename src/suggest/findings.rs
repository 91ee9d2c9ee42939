//! The suggestions for valid references that have findings.
#![expect(clippy::arithmetic_side_effects, reason = "offsets within the text")]

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use super::mistake::Edited;
use super::mistake::{Edit, Mistake, Shown};
use crate::grammar::Components;
use crate::validate::{Code, Finding, host_prefix, looks_like_domain, looks_like_site};

/// Returns the corrections of the first finding that has any.
pub(super) fn first(edited: &Edited, findings: &[Finding<'_>]) -> Option<Mistake> {
    // Do not correct the host of a `file` URI after other corrections, which may have made it the host on purpose.
    let is_kept = |finding: &&Finding<'_>| finding.code() != Code::FileHost || edited.changes.is_empty();
    let has_whatwg_host = findings.iter().any(|finding| finding.code() == Code::WhatwgHost);
    findings.iter().filter(is_kept).find_map(|finding| mistake(&edited.text, finding, has_whatwg_host))
}

const DRIVE: &str = "write three slashes before the letter of the drive, as in `file:///c:/`";

fn mistake(text: &str, finding: &Finding<'_>, has_whatwg_host: bool) -> Option<Mistake> {
    let range = finding.range();
    let found = text.get(range.clone())?;
    let at = Components::split(text);
    let before = |prefix: &'static str| Vec::from([Edit::insert(0, prefix)]);
    match finding.code() {
        Code::SchemeTypo => {
            let meant = finding.meant()?;
            Some(Mistake::new(
                format!("write `{meant}` for `{found}`"),
                [Edit::new(range, String::from(meant))],
            ))
        }
        Code::MissingColon if finding.meant() == Some("file") => {
            let help = format!("write `file:` for `{}`", Shown(found));
            let path = text.get(range.end..)?.strip_prefix("//");
            // After two slashes, a folder of the root would be the host.
            let is_root =
                path.is_some_and(|path| path.split('/').next().is_some_and(|own| ROOTS.contains(&own)));
            Some(Mistake::new(help, [Edit::new(range, if is_root { "file:/" } else { "file:" })]))
        }
        Code::MissingColon => {
            let end = range.end + text.get(range.end..)?.bytes().take_while(|own| *own == b'/').count();
            let meant = finding.meant()?;
            let help = format!("write `{meant}://` for `{}`", Shown(text.get(..end)?));
            Some(Mistake::new(help, [Edit::new(0..end, format!("{meant}://"))]))
        }
        Code::DoubledScheme => {
            let path = at.path_range().start;
            let end = path + text.get(path..)?.bytes().take_while(|own| *own == b'/').count();
            let mut edits = Vec::from([Edit::remove(0..range.start)]);
            if text.get(range.end..end)? != "://" {
                edits.push(Edit::new(range.end..end, "://"));
            }
            Some(Mistake::new("leave out one of the two schemes", edits))
        }
        Code::HostAsScheme => {
            let schemes =
                if found.eq_ignore_ascii_case("localhost") { ["http", "https"] } else { ["https", "http"] };
            let help = format!("write a scheme before the host: `{}://` or `{}://`", schemes[0], schemes[1]);
            // Leave out further colons, and all of them if no port follows.
            let colons = text.get(range.end..)?.bytes().take_while(|own| *own == b':').count();
            let has_port = text.as_bytes().get(range.end + colons).is_some_and(u8::is_ascii_digit);
            let more = range.end + usize::from(has_port)..range.end + colons;
            let with = |scheme: &str| {
                let further = Some(Edit::remove(more.clone())).filter(|_| !more.is_empty());
                [Edit::insert(0, format!("{scheme}://"))].into_iter().chain(further).collect()
            };
            Some(Mistake::of_readings(help, schemes.map(with)))
        }
        Code::UrlPrefix => {
            let rest = text.get(range.end + 1..).filter(|rest| !rest.is_empty())?;
            let end = text.len() - rest.len();
            Some(Mistake::new(finding.help().to_string(), [Edit::remove(0..end)]))
        }
        Code::DriveLetter => Some(Mistake::new(finding.help().to_string(), before("file:///"))),
        Code::SuffixReference => {
            let after = text.get(range.end..)?.bytes().take_while(|own| *own == b'.').count();
            let dots = range.end..range.end + if range.start > 0 || after > 1 { after } else { 0 };
            let with = |scheme: &'static str| {
                let further = Some(Edit::remove(dots.clone())).filter(|_| !dots.is_empty());
                [Edit::new(0..range.start, scheme)].into_iter().chain(further).collect()
            };
            Some(Mistake::of_readings(
                "write a scheme before the host: `https://` or `http://`",
                ["https://", "http://"].map(with),
            ))
        }
        Code::BareMailAddress => Some(Mistake::of_readings(
            "write `mailto:` before a mail address, or a scheme and `://` before a host",
            [before("mailto:"), before("https://")],
        )),
        Code::MissingAuthority => {
            let path = text.get(at.path_range())?;
            let slashes = path.bytes().take_while(|own| *own == b'/').count();
            let start = at.path_range().start;
            (path.len() > slashes).then(|| {
                let help = "write `//` between the scheme and the host";
                Mistake::new(help, [Edit::new(start..start + slashes, "//")])
            })
        }
        Code::EmptyHost if has_whatwg_host => {
            let path = text.get(at.path_range())?;
            let slashes = path.bytes().take_while(|own| *own == b'/').count();
            let start = at.path_range().start;
            let help = "write two slashes between the scheme and the host";
            Some(Mistake::new(help, [Edit::remove(start..start + slashes)]))
        }
        Code::AuthorityNotAllowed => {
            let start = at.authority()?.start;
            (start > 2).then(|| Mistake::new("leave out the `//`", [Edit::remove(start - 2..start)]))
        }
        Code::FileHost if at.port().is_none() && at.userinfo().is_none() => {
            let start = at.authority()?.start;
            let help = "write three slashes for a file on this machine: `file:///`";
            Some(Mistake::new(help, [Edit::insert(start, "/")]))
        }
        Code::FileDrive => Some(Mistake::new(DRIVE, [Edit::insert(range.start, "///")])),
        Code::FileAuthority => {
            let authority = at.authority()?;
            let is_drive = matches!(text.get(authority.clone())?.as_bytes(), [letter, b':'] if letter.is_ascii_alphabetic());
            is_drive.then(|| Mistake::new(DRIVE, [Edit::insert(authority.start, "/")]))
        }
        Code::HostCharacter => match punctuation_after(text, &at) {
            Some(after) => {
                let help = format!("leave out the `{}` after the URI", text.get(after.clone())?);
                Some(Mistake::new(help, [Edit::remove(after)]))
            }
            None if found == "," => {
                let host = at.host()?;
                let commas = text.get(host.clone())?.match_indices(',').map(|(index, _)| host.start + index);
                let edits: Vec<_> = commas.map(|comma| Edit::new(comma..comma + 1, ".")).collect();
                Some(Mistake::new("write `.` for the `,` in the host", edits))
            }
            None if found == "&" && is_pair(text.get(range.end..)?) => {
                Some(Mistake::new("begin the query with `?`", [Edit::new(range, "?")]))
            }
            None => None,
        },
        Code::HostHyphen => {
            let label = found.trim_matches('-');
            let start = range.start + found.len() - found.trim_start_matches('-').len();
            let parts = [range.start..start, start + label.len()..range.end];
            let edits: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).map(Edit::remove).collect();
            let help = "leave out the hyphens at the ends of a label of the host";
            (!label.is_empty()).then(|| Mistake::new(help, edits))
        }
        Code::SecondQuestionMark => {
            Some(Mistake::new("separate the pairs of a query with `&`", [Edit::new(range, "&")]))
        }
        Code::TrailingPunctuation => {
            let help = format!("leave out the `{found}` after the URI");
            Some(Mistake::new(help, [Edit::remove(range)]))
        }
        Code::DelimiterInPassword => {
            let password = range.clone();
            let is_delimiter = |own: &char| matches!(own, '@' | '/' | '?' | '#');
            let wrong = found.char_indices().filter(|(_, own)| is_delimiter(own));
            let edits = wrong.map(|(at, own)| {
                let triplet = match own {
                    '@' => "%40",
                    '/' => "%2F",
                    '?' => "%3F",
                    _ => "%23",
                };
                Edit::new(password.start + at..password.start + at + 1, triplet)
            });
            Some(Mistake::new(finding.help().to_string(), edits.collect::<Vec<_>>()))
        }
        Code::HostEmptyLabel => empty_labels(text, &at),
        Code::Ipv4LikeHost => {
            let readings = finding
                .exact_addresses()
                .map(|address| Vec::from([Edit::new(range.clone(), address.to_string())]));
            let readings: Vec<_> = readings.collect();
            (!readings.is_empty()).then(|| {
                let help = "write an IPv4 address as four decimal numbers without leading zeros";
                Mistake::of_readings(help, readings)
            })
        }
        Code::MappedCharacter => {
            let plain = finding.mapped()?;
            Some(Mistake::new(finding.help().to_string(), [Edit::new(range, plain)]))
        }
        Code::MissingQuestionMark => {
            let start = range.start;
            Some(Mistake::new("begin the query with `?`", [Edit::new(start..start + 1, "?")]))
        }
        _ => None,
    }
}

/// Returns whether the text begins with the name of a parameter and `=`.
fn is_pair(text: &str) -> bool {
    let name = text.split_once('=').map_or("", |(name, _)| name);
    !name.is_empty() && name.bytes().all(|own| own.is_ascii_alphanumeric() || matches!(own, b'_' | b'-'))
}

/// The folders below the root of a file system, on Linux and macOS.
const ROOTS: [&str; 17] = [
    "bin", "boot", "dev", "etc", "home", "lib", "media", "mnt", "opt", "private", "proc", "root", "srv",
    "tmp", "usr", "var", "Users",
];

/// Returns the corrections of a relative reference where a URI is required, if the reference has an authority or begins with
/// text that looks like a host.
pub(super) fn without_scheme(text: &str) -> Option<Mistake> {
    let at = Components::split(text);
    if at.scheme().is_some() {
        return None;
    }
    let first = text.split(['/', '?', '#']).next().unwrap_or_default();
    let schemes = if at.host().is_some_and(|host| !host.is_empty()) {
        ["https:", "http:"]
    } else if host_prefix(first).len() == first.len() && looks_like_domain(first) {
        ["https://", "http://"]
    } else if let Some(path) = text.strip_prefix('/').filter(|_| at.authority().is_none()) {
        // A path is a file if its first folder is one of the root, and otherwise relative to a site that is unknown.
        let first = path.split('/').next().unwrap_or_default();
        if ROOTS.contains(&first) && first.len() < path.len() {
            let help = "if it is a file on this machine, write `file://` before its path";
            return Some(Mistake::new(help, [Edit::insert(0, "file://")]));
        }
        let help = "if it is a path of a site, write `https://` and the host before it; if it is a file on this machine, `file://`";
        return Some(Mistake::unclear(help));
    } else if text.starts_with("~/") {
        let help = "only a shell reads `~`: for a file, write `file://` and its absolute path";
        return Some(Mistake::unclear(help));
    } else if let Some(name) = first.strip_prefix('.').filter(|name| looks_like_site(name)) {
        let schemes =
            ["https://", "http://"].map(|scheme| Vec::from([Edit::new(0..first.len() - name.len(), scheme)]));
        let help = "write a scheme for the `.` before the host: `https://` or `http://`";
        return Some(Mistake::of_readings(help, schemes));
    } else {
        return None;
    };
    let help = format!("write a scheme before the host: `{}` or `{}`", schemes[0], schemes[1]);
    Some(Mistake::of_readings(help, schemes.map(|scheme| Vec::from([Edit::insert(0, scheme)]))))
}

/// Returns the range of the punctuation after a host at the end of the text, such as that of a sentence or a list.
fn punctuation_after(text: &str, at: &Components) -> Option<Range<usize>> {
    let host = at.host().filter(|host| host.end == text.len())?;
    let kept = host.start + text.get(host.clone())?.trim_end_matches([',', ';']).len();
    (host.start < kept && kept < host.end).then_some(kept..host.end)
}

/// Finds leading dots in a host, and several dots in a row.
fn empty_labels(text: &str, at: &Components) -> Option<Mistake> {
    let host = at.host()?;
    let mut edits = Vec::new();
    let mut before = b'.';
    for (index, own) in text.get(host.clone())?.bytes().enumerate() {
        if own == b'.' && before == b'.' {
            edits.push(Edit::remove(host.start + index..host.start + index + 1));
        }
        before = own;
    }
    (!edits.is_empty() && edits.len() < host.len()).then(|| {
        let help = String::from("write one `.` between two labels of the host, and none before the first");
        Mistake::new(help, edits)
    })
}
