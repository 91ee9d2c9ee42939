//! Scheme-based normalization (section 6.2.3).

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use core::error::Error;
use core::fmt::Write;
use core::{fmt, mem};

use super::options::{Level, Normalizer};
use super::syntax;
use crate::component::{Host, Port};
use crate::grammar::{Components, Grammar, HostKind, ParseError, Rule, Spoken, defined, known};
use crate::layout::{guard, recompose};
#[cfg(feature = "idna")]
use crate::percent;
use crate::reference::Parts;
use crate::reference::generic::Uri;
use crate::scheme::SchemeRules;

/// Writes the normal form of a reference to the buffer, and returns its components; `None` if it is equal to
/// the text. The reference must already be normalized by the syntax.
///
/// A relative reference is normalized only in its host.
///
/// If the result of the scheme's rules is not a valid URI with the same pieces, the rules are not applied.
pub(super) fn write<G: Grammar>(
    normalizer: Normalizer<'_>,
    uri: Parts<'_>,
    buffer: &mut String,
) -> Option<Components> {
    let before = Pieces::of(uri);
    let by_host = before.with_normal_host::<G>(normalizer, uri);
    let by_rules = by_host.clone().applied(normalizer, uri);
    if by_rules == before {
        return None;
    }
    buffer.clear();
    buffer.reserve(uri.text().len());
    let at = by_rules
        .write::<G>(buffer)
        .ok()
        .or_else(|| (by_host != before).then(|| by_host.write::<G>(buffer).ok()).flatten());
    at.filter(|_| buffer != uri.text())
}

/// Checks whether [`write`] would apply the rules to this URI.
pub(super) fn check<G: Grammar>(normalizer: Normalizer<'_>, uri: Parts<'_>) -> Result<(), SchemeRulesError> {
    let before = Pieces::of(uri);
    let by_rules = before.with_normal_host::<G>(normalizer, uri).applied(normalizer, uri);
    if by_rules == before { Ok(()) } else { by_rules.write::<G>(&mut String::new()).map(drop) }
}

/// Returns an IPv6 address in the form of RFC 5952, as `core::net` writes it.
fn in_text_form<G: Grammar>(text: Cow<'_, str>) -> Cow<'_, str> {
    let host = Host::<G>::new(&text, HostKind::Ipv6);
    let mut rest = Rest(&text);
    if write!(rest, "{host}").is_ok() && rest.0.is_empty() {
        return text;
    }
    host.to_string().into()
}

/// Returns a registered name in its DNS form (RFC 5890), if it has characters beyond ASCII and such a form.
#[cfg(feature = "idna")]
fn in_dns_form<G: Grammar>(text: Cow<'_, str>) -> Cow<'_, str> {
    let name = percent::decode(&text).and_then(|name| name.to_str()).ok();
    let dns = name.filter(|name| !name.is_ascii());
    let dns = dns.and_then(|name| crate::component::dns_name(&name));
    let is_name = |dns: &String| {
        crate::grammar::matched::<G>(Rule::host, dns)
            .is_some_and(|host| host.host_kind() == Some(HostKind::RegName))
    };
    dns.filter(is_name).map_or(text, Cow::Owned)
}

/// A writer that compares the written text with the rest of another text.
struct Rest<'a>(&'a str);

impl Write for Rest<'_> {
    fn write_str(&mut self, written: &str) -> fmt::Result {
        self.0 = self.0.strip_prefix(written).ok_or(fmt::Error)?;
        Ok(())
    }
}

/// The pieces from which a reference is recomposed (section 5.3).
#[derive(Clone, PartialEq)]
struct Pieces<'a> {
    scheme: Option<&'a str>,
    userinfo: Option<&'a str>,
    /// `None` if the authority is undefined.
    host: Option<Cow<'a, str>>,
    port: Option<&'a str>,
    path: Cow<'a, str>,
    query: Option<Cow<'a, str>>,
    fragment: Option<&'a str>,
}

