//! The requirements of scheme specifications beyond the generic syntax (section 1.1.1).
//!
//! In: a reference under review, whose scheme is known.
//! Out: findings about components that the scheme does not have, and about the path or the query of `mailto`,
//! `tel`, `urn`, `ldap` and `data`. The functions for these schemes check the text of a component, and return a
//! `Wrong` if it is invalid.
//! Next: none.
#![allow(
    clippy::arithmetic_side_effects,
    reason = "offsets within the text of a component, which has at most `LONGEST` bytes"
)]

use core::ops::Range;

use super::finding::Detail;
use super::review::Kind;
use super::review::Review;
use super::table::Code;
use crate::bytes::first_percent;
use crate::grammar::Rule;
use crate::percent::value;

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
            check_opaque(review, Code::MailtoSyntax, mailto_path);
            check_text(review, Code::MailtoSyntax, Rule::query, mailto_query);
            check_header_fields(review);
        }
        Kind::Tel => {
            check_query(review);
            check_opaque(review, Code::TelSyntax, tel_path);
        }
        Kind::Urn => {
            check_opaque(review, Code::UrnSyntax, urn_path);
            check_text(review, Code::UrnSyntax, Rule::query, urn_query);
        }
        Kind::Ldap => {
            let has_authority = review.at.authority().is_some();
            let has_query = review.at.query().is_some();
            let path = |path: &str| ldap_path(path, has_authority, has_query);
            check_text(review, Code::LdapSyntax, Rule::path, path);
            check_text(review, Code::LdapSyntax, Rule::query, ldap_query);
        }
        Kind::Data => check_opaque(review, Code::DataSyntax, data_path),
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
    if let Some(Wrong { range, message, help }) = check(review.slice(component.clone())) {
        let range = component.start + range.start..component.start + range.end;
        review.add(code, rule, range, Detail::Message(message, help));
    }
}

/// Checks that no header field of a mail contains a line break, which would begin another header field (RFC 6068, section 7).
fn check_header_fields(review: &mut Review<'_, '_>) {
    let Some(query) = review.at.query() else { return };
    if let Some(range) = line_break(review.slice(query.clone())) {
        let range = query.start + range.start..query.start + range.end;
        review.add(Code::EncodedLineBreak, Rule::query, range, Detail::None);
    }
}

/// Checks the path, unless there is an authority, for which another check adds a finding.
fn check_opaque(review: &mut Review<'_, '_>, code: Code, check: impl FnOnce(&str) -> Option<Wrong>) {
    if review.at.authority().is_none() {
        check_text(review, code, Rule::path, check);
    }
}

/// Returns the range of a query or a fragment with its delimiter.
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
    let text = review.slice(path.clone());
    if !text.starts_with('/') {
        // `drive-letter path-absolute` (RFC 8089, appendix E.2).
        let has_drive = matches!(text.as_bytes(), [letter, b':', b'/', ..] if letter.is_ascii_alphabetic());
        let code = if has_drive { Code::FileDrive } else { Code::FilePath };
        review.add(code, Rule::path, path.clone(), Detail::None);
    }
    let Some(host) = review.at.host().filter(|host| !host.is_empty()) else { return };
    let is_drive = host.len() == 1 && review.at.port().is_some();
    if !is_drive && is_part_of_path(review.slice(host.clone()), review.slice(path)) {
        review.add(Code::FileHost, Rule::host, host, Detail::None);
    }
}

/// The directories in the root of Unix (Filesystem Hierarchy Standard 3.0, sections 3 and 6.1) and of macOS.
const DIRECTORIES: [&str; 26] = [
    "applications",
    "bin",
    "boot",
    "dev",
    "etc",
    "home",
    "lib",
    "lib32",
    "lib64",
    "library",
    "media",
    "mnt",
    "opt",
    "private",
    "proc",
    "root",
    "run",
    "sbin",
    "srv",
    "sys",
    "system",
    "tmp",
    "users",
    "usr",
    "var",
    "volumes",
];

/// Returns whether the host of a `file` URI was probably meant as the first part of a path: a directory, or a name that no
/// share follows.
fn is_part_of_path(host: &str, path: &str) -> bool {
    let share = path.split('/').nth(1).unwrap_or_default();
    let has_share = !share.is_empty() && !matches!(share.as_bytes(), [_, b':']);
    let is_directory =
        host.len() == 1 || host == ".." || DIRECTORIES.iter().any(|own| host.eq_ignore_ascii_case(own));
    !host.eq_ignore_ascii_case("localhost") && (is_directory || !has_share)
}

// `data` (RFC 2397, section 3): a media type, an optional `;base64`, and the data after a comma.

