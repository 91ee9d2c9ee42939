//! A finding: its code, its range in the text, and its message, which is formatted lazily.

use alloc::string::String;
use core::fmt::{self, Write};
use core::iter;
use core::net::{IpAddr, Ipv4Addr};
use core::ops::Range;

use super::addresses::{NotGlobal, Reading};
use super::punycode::in_unicode;
use super::row::{Audience, Severity};
use super::scripts::{Mapped, Scripts, looks_like, write_mapped};
use super::table::Code;
use crate::bytes::without_password;
use crate::grammar::Rule;
use crate::percent::Decoded;

/// A questionable part of a valid reference, with a code, a range in the text and a severity.
///
/// ```
/// use urigram::validate::{Code, Severity};
/// use urigram::{Rule, Uri};
///
/// let findings = Uri::parse("http://0x7f.example:25/")?.findings();
/// let [finding] = findings.as_slice() else { panic!() };
/// assert_eq!(finding.code(), Code::ForeignPort);
/// assert_eq!(finding.severity(), Severity::Warning);
/// assert_eq!(finding.component(), Rule::port);
/// assert_eq!(finding.range(), 20..22);
/// assert_eq!(finding.message().to_string(), "port 25 is a well-known port, but `http` uses port 80");
/// assert!(finding.help().to_string().starts_with("check the port"));
/// # Ok::<(), urigram::ParseError>(())
/// ```
///
/// `Display` writes the message. `Debug` shows no part of the text, which may contain a password.
#[derive(Clone, Copy)]
pub struct Finding<'a> {
    pub(super) code: Code,
    pub(super) severity: Severity,
    pub(super) component: Rule,
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) text: &'a str,
    pub(super) detail: Detail<'a>,
}

