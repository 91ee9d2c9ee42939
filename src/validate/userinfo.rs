//! The userinfo (section 3.2.1): a password, and a name that looks like the host (section 7.6).
#![expect(
    clippy::arithmetic_side_effects,
    reason = "a sum is the offset in the text of a part of the userinfo"
)]

use alloc::string::{String, ToString};
use core::ops::Range;

use super::finding::Detail;
use super::review::Kind;
use super::review::Review;
use super::scripts::{Mapped, looks_like, mapped, write_mapped};
use super::table::Code;
use super::{addresses, host, punycode};
use crate::bytes::{password, user};
use crate::grammar::Rule;
use crate::percent::Decoded;

pub(super) fn check(review: &mut Review<'_, '_>, userinfo: Range<usize>) {
    let text = review.slice(userinfo.clone());
    if text.is_empty() {
        return review.add(
            Code::EmptyUserinfo,
            Rule::userinfo,
            userinfo.start..userinfo.end + 1,
            Detail::None,
        );
    }
    match review.facts.kind {
        Kind::Http | Kind::WebSocket => {
            review.add(Code::UserinfoNotAllowed, Rule::userinfo, userinfo.clone(), Detail::None);
        }
        Kind::File => review.add(Code::FileAuthority, Rule::userinfo, userinfo.clone(), Detail::None),
        _ => {}
    }
    check_password(review, &userinfo);
    check_delimiters(review, &userinfo);
    if let Some(misleading) = misleading(text, review.facts.kind) {
        let host = review.at.host().map(|host| review.slice(host)).unwrap_or_default();
        let range = userinfo.start + misleading.start..userinfo.start + misleading.end;
        review.add(Code::MisleadingUserinfo, Rule::userinfo, range, Detail::Text(host));
    }
}

pub(super) fn check_password(review: &mut Review<'_, '_>, userinfo: &Range<usize>) {
    if let Some(password) = password(review.slice(userinfo.clone())) {
        let range = userinfo.start + password.start..userinfo.start + password.end;
        review.add(Code::PasswordInUserinfo, Rule::userinfo, range, Detail::None);
    }
}

/// Checks whether the host is a part of a password with an unencoded `@` and a `/`, `?` or `#`.
fn check_delimiters(review: &mut Review<'_, '_>, userinfo: &Range<usize>) {
    let (Some(authority), Some(host)) = (review.at.authority(), review.at.host()) else { return };
    let Some(password) = password(review.slice(userinfo.clone())) else { return };
    let name = review.slice(host.clone());
    let is_part =
        !name.contains(['.', '[']) && !name.eq_ignore_ascii_case("localhost") && review.at.port().is_none();
    let rest = review.text.get(authority.end..).unwrap_or_default();
    let Some(at) = rest.rfind('@').filter(|at| is_part && *at > 1) else { return };
    let meant = rest.get(at + 1..).and_then(|meant| meant.split(['/', '?', '#']).next()).unwrap_or_default();
    let (other, port) = meant.split_once(':').unwrap_or((meant, ""));
    let is_port = port.bytes().all(|own| own.is_ascii_digit());
    let is_host = other.len() < meant.len() && !other.is_empty() && host::prefix(other).len() == other.len()
        || other.eq_ignore_ascii_case("localhost")
        || host::looks_like_domain(other) && host::prefix(other).len() == other.len();
    if is_host && is_port {
        let range = userinfo.start + password.start..authority.end + at;
        review.add(Code::DelimiterInPassword, Rule::userinfo, range, Detail::Text(name));
    }
}

