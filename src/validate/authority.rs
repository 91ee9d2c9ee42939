//! The authority (section 3.2): whether it is expected, and its port. The userinfo and the host have their own files.
#![expect(
    clippy::arithmetic_side_effects,
    reason = "offsets within the text, which has at most `LONGEST` bytes"
)]

use core::ops::Range;

use super::finding::Detail;
use super::review::Kind;
use super::review::Review;
use super::table::Code;
use super::userinfo;
use crate::grammar::Rule;

#[inline]
pub(super) fn check(review: &mut Review<'_, '_>) {
    let Some(authority) = review.at.authority() else { return missing(review) };
    if review.facts.has_no_authority() {
        let shown =
            if authority.is_empty() { authority.start.saturating_sub(2)..authority.end } else { authority };
        review.add(Code::AuthorityNotAllowed, Rule::authority, shown, Detail::None);
        if let Some(userinfo) = review.at.userinfo() {
            userinfo::check_password(review, &userinfo);
        }
        return;
    }
    if let Some(userinfo) = review.at.userinfo() {
        userinfo::check(review, userinfo);
    }
    if let Some(host) = review.at.host().filter(Range::is_empty) {
        if review.facts.requires_host {
            review.add(Code::EmptyHost, Rule::host, host, Detail::None);
        }
        if authority.is_empty() {
            whatwg(review, authority.end);
        }
    }
    if let Some(port) = review.at.port() {
        check_port(review, port);
    }
}

#[inline]
fn missing(review: &mut Review<'_, '_>) {
    if let (Some(scheme), true, Some(_)) = (review.at.scheme(), review.facts.requires_host, review.at.path())
    {
        let start = scheme.end + 1;
        review.add(Code::MissingAuthority, Rule::authority, start..start, Detail::None);
        whatwg(review, start);
    }
}

/// Adds a finding if WHATWG URL parsers find a host from `start` on, which is the offset after the scheme or after the `//` of an
/// empty authority. These parsers skip all slashes before the host (WHATWG URL, section 4.4, *special authority ignore
/// slashes state*).
#[inline(never)]
fn whatwg(review: &mut Review<'_, '_>, start: usize) {
    let Some(path) =
        review.at.path().filter(|_| review.facts.is_special() || review.facts.kind == Kind::None)
    else {
        return;
    };
    let Some(path) = review.text.get(start..path.end) else { return };
    let rest = path.trim_start_matches('/');
    let authority = rest.split('/').next().unwrap_or_default();
    let (before, after) =
        authority.rsplit_once('@').map_or((0, authority), |(userinfo, host)| (userinfo.len() + 1, host));
    let (host, port) = after.split_once(':').unwrap_or((after, ""));
    // WHATWG parsers reject a port that is not a number.
    if !host.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()) {
        let start = start + path.len() - rest.len() + before;
        review.add(Code::WhatwgHost, Rule::path, start..start + host.len(), Detail::Text(host));
    }
}

fn check_port(review: &mut Review<'_, '_>, port: Range<usize>) {
    let text = review.slice(port.clone());
    if review.facts.kind == Kind::File {
        review.add(Code::FileAuthority, Rule::port, port.start.saturating_sub(1)..port.end, Detail::None);
    } else if text.is_empty() {
        return review.add(Code::EmptyPort, Rule::port, port.start.saturating_sub(1)..port.end, Detail::None);
    }
    // An edited grammar may accept a port that is not a number.
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return;
    }
    let digits = text.trim_start_matches('0');
    if digits.len() < text.len() && text.len() > 1 {
        let plain = if digits.is_empty() { "0" } else { digits };
        review.add(Code::PortLeadingZeros, Rule::port, port.clone(), Detail::Text(plain));
    }
    let default = review.facts.default_port;
    let (code, detail) = match digits.parse::<u16>() {
        _ if digits.is_empty() => (Code::PortZero, Detail::None),
        Err(_) => (Code::PortTooLarge, Detail::None),
        Ok(number) if default == Some(number) => (Code::DefaultPort, Detail::None),
        Ok(number) => match default.filter(|_| number < 1024) {
            Some(default) => (Code::ForeignPort, Detail::Count(default.into())),
            None => return,
        },
    };
    review.add(code, Rule::port, port, detail);
}
