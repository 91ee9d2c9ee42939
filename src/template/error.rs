//! The error of parsing and expanding a template.

use alloc::boxed::Box;
use core::error::Error;
use core::fmt;

use crate::grammar::{Expected, LONGEST, Quoted};

/// Why a text is not a template, or cannot be expanded with the given values.
///
/// ```
/// use urigram::template::Template;
///
/// let error = Template::parse("http://example.com/{id").unwrap_err();
/// assert_eq!(error.to_string(), "the expression at byte 19 is not closed");
/// assert_eq!((error.offset(), error.found(), error.expression()), (22, None, Some(19)));
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
    /// The operator is reserved (section 2.2).
    Reserved,
    /// The value of this variable is not a string, but has a prefix modifier (section 2.4.1).
    Prefix(Box<str>),
    TooLong,
    /// A serialized value has this fault.
    #[cfg(feature = "serde")]
    Value(Box<str>),
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

    /// Returns the error for a value that cannot have a prefix.
    pub(super) fn prefix(text: &str, offset: usize, expression: usize, name: &str) -> Self {
        Self::at(What::Prefix(name.into()), text, offset, Some(expression))
    }

    /// Returns the error for a template whose offsets need more than 32 bits.
    pub(super) const fn too_long() -> Self {
        Self { what: What::TooLong, offset: LONGEST as usize, found: None, expression: None }
    }

    #[cfg(feature = "serde")]
    pub(super) fn value(fault: &dyn fmt::Display) -> Self {
        use alloc::string::ToString;

        let what = What::Value(fault.to_string().into());
        Self { what, offset: 0, found: None, expression: None }
    }

    fn at(what: What, text: &str, offset: usize, expression: Option<usize>) -> Self {
        let found = text.get(offset..).and_then(|rest| rest.chars().next());
        Self { what, offset, found, expression }
    }

    /// Returns the offset of the fault, in bytes from the start of the template. If the value of a variable is at fault,
    /// this is where the variable is.
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the character at the offset; `None` at the end of the template.
    pub const fn found(&self) -> Option<char> {
        self.found
    }

    /// Returns the offset of the expression with the fault; `None` if the fault is in a literal.
    pub const fn expression(&self) -> Option<usize> {
        self.expression
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
        let Self { what, offset, found, expression } = self;
        match (what, found) {
            (What::Unexpected(expected), _) if expected.hexadecimal_digits() => {
                write!(f, "incomplete percent-encoding at byte {offset}")?;
            }
            (What::Unexpected(_), Some(found)) => {
                write!(f, "unexpected {} at byte {offset}", Quoted(*found))?;
                if expression.is_none() {
                    f.write_str(", in a literal")?;
                }
            }
            (What::Unexpected(_), None) => {
                let expression = expression.expect("a template may end in a literal");
                return write!(f, "the expression at byte {expression} is not closed");
            }
            (What::Reserved, found) => {
                let operator = found.expect("a reserved operator is a character");
                write!(f, "the operator `{operator}` at byte {offset} is reserved")?;
            }
            (What::Prefix(name), _) => {
                write!(f, "`{name}` at byte {offset} has a prefix, but its value is not a string")?;
            }
            (What::TooLong, _) => f.write_str("longer than 1431655765 bytes")?,
            #[cfg(feature = "serde")]
            (What::Value(fault), _) => f.write_str(fault)?,
        }
        match expression {
            Some(expression) => write!(f, ", in the expression at byte {expression}"),
            None => Ok(()),
        }
    }
}

impl Error for TemplateError {}

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
            (What::Prefix(_), _) => {
                f.write_str("leave out the `:` and the number, or give it a string (RFC 6570, section 2.4.1)")
            }
            (What::TooLong, _) => f.write_str(
                "offsets have 32 bits, and the expansion of a literal has up to three times its length",
            ),
            #[cfg(feature = "serde")]
            (What::Value(_), _) => f.write_str("a value is a string, a list of strings, or a map of strings"),
        }
    }
}

/// The error of serializing values.
#[cfg(feature = "serde")]
impl serde::ser::Error for TemplateError {
    fn custom<T: fmt::Display>(fault: T) -> Self {
        Self::value(&fault)
    }
}