/// Returns a fault in the media type or the data.
fn data_path(path: &str) -> Option<Wrong> {
    let Some((head, data)) = path.split_once(',') else {
        let help = "write a comma after the media type, or `data:,` and the text";
        return Some(Wrong::new(path.len()..path.len(), "there is no comma before the data", help));
    };
    let media_type = head.split(';').next().unwrap_or_default();
    if !media_type.is_empty() && !media_type.contains('/') {
        let help = "write a type such as `text/plain`, or none";
        return Some(Wrong::new(0..media_type.len(), "the media type has no `/`", help));
    }
    let is_encoded = head.rsplit_once(';').is_some_and(|(_, last)| last.eq_ignore_ascii_case("base64"));
    let is_base64 = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=' | b'%');
    let wrong = data.bytes().position(|byte| !is_base64(byte)).filter(|_| is_encoded)?;
    let at = path.len() - data.len() + wrong;
    let help = "base64 has letters, digits, `+`, `/` and `=`; without `;base64`, the data are text";
    Some(Wrong::at_character(
        path,
        at,
        "the data are marked as base64, but contain a character that base64 does not have",
        help,
    ))
}

// `ldap` (RFC 4516, section 2): a distinguished name as the path, and up to four fields as the query.

/// Returns a fault if the `//` or the `/` before the query is missing.
fn ldap_path(path: &str, has_authority: bool, has_query: bool) -> Option<Wrong> {
    if !has_authority {
        let help = "write two slashes after the colon, and a third one before a name: `ldap:///dc=example`";
        return Some(Wrong::new(0..0, "there is no `//` before the host or the name", help));
    }
    let missing =
        Wrong::new(0..0, "there is no `/` between the host and the query", "write `/` before the `?`");
    (path.is_empty() && has_query).then_some(missing)
}

/// Returns the first fault in the attributes, the scope, the filter or the extensions.
fn ldap_query(query: &str) -> Option<Wrong> {
    let mut start = 0;
    for (index, field) in query.split('?').enumerate() {
        let is_scope = || ["", "base", "one", "sub"].iter().any(|scope| field.eq_ignore_ascii_case(scope));
        match index {
            1 if !is_scope() => {
                let help = "write `base`, `one`, `sub` or nothing";
                return Some(Wrong::new(start..start + field.len(), "the second field is not a scope", help));
            }
            4 => {
                let help = "the fields are attributes, scope, filter and extensions; in a filter write `%3F` for `?`";
                return Some(Wrong::new(start - 1..query.len(), "the query has more than four fields", help));
            }
            _ => start += field.len() + 1,
        }
    }
    None
}

// `mailto` (RFC 6068, section 2): addresses separated by commas, and header fields as a query.

/// Returns the fault of the first invalid address. The path may be empty.
fn mailto_path(path: &str) -> Option<Wrong> {
    if is_plain(path.as_bytes()) {
        return None;
    }
    let mut start = 0;
    for one in path.split(',').filter(|_| !path.is_empty()) {
        if let Some(Wrong { range, message, help }) = address(one) {
            return Some(Wrong::new(start + range.start..start + range.end, message, help));
        }
        start += one.len() + 1;
    }
    None
}

/// Returns whether the path is a single simple address, the most frequent case.
fn is_plain(path: &[u8]) -> bool {
    let (mut at, mut others) = (0, 0);
    for &byte in path {
        at += usize::from(byte == b'@');
        others += usize::from(byte == b',' || is_wrong(byte));
    }
    at == 1 && others == 1 && path.first() != Some(&b'@') && path.last() != Some(&b'@')
}

/// Returns whether the byte must be percent-encoded in a part of an address before or after its `@`.
const fn is_wrong(byte: u8) -> bool {
    matches!(byte, b'/' | b'&' | b';' | b'=' | b'(' | b')' | b':' | b'@')
}

fn address(address: &str) -> Option<Wrong> {
    let whole = 0..address.len();
    let Some((local, domain)) = address.split_once('@') else {
        let message =
            if address.is_empty() { "a mail address is empty" } else { "a mail address has no `@`" };
        let help =
            "write `user@example.com`, with a comma between two addresses; in a name write `,` as `%2C`";
        return Some(Wrong::new(whole, message, help));
    };
    if local.is_empty() || domain.is_empty() {
        let message = "a mail address lacks the part before or after its `@`";
        return Some(Wrong::new(whole, message, "write `user@example.com`"));
    }
    let at = address.bytes().enumerate().position(|(at, byte)| is_wrong(byte) && at != local.len())?;
    let message = "a mail address contains a character that must be percent-encoded there";
    Some(Wrong::at_character(
        address,
        at,
        message,
        "percent-encode it, or write a comma between two addresses",
    ))
}

