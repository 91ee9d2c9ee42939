//! The error of parsing: the component at fault, the offset of the fault, the character there, and the
//! characters that would be valid.

use core::convert::Infallible;
use core::error::Error;
use core::fmt;

use super::expected::Expected;
use super::rule::Rule;
use crate::bytes::is_unseen;

/// The error for a string that the grammar rejects, with the first component at fault and the offset of the fault.
///
/// The string is split into components by the regular expression of Appendix B. The first component that does
/// not match its own rule is at fault. The offset is the end of the longest prefix of this component with which a
/// string of this rule can begin.
///
/// ```
/// use urigram::{Rule, UriReference};
///
/// let error = UriReference::parse("http://exa mple.com/").unwrap_err();
/// assert_eq!(error.component(), Rule::host);
/// assert_eq!(error.offset(), 10);
/// assert_eq!(error.found(), Some(' '));
/// assert_eq!(error.to_string(), "unexpected ' ' in the host at byte 10");
/// assert_eq!(error.help().to_string(), "remove it");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ParseError {
    /// The kind of the fault. This is [`Fault::PercentEncoding`] for any fault after a `%`: [`Self::fault`] decides later
    /// whether the digits of the triplet are at fault, because the decision takes longer than finding the fault.
    pub(crate) what: What,
    pub(crate) component: Rule,
    /// The rule by which the string was parsed, and the grammar of the rule.
    pub(crate) rule: Rule,
    pub(crate) by: By,
    pub(crate) offset: u32,
    pub(crate) found: Option<char>,
    pub(crate) expected: Expected,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Message(self, self.component.as_str()).fmt(f)
    }
}

impl Error for ParseError {}

/// The kind of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Fault {
    /// An invalid character, or an unexpected end.
    Unexpected,
    /// A `%` is not followed by two hexadecimal digits (section 2.1).
    PercentEncoding,
    /// A URI was expected, but the scheme is missing (section 3).
    MissingScheme,
    /// A relative reference was expected, but there is a scheme (section 4.2).
    SchemeGiven,
    /// An absolute URI was expected, but there is a fragment (section 4.3).
    FragmentGiven,
    /// The string is [too long](crate#limits).
    TooLong,
    /// Less stack remains than a [tree](super::tree) requires. The stack is checked only with the feature `grammar`, because
    /// the grammar may then be recursive.
    OutOfStack,
    /// A fault that is possible only under an edited grammar and cannot be described more precisely. The message has the
    /// reason.
    Grammar,
}

/// A fault, with the variants that the public [`Fault::Grammar`] combines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum What {
    Known(Fault),
    /// The rule does not match, and the offset of the fault is unknown, because the rule has no automaton. It is recursive or
    /// has stack operations.
    Unplaced,
    /// Recursive rules are nested too deeply in the string.
    TooDeep,
    /// The rule matches, but [`Components`](super::Components) cannot represent the span of a captured component.
    Unfit,
}

/// The grammar that has rejected a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum By {
    Rfc3986,
    Rfc3987,
    Rfc6874,
    /// A grammar that was loaded at run time, or no grammar if the text matches.
    Loaded,
}

impl ParseError {
    /// Returns an error at the start of the string, for a fault whose offset is unknown.
    pub(crate) fn at_start(what: What, rule: Rule, by: By, text: &str) -> Self {
        let found = text.chars().next();
        let expected = Expected::default();
        Self { what, component: rule, rule, by, offset: 0, found, expected }
    }

    /// Returns the kind of the fault.
    ///
    /// ```
    /// use urigram::Uri;
    /// use urigram::grammar::Fault;
    ///
    /// assert_eq!(Uri::parse("www.example.com").unwrap_err().fault(), Fault::MissingScheme);
    /// ```
    pub fn fault(&self) -> Fault {
        match self.what {
            What::Known(Fault::PercentEncoding) if !self.expected.hexadecimal_digits() => Fault::Unexpected,
            What::Known(fault) => fault,
            What::Unplaced | What::TooDeep | What::Unfit => Fault::Grammar,
        }
    }

