//! The answers as JSON: one object a line, its keys in the order of the fields.

mod format;
mod raw;

use std::io::{self, Write};
use std::ops::Range;

use serde::Serialize;
use serde_json::Serializer;
use urigram::{Components, HostKind, PathKind, ReferenceKind};

use self::format::Showable;
use self::raw::{Hex, Lossy};
use crate::fault::Fault;

pub(crate) fn write_line(out: &mut impl Write, answer: &impl Serialize) -> io::Result<()> {
    answer.serialize(&mut Serializer::with_formatter(&mut *out, Showable))?;
    out.write_all(b"\n")
}

/// The components of a reference; what is undefined is `null`.
#[derive(Serialize)]
pub(crate) struct Parsed<'a> {
    input: &'a str,
    kind: Option<&'static str>,
    scheme: Option<&'a str>,
    authority: Option<&'a str>,
    userinfo: Option<&'a str>,
    host: Option<&'a str>,
    host_kind: Option<&'static str>,
    port: Option<&'a str>,
    path: Option<&'a str>,
    path_kind: Option<&'static str>,
    query: Option<&'a str>,
    fragment: Option<&'a str>,
}

impl<'a> Parsed<'a> {
    pub(crate) fn new(input: &'a str, components: &Components) -> Self {
        let text = |range: Option<Range<usize>>| input.get(range?);
        Self {
            input,
            kind: components.kind().map(|kind| match kind {
                ReferenceKind::Uri => "uri",
                ReferenceKind::RelativeRef => "relative-ref",
            }),
            scheme: text(components.scheme()),
            authority: text(components.authority()),
            userinfo: text(components.userinfo()),
            host: text(components.host()),
            host_kind: components.host_kind().map(|kind| match kind {
                HostKind::Ipv4 => "ipv4",
                HostKind::Ipv6 => "ipv6",
                HostKind::IpvFuture => "ipvfuture",
                HostKind::RegName => "reg-name",
            }),
            port: text(components.port()),
            path: text(components.path()),
            path_kind: components.path_kind().map(|kind| match kind {
                PathKind::AbEmpty => "abempty",
                PathKind::Absolute => "absolute",
                PathKind::NoScheme => "noscheme",
                PathKind::Rootless => "rootless",
                PathKind::Empty => "empty",
            }),
            query: text(components.query()),
            fragment: text(components.fragment()),
        }
    }
}

/// A reference and its target.
#[derive(Serialize)]
pub(crate) struct Resolved<'a> {
    pub(crate) base: &'a str,
    pub(crate) reference: &'a str,
    pub(crate) target: &'a str,
}

/// A target and the reference to it.
#[derive(Serialize)]
pub(crate) struct Relativized<'a> {
    pub(crate) base: &'a str,
    pub(crate) target: &'a str,
    pub(crate) reference: &'a str,
}

#[derive(Serialize)]
pub(crate) struct Blame {
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<&'static str>,
    component: String,
    offset: usize,
    found: Option<char>,
    message: String,
    help: String,
}

impl From<&Fault> for Blame {
    fn from(fault: &Fault) -> Self {
        Self {
            part: fault.part(),
            component: fault.component().to_owned(),
            offset: fault.offset(),
            found: fault.found(),
            message: fault.to_string(),
            help: fault.help(),
        }
    }
}

/// The whole of an input that is no text, which `input` cannot give back.
fn bytes(input: &[u8]) -> Option<Hex<'_>> {
    str::from_utf8(input).is_err().then_some(Hex(input))
}

/// Stands where the answer to a valid input would.
#[derive(Serialize)]
pub(crate) struct Invalid<'a> {
    input: Lossy<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<Hex<'a>>,
    error: Blame,
}

impl<'a> Invalid<'a> {
    pub(crate) fn new(input: &'a [u8], fault: &Fault) -> Self {
        Self { input: Lossy(input), bytes: bytes(input), error: fault.into() }
    }
}

/// What `check` says of a line.
#[derive(Serialize)]
pub(crate) struct Checked<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    line: u64,
    input: Lossy<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<Hex<'a>>,
    valid: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Blame>,
}

impl<'a> Checked<'a> {
    pub(crate) fn new(file: Option<&'a str>, line: u64, input: &'a [u8], fault: Option<&Fault>) -> Self {
        Self {
            file,
            line,
            input: Lossy(input),
            bytes: fault.and_then(|_| bytes(input)),
            valid: fault.is_none(),
            error: fault.map(Into::into),
        }
    }
}
