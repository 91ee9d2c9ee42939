//! The scheme (section 3.1), and text that is read as a scheme.

use super::finding::Detail;
use super::host::{looks_like_site, prefix};
use super::review::Kind;
use super::review::Review;
use super::table::Code;
use crate::bytes::first_of;
use crate::grammar::Rule;

/// A scheme that people type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WellKnown {
    pub(crate) name: &'static str,
    /// Whether its URIs have a host.
    pub(crate) has_host: bool,
}

const fn known(name: &'static str, has_host: bool) -> WellKnown {
    WellKnown { name, has_host }
}

/// The schemes that a typing error may be meant to be, the most frequent first.
const WELL_KNOWN: [WellKnown; 9] = [
    known("https", true),
    known("http", true),
    known("mailto", false),
    known("file", false),
    known("ftp", true),
    known("data", false),
    known("ldap", true),
    known("sftp", true),
    known("wss", true),
];

/// Schemes that are one edit away from a well-known one, but in use. Built-in schemes need not be listed, because only
/// unknown schemes are checked.
const IN_USE: [&str; 5] = ["dat", "filed", "httpu", "shttp", "tftp"];

/// The length of the longest name that may be a typing error.
const LONGEST: usize = 7;

#[inline]
pub(super) fn check(review: &mut Review<'_, '_>) {
    match review.facts.kind {
        Kind::Unknown => unknown(review),
        Kind::None => without_colon(review),
        _ => {}
    }
}

/// Checks whether the first segment of a relative path is a scheme without its colon, as in `http//` and `http;//`.
#[inline]
#[expect(clippy::arithmetic_side_effects, reason = "the first segment is the start of the path")]
fn without_colon(review: &mut Review<'_, '_>) {
    let Some(path) = review.at.path().filter(|_| review.at.authority().is_none()) else { return };
    let text = review.slice(path.clone());
    let Some((first, rest)) = text.split_once('/') else { return without_slashes(review, path.start, text) };
    if first.is_empty() || first.len() > LONGEST + 1 || !rest.starts_with('/') {
        return without_slashes(review, path.start, first);
    }
    let meant = well_known_scheme(first.trim_end_matches([';', ',', '.']))
        .filter(|meant| meant.has_host || meant.name == "file");
    if let Some(meant) = meant {
        let range = path.start..path.start + first.len();
        review.add(Code::MissingColon, Rule::path, range, Detail::Text(meant.name));
    }
}

/// Checks whether the first segment is a scheme, another character instead of its `:`, and a host, as in `http;www.h`.
#[expect(clippy::arithmetic_side_effects, reason = "the delimiter lies in the first segment")]
fn without_slashes(review: &mut Review<'_, '_>, start: usize, first: &str) {
    let Some(at) = first_of(first.as_bytes(), [b';', b',']).filter(|at| *at <= LONGEST) else { return };
    let Some((name, host)) = first.split_at_checked(at) else { return };
    let host = host.get(1..).unwrap_or_default();
    let meant = well_known_scheme(name).filter(|meant| meant.has_host);
    if let Some(meant) = meant.filter(|_| prefix(host).len() == host.len() && looks_like_site(host)) {
        let range = start..start + at + 1;
        review.add(Code::MissingColon, Rule::path, range, Detail::Text(meant.name));
    }
}

/// Returns the scheme with this name, or the intended scheme if the name has a typing error, ignoring case.
pub(crate) fn well_known_scheme(name: &str) -> Option<WellKnown> {
    let mut buffer = [0; LONGEST];
    let lower = lower_case(name, &mut buffer);
    let is = |own: &&WellKnown| own.name.as_bytes() == lower;
    let found = WELL_KNOWN
        .iter()
        .find(is)
        .or_else(|| WELL_KNOWN.iter().find(|own| is_typo(lower, own.name.as_bytes())));
    found.filter(|_| !lower.is_empty()).copied()
}

/// Returns the name in lower case; empty if it is too long for a typing error.
fn lower_case<'b>(name: &str, buffer: &'b mut [u8; LONGEST]) -> &'b [u8] {
    let lower = buffer.get_mut(..name.len()).unwrap_or_default();
    lower.copy_from_slice(name.as_bytes().get(..lower.len()).unwrap_or_default());
    lower.make_ascii_lowercase();
    lower
}