/// Returns the part of the userinfo that looks like the host, excluding a possible password.
fn misleading(userinfo: &str, kind: Kind) -> Option<Range<usize>> {
    let own = user(userinfo);
    if userinfo.is_ascii() && !userinfo.contains('%') {
        let is_scheme = own.len() < userinfo.len() && is_scheme(own);
        return if is_scheme { Some(0..own.len()) } else { name_like_host(own, kind) };
    }
    // Some browsers decode a userinfo that they show, and some clients convert the whole authority by NFKC.
    let decoded = Decoded::new(userinfo).to_string_lossy();
    let mut shown = String::with_capacity(decoded.len());
    // Writing to a `String` cannot fail.
    let _ = write_mapped(&decoded, &mut shown);
    shown.retain(|own| !own.is_control() && !matches!(own, '\u{200C}' | '\u{200D}'));
    let name = user(&shown);
    let splits = |becomes: Mapped| becomes.to_string().contains(['/', '?', '#', '@', '\\', '[', ']']);
    let is_misleading = name.len() < shown.len() && is_scheme(name.trim())
        || name.starts_with('[')
        || name_like_host(name, kind).is_some()
        || decoded.chars().filter_map(mapped).any(splits);
    // If the colon before a password appears only in the decoded and converted userinfo, the name ends before the
    // first character that is decoded or converted.
    let is_plain = |own: char| own.is_ascii() && own != '%';
    let end = if name.len() < shown.len() && own.len() == userinfo.len() {
        own.find(|character| !is_plain(character)).unwrap_or(own.len())
    } else {
        own.len()
    };
    (is_misleading && !own.is_empty()).then_some(0..end)
}

/// Returns whether people take the text before a colon for the scheme of a URI.
fn is_scheme(text: &str) -> bool {
    ["http", "https", "ws", "wss", "ftp"].iter().any(|scheme| scheme.eq_ignore_ascii_case(text))
}

/// Returns the range of the first name that looks like the host. A name is a run of characters of host names, without the
/// dots at its ends.
fn name_like_host(text: &str, kind: Kind) -> Option<Range<usize>> {
    let is_delimiter = |own: char| match own {
        // Characters that look like a slash.
        '\u{2044}' | '\u{2215}' | '\u{29F8}' => true,
        '-' | '.' | '_' => false,
        _ => own.is_ascii() && !own.is_ascii_alphanumeric(),
    };
    let (mut end, mut follows_at_sign) = (0, false);
    text.split_inclusive(is_delimiter).find_map(|part| {
        let own = part.strip_suffix(is_delimiter).unwrap_or(part);
        let start = end + own.len() - own.trim_start_matches('.').len();
        let name = own.trim_matches('.');
        // In schemes with users, the user name may be a mail address, as for a mail server, so its domain is not reported.
        let is_domain_of_mail = follows_at_sign && !kind.has_no_users();
        end += part.len();
        follows_at_sign = end > 1 && part.ends_with('@');
        (!is_domain_of_mail && looks_like_host(name, kind)).then(|| start..start + name.len())
    })
}

impl Kind {
    /// Returns whether no userinfo is expected, as in `http` and `ws` URIs, and in references without a scheme.
    fn has_no_users(self) -> bool {
        matches!(self, Self::Http | Self::WebSocket | Self::None)
    }
}

/// Returns whether people may take the name for the host. If no userinfo is expected, this is every name with a dot, and
/// every number that is read as an address. The user names of other schemes may have a dot, but seldom two.
fn looks_like_host(name: &str, kind: Kind) -> bool {
    let is_address = || addresses::read_inet_aton(name).is_some();
    if name.eq_ignore_ascii_case("localhost") {
        true
    } else if kind.has_no_users() {
        name.contains('.') || is_address()
    } else {
        looks_like_site(name)
            || name.chars().any(|own| looks_like(own).is_some()) && looks_like_site(&latin(name))
            || is_address() && is_spelled_out(name)
    }
}

fn looks_like_site(name: &str) -> bool {
    let Some((before, last)) = name.rsplit_once('.') else { return false };
    let is_beyond_ascii = !last.is_empty() && last.chars().all(|own| !own.is_ascii() && own.is_alphabetic());
    // In `example.com-login`, people see `example.com`.
    let shorter = last.find('-').map_or(name, |at| name.split_at(before.len() + 1 + at).0);
    before.contains('.') && host::looks_like_domain(name)
        || host::looks_like_site(shorter)
        || is_beyond_ascii
        || name.split('.').any(|label| punycode::encoded(label).is_some())
}

/// Returns the name with look-alikes replaced by Latin letters.
fn latin(name: &str) -> String {
    name.chars().map(|own| looks_like(own).unwrap_or(own)).collect()
}

/// Returns whether an IP address is written in a form that people recognize: with three dots, or with dots and
/// hexadecimal numbers. A single number or a version such as `1.2` has neither.
fn is_spelled_out(address: &str) -> bool {
    let dots = address.matches('.').count();
    dots == 3 || dots > 0 && address.contains(['x', 'X'])
}
