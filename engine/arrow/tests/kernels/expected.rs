//! The expected results, computed by the library's public accessors and by hand, independently of the
//! kernels.

use urigram::normalize::Level;
use urigram::percent::DecodeError;
use urigram::scheme::Schemes;
use urigram::{Error, Host, PortError, Uri, UriReference};
use urigram_arrow::{Coding, Component, DefaultPort, Part};

use crate::rows::Cell;

/// A result, or the error with `Invalid::Fail` and the result with `Invalid::Null`.
pub(crate) type Row<'a> = Result<Cell<'a>, (Error, Cell<'a>)>;

pub(crate) fn fault<'a>(error: impl Into<Error>) -> (Error, Cell<'a>) {
    (error.into(), Cell::Null)
}

pub(crate) fn of<'a>(text: &'a str, cell: impl FnOnce(UriReference<&'a str>) -> Cell<'a>) -> Row<'a> {
    UriReference::parse(text).map(cell).map_err(fault)
}

pub(crate) fn component<'a>(reference: &UriReference<&'a str>, component: Component) -> Cell<'a> {
    Cell::or_null(match component {
        Component::Scheme => reference.scheme().map(|scheme| scheme.as_str()),
        Component::Authority => reference.authority().map(|authority| authority.as_str()),
        Component::Userinfo => reference.userinfo().map(|userinfo| userinfo.as_str()),
        Component::Host => reference.host_str(),
        Component::Port => reference.port().map(|port| port.as_str()),
        Component::Path => Some(reference.path().as_str()),
        Component::Query => reference.query().map(|query| query.as_str()),
        Component::Fragment => reference.fragment().map(|fragment| fragment.as_str()),
    })
}

pub(crate) fn kind<'a>(reference: &UriReference<&'a str>) -> Cell<'a> {
    Cell::text(if reference.is_uri() { "uri" } else { "relative-ref" })
}

pub(crate) fn host_kind<'a>(reference: &UriReference<&'a str>) -> Cell<'a> {
    Cell::or_null(reference.host().map(|host| match host {
        Host::Ipv4(_) => "ipv4",
        Host::Ipv6(_) => "ipv6",
        Host::IpvFuture { .. } => "ipvfuture",
        Host::RegName(_) => "reg-name",
        other => panic!("{other} is not a host of RFC 3986"),
    }))
}

pub(crate) fn parsed<'a>(reference: &UriReference<&'a str>) -> Cell<'a> {
    use Component::{Fragment, Host, Path, Port, Query, Scheme, Userinfo};
    let mut fields = vec![kind(reference)];
    fields.extend([Scheme, Userinfo, Host].map(|part| component(reference, part)));
    fields.push(host_kind(reference));
    fields.extend([Port, Path, Query, Fragment].map(|part| component(reference, part)));
    Cell::List(fields)
}

pub(crate) fn port(text: &str, default: DefaultPort) -> Row<'_> {
    let reference = UriReference::parse(text).map_err(fault)?;
    let digits = reference.port().map_or("", |port| port.as_str());
    let of_scheme = || Schemes::new().get(reference.scheme()?.as_str())?.default_port();
    let number = match (digits, default) {
        ("", DefaultPort::Ignored) => None,
        ("", DefaultPort::Filled) => of_scheme(),
        (digits, _) => Some(digits.parse().map_err(|_| fault(PortError::TooLarge))?),
    };
    Ok(number.map_or(Cell::Null, |number: u16| Cell::Number(number.into())))
}

/// A key or a value: its octets and, for each octet, the offset of its encoded form in the whole text.
struct Data {
    octets: Vec<u8>,
    offsets: Vec<usize>,
}

impl Data {
    fn of(text: &str, start: usize, coding: Coding) -> Self {
        let (mut octets, mut offsets, mut at) = (Vec::new(), Vec::new(), 0);
        while let Some(&byte) = text.as_bytes().get(at) {
            offsets.push(start + at);
            let (octet, length) = match byte {
                b'%' => (u8::from_str_radix(&text[at + 1..at + 3], 16).unwrap(), 3),
                b'+' if coding == Coding::Form => (b' ', 1),
                other => (other, 1),
            };
            octets.push(octet);
            at += length;
        }
        Self { octets, offsets }
    }

    fn cell(&self) -> (Cell<'static>, Option<Error>) {
        match String::from_utf8(self.octets.clone()) {
            Ok(text) => (Cell::text(text), None),
            Err(error) => {
                let offset = self.offsets[error.utf8_error().valid_up_to()];
                let lossy = String::from_utf8_lossy(&self.octets).into_owned();
                (Cell::text(lossy), Some(DecodeError::NotUtf8 { offset }.into()))
            }
        }
    }
}

