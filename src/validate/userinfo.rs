//! The userinfo (section 3.2.1): a password, and a name that looks like the host (section 7.6).
#![expect(
    clippy::arithmetic_side_effects,
    reason = "a sum is the offset in the text of a part of the userinfo"
)]

use alloc::string::String;
use core::ops::Range;

use super::facts::Kind;
use super::finding::Detail;
use super::letters::{mapped, write_mapped};
use super::review::Review;
use super::table::Code;
use super::{hosts, inet_aton, punycode};
use crate::bytes::{password, user};
use crate::grammar::Rule;
use crate::percent::Decoded;

const SCHEMES: [&str; 2] = ["http", "https"];

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

/// Returns the part of the userinfo that looks like the host.
fn misleading(userinfo: &str, kind: Kind) -> Option<Range<usize>> {
    let own = user(userinfo);
    if userinfo.is_ascii() && !userinfo.contains('%') {
        return name_like_host(own, kind);
    }
    // Where browsers show a userinfo, they decode it, and other clients convert the whole authority by NFKC.
    let decoded = Decoded::new(userinfo).to_string_lossy();
    let mut shown = String::with_capacity(decoded.len());
    // Writing to a `String` cannot fail.
    let _ = write_mapped(&decoded, &mut shown);
    let is_uri = after_scheme(&shown).is_some();
    let becomes_delimiter = || decoded.chars().filter_map(mapped).any(|becomes| becomes.has_delimiter());
    let is_misleading = is_uri || name_like_host(user(&shown), kind).is_some() || becomes_delimiter();
    // What follows a colon may be a password.
    (is_misleading && !own.is_empty()).then_some(0..own.len())
}

/// Returns what follows `http://` or `https://`, if the text begins with one of them.
fn after_scheme(text: &str) -> Option<&str> {
    let (scheme, rest) = text.split_once("://")?;
    SCHEMES.iter().any(|own| own.eq_ignore_ascii_case(scheme)).then_some(rest)
}

/// Returns where the first name lies that looks like the host. A name consists of characters of host names, without dots
/// around it.
fn name_like_host(text: &str, kind: Kind) -> Option<Range<usize>> {
    let is_delimiter =
        |own: char| own.is_ascii() && !own.is_ascii_alphanumeric() && !matches!(own, '-' | '.');
    let mut end = 0;
    text.split(is_delimiter).find_map(|part| {
        let start = end + part.len() - part.trim_start_matches('.').len();
        end += part.len() + 1;
        let name = part.trim_matches('.');
        looks_like_host(name, kind).then(|| start..start + name.len())
    })
}

/// Returns whether a person may take the name for the host. In `http` and `ws` URIs and in references without a scheme, where no
/// userinfo is expected, that is each name with a dot, and each number that is read as an address. The user names of other
/// schemes may have a dot, but seldom two.
fn looks_like_host(name: &str, kind: Kind) -> bool {
    if name.eq_ignore_ascii_case("localhost") {
        return true;
    }
    match kind {
        Kind::Http | Kind::WebSocket | Kind::None => name.contains('.') || inet_aton::read(name).is_some(),
        _ => {
            let dots = name.matches('.').count();
            // `1.2` may be a version.
            let is_address = || dots == 3 || name.contains(['x', 'X']);
            dots > 1 && hosts::looks_like_domain(name)
                || hosts::looks_like_site(name)
                || dots > 0 && name.split('.').any(|label| punycode::encoded(label).is_some())
                || is_address() && inet_aton::read(name).is_some()
        }
    }
}
