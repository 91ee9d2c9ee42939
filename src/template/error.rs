//! The errors of parsing and expanding a template, and of serializing values.

use alloc::boxed::Box;
use core::error::Error;
use core::fmt;

use crate::grammar::{Expected, LONGEST, Quoted};

/// Why a text is not a template.
///
/// ```
/// use urigram::template::{Template, TemplateFault};
///
/// let error = Template::parse("http://example.com/{id").unwrap_err();
/// assert_eq!(error.to_string(), "the expression at byte 19 is not closed");
/// assert_eq!((error.offset(), error.found(), error.expression()), (22, None, Some(19)));
/// assert_eq!(error.fault(), TemplateFault::NotClosed);
///
/// let error = Template::parse("/{user id}").unwrap_err();
/// assert_eq!(error.to_string(), "unexpected ' ' at byte 6, in the expression at byte 1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TemplateError {
    what: What,
    offset: usize,
    found: Option<char>,
    expression: Option<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum What {
    Unexpected(Expected),
    Reserved,
    TooLong,
}

/// The kind of a [`TemplateError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TemplateFault {
    /// A literal has a character that is not allowed in literals (section 2.1).
    Literal,
    /// An expression has a character that is not allowed there (section 2.2).
    Expression,
    /// An expression is not closed at the end of the template.
    NotClosed,
    /// A `%` is not followed by two hexadecimal digits.
    PercentEncoding,
    /// The operator of an expression is reserved for extensions (section 2.2).
    ReservedOperator,
    /// The template is longer than 1431655765 bytes.
    TooLong,
}

impl TemplateError {
    /// Returns the error for a text that the grammar rejects at the offset.
    pub(super) fn unexpected(text: &str, offset: usize, expected: Expected) -> Self {
        let before = text.get(..offset).expect("a fault is at a boundary of characters");
        let opened = before.rfind('{').filter(|&open| before.rfind('}').is_none_or(|close| close < open));
        Self::at(What::Unexpected(expected), text, offset, opened)
    }

    /// Returns the error for an operator that is reserved for extensions.
    pub(super) fn reserved(text: &str, offset: usize) -> Self {
        Self::at(What::Reserved, text, offset, offset.checked_sub(1))
    }

    /// Returns the error for a template whose offsets need more than 32 bits.
    pub(super) const fn too_long() -> Self {
        Self { what: What::TooLong, offset: LONGEST as usize, found: None, expression: None }
    }

    fn at(what: What, text: &str, offset: usize, expression: Option<usize>) -> Self {
        let found = text.get(offset..).and_then(|rest| rest.chars().next());
        Self { what, offset, found, expression }
    }

    /// Returns the kind of the fault.
    pub fn fault(&self) -> TemplateFault {
        match &self.what {
            What::Unexpected(expected) if expected.hexadecimal_digits() => TemplateFault::PercentEncoding,
            What::Unexpected(_) if self.found.is_none() => TemplateFault::NotClosed,
            What::Unexpected(_) if self.expression.is_some() => TemplateFault::Expression,
            What::Unexpected(_) => TemplateFault::Literal,
            What::Reserved => TemplateFault::ReservedOperator,
            What::TooLong => TemplateFault::TooLong,
        }
    }

    /// Returns the offset of the fault, in bytes from the start of the template.
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the message without the offsets, for callers that show the place themselves.
    ///
    /// ```
    /// use urigram::template::Template;
    ///
    /// let error = Template::parse("/{user id}").unwrap_err();
    /// assert_eq!(error.reason().to_string(), "unexpected ' ' in an expression");
    /// ```
    pub fn reason(&self) -> impl fmt::Display + '_ {
        Reason(self)
    }

    /// Returns the character at the offset; `None` at the end of the template.
    pub const fn found(&self) -> Option<char> {
        self.found
    }

    /// Returns the offset of the expression with the fault; `None` if the fault is in a literal.
    pub const fn expression(&self) -> Option<usize> {
        self.expression
    }

    /// Writes the message, with the offsets or without.
    fn write(&self, f: &mut fmt::Formatter<'_>, with_offsets: bool) -> fmt::Result {
        let Self { what, offset, found, expression } = self;
        let at = |offset: usize| At(Some(offset).filter(|_| with_offsets));
        let (comma, article) = if with_offsets { (",", "the") } else { ("", "an") };
        match (what, found) {
            (What::Unexpected(expected), _) if expected.hexadecimal_digits() => {
                write!(f, "incomplete percent-encoding{}", at(*offset))?;
            }
            (What::Unexpected(_), Some(found)) => write!(f, "unexpected {}{}", Quoted(*found), at(*offset))?,
            (What::Unexpected(_), None) => {
                let expression = expression.expect("a template may end in a literal");
                return write!(f, "{article} expression{} is not closed", at(expression));
            }
            (What::Reserved, found) => {
                let operator = found.expect("a reserved operator is a character");
                write!(f, "the operator `{operator}`{} is reserved", at(*offset))?;
                if !with_offsets {
                    return Ok(());
                }
            }
            (What::TooLong, _) => return f.write_str("longer than 1431655765 bytes"),
        }
        match expression {
            Some(expression) => write!(f, "{comma} in {article} expression{}", at(*expression)),
            None => write!(f, "{comma} in a literal"),
        }
    }

    /// Returns advice on how to avoid the error, as a sentence.
    ///
    /// ```
    /// use urigram::template::Template;
    ///
    /// let help = |template| Template::parse(template).unwrap_err().help().to_string();
    /// assert_eq!(help("/a b"), "percent-encode it as `%20`");
    /// assert_eq!(help("/{id:0}"), "expected `1` to `9`");
    /// ```
    pub fn help(&self) -> impl fmt::Display + '_ {
        Help(self)
    }
}