/// Splits the query into pairs by hand.
fn split(reference: &UriReference<&str>, coding: Coding) -> Option<Vec<(Data, Option<Data>)>> {
    let query = reference.query()?.as_str();
    let mut start = reference.as_str().find('?').unwrap() + 1;
    let mut pairs = Vec::new();
    for pair in query.split('&') {
        let (key, value) = match pair.split_once('=') {
            Some((key, value)) => (key, Some(Data::of(value, start + key.len() + 1, coding))),
            None => (pair, None),
        };
        if !pair.is_empty() {
            pairs.push((Data::of(key, start, coding), value));
        }
        start += pair.len() + 1;
    }
    Some(pairs)
}

pub(crate) fn pairs(text: &str, coding: Coding, distinct: bool) -> Row<'_> {
    let reference = UriReference::parse(text).map_err(fault)?;
    let Some(pairs) = split(&reference, coding) else { return Ok(Cell::Null) };
    let (mut list, mut seen, mut first) = (Vec::new(), Vec::new(), None);
    for (key, value) in pairs {
        let (key, error) = key.cell();
        first = first.or(error);
        if distinct && seen.contains(&key) {
            continue;
        }
        seen.push(key.clone());
        let (value, error) = value.map_or((Cell::Null, None), |value| value.cell());
        first = first.or(error);
        list.push(Cell::List(vec![key, value]));
    }
    first.map_or(Ok(Cell::List(list.clone())), |error| Err((error, Cell::List(list))))
}

pub(crate) fn query_get<'a>(text: &'a str, key: &str, coding: Coding) -> Row<'a> {
    let reference = UriReference::parse(text).map_err(fault)?;
    let pairs = split(&reference, coding).unwrap_or_default();
    let found = pairs.into_iter().find(|(found, _)| found.octets == key.as_bytes());
    match found.and_then(|(_, value)| value).map(|value| value.cell()) {
        None => Ok(Cell::Null),
        Some((cell, None)) => Ok(cell),
        Some((cell, Some(error))) => Err((error, cell)),
    }
}

pub(crate) fn encoded(text: &str, part: Part) -> Cell<'static> {
    let stays: &str = match part {
        Part::Userinfo => "-._~!$&'()*+,;=:",
        Part::RegName => "-._~!$&'()*+,;=",
        Part::Path => "-._~!$&'()*+,;=:@/",
        Part::Segment => "-._~!$&'()*+,;=:@",
        Part::Query | Part::Fragment => "-._~!$&'()*+,;=:@/?",
        Part::QueryValue => "-._~!$'()*,:@/?",
        Part::Form => "-._*",
    };
    let mut encoded = String::new();
    for byte in text.bytes() {
        match char::from(byte) {
            ' ' if part == Part::Form => encoded.push('+'),
            letter if letter.is_ascii_alphanumeric() || stays.contains(letter) => encoded.push(letter),
            _ => encoded += &format!("%{byte:02X}"),
        }
    }
    Cell::text(encoded)
}

pub(crate) fn decoded(text: &str, coding: Coding) -> Row<'_> {
    let is_triplet = |at: usize| {
        let digits = text.as_bytes().get(at + 1..at + 3);
        digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    };
    if let Some((offset, _)) = text.match_indices('%').find(|&(at, _)| !is_triplet(at)) {
        return Err(fault(DecodeError::Digits { offset }));
    }
    match Data::of(text, 0, coding).cell() {
        (cell, None) => Ok(cell),
        (_, Some(error)) => Err(fault(error)),
    }
}

pub(crate) fn resolved<'a>(base: &str, text: &'a str) -> Row<'a> {
    let base = Uri::parse(base).map_err(fault)?;
    let reference = UriReference::parse(text).map_err(fault)?;
    base.resolve(&reference).map(|target| Cell::text(target.into_inner())).map_err(fault)
}

/// Returns the shortest reference, and checks that it resolves to the target.
pub(crate) fn relativized<'a>(base: &str, text: &'a str) -> Row<'a> {
    let base = Uri::parse(base).map_err(fault)?;
    let target = Uri::parse(text).map_err(fault)?;
    let reference = base.relativize(&target).map_err(fault)?;
    assert_eq!(base.resolve(&reference).unwrap().as_str(), text, "{base} {reference}");
    Ok(Cell::text(reference.into_inner()))
}

pub(crate) fn normal(text: &str, level: Level) -> Result<String, urigram::ParseError> {
    let reference = UriReference::parse(text)?;
    Ok(reference.normalize_to(level).as_str().to_owned())
}

pub(crate) fn equivalent<'a>(a: &str, b: &'a str, level: Level) -> Row<'a> {
    Ok(Cell::Bool(normal(a, level).map_err(fault)? == normal(b, level).map_err(fault)?))
}

pub(crate) fn compared<'a>(a: &str, b: &'a str) -> Row<'a> {
    for level in [Level::String, Level::Case, Level::Percent, Level::Path, Level::Scheme] {
        if equivalent(a, b, level)? == Cell::Bool(true) {
            return Ok(Cell::text(level.as_str()));
        }
    }
    Ok(Cell::text("different"))
}