    /// Returns the component at fault, as the rule with the RFC's name of the component.
    ///
    /// For the rules `URI`, `URI-reference`, `absolute-URI` and `relative-ref`, the component is one of `scheme`, `userinfo`,
    /// `host`, `port`, `path`, `query` and `fragment`. For `hier-part`, `relative-part` and `authority`, it is one of these or
    /// the rule itself. For any other rule, it is the rule itself.
    pub const fn component(&self) -> Rule {
        self.component
    }

    /// Returns the offset of the fault, in bytes from the start of the string.
    pub const fn offset(&self) -> usize {
        self.offset as usize
    }

    /// Returns the message without the offset, for callers that show the offset themselves.
    ///
    /// ```
    /// use urigram::Uri;
    ///
    /// let error = Uri::parse("http://exa mple.com/").unwrap_err();
    /// assert_eq!(error.reason().to_string(), "unexpected ' ' in the host");
    /// ```
    pub fn reason(&self) -> impl fmt::Display + '_ {
        Reason(self, self.component.as_str())
    }

    /// Returns the character at the offset, or `None` if the fault is at the end of the string or the string is too long.
    pub const fn found(&self) -> Option<char> {
        self.found
    }
}

/// Displays the message, with the given name of the component at fault.
pub(crate) struct Message<'a>(pub(crate) &'a ParseError, pub(crate) &'a str);

impl fmt::Display for Message<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Reason(self.0, self.1).fmt(f)?;
        match self.0.fault() {
            Fault::Unexpected | Fault::PercentEncoding => write!(f, " at byte {}", self.0.offset),
            _ => Ok(()),
        }
    }
}

/// Displays the message without the offset.
struct Reason<'a>(&'a ParseError, &'a str);

impl fmt::Display for Reason<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let component = Spoken(self.1);
        match (self.0.fault(), self.0.found) {
            (Fault::Unexpected, Some(found)) => write!(f, "unexpected {} in {component}", Quoted(found)),
            (Fault::Unexpected, None) => write!(f, "{component} ends too early"),
            (Fault::PercentEncoding, _) => write!(f, "incomplete percent-encoding in {component}"),
            (Fault::MissingScheme, _) => f.write_str("the scheme is missing"),
            (Fault::SchemeGiven, _) => f.write_str("a relative reference cannot have a scheme"),
            (Fault::FragmentGiven, _) => f.write_str("an absolute URI cannot have a fragment"),
            (Fault::Grammar, _) if self.0.what == What::Unfit => {
                write!(f, "the components of {component} are not where Appendix A has them")
            }
            (Fault::Grammar, _) if self.0.what == What::TooDeep => write!(f, "{component} nests too deep"),
            (Fault::Grammar, _) => write!(f, "it does not match {component}"),
            (Fault::TooLong, _) => f.write_str("longer than 4294967295 bytes"),
            (Fault::OutOfStack, _) => f.write_str("too little of the stack is left to build a tree"),
        }
    }
}

/// Displays the name of a rule as part of a sentence: with an article for the components of section 3, and in backticks for
/// other rules.
pub(crate) struct Spoken<'a>(pub(crate) &'a str);

impl fmt::Display for Spoken<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            "scheme" | "authority" | "userinfo" | "host" | "port" | "path" | "query" | "fragment" => {
                write!(f, "the {}", self.0)
            }
            rule => write!(f, "`{rule}`"),
        }
    }
}

/// Displays a character in quotation marks, escaped if it is invisible. A backslash is not escaped.
pub(crate) struct Quoted(pub(crate) char);

impl fmt::Display for Quoted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            '\\' | '\'' => write!(f, "'{}'", self.0),
            character => write!(f, "{character:?}"),
        }
    }
}

/// An error that also contains the rejected value, unchanged. The value cannot be converted to another type, or a
/// [policy](crate::policy) refuses it.
///
/// ```
/// use urigram::{Uri, UriReference};
///
/// let reference = UriReference::parse("/a/b")?;
/// let rejected = Uri::try_from(reference).unwrap_err();
/// assert_eq!(rejected.error().to_string(), "the scheme is missing");
/// assert_eq!(rejected.into_inner(), reference);
/// # Ok::<(), urigram::ParseError>(())
/// ```
///
/// `Debug` does not show the value, because a text that is not a reference may contain a password anywhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rejected<V, E = ParseError> {
    error: E,
    value: V,
}

impl<V, E: fmt::Display> fmt::Display for Rejected<V, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl<V, E: fmt::Debug + fmt::Display> Error for Rejected<V, E> {}