/// Returns the fault of the first invalid header field.
fn mailto_query(query: &str) -> Option<Wrong> {
    let mut start = 0;
    for field in query.split('&') {
        if field.split_once('=').is_none_or(|(name, _)| name.is_empty()) {
            let message = "a header field is not a name, `=` and a value";
            let help = "write `name=value`, with `&` between two fields; in a value write `&` as `%26`";
            return Some(Wrong::new(start..start + field.len(), message, help));
        }
        start += field.len() + 1;
    }
    None
}

/// Returns the range of the first encoded line break outside of the field `body`, in which line breaks are allowed (RFC 6068,
/// section 5).
fn line_break(query: &str) -> Option<Range<usize>> {
    let mut start = 0;
    for field in query.split('&') {
        let name = field.split('=').next().unwrap_or(field);
        let is_body = name.eq_ignore_ascii_case("body");
        let at = if is_body { None } else { first_line_break(field.as_bytes()) };
        if let Some(at) = at {
            return Some(start + at..start + at + 3);
        }
        start += field.len() + 1;
    }
    None
}

fn first_line_break(field: &[u8]) -> Option<usize> {
    let mut from = 0;
    loop {
        let at = first_percent(field, from)?;
        let digits = field.get(at + 1..).and_then(|rest| rest.first_chunk());
        if digits.is_some_and(|&digits| matches!(value(digits), 0x0A | 0x0D)) {
            return Some(at);
        }
        from = at + 1;
    }
}

// `tel` (RFC 3966, section 3): a number and its parameters, each after a `;`.

const HELP: &str = "write `+`, the country code and the number, such as `+1-201-555-0123`";

/// Returns a fault in the number.
fn tel_path(path: &str) -> Option<Wrong> {
    let are_digits = |text: &[u8]| text.iter().all(|&byte| byte.is_ascii_digit() || is_separator(byte));
    // A global number without parameters is the most frequent case.
    if matches!(path.as_bytes(), [b'+', b'0'..=b'9', rest @ ..] if are_digits(rest)) {
        return None;
    }
    let (number, parameters) = path.split_once(';').unwrap_or((path, ""));
    let global = number.strip_prefix('+');
    // In a local number, a percent-encoded `#` is a digit.
    let digits = global.unwrap_or(number);
    let is_digit = |at: usize, byte: u8| match byte {
        b'0'..=b'9' => true,
        b'a'..=b'f' | b'A'..=b'F' | b'*' => global.is_none(),
        b'%' => global.is_none() && digits.get(at..at + 3) == Some("%23"),
        _ => false,
    };
    let wrong = digits.bytes().enumerate().position(|(at, byte)| !is_digit(at, byte) && !is_separator(byte));
    if let Some(at) = wrong {
        let at = number.len() - digits.len() + at;
        return Some(Wrong::at_character(number, at, "no telephone number contains this character", HELP));
    }
    if !digits.bytes().enumerate().any(|(at, byte)| is_digit(at, byte)) {
        return Some(Wrong::new(0..number.len(), "the telephone number has no digits", HELP));
    }
    if global.is_none() && !parameters.split(';').any(is_context) {
        let message = "the telephone number is local, but no parameter says where it is valid";
        let help =
            "write `+` and the country code before it, or the area after it, as in `;phone-context=+1`";
        return Some(Wrong::new(0..number.len(), message, help));
    }
    None
}

/// Returns whether the byte is a visual separator.
const fn is_separator(byte: u8) -> bool {
    matches!(byte, b'-' | b'.' | b'(' | b')')
}

fn is_context(parameter: &str) -> bool {
    let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
    name.eq_ignore_ascii_case("phone-context") && !value.is_empty()
}

// `urn` (RFC 8141, section 2): a namespace, a `:`, and a name in it.

/// Returns a fault in the namespace or the name.
fn urn_path(path: &str) -> Option<Wrong> {
    let (namespace, name) = path.split_once(':').unwrap_or((path, ""));
    if !is_namespace(namespace) {
        let help = "a namespace has 2 to 32 letters, digits and hyphens, and is not `urn`; no hyphen is first or last";
        return Some(Wrong::new(0..namespace.len(), "`urn:` is not followed by a valid namespace", help));
    }
    if name.is_empty() || name.starts_with('/') {
        let start = path.len() - name.len();
        let help = "write `urn:`, the namespace, `:` and the name in it";
        return Some(Wrong::new(
            start..start + name.len().min(1),
            "the name in the namespace is missing",
            help,
        ));
    }
    let namespaces = [
        ("uuid", is_uuid as fn(&str) -> bool, NOT_A_UUID),
        ("oid", is_oid, NOT_AN_OID),
        ("isbn", is_isbn, NOT_AN_ISBN),
        ("issn", is_issn, NOT_AN_ISSN),
    ];
    let (_, is_valid, (message, help)) =
        namespaces.into_iter().find(|(own, ..)| own.eq_ignore_ascii_case(namespace))?;
    (!is_valid(name)).then(|| Wrong::new(path.len() - name.len()..path.len(), message, help))
}