impl fmt::Display for TemplateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, true)
    }
}

impl Error for TemplateError {}

/// Displays the message without the offsets.
struct Reason<'a, E>(&'a E);

impl fmt::Display for Reason<'_, TemplateError> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write(f, false)
    }
}

/// Displays an offset, if there is one.
struct At(Option<usize>);

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |offset| write!(f, " at byte {offset}"))
    }
}

struct Help<'a>(&'a TemplateError);

impl fmt::Display for Help<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TemplateError { what, found, expression, .. } = self.0;
        match (what, found) {
            (What::Unexpected(expected), _) if expected.hexadecimal_digits() => f.write_str(
                "`%` is followed by two hexadecimal digits; the character `%` itself is written `%25`",
            ),
            (What::Unexpected(_), Some(found)) if expression.is_none() => {
                f.write_str(if *found == '}' { "an expression begins with `{`; otherwise " } else { "" })?;
                f.write_str("percent-encode it as `")?;
                for byte in found.encode_utf8(&mut [0; 4]).bytes() {
                    write!(f, "%{byte:02X}")?;
                }
                f.write_str("`")
            }
            (What::Unexpected(expected), _) => write!(f, "expected {expected}"),
            (What::Reserved, _) => {
                f.write_str("the operators are `+`, `#`, `.`, `/`, `;`, `?` and `&` (RFC 6570, section 2.2)")
            }
            (What::TooLong, _) => f.write_str(
                "offsets have 32 bits, and the expansion of a literal has up to three times its length",
            ),
        }
    }
}

/// Why a template cannot be expanded with the given values: a variable has a prefix, as in `{id:3}`, but its value is a list or
/// a map (section 2.4.1).
///
/// ```
/// use urigram::template::{Template, Values};
///
/// let template = Template::parse("/items{?page,ids:3}")?;
/// let error = template.expand(&Values::new().with("ids", ["1", "2"])).unwrap_err();
/// assert_eq!((error.variable(), error.offset(), error.expression()), ("ids", 13, 6));
/// # Ok::<(), urigram::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ExpandError {
    variable: Box<str>,
    offset: usize,
    expression: usize,
}

impl ExpandError {
    /// Returns the error for a variable, and the offsets of it and of its expression.
    pub(super) fn prefix(variable: &str, offset: usize, expression: usize) -> Self {
        Self { variable: variable.into(), offset, expression }
    }

    /// Returns the name of the variable.
    pub fn variable(&self) -> &str {
        &self.variable
    }

    /// Returns the offset of the variable, in bytes from the start of the template.
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the offset of its expression.
    pub const fn expression(&self) -> usize {
        self.expression
    }

    /// Returns the message without the offsets, for callers that show the place themselves.
    ///
    /// ```
    /// use urigram::template::{Template, Values};
    ///
    /// let template = Template::parse("/{ids:3}")?;
    /// let error = template.expand(&Values::new().with("ids", ["1", "2"])).unwrap_err();
    /// assert_eq!(error.reason().to_string(), "`ids` has a prefix, but its value is not a string");
    /// # Ok::<(), urigram::Error>(())
    /// ```
    pub fn reason(&self) -> impl fmt::Display + '_ {
        Reason(self)
    }

    /// Returns advice on how to avoid the error, as a sentence.
    pub fn help(&self) -> impl fmt::Display + use<> {
        "leave out the `:` and the number, or give it a string (RFC 6570, section 2.4.1)"
    }
}

impl fmt::Display for ExpandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { variable, offset, expression } = self;
        write!(f, "`{variable}` at byte {offset} has a prefix, but its value is not a string")?;
        write!(f, ", in the expression at byte {expression}")
    }
}

impl fmt::Display for Reason<'_, ExpandError> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` has a prefix, but its value is not a string", self.0.variable)
    }
}

impl Error for ExpandError {}

/// Why a type cannot be serialized to values: it has no fields, or a list or map is in another one.
#[cfg(feature = "serde")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ValuesError(Box<str>);

#[cfg(feature = "serde")]
impl ValuesError {
    /// Returns advice on how to avoid the error, as a sentence.
    pub fn help(&self) -> impl fmt::Display + use<> {
        "a value is a string, a list of strings, or a map of strings"
    }
}

#[cfg(feature = "serde")]
impl fmt::Display for ValuesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(feature = "serde")]
impl Error for ValuesError {}

#[cfg(feature = "serde")]
impl serde::ser::Error for ValuesError {
    fn custom<T: fmt::Display>(fault: T) -> Self {
        use alloc::string::ToString;

        Self(fault.to_string().into())
    }
}
