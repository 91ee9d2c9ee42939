//! The answers as JSON: one object a line, its keys in the order of the fields.

use std::borrow::Cow;
use std::io::{self, Write};
use std::ops::Range;

use serde::Serialize;
use urigram::{Components, HostKind, PathKind, ReferenceKind};

use crate::fault::Fault;

pub(crate) fn write_line(out: &mut impl Write, answer: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, answer)?;
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

#[derive(Serialize)]
pub(crate) struct Blame {
    component: &'static str,
    offset: usize,
    found: Option<char>,
    message: String,
    help: String,
}

impl From<&Fault> for Blame {
    fn from(fault: &Fault) -> Self {
        Self {
            component: fault.component(),
            offset: fault.offset(),
            found: fault.found(),
            message: fault.to_string(),
            help: fault.help(),
        }
    }
}

/// Stands where the answer to a valid input would.
#[derive(Serialize)]
pub(crate) struct Invalid<'a> {
    input: Cow<'a, str>,
    error: Blame,
}

impl<'a> Invalid<'a> {
    pub(crate) fn new(input: &'a [u8], fault: &Fault) -> Self {
        Self { input: String::from_utf8_lossy(input), error: fault.into() }
    }
}

/// What `check` says of a line.
#[derive(Serialize)]
pub(crate) struct Checked<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) file: Option<&'a str>,
    pub(crate) line: u64,
    pub(crate) input: Cow<'a, str>,
    pub(crate) valid: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<Blame>,
}