impl<'a> Pieces<'a> {
    fn of(uri: Parts<'a>) -> Self {
        let at = uri.at;
        let piece = |range| uri.text().get(range);
        Self {
            scheme: at.scheme().and_then(piece),
            userinfo: at.userinfo().and_then(piece),
            host: at.host().and_then(piece).filter(|_| at.has(defined::AUTHORITY)).map(Cow::Borrowed),
            port: at.port().and_then(piece),
            path: Cow::Borrowed(uri.path()),
            query: at.query().and_then(piece).map(Cow::Borrowed),
            fragment: at.fragment().and_then(piece),
        }
    }

    /// Returns the pieces with an IPv6 address or a DNS name in its normal form, if the options say so.
    fn with_normal_host<G: Grammar>(&self, normalizer: Normalizer<'_>, uri: Parts<'a>) -> Self {
        let mut pieces = self.clone();
        if normalizer.ipv6 && uri.at.host_kind() == Some(HostKind::Ipv6) {
            pieces.host = pieces.host.take().map(in_text_form::<G>);
        }
        #[cfg(feature = "idna")]
        if normalizer.idna && uri.at.host_kind() == Some(HostKind::RegName) {
            pieces.host = pieces.host.take().map(in_dns_form::<G>);
        }
        pieces
    }

    /// Returns the pieces after applying the normalizer's rules for the scheme.
    fn applied<'n: 'a>(mut self, normalizer: Normalizer<'n>, uri: Parts<'a>) -> Self {
        if let Some(rules) = self.scheme.and_then(|scheme| normalizer.schemes.get(scheme)) {
            self.apply(uri, rules);
        }
        self
    }

    /// Returns the first component that differs from `other`.
    fn first_other(&self, other: &Pieces<'_>) -> Rule {
        let differs = [
            (self.scheme != other.scheme, Rule::scheme),
            (self.userinfo != other.userinfo, Rule::userinfo),
            (self.host != other.host, Rule::host),
            (self.port != other.port, Rule::port),
            (self.path != other.path, Rule::path),
            (self.query != other.query, Rule::query),
        ];
        differs.into_iter().find_map(|(differs, rule)| differs.then_some(rule)).unwrap_or(Rule::fragment)
    }

    /// Applies the rules to these pieces, which are those of `uri`.
    fn apply(&mut self, uri: Parts<'a>, rules: &'a dyn SchemeRules) {
        let default_port = rules.default_port();
        self.port =
            self.port.filter(|port| default_port.is_none() || Port::new(port).to_u16().ok() != default_port);
        let mut path = uri.path();
        if let Some(host) = rules.default_host() {
            path = self.apply_default_host(host, path);
        }
        let query = uri.at.query().and_then(|query| uri.text().get(query));
        self.path = rules.path(path, query);
        self.query = query.and_then(|query| rules.query(path, query));
        if self.host.is_some() && self.path.is_empty() && rules.empty_path_is_slash() {
            self.path = Cow::Borrowed("/");
        }
        if self.host.is_none() && guard::reads_as_authority(&self.path) {
            self.path.to_mut().insert_str(0, guard::AGAINST_AUTHORITY);
        }
    }

