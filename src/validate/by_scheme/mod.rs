//! What the specification of a scheme requires beyond the generic syntax (section 1.1.1).
//!
//! In: a reference under review, whose scheme is known.
//! Out: findings about components that the scheme does not have, and about the path or the query of `mailto`,
//! `tel`, `urn`, `ldap` and `data`. The files of these return what is `wrong` with the text of a component.
//! Next: none.
#![expect(
    clippy::arithmetic_side_effects,
    reason = "a sum is an offset in the text, or one behind a component: that of a part, and one in the part"
)]

mod data;
mod ldap;
mod mailto;
mod tel;
mod urn;
mod wrong;

use core::ops::Range;

use self::wrong::Wrong;
use super::facts::Kind;
use super::finding::Detail;
use super::review::Review;
use super::table::Code;
use crate::grammar::Rule;

#[inline]
pub(super) fn check(review: &mut Review<'_, '_>) {
    match review.facts.kind {
        Kind::None | Kind::Http | Kind::Known | Kind::Opaque | Kind::Unknown => {}
        _ => check_known(review),
    }
}

fn check_known(review: &mut Review<'_, '_>) {
    match review.facts.kind {
        Kind::WebSocket => check_fragment(review),
        Kind::Ftp => {
            check_query(review);
            check_type(review);
        }
        Kind::File => {
            check_query(review);
            check_file(review);
        }
        Kind::Mailto => {
            check_opaque(review, Code::MailtoSyntax, mailto::path);
            check_text(review, Code::MailtoSyntax, Rule::query, mailto::query);
            check_header_fields(review);
        }
        Kind::Tel => {
            check_query(review);
            check_opaque(review, Code::TelSyntax, tel::path);
        }
        Kind::Urn => {
            check_opaque(review, Code::UrnSyntax, urn::path);
            check_text(review, Code::UrnSyntax, Rule::query, urn::query);
        }
        Kind::Ldap => {
            let has_authority = review.at.authority().is_some();
            let has_query = review.at.query().is_some();
            let path = |path: &str| ldap::path(path, has_authority, has_query);
            check_text(review, Code::LdapSyntax, Rule::path, path);
            check_text(review, Code::LdapSyntax, Rule::query, ldap::query);
        }
        Kind::Data => check_opaque(review, Code::DataSyntax, data::path),
        Kind::None | Kind::Http | Kind::Known | Kind::Opaque | Kind::Unknown => {}
    }
}

/// Checks the text of the path or the query.
fn check_text(
    review: &mut Review<'_, '_>,
    code: Code,
    rule: Rule,
    check: impl FnOnce(&str) -> Option<Wrong>,
) {
    let component = if rule == Rule::path { review.at.path() } else { review.at.query() };
    let Some(component) = component else { return };
    if let Some(Wrong { place, message, help }) = check(review.slice(component.clone())) {
        let range = component.start + place.start..component.start + place.end;
        review.add(code, rule, range, Detail::Message(message, help));
    }
}

/// Checks that no header field of a mail contains the next one (RFC 6068, section 7).
fn check_header_fields(review: &mut Review<'_, '_>) {
    let Some(query) = review.at.query() else { return };
    if let Some(place) = mailto::line_break(review.slice(query.clone())) {
        let range = query.start + place.start..query.start + place.end;
        review.add(Code::EncodedLineBreak, Rule::query, range, Detail::None);
    }
}

/// Checks the path, unless there is an authority, which is a finding by itself.
fn check_opaque(review: &mut Review<'_, '_>, code: Code, check: impl FnOnce(&str) -> Option<Wrong>) {
    if review.at.authority().is_none() {
        check_text(review, code, Rule::path, check);
    }
}

/// Returns a query or a fragment with its delimiter.
fn with_delimiter(component: Range<usize>) -> Range<usize> {
    component.start.saturating_sub(1)..component.end
}

fn check_fragment(review: &mut Review<'_, '_>) {
    if let Some(fragment) = review.at.fragment() {
        review.add(Code::FragmentNotAllowed, Rule::fragment, with_delimiter(fragment), Detail::None);
    }
}

fn check_query(review: &mut Review<'_, '_>) {
    if let Some(query) = review.at.query() {
        review.add(Code::QueryNotAllowed, Rule::query, with_delimiter(query), Detail::None);
    }
}

/// Checks the type code of `ftp` (RFC 1738, section 3.2.2).
fn check_type(review: &mut Review<'_, '_>) {
    let Some(path) = review.at.path() else { return };
    let text = review.slice(path.clone());
    let last = text.bytes().rposition(|byte| byte == b';').and_then(|at| text.get(at..));
    let kind = last.and_then(|parameter| parameter.strip_prefix(";type="));
    if let Some(kind) = kind.filter(|kind| !matches!(*kind, "a" | "i" | "d" | "A" | "I" | "D")) {
        review.add(Code::FtpType, Rule::path, path.end - kind.len()..path.end, Detail::None);
    }
}

/// Checks the host and the path of `file` (RFC 8089, section 2).
fn check_file(review: &mut Review<'_, '_>) {
    let Some(path) = review.at.path() else { return };
    if !review.slice(path.clone()).starts_with('/') {
        review.add(Code::FilePath, Rule::path, path, Detail::None);
    }
    let Some(host) = review.at.host().filter(|host| !host.is_empty()) else { return };
    let is_drive = host.len() == 1 && review.at.port().is_some();
    if !is_drive && !review.slice(host.clone()).eq_ignore_ascii_case("localhost") {
        review.add(Code::FileHost, Rule::host, host, Detail::None);
    }
}