const NOT_A_UUID: (&str, &str) = (
    "the name in the namespace `uuid` is not a UUID (RFC 9562, section 4)",
    "a UUID has 8, 4, 4, 4 and 12 hexadecimal digits with hyphens between, as in `f81d4fae-7dec-11d0-a765-00a0c91e6bf6`",
);
const NOT_AN_OID: (&str, &str) = (
    "the name in the namespace `oid` is not an object identifier (RFC 3061, section 2)",
    "write decimal numbers without leading zeros, with dots between, as in `1.3.6.1`",
);
const NOT_AN_ISBN: (&str, &str) = (
    "the name in the namespace `isbn` is not an ISBN (ISO 2108)",
    "an ISBN has 13 or 10 digits, perhaps with hyphens; the last one, which may be `X` if there are 10, checks the others",
);
const NOT_AN_ISSN: (&str, &str) = (
    "the name in the namespace `issn` is not an ISSN (RFC 3044, section 2)",
    "an ISSN has 8 digits with a hyphen in the middle; the last one, which may be `X`, checks the others",
);

fn is_uuid(name: &str) -> bool {
    let mut groups =
        name.split('-').map(|group| (group.len(), group.bytes().all(|own| own.is_ascii_hexdigit())));
    [8, 4, 4, 4, 12].into_iter().all(|length| groups.next() == Some((length, true)))
        && groups.next().is_none()
}

fn is_oid(name: &str) -> bool {
    let is_number = |arc: &str| {
        !arc.is_empty()
            && arc.bytes().all(|own| own.is_ascii_digit())
            && (arc.len() == 1 || !arc.starts_with('0'))
    };
    name.split('.').all(is_number)
}

fn is_isbn(name: &str) -> bool {
    let digits = || name.bytes().filter(|own| *own != b'-');
    match digits().count() {
        10 => has_check_digit(digits(), 10),
        13 => {
            let weighted = digits().zip([1, 3].into_iter().cycle());
            let sum: u32 = weighted.map(|(own, weight)| weight * u32::from(own.wrapping_sub(b'0'))).sum();
            digits().all(|own| own.is_ascii_digit()) && sum % 10 == 0
        }
        _ => false,
    }
}

fn is_issn(name: &str) -> bool {
    name.len() == 9
        && name.bytes().position(|own| own == b'-') == Some(4)
        && has_check_digit(name.bytes().filter(|own| *own != b'-'), 8)
}

/// Returns whether these are digits, and the last one, or an `X` for 10, makes their sum, weighted from `count` to 1, a
/// multiple of 11.
fn has_check_digit(digits: impl Iterator<Item = u8>, count: u32) -> bool {
    let weighted = digits.zip((1..=count).rev()).map(|(own, weight)| match own {
        b'0'..=b'9' => Some(weight * u32::from(own - b'0')),
        b'X' | b'x' if weight == 1 => Some(10),
        _ => None,
    });
    weighted.sum::<Option<u32>>().is_some_and(|sum| sum % 11 == 0)
}

fn is_namespace(text: &str) -> bool {
    (2..=32).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        && !text.starts_with('-')
        && !text.ends_with('-')
        && !text.eq_ignore_ascii_case("urn")
}

/// Returns a fault unless the query is an r-component or a q-component.
fn urn_query(query: &str) -> Option<Wrong> {
    let component = query.strip_prefix(['+', '=']).unwrap_or_default();
    if component.is_empty() || component.starts_with(['/', '?']) {
        let help = "write `?=` before a query, `?+` before parameters for the resolver, and `%3F` for a `?` in a name";
        return Some(Wrong::new(
            0..query.len(),
            "the query of a URN begins with neither `?=` nor `?+`",
            help,
        ));
    }
    None
}

struct Wrong {
    /// The range in the component.
    range: Range<usize>,
    message: &'static str,
    help: &'static str,
}

impl Wrong {
    const fn new(range: Range<usize>, message: &'static str, help: &'static str) -> Self {
        Self { range, message, help }
    }

    /// Returns a fault at the character or percent-encoded octet at this offset.
    #[expect(clippy::arithmetic_side_effects, reason = "less than three bytes after a character")]
    fn at_character(text: &str, at: usize, message: &'static str, help: &'static str) -> Self {
        let character = text.get(at..).and_then(|rest| rest.chars().next());
        let len = if character == Some('%') { 3 } else { character.map_or(0, char::len_utf8) };
        Self::new(at..text.len().min(at + len), message, help)
    }
}