/// The details of a finding, for the message.
#[derive(Clone, Copy)]
pub(crate) enum Detail<'a> {
    None,
    Text(&'a str),
    /// A whole message and its help.
    Message(&'static str, &'static str),
    Count(usize),
    Address(Reading),
    NotGlobal(NotGlobal),
    Mapped(Mapped),
    Scripts(Scripts),
    /// The found text, percent-decoded.
    Decoded,
    /// The Latin letters that the found text looks like.
    LooksLike,
    /// The value that a policy does not allow, and the values that it allows.
    Refused(NotAllowed, &'a Shown),
}

/// A value that is formatted into a message.
pub(crate) type Shown = dyn fmt::Display + Send + Sync;

/// A value that a policy does not allow.
#[derive(Clone, Copy)]
pub(crate) enum NotAllowed {
    /// The text of the finding's range.
    Found,
    /// The component is undefined or empty.
    Missing,
    /// There is no port, and the default port of the scheme is not allowed.
    DefaultPort(u16),
    /// A phrase, such as `a network-path reference`.
    Phrase(&'static str),
    Address(IpAddr),
    Length(usize),
}

impl<'a> Finding<'a> {
    /// Returns the code.
    pub const fn code(&self) -> Code {
        self.code
    }

    /// Returns the severity: that of its [code](Code::severity), unless a
    /// [policy](crate::policy::Policy) has changed it.
    pub const fn severity(&self) -> Severity {
        self.severity
    }

    /// Returns whether the severity is [`Error`](Severity::Error). A policy refuses a reference if and only if it has such
    /// a finding.
    ///
    /// ```
    /// use urigram::Uri;
    /// use urigram::policy::Policy;
    /// use urigram::validate::{Code, Finding};
    ///
    /// let refused = Policy::fetch().check(Uri::parse("ftp://example.com:21/")?).unwrap_err();
    /// let mut findings = refused.policy_findings();
    /// findings.retain(Finding::is_error);
    /// let codes: Vec<_> = findings.iter().map(Finding::code).collect();
    /// assert_eq!(codes, [Code::SchemeRefused, Code::PortRefused]);
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    #[doc(alias("refuses", "refusing"))]
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// Returns the same finding with the severity that a policy gives it.
    pub(crate) const fn with_severity(self, severity: Severity) -> Self {
        Self { severity, ..self }
    }

    /// Returns the addresses that some parsers read the found name as, if any.
    pub(crate) fn addresses(&self) -> impl Iterator<Item = IpAddr> + use<> {
        let reading = match self.detail {
            Detail::Address(reading) => Some(reading),
            _ => None,
        };
        reading
            .into_iter()
            .flat_map(|reading| iter::once(reading.address).chain(reading.decimal))
            .map(IpAddr::V4)
    }

    /// Returns the component, as the rule with the RFC's name. This is `authority` if the whole authority is
    /// missing or unexpected, and `URI_reference` if the finding is about the whole reference.
    pub const fn component(&self) -> Rule {
        self.component
    }

    /// Returns the range in the text, in bytes. It is empty if something is missing.
    pub const fn range(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Returns a description of the finding, as a phrase without a full stop. It may contain a part of
    /// the text, but no password.
    pub fn message(&self) -> impl fmt::Display + use<'a> {
        Template { finding: *self, template: self.code.row().message }
    }

    /// Returns a correction or other advice for the author of the reference.
    pub fn help(&self) -> impl fmt::Display + use<'a> {
        self.help_for(Audience::Author)
    }

    /// Returns advice for this reader: for the author, how to correct the reference; for the developer of a program that
    /// receives references, what the program should do with such a reference.
    ///
    /// ```
    /// use urigram::Uri;
    /// use urigram::validate::{Audience, Code};
    ///
    /// let findings = Uri::parse("http://user:secret@example.com/")?.findings();
    /// let password = findings.iter().find(|finding| finding.code() == Code::PasswordInUserinfo).unwrap();
    /// assert!(password.help_for(Audience::Author).to_string().starts_with("leave it out"));
    /// assert!(password.help_for(Audience::Developer).to_string().contains("as `redacted` does"));
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn help_for(&self, audience: Audience) -> impl fmt::Display + use<'a> {
        let row = self.code.row();
        let template = match audience {
            Audience::Author => row.help,
            Audience::Developer if !row.developer.is_empty() => row.developer,
            Audience::Developer => match self.severity {
                Severity::Note => "accept it, and tell its author only if the author can change it",
                Severity::Warning => "tell its author, and refuse it if your policy does",
                Severity::Error => "refuse it, and tell its author the reason",
            },
        };
        Template { finding: *self, template }
    }

    /// Returns the intended text, if the check has determined it.
    pub(crate) fn meant(&self) -> Option<&'a str> {
        match self.detail {
            Detail::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the addresses that some parsers read the found name as, beginning with that of `inet_aton`. Empty if a
    /// number was truncated.
    pub(crate) fn exact_addresses(&self) -> impl Iterator<Item = Ipv4Addr> + use<> {
        let reading = match self.detail {
            Detail::Address(reading) if !reading.truncated => Some(reading),
            _ => None,
        };
        reading.into_iter().flat_map(|reading| [Some(reading.address), reading.decimal]).flatten()
    }

    /// Returns the replacement of the found character in the DNS form of the host.
    pub(crate) fn mapped(&self) -> Option<String> {
        let mut mapped = String::new();
        write_mapped(self.found(), &mut mapped).ok().filter(|()| matches!(self.detail, Detail::Mapped(_)))?;
        Some(mapped)
    }

    fn found(&self) -> &'a str {
        self.text.get(self.range()).expect("findings lie in the text")
    }
}

impl fmt::Display for Finding<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl fmt::Debug for Finding<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Finding")
            .field("code", &self.code)
            .field("severity", &self.severity)
            .field("component", &self.component)
            .field("range", &self.range())
            .finish_non_exhaustive()
    }
}

/// A message or help of the table, with its placeholders replaced.
struct Template<'a> {
    finding: Finding<'a>,
    template: &'static str,
}

impl fmt::Display for Template<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.template;
        while let Some((before, (name, after))) =
            rest.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
        {
            if name == "found" && self.may_be_password() {
                // The quotes are for a part of the text.
                f.write_str(before.strip_suffix('`').unwrap_or(before))?;
                f.write_str(HIDDEN)?;
                rest = after.strip_prefix('`').unwrap_or(after);
                continue;
            }
            f.write_str(before)?;
            match name {
                "found" => self.write_part(self.finding.found(), f)?,
                "scheme" => write_text(self.finding.text.split(':').next().unwrap_or_default().chars(), f)?,
                "component" => f.write_str(self.finding.component.as_str())?,
                "detail" => self.write_detail(f)?,
                "more" => self.write_more(f)?,
                _ => unreachable!("the table has no other placeholders"),
            }
            rest = after;
        }
        f.write_str(rest)
    }
}

