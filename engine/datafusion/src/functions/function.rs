//! The description of a function.

use datafusion::arrow::array::ArrayRef;
use datafusion::arrow::datatypes::DataType;
use datafusion::common::Result;
use datafusion::logical_expr::DocSection;
use urigram_arrow::Invalid;

use super::arguments::Arguments;

/// Where the functions stand in a generated documentation.
pub(crate) const DOC_SECTION: DocSection =
    DocSection { include: true, label: "URI Functions", description: Some("URIs according to RFC 3986") };

/// A scalar function.
#[derive(Debug)]
pub(crate) struct Function {
    /// The name of the form that returns null for what is invalid.
    pub(crate) name: &'static str,
    /// What it returns, and for what null.
    pub(crate) about: &'static str,
    pub(crate) parameters: &'static [Parameter],
    /// The number of parameters that must be given. The others follow them.
    pub(crate) required: usize,
    /// A call with its result.
    pub(crate) example: (&'static str, &'static str),
    /// Returns the type of the result, which depends on the types of the arguments.
    pub(crate) result: fn(&[DataType]) -> DataType,
    pub(crate) run: fn(&Arguments<'_>, Invalid) -> Result<ArrayRef>,
    /// Whether there are invalid arguments, and so a strict form.
    pub(crate) can_fail: bool,
}

/// A parameter of a function.
#[derive(Debug)]
pub(crate) struct Parameter {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) kind: Kind,
}

/// What a parameter takes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    /// Strings.
    Text,
    /// A constant string, which this function checks.
    Constant(fn(&str) -> Result<()>),
    /// A constant boolean.
    Flag,
}

impl Parameter {
    pub(super) const fn text(name: &'static str, about: &'static str) -> Self {
        Self { name, about, kind: Kind::Text }
    }

    pub(super) const fn flag(name: &'static str, about: &'static str) -> Self {
        Self { name, about, kind: Kind::Flag }
    }
}

/// The parameter of most functions.
pub(super) const URI: Parameter = Parameter::text("uri", "A URI reference");