impl<V, E> Rejected<V, E> {
    pub(crate) const fn new(error: E, value: V) -> Self {
        Self { error, value }
    }

    /// Returns the error by which the value was rejected.
    pub const fn error(&self) -> &E {
        &self.error
    }

    /// Returns the rejected value.
    ///
    /// ```
    /// use urigram::Uri;
    ///
    /// let rejected = Uri::try_from(String::from("http://exa mple.com/")).unwrap_err();
    /// let help = rejected.error().explain(rejected.value()).help();
    /// assert_eq!(help.to_string(), "remove the space from the host");
    /// ```
    pub const fn value(&self) -> &V {
        &self.value
    }

    /// Returns the rejected value, and drops the error.
    pub fn into_inner(self) -> V {
        self.value
    }

    pub(crate) fn into_error(self) -> E {
        self.error
    }
}

impl<V, E: fmt::Debug> fmt::Debug for Rejected<V, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rejected").field("error", &self.error).finish_non_exhaustive()
    }
}

impl<V> From<Rejected<V>> for ParseError {
    fn from(rejected: Rejected<V>) -> Self {
        rejected.into_error()
    }
}

/// Converts the error of converting a reference to itself, which never occurs. Functions that accept any type that converts
/// to a reference need this conversion.
impl From<Infallible> for ParseError {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

/// The advice for a text that is longer than 32-bit offsets can represent.
pub(crate) const TOO_LONG_HELP: &str = "the places of components are counted in 32 bits";

impl ParseError {
    /// Returns advice about the valid characters at the offset, as a sentence. For advice based on the whole text, see
    /// [`explain`](Self::explain).
    ///
    /// ```
    /// use urigram::UriReference;
    ///
    /// let error = UriReference::parse("http://h:8a/").unwrap_err();
    /// assert_eq!(error.help().to_string(), "expected a digit, or the end of the port");
    /// ```
    pub fn help(&self) -> impl fmt::Display + '_ {
        Help(self, self.component.as_str())
    }
}

/// Displays the advice, with the given name of the component at fault.
pub(crate) struct Help<'a>(pub(crate) &'a ParseError, pub(crate) &'a str);

impl fmt::Display for Help<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.fault() {
            Fault::Unexpected => self.unexpected(f),
            Fault::PercentEncoding => f.write_str(
                "`%` is followed by two hexadecimal digits; the character `%` itself is written `%25`",
            ),
            Fault::MissingScheme => f.write_str("a URI begins with a scheme and a colon, such as `http:`"),
            Fault::SchemeGiven => f.write_str("leave out the scheme and its colon"),
            Fault::FragmentGiven => f.write_str("leave out the `#` and what follows it"),
            Fault::Grammar if self.0.what == What::Unfit => {
                f.write_str(
                    "let the edited rules capture the components that those of `uri.pest` do, each once, in the same \
                     order, with nothing between them but the delimiters of Appendix A",
                )
            }
            Fault::Grammar if self.0.what == What::TooDeep => {
                f.write_str("a rule of the grammar calls itself at each level, which takes stack")
            }
            Fault::Grammar => {
                f.write_str("this rule of the grammar has no automaton, which would tell where it fails")
            }
            Fault::TooLong => f.write_str(TOO_LONG_HELP),
            Fault::OutOfStack => f.write_str("run it on a thread with a larger stack"),
        }
    }
}