impl Template<'_> {
    /// Returns whether the found text may be a part of a password (section 7.5). The name of a `misleading-userinfo` is not,
    /// because it precedes the password.
    fn may_be_password(&self) -> bool {
        self.finding.component == Rule::userinfo && self.finding.code != Code::MisleadingUserinfo
    }

    /// Writes a part of the text. In a host with an encoded `@`, the text before it may be a userinfo with a password.
    fn write_part(&self, text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_host = matches!(self.finding.component, Rule::host | Rule::userinfo);
        let at = ["@", "%40"].into_iter().filter_map(|at| text.rfind(at)).max().filter(|_| is_host);
        write_text(without_password(text, at.map(|end| 0..end)).chars(), f)
    }

    fn write_detail(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.finding.detail {
            Detail::None => Ok(()),
            Detail::Text(text) => self.write_part(text, f),
            Detail::Message(message, _) => f.write_str(message),
            Detail::Count(count) => write!(f, "{count}"),
            Detail::Address(reading) => write_reading(&reading, f),
            Detail::NotGlobal(why) => write!(f, "{why}"),
            Detail::Mapped(mapped) => write!(f, "{mapped}"),
            Detail::Scripts(scripts) => write!(f, "{scripts}"),
            Detail::Decoded => self.write_part(&Decoded::new(self.finding.found()).to_string_lossy(), f),
            Detail::LooksLike => self.write_look_alike(f),
            Detail::Refused(NotAllowed::Found, _) => {
                write!(f, "the {} `", self.finding.component.as_str())?;
                self.write_part(self.finding.found(), f)?;
                f.write_str("` is not allowed")
            }
            Detail::Refused(NotAllowed::Missing, _) => {
                write!(f, "there is no {}", self.finding.component.as_str())
            }
            Detail::Refused(NotAllowed::DefaultPort(port), _) => {
                write!(f, "the default port {port} is not allowed")
            }
            Detail::Refused(NotAllowed::Phrase(phrase), _) => write!(f, "{phrase} is not allowed"),
            Detail::Refused(NotAllowed::Address(address), _) => write!(f, "{address}"),
            Detail::Refused(NotAllowed::Length(length), _) => write!(f, "{length}"),
        }
    }

    fn write_more(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.finding.detail {
            Detail::Message(_, help) => f.write_str(help),
            Detail::Refused(_, allowed) => write!(f, "{allowed}"),
            Detail::Address(Reading { decimal: Some(decimal), .. }) => {
                write!(f, "other parsers read {decimal}, because they do not read numbers as octal; ")
            }
            Detail::Address(Reading { truncated: true, .. }) => {
                f.write_str("each of the four numbers of an IPv4 address is at most 255; ")
            }
            _ if self.finding.code == Code::HostCharacter && self.finding.found() == "," => {
                f.write_str("is it meant to be a `.`? ")
            }
            _ => Ok(()),
        }
    }

    fn write_look_alike(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let label = self.finding.found();
        let write = |characters: &mut dyn Iterator<Item = char>| {
            write_text(characters.map(|own| looks_like(own).unwrap_or(own)), f)
        };
        in_unicode(label, write).unwrap_or(Ok(()))
    }
}

fn write_reading(reading: &Reading, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let cut = if reading.truncated { ", after truncating a number that is too large" } else { "" };
    write!(f, "{}{cut}", reading.address)
}

/// Replaces a part of the text, with its quotes, that may be part of a password.
const HIDDEN: &str = "text that may be part of a password";

/// The maximum number of characters of the text in a message.
const MOST: usize = 64;

/// Writes a part of the text on one line: control and invisible characters are escaped, and a long text is
/// truncated.
pub(crate) fn write_text(text: impl Iterator<Item = char>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (index, character) in text.enumerate() {
        if index == MOST {
            return f.write_char('…');
        }
        match character {
            '"' | '\'' | '\\' => f.write_char(character)?,
            _ => write!(f, "{}", character.escape_debug())?,
        }
    }
    Ok(())
}
