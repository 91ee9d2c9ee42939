//! The arguments of a call for a batch of rows.

use datafusion::arrow::array::{Array, ArrayRef, Datum, Scalar};
use datafusion::arrow::datatypes::DataType;
use datafusion::common::{Result, ScalarValue, exec_err, plan_datafusion_err, plan_err};
use datafusion::logical_expr::ColumnarValue;
use urigram::normalize::Rung;
use urigram::policy::Policy;
use urigram::{Excerpt, Rule};
use urigram_arrow::Part;

use super::udf::{Kind, Parameter};

/// The arguments of a call.
pub(crate) struct Arguments<'a> {
    function: &'a str,
    given: &'a [ColumnarValue],
    data: Vec<Argument>,
}

enum Argument {
    Each(ArrayRef),
    Same(Scalar<ArrayRef>),
}

impl<'a> Arguments<'a> {
    pub(super) fn new(function: &'a str, given: &'a [ColumnarValue]) -> Result<Self> {
        let data = given.iter().map(|argument| match argument {
            ColumnarValue::Array(array) => Ok(Argument::Each(array.clone())),
            ColumnarValue::Scalar(scalar) => Ok(Argument::Same(scalar.to_scalar()?)),
        });
        Ok(Self { function, given, data: data.collect::<Result<_>>()? })
    }

    pub(super) const fn function(&self) -> &str {
        self.function
    }

    /// Returns the argument at this index, which the signature asks for.
    pub(super) fn datum(&self, index: usize) -> Result<&dyn Datum> {
        match self.data.get(index) {
            Some(Argument::Each(array)) => Ok(array),
            Some(Argument::Same(scalar)) => Ok(scalar),
            None => exec_err!("{}: argument {} is missing", self.function, index + 1),
        }
    }

    /// Returns the first argument. It has one row if it is a scalar.
    pub(super) fn strings(&self) -> Result<&dyn Array> {
        Ok(self.datum(0)?.get().0)
    }

    /// Returns the constant string at this index; `None` if it is not given.
    pub(super) fn constant(&self, index: usize) -> Result<Option<&'a str>> {
        match self.given.get(index) {
            None => Ok(None),
            Some(ColumnarValue::Scalar(scalar)) => Ok(scalar.try_as_str().flatten()),
            Some(ColumnarValue::Array(_)) => {
                exec_err!("{}: argument {} must be a constant", self.function, index + 1)
            }
        }
    }

    /// Returns the constant string at this index, which the signature asks for.
    pub(super) fn required(&self, index: usize) -> Result<&'a str> {
        match self.constant(index)? {
            Some(text) => Ok(text),
            None => exec_err!("{}: argument {} is missing", self.function, index + 1),
        }
    }

    /// Returns the constant boolean at this index; false if it is not given.
    pub(super) fn flag(&self, index: usize) -> Result<bool> {
        match self.given.get(index) {
            None => Ok(false),
            Some(ColumnarValue::Scalar(ScalarValue::Boolean(Some(flag)))) => Ok(*flag),
            Some(_) => {
                exec_err!("{}: argument {} must be a constant, true or false", self.function, index + 1)
            }
        }
    }
}

// The constants among the arguments: rungs, rules, parts and policies.

pub(crate) const RUNG: Parameter = Parameter {
    name: "rung",
    about: "A rung of the comparison ladder: 'string', 'case', 'percent', 'path' (the default) or 'scheme'",
    kind: Kind::Constant(|name| rung(Some(name)).map(drop)),
};

pub(super) const RULE: Parameter = Parameter {
    name: "rule",
    about: "The name of a rule of Appendix A, such as 'URI' or 'host'; by default 'URI-reference'",
    kind: Kind::Constant(|name| rule(Some(name)).map(drop)),
};

pub(super) const PART: Parameter = Parameter {
    name: "part",
    about: "What the data is for: 'userinfo', 'reg-name', 'path', 'segment', 'query', 'query-value', 'form' or \
            'fragment'",
    kind: Kind::Constant(|name| part(name).map(drop)),
};

pub(super) const POLICY: Parameter = Parameter {
    name: "policy",
    about: "A policy: 'link', 'fetch', 'redirect' or 'identifier', or a policy in JSON",
    kind: Kind::Constant(|text| policy(text).map(drop)),
};

pub(crate) fn rung(name: Option<&str>) -> Result<Rung> {
    let Some(name) = name else { return Ok(Rung::Path) };
    name.parse().map_err(|_| unknown("rung", name, Rung::ALL.iter().map(|rung| rung.name())))
}

pub(super) fn rule(name: Option<&str>) -> Result<Rule> {
    let Some(name) = name else { return Ok(Rule::URI_reference) };
    name.parse::<Rule>().map_err(|_| {
        let name = Excerpt::around(name, 0);
        plan_datafusion_err!("`{name}` is not a rule of RFC 3986, Appendix A, such as 'URI' or 'host'")
    })
}

pub(super) fn part(name: &str) -> Result<Part> {
    let found = Part::ALL.into_iter().find(|part| part.name() == name);
    found.ok_or_else(|| unknown("part", name, Part::ALL.iter().map(|part| part.name())))
}

pub(super) fn policy(text: &str) -> Result<Policy> {
    if let Some(preset) = Policy::preset(text) {
        return Ok(preset);
    }
    if !text.trim_start().starts_with('{') {
        return Err(unknown("policy", text, Policy::PRESETS.iter().copied()));
    }
    match serde_json::from_str(text) {
        Ok(policy) => Ok(policy),
        Err(error) => plan_err!("the policy cannot be read: {error}"),
    }
}

fn unknown<'n>(
    what: &str,
    found: &str,
    names: impl Iterator<Item = &'n str>,
) -> datafusion::error::DataFusionError {
    let names: Vec<_> = names.map(|name| format!("'{name}'")).collect();
    plan_datafusion_err!("`{}` is not a {what}; write one of {}", Excerpt::around(found, 0), names.join(", "))
}

// The types of results.

/// The type of the first argument, whose strings the result is made of. For a dictionary, the result is a dictionary.
pub(super) fn of_first(arguments: &[DataType]) -> DataType {
    first(arguments).clone()
}

/// The type of the strings of the second argument.
pub(super) fn strings_of_second(arguments: &[DataType]) -> DataType {
    strings(arguments.get(1).unwrap_or(&DataType::Utf8View)).clone()
}

/// The type of the strings of the first argument.
pub(super) fn strings_of_first(arguments: &[DataType]) -> DataType {
    strings(first(arguments)).clone()
}

pub(super) fn boolean(_: &[DataType]) -> DataType {
    DataType::Boolean
}

/// The type of the first argument.
pub(super) fn first(arguments: &[DataType]) -> &DataType {
    arguments.first().unwrap_or(&DataType::Utf8View)
}

fn strings(argument: &DataType) -> &DataType {
    match argument {
        DataType::Dictionary(_, values) => values,
        plain => plain,
    }
}