impl Help<'_> {
    fn unexpected(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ParseError { component, found, expected, .. } = *self.0;
        match found {
            Some(found) if expected.contains('%') && needs_encoding(found) => {
                match (component, found) {
                    // Section 3.2.1: percent-encoding this `@` would change the host.
                    (Rule::host, '@') => {
                        return f.write_str(
                            "the first `@` ends the userinfo; one that belongs to it is written `%40`",
                        );
                    }
                    // A percent-encoded invisible character would be part of a name that cannot be looked up.
                    (Rule::host, found) if is_unseen(found) => return f.write_str("remove it"),
                    (Rule::host, found) if !found.is_ascii() => {
                        return f.write_str(
                            "a host beyond ASCII is that of an IRI; in a URI it is in its DNS form, which begins with `xn--`",
                        );
                    }
                    (_, found) if is_unseen(found) && found != ' ' => f.write_str("remove it, or ")?,
                    // Section 4.2: a colon in the first segment would be read as the end of a scheme.
                    (Rule::path, ':') => f.write_str("write `./` before the first segment, or ")?,
                    (_, '\\') => f.write_str("is it meant to be `/`? If not, ")?,
                    _ => {}
                }
                f.write_str("percent-encode it as `")?;
                for byte in found.encode_utf8(&mut [0; 4]).bytes() {
                    write!(f, "%{byte:02X}")?;
                }
                return f.write_str("`");
            }
            Some(found) if is_unseen(found) => return f.write_str("remove it"),
            Some('<' | '"' | '“' | '”' | '„' | '‘' | '«') if self.0.offset == 0 => {
                return f.write_str("leave out the delimiters around the URI");
            }
            _ => {}
        }
        write!(f, "{}", Expecting(self.0, self.1))?;
        match (component, found) {
            (Rule::host, Some(_)) if expected.nothing() => {
                f.write_str("; a port after it begins with `:`, a path with `/`")
            }
            (Rule::host, _) if expected.contains(']') => f.write_str("; an IP literal is closed by `]`"),
            (Rule::port, Some(':')) => {
                f.write_str("; a host has one port, and an IPv6 address stands in `[` and `]`")
            }
            _ => Ok(()),
        }
    }
}

/// Displays the characters that are expected at the offset of a fault, with the given name of the component at fault.
pub(crate) struct Expecting<'a>(pub(crate) &'a ParseError, pub(crate) &'a str);

impl fmt::Display for Expecting<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let expected = self.0.expected;
        if expected.nothing() {
            return write!(f, "{} ends here", Spoken(self.1));
        }
        write!(f, "expected {expected}")?;
        if expected.end() {
            write!(f, ", or the end of {}", Spoken(self.1))?;
        }
        Ok(())
    }
}

/// Returns whether percent-encoding is the right advice for an unexpected character. It is not for an unreserved character
/// (section 2.3) or a superfluous `/`.
fn needs_encoding(c: char) -> bool {
    !(c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_' | '~' | '/'))
}

/// The error for a result of an operation on valid components that is not valid under the grammar. The grammar rejects the
/// result, divides it into different components, or gives it a different meaning.
///
/// Operations follow Appendix A. Under `uri.pest`, their results are always valid, with one exception:
/// [`draft1996::resolve`](crate::draft1996::resolve) may move the query of an IRI to the path, where it is not valid. Other
/// errors of this type occur only if the library was built with the environment variable `URI_GRAMMAR`.
///
/// The [source](Error::source), if there is one, is the [`ParseError`] of the result.
///
/// ```
/// use std::error::Error;
///
/// use urigram::resolve::{ResolveError, Resolver};
/// use urigram::{Iri, IriReference, draft1996};
///
/// let base = Iri::parse("http://a/b")?;
/// let reference = IriReference::parse("?/../\u{E000}")?;
/// let error = draft1996::resolve(Resolver::new(), &base, &reference).unwrap_err();
/// assert!(matches!(error, ResolveError::Grammar(_)));
/// assert_eq!(error.to_string(), "the result is not valid under the grammar");
/// assert_eq!(error.source().unwrap().to_string(), "unexpected '\\u{e000}' in the path at byte 9");
/// # Ok::<(), urigram::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GrammarError(Cause);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Cause {
    Rejected(ParseError),
    OtherTarget,
}

impl GrammarError {
    /// Returns the error for a result that the grammar rejects or divides into different components.
    pub(crate) const fn rejected(error: ParseError) -> Self {
        Self(Cause::Rejected(error))
    }

    /// Returns the error for a reference that would resolve to a different target than intended.
    pub(crate) const fn other_target() -> Self {
        Self(Cause::OtherTarget)
    }

    /// The advice on errors of this type, as a sentence.
    pub(crate) const HELP: &str = "the grammar that the library was built from decides what is valid";
}

impl fmt::Display for GrammarError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Cause::Rejected(_) => "the result is not valid under the grammar",
            Cause::OtherTarget => "the reference would resolve to another target under the grammar",
        })
    }
}

impl Error for GrammarError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.0 {
            Cause::Rejected(error) => Some(error),
            Cause::OtherTarget => None,
        }
    }
}