#[inline(never)]
fn unknown(review: &mut Review<'_, '_>) {
    let (Some(scheme), Some(path)) = (review.at.scheme(), review.at.path()) else { return };
    let mut buffer = [0; LONGEST];
    let name = lower_case(review.slice(scheme.clone()), &mut buffer);
    let path_text = review.slice(path);
    if review.at.authority().is_none() {
        let code = match name {
            b"url" | b"uri" => Some(Code::UrlPrefix),
            [_] if path_text.starts_with('/') => Some(Code::DriveLetter),
            _ if is_host(review.slice(scheme.clone())) && is_port(path_text) => Some(Code::HostAsScheme),
            _ if is_site(review.slice(scheme.clone())) && is_colons(path_text) => Some(Code::HostAsScheme),
            _ => None,
        };
        if let Some(code) = code {
            return review.add(code, Rule::scheme, scheme, Detail::None);
        }
    }
    // The first letters of a copied URI are easily lost.
    let is_cut = |meant: &str| {
        name.len() > 1
            && meant.as_bytes().ends_with(name)
            && review.at.host().is_some_and(|host| !host.is_empty())
    };
    let cut = || ["https", "http"].into_iter().find(|meant| is_cut(meant));
    let typo = WELL_KNOWN.iter().map(|meant| meant.name).find(|meant| is_typo(name, meant.as_bytes()));
    let meant = typo.or_else(cut);
    if let Some(meant) = meant.filter(|_| !IN_USE.iter().any(|used| used.as_bytes() == name)) {
        review.add(Code::SchemeTypo, Rule::scheme, scheme, Detail::Text(meant));
    }
}

/// Returns whether the scheme looks like a host: `localhost`, or a name with a domain.
fn is_host(scheme: &str) -> bool {
    let domain = scheme.rsplit_once('.').map(|(_, domain)| domain);
    scheme.eq_ignore_ascii_case("localhost")
        || domain
            .is_some_and(|domain| domain.len() > 1 && domain.bytes().all(|byte| byte.is_ascii_alphabetic()))
}

fn is_site(scheme: &str) -> bool {
    scheme.eq_ignore_ascii_case("localhost") || looks_like_site(scheme)
}

/// Returns whether the text before the first `/` of the path looks like a port: one to five digits.
fn is_port(path: &str) -> bool {
    let port = path.split('/').next().unwrap_or_default();
    (1..=5).contains(&port.len()) && port.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns whether the text before the first `/` of the path is further colons, perhaps with a port.
fn is_colons(path: &str) -> bool {
    let port = path.split('/').next().unwrap_or_default();
    let digits = port.trim_start_matches(':');
    digits.len() < port.len() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns whether one edit turns the name into the intended one. Names of three letters resemble one another, so for
/// them only an inserted letter and a swap count.
fn is_typo(name: &[u8], meant: &[u8]) -> bool {
    let same = name.iter().zip(meant).take_while(|(a, b)| a == b).count();
    let (Some(rest), Some(rest_meant)) = (name.get(same..), meant.get(same..)) else { return false };
    let inserted = matches!(rest, [_, after @ ..] if after == rest_meant);
    let swapped = matches!((rest, rest_meant), ([a, b, after @ ..], [c, d, after_meant @ ..])
        if a == d && b == c && after == after_meant);
    let changed =
        || matches!((rest, rest_meant), ([_, after @ ..], [_, after_meant @ ..]) if after == after_meant);
    let removed = || matches!(rest_meant, [_, after @ ..] if after == rest);
    inserted || swapped || meant.len() > 3 && (changed() || removed())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    fn one_edit(
        #[values("htps", "httpss", "htpps", "ttps", "hhttps", "https1", "hxtps", "htts", "httsp")] name: &str,
    ) {
        assert!(is_typo(name.as_bytes(), b"https"));
    }

    #[rstest]
    fn two_edits(#[values("tps", "hhttpss", "htpsx", "spth", "htt", "")] name: &str) {
        assert!(!is_typo(name.as_bytes(), b"https"));
    }

    #[rstest]
    #[case("fpt", true)]
    #[case("ftpp", true)]
    #[case("fftp", true)]
    #[case("ft", false)]
    #[case("fxp", false)]
    fn of_three_letters(#[case] name: &str, #[case] typo: bool) {
        assert_eq!(is_typo(name.as_bytes(), b"ftp"), typo);
    }
}
