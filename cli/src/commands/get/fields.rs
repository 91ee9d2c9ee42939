//! The fields of `uri get`, and their forms.

use std::borrow::Cow;
use std::ops::Range;

use urigram::grammar::Rfc3987;
use urigram::percent::{DecodeError, Decoded};
use urigram::{Host, IriReference, RegName, percent};

use crate::fault::Fault;
use crate::output::components::{Details, fields};

/// A reference, and the separator of the pairs in its query. Each URI reference is an IRI reference too.
#[derive(Clone, Copy)]
pub(super) struct Of<'i> {
    pub(super) reference: &'i IriReference<&'i str>,
    pub(super) separator: char,
}

/// A part of a reference: its text, and the offset of it.
#[derive(Clone, Copy)]
pub(super) struct Part<'i> {
    pub(super) text: &'i str,
    pub(super) start: usize,
}

/// A field that is one text: its name, the forms that it has, and its part of a reference; `None` if it is undefined.
pub(super) struct Field {
    pub(super) name: &'static str,
    pub(super) forms: &'static [Form],
    pub(super) part: for<'i> fn(Of<'i>, &'static str) -> Option<Part<'i>>,
}

/// The fields, in the order of `uri parse`.
pub(super) const FIELDS: &[Field] = &[
    Field { name: "input", forms: &[Form::Decoded], part: |of, _| Some(of.part(0..of.text().len())) },
    Field { name: "kind", forms: &[], part: parsed },
    Field { name: "scheme", forms: PLACE, part: parsed },
    Field { name: "authority", forms: TEXT, part: parsed },
    Field { name: "userinfo", forms: TEXT, part: parsed },
    Field { name: "user", forms: TEXT, part: |of, _| of.userinfo().map(|(user, _)| user) },
    Field { name: "password", forms: TEXT, part: |of, _| of.userinfo()?.1 },
    Field { name: "host", forms: HOST, part: parsed },
    Field { name: "host_kind", forms: &[], part: parsed },
    Field { name: "port", forms: PORT, part: parsed },
    Field { name: "path", forms: TEXT, part: parsed },
    Field { name: "path_kind", forms: &[], part: parsed },
    Field { name: "query", forms: QUERY, part: parsed },
    Field { name: "fragment", forms: TEXT, part: parsed },
    Field { name: "registrable", forms: TEXT, part: |of, _| of.registrable() },
];

/// How a field is written. Without a form, it is written as it is in the reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Decoded,
    /// Decoded, with `+` as a space.
    PlusIsSpace,
    Unicode,
    Ascii,
    Number,
    Default,
    IsDefault,
    Start,
    End,
}

const PLACE: &[Form] = &[Form::Start, Form::End];
const TEXT: &[Form] = &[Form::Decoded, Form::Start, Form::End];
const HOST: &[Form] = &[Form::Decoded, Form::Unicode, Form::Ascii, Form::Start, Form::End];
const PORT: &[Form] = &[Form::Number, Form::Default, Form::IsDefault, Form::Start, Form::End];
pub(super) const QUERY: &[Form] = &[Form::Decoded, Form::PlusIsSpace, Form::Start, Form::End];
pub(super) const SEGMENT: &[Form] = TEXT;

impl Form {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Decoded => "decoded",
            Self::PlusIsSpace => "form",
            Self::Unicode => "unicode",
            Self::Ascii => "ascii",
            Self::Number => "number",
            Self::Default => "default",
            Self::IsDefault => "is_default",
            Self::Start => "start",
            Self::End => "end",
        }
    }

    /// Returns a part in this form; `None` if it is undefined in it.
    pub(super) fn of<'i>(self, of: Of<'i>, part: Option<Part<'i>>) -> Result<Option<Cow<'i, str>>, Fault> {
        let number = |number: usize| Cow::Owned(number.to_string());
        let port = || of.details().port();
        Ok(match (self, part) {
            (Self::Default, _) => of.reference.port_or_default().map(|port| number(port.into())),
            (Self::IsDefault, _) => Some(Cow::Borrowed(if port().is_default { "true" } else { "false" })),
            (_, None) => None,
            (Self::Decoded, Some(part)) => Some(part.decoded(percent::decode_lenient)?),
            (Self::PlusIsSpace, Some(part)) => Some(part.decoded(percent::decode_form_lenient)?),
            (Self::Unicode, Some(part)) => {
                Some(of.name().map_or(Cow::Borrowed(part.text), |name| name.to_unicode()))
            }
            (Self::Ascii, Some(part)) => match of.name().map(|name| name.to_ascii()) {
                None => Some(Cow::Borrowed(part.text)),
                Some(ascii) => Some(ascii.map_err(|error| {
                    let help = "`{host}` is the host as it is written";
                    Fault::at(part.start, of.text(), "host", error.to_string(), help)
                })?),
            },
            (Self::Number, Some(_)) => port().number.map(|port| number(port.into())),
            (Self::Start, Some(part)) => Some(number(part.start)),
            (Self::End, Some(part)) => Some(number(part.start + part.text.len())),
        })
    }
}

