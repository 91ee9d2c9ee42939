//! The suggestions for valid references that have findings.
#![expect(clippy::arithmetic_side_effects, reason = "offsets within the text")]

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use super::mistake::Edited;
use super::mistake::{Edit, Mistake, Shown};
use crate::grammar::Components;
use crate::validate::{Code, Finding, host_prefix, looks_like_domain};

/// Returns the corrections of the first finding that has any.
pub(super) fn first(edited: &Edited, findings: &[Finding<'_>]) -> Option<Mistake> {
    // Do not correct the host of a `file` URI after other corrections, which may have made it the host on purpose.
    let is_kept = |finding: &&Finding<'_>| finding.code() != Code::FileHost || edited.changes.is_empty();
    let has_whatwg_host = findings.iter().any(|finding| finding.code() == Code::WhatwgHost);
    findings.iter().filter(is_kept).find_map(|finding| mistake(&edited.text, finding, has_whatwg_host))
}

const DRIVE: &str = "write three slashes before the letter of the drive, as in `file:///c:/`";

/// Returns whether a path begins with the root of a drive of Windows.
fn has_drive(path: &str) -> bool {
    matches!(path.as_bytes(), [letter, b':', b'/', ..] if letter.is_ascii_alphabetic())
}

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
            let with = |scheme: &str| Vec::from([Edit::insert(0, format!("{scheme}://"))]);
            Some(Mistake::of_readings(help, schemes.map(with)))
        }
        Code::UrlPrefix => {
            let rest = text.get(range.end + 1..).filter(|rest| !rest.is_empty())?;
            let end = text.len() - rest.len();
            Some(Mistake::new(finding.help().to_string(), [Edit::remove(0..end)]))
        }
        Code::DriveLetter => Some(Mistake::new(finding.help().to_string(), before("file:///"))),
        Code::SuffixReference => Some(Mistake::of_readings(
            "write a scheme before the host: `https://` or `http://`",
            [before("https://"), before("http://")],
        )),
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
        Code::FilePath if has_drive(found) => Some(Mistake::new(DRIVE, [Edit::insert(range.start, "///")])),
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
            None => None,
        },
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

/// Returns the corrections of a relative reference where a URI is required, if the reference has an authority or begins with
/// text that looks like a host.
pub(super) fn without_scheme(text: &str) -> Option<Mistake> {
    let at = Components::split(text);
    let first = text.split(['/', '?', '#']).next().unwrap_or_default();
    let schemes = if at.host().is_some_and(|host| !host.is_empty()) {
        ["https:", "http:"]
    } else if host_prefix(first).len() == first.len() && looks_like_domain(first) {
        ["https://", "http://"]
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
