//! Advice on what would be valid at the place of a fault.

use core::fmt;

use super::error::{Fault, ParseError, Spoken, What};
use super::rule::Rule;
use crate::bytes::is_unseen;

/// The advice for a text that is longer than 32-bit offsets can represent.
pub(crate) const TOO_LONG_HELP: &str = "the places of components are counted in 32 bits";

impl ParseError {
    /// Returns what would be valid there, as a sentence. [`explain`](Self::explain) knows better what was meant,
    /// because it reads the whole text.
    ///
    /// ```
    /// use urigram::UriReference;
    ///
    /// let error = UriReference::parse("http://h:8a/").unwrap_err();
    /// assert_eq!(error.help().to_string(), "expected a digit, or the end of the port");
    /// ```
    pub fn help(&self) -> impl fmt::Display + '_ {
        Help(self, self.component.name())
    }
}

/// The advice, with the name of the component to blame.
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
            Some(found) if expected.contains('%') && stands_only_encoded(found) => {
                match (component, found) {
                    // Section 3.2.1: percent-encoding this `@` would change the host.
                    (Rule::host, '@') => {
                        return f.write_str(
                            "the first `@` ends the userinfo; one that belongs to it is written `%40`",
                        );
                    }
                    // Percent-encoded, it would be part of a name that no one can look up.
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

/// What is expected at the place of a fault, with the name of the component to blame.
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

/// Returns whether percent-encoding would make the character valid here. It would not for an unreserved
/// character (section 2.3), nor for a `/` that is one too many.
fn stands_only_encoded(c: char) -> bool {
    !(c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_' | '~' | '/'))
}