    /// Replaces the default host by the empty host, or the empty host by the default if a userinfo or a
    /// port requires a host. Returns the resulting path.
    fn apply_default_host(&mut self, default: &'a str, path: &'a str) -> &'a str {
        let given = |part: Option<&str>| part.is_some_and(|part| !part.is_empty());
        let needed = given(self.userinfo) || given(self.port);
        match &self.host {
            Some(host) if needed && host.is_empty() => self.host = Some(Cow::Borrowed(default)),
            Some(host) if !needed && host == default => self.host = Some(Cow::Borrowed("")),
            None if path.starts_with('/') => {
                self.host = Some(Cow::Borrowed(""));
                return guard::unguarded(path);
            }
            _ => {}
        }
        path
    }

    /// Recomposes the pieces in the buffer and normalizes percent-encoded octets. Returns an error if the result is not a URI
    /// with these pieces, or is not normalized by the syntax.
    ///
    /// Dot segments are not removed: if the rules produce some, for example by sorting parameters, they do
    /// not mean positions in the hierarchy.
    fn write<G: Grammar>(&self, buffer: &mut String) -> Result<Components, SchemeRulesError> {
        self.recompose(buffer);
        let mut at = G::components(Rule::URI_reference, buffer).map_err(SchemeRulesError::Invalid)?;
        let parsed = Pieces::of(Parts::new(buffer, &at));
        if parsed != *self {
            return Err(SchemeRulesError::ReadAsAnother { component: self.first_other(&parsed) });
        }
        let mut form = String::new();
        let mut changed = at;
        if syntax::write::<G>(Parts::new(buffer, &at), Level::Percent, &mut form, &mut changed) {
            at = known::<G>(Rule::URI_reference, &form, changed).map_err(SchemeRulesError::Invalid)?;
            mem::swap(buffer, &mut form);
        }
        let is_another = syntax::write::<G>(Parts::new(buffer, &at), Level::Path, &mut form, &mut { at });
        if is_another { Err(SchemeRulesError::DotSegments) } else { Ok(at) }
    }

    fn recompose(&self, text: &mut String) {
        text.clear();
        let pieces = recompose::Pieces {
            scheme: self.scheme,
            authority: None,
            userinfo: self.userinfo,
            host: self.host.as_deref(),
            port: self.port,
            path: &self.path,
            query: self.query.as_deref(),
            fragment: self.fragment,
        };
        // The kind of the host is irrelevant: the caller parses the text, which may not be a URI.
        pieces.write(0, text);
    }
}

/// Why the rules of a scheme cannot be applied to a URI, from
/// [`Normalizer::check_rules`](super::Normalizer::check_rules).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SchemeRulesError {
    /// The URI is not valid after applying the rules. The offset is in that URI.
    Invalid(ParseError),
    /// A result of the rules is parsed as another component, for example a path that contains a
    /// `?`.
    ReadAsAnother {
        /// The first component that differs.
        component: Rule,
    },
    /// The results of the rules have dot segments, so they are not normalized by the syntax.
    DotSegments,
}

impl fmt::Display for SchemeRulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid(_) => f.write_str("the results of the rules do not make a URI"),
            Self::ReadAsAnother { component } => {
                write!(f, "{} that the rules return is read as another", Spoken(component.as_str()))
            }
            Self::DotSegments => f.write_str("the results of the rules have dot segments"),
        }
    }
}

impl Error for SchemeRulesError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Invalid(error) => Some(error),
            _ => None,
        }
    }
}

impl Normalizer<'_> {
    /// Checks whether the [rules](crate::scheme::SchemeRules) of its scheme can be applied to this URI. For tests of custom
    /// rules: if their results do not make a valid URI, a normalizer ignores them without an error and normalizes by the syntax
    /// alone.
    ///
    /// # Errors
    ///
    /// If the results of the rules do not make a valid URI with the same components, or if they have dot
    /// segments.
    ///
    /// ```
    /// use std::borrow::Cow;
    ///
    /// use urigram::normalize::{Level, Normalizer, SchemeRulesError};
    /// use urigram::scheme::{SchemeRules, Schemes};
    /// use urigram::{Rule, Uri};
    ///
    /// struct Spaced;
    ///
    /// impl SchemeRules for Spaced {
    ///     fn path<'p>(&self, path: &'p str, _query: Option<&str>) -> Cow<'p, str> {
    ///         path.replace('+', "?").into()
    ///     }
    /// }
    ///
    /// let schemes = Schemes::new().with("spaced", Spaced)?;
    /// let normalizer = Normalizer::new(Level::Scheme).schemes(&schemes);
    /// assert_eq!(normalizer.check_rules(&Uri::parse("spaced:a")?), Ok(()));
    ///
    /// let uri = Uri::parse("spaced:a+b")?;
    /// assert_eq!(normalizer.check_rules(&uri), Err(SchemeRulesError::ReadAsAnother { component: Rule::path }));
    /// assert_eq!(normalizer.normalize(&uri), "spaced:a+b");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn check_rules<T: AsRef<str>, G: Grammar>(self, uri: &Uri<T, G>) -> Result<(), SchemeRulesError> {
        check::<G>(self, Parts::of(&self.level(Level::Path).normalize(uri)))
    }
}