impl<'i> Of<'i> {
    pub(super) fn text(self) -> &'i str {
        self.reference.as_str()
    }

    fn details(self) -> Details<'i> {
        Details { text: self.text(), components: self.reference.components() }
    }

    fn part(self, range: Range<usize>) -> Part<'i> {
        Part { text: self.details().part(range.clone()), start: range.start }
    }

    /// Returns the user and the password in the userinfo.
    fn userinfo(self) -> Option<(Part<'i>, Option<Part<'i>>)> {
        let start = self.reference.components().userinfo()?.start;
        let userinfo = self.reference.userinfo()?;
        let user = Part { text: userinfo.user(), start };
        let password = userinfo.password().map(|text| Part { text, start: start + user.text.len() + 1 });
        Some((user, password))
    }

    /// Returns the registrable domain of the host.
    fn registrable(self) -> Option<Part<'i>> {
        let host = self.part(self.reference.components().host()?);
        let text = self.details().registrable_domain()?;
        Some(Part { text, start: host.start + host.text.rfind(text)? })
    }

    /// Returns the host if it is a registered name.
    fn name(self) -> Option<RegName<'i, Rfc3987>> {
        match self.reference.host()? {
            Host::RegName(name) => Some(name),
            _ => None,
        }
    }

    pub(super) fn segments(self) -> impl Iterator<Item = Part<'i>> {
        self.reference.components().segments(self.text()).map(move |range| self.part(range))
    }

    /// Returns the pairs of the query, without empty pieces.
    pub(super) fn pairs(self) -> impl Iterator<Item = Part<'i>> {
        let query = parsed(self, "query").unwrap_or(Part { text: "", start: 0 });
        query.split(self.separator).filter(|pair| !pair.text.is_empty())
    }
}

/// Returns the component or the kind of this name.
fn parsed<'i>(of: Of<'i>, name: &'static str) -> Option<Part<'i>> {
    let all = fields(of.text(), of.reference.components());
    let field = all.into_iter().find(|field| field.name == name)?;
    Some(Part { text: field.value?, start: field.start.unwrap_or_default() })
}

impl<'i> Part<'i> {
    fn split(self, separator: char) -> impl Iterator<Item = Self> {
        let mut start = self.start;
        self.text.split(separator).map(move |text| {
            let part = Self { text, start };
            start += text.len() + separator.len_utf8();
            part
        })
    }

    /// Returns the key of a pair.
    pub(super) fn key(self) -> Self {
        let end = self.text.find('=').unwrap_or(self.text.len());
        Self { text: &self.text[..end], ..self }
    }

    /// Returns the value of a pair; `None` without a `=`.
    pub(super) fn value(self) -> Option<Self> {
        let (key, text) = self.text.split_once('=')?;
        Some(Self { text, start: self.start + key.len() + 1 })
    }

    fn decoded(self, decode: fn(&'i str) -> Decoded<'i>) -> Result<Cow<'i, str>, Fault> {
        decode(self.text).to_str().map_err(|error: DecodeError| {
            let offset = self.start + error.offset();
            let message = format!("the percent-encoded octets at byte {offset} are not UTF-8");
            let help = "without `:decoded` or `:form`, the field is written as it is in the reference";
            Fault::Other {
                component: "pct-encoded".into(),
                offset,
                found: Some('%'),
                message,
                help: help.into(),
            }
        })
    }
}
