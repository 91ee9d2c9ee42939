//! Implements DataFusion's interface: the descriptions of functions, and their arguments, including
//! constants.

use std::hash::{Hash, Hasher};

use datafusion::arrow::array::{Array, ArrayRef, Datum, Scalar, new_null_array};
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::DataType;
use datafusion::common::types::{logical_boolean, logical_string};
use datafusion::common::{Result, ScalarValue, exec_err, plan_datafusion_err, plan_err};
use datafusion::logical_expr::simplify::{ExprSimplifyResult, SimplifyContext};
use datafusion::logical_expr::{
    Coercion, ColumnarValue, DocSection, Documentation, EncodingPreservation, Expr, ScalarFunctionArgs,
    ScalarUDF, ScalarUDFImpl, Signature, TypeSignature, TypeSignatureClass, Volatility,
};
use urigram::normalize::Level;
use urigram::policy::Policy;
use urigram::{Excerpt, Rule};
use urigram_arrow::{Invalid, KernelError, Part};

use crate::error::FunctionError;

/// Returns the lenient form of a function and, if the function can fail, the strict form.
pub(super) fn forms(function: &'static Function) -> impl Iterator<Item = ScalarUDF> {
    let strict = function.can_fail.then_some(Invalid::Fail);
    [Some(Invalid::Null), strict]
        .into_iter()
        .flatten()
        .map(move |form| ScalarUDF::from(Udf::new(function, form)))
}

#[derive(Debug)]
struct Udf {
    function: &'static Function,
    invalid: Invalid,
    name: String,
    signature: Signature,
    documentation: Documentation,
}

impl Udf {
    fn new(function: &'static Function, invalid: Invalid) -> Self {
        let name = match invalid {
            Invalid::Null => function.name.to_owned(),
            Invalid::Fail => format!("{}_strict", function.name),
        };
        let documentation = documentation(function, &name, invalid);
        Self { function, invalid, name, signature: signature(function), documentation }
    }
}

fn signature(function: &Function) -> Signature {
    let Function { parameters, required, .. } = function;
    let counts = *required..=parameters.len();
    let forms =
        counts.map(|count| TypeSignature::Coercible(parameters.iter().take(count).map(coercion).collect()));
    let names = parameters.iter().map(|parameter| parameter.name.to_owned());
    let signature = Signature::one_of(forms.collect(), Volatility::Immutable);
    Signature { parameter_names: Some(names.collect()), ..signature }
}

/// Returns the coercion of a parameter. Dictionaries of strings are not coerced, so that each distinct value
/// is computed once.
fn coercion(parameter: &Parameter) -> Coercion {
    let exact = |class| Coercion::new_exact(TypeSignatureClass::Native(class));
    match parameter.kind {
        Kind::Text | Kind::Constant(_) => {
            exact(logical_string()).with_encoding_preservation(EncodingPreservation::dictionary())
        }
        Kind::Flag => exact(logical_boolean()),
    }
}

fn documentation(function: &Function, name: &str, invalid: Invalid) -> Documentation {
    let Function { about, parameters, required, example: (call, result), .. } = function;
    let mut syntax = String::new();
    for (index, parameter) in parameters.iter().enumerate() {
        if index >= *required {
            syntax.push('[');
        }
        if index > 0 {
            syntax.push_str(", ");
        }
        syntax.push_str(parameter.name);
    }
    syntax.push_str(&"]".repeat(parameters.len() - required));
    let about = match invalid {
        Invalid::Null => (*about).to_owned(),
        Invalid::Fail => format!("As {}, but fails if an argument is invalid. {about}", function.name),
    };
    let call = call.replace(&format!("{}(", function.name), &format!("{name}("));
    let documentation = Documentation::builder(DOC_SECTION, about, format!("{name}({syntax})"))
        .with_sql_example(format!("```sql\n> SELECT {call};\n{result}\n```"));
    let documentation = parameters.iter().fold(documentation, |documentation, parameter| {
        documentation.with_argument(parameter.name, parameter.about)
    });
    match (invalid, function.can_fail) {
        (Invalid::Null, true) => documentation.with_related_udf(format!("{}_strict", function.name)),
        (Invalid::Null, false) => documentation,
        (Invalid::Fail, _) => documentation.with_related_udf(function.name),
    }
    .build()
}

impl PartialEq for Udf {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Udf {}

impl Hash for Udf {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

impl ScalarUDFImpl for Udf {
    fn name(&self) -> &str {
        &self.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, arguments: &[DataType]) -> Result<DataType> {
        Ok((self.function.result)(arguments))
    }

    fn is_strict(&self) -> bool {
        true
    }

    fn documentation(&self) -> Option<&Documentation> {
        Some(&self.documentation)
    }

    /// Checks the constants before any row is read.
    fn simplify(&self, arguments: Vec<Expr>, _: &SimplifyContext) -> Result<ExprSimplifyResult> {
        for (parameter, argument) in self.function.parameters.iter().zip(&arguments) {
            if !matches!(parameter.kind, Kind::Text) && argument.any_column_refs() {
                return plan_err!("{}: the {} must be a constant", self.name, parameter.name);
            }
            if let (Kind::Constant(check), Expr::Literal(scalar, _)) = (parameter.kind, argument)
                && let Some(text) = scalar.try_as_str().flatten()
            {
                check(text).map_err(|error| plan_datafusion_err!("{}: {}", self.name, error.message()))?;
            }
        }
        Ok(ExprSimplifyResult::Original(arguments))
    }

    fn invoke_with_args(&self, call: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let ScalarFunctionArgs { args: given, number_rows, return_field, .. } = call;
        let data_type = return_field.data_type();
        let are_scalars = given.iter().all(|argument| matches!(argument, ColumnarValue::Scalar(_)));
        let is_null = |argument: &_| matches!(argument, ColumnarValue::Scalar(scalar) if scalar.is_null());
        if given.iter().any(is_null) {
            return match are_scalars {
                true => Ok(ColumnarValue::Scalar(ScalarValue::try_from(data_type)?)),
                false => Ok(ColumnarValue::Array(new_null_array(data_type, number_rows))),
            };
        }
        let arguments = Arguments::new(&self.name, &given)?;
        let result = typed((self.function.run)(&arguments, self.invalid)?, data_type)?;
        match are_scalars {
            true => Ok(ColumnarValue::Scalar(ScalarValue::try_from_array(&result, 0)?)),
            false => Ok(ColumnarValue::Array(result)),
        }
    }
}

/// Casts the result to the declared type. A kernel with two arguments may return a dictionary where plain
/// strings were declared.
fn typed(result: ArrayRef, data_type: &DataType) -> Result<ArrayRef> {
    match result.data_type() == data_type {
        true => Ok(result),
        false => Ok(cast(&result, data_type)?),
    }
}

/// Returns the result of a kernel. An error contains the name of the function.
pub(super) fn kernel(given: &Arguments<'_>, result: Result<ArrayRef, KernelError>) -> Result<ArrayRef> {
    Ok(result.map_err(|error| FunctionError::new(given.function(), error))?)
}

// The description of a function.

/// The section for these functions in generated documentation.
pub(crate) const DOC_SECTION: DocSection =
    DocSection { include: true, label: "URI Functions", description: Some("URIs according to RFC 3986") };

/// A scalar function.
#[derive(Debug)]
pub(crate) struct Function {
    /// The name of the lenient form, which returns null for invalid arguments.
    pub(crate) name: &'static str,
    /// Describes the result, and when it is null.
    pub(crate) about: &'static str,
    pub(crate) parameters: &'static [Parameter],
    /// The number of required parameters. Optional parameters follow.
    pub(crate) required: usize,
    /// A call and its result.
    pub(crate) example: (&'static str, &'static str),
    /// Returns the type of the result, which depends on the types of the arguments.
    pub(crate) result: fn(&[DataType]) -> DataType,
    pub(crate) run: fn(&Arguments<'_>, Invalid) -> Result<ArrayRef>,
    /// Whether arguments can be invalid. The function then has a strict form.
    pub(crate) can_fail: bool,
}

/// A parameter of a function.
#[derive(Debug)]
pub(crate) struct Parameter {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) kind: Kind,
}

/// The kind of a parameter.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    /// Strings.
    Text,
    /// A constant string, and the function that checks it.
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

// The arguments of a call for a batch of rows.

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

    /// Returns the argument at this index, which the signature requires.
    pub(super) fn datum(&self, index: usize) -> Result<&dyn Datum> {
        match self.data.get(index) {
            Some(Argument::Each(array)) => Ok(array),
            Some(Argument::Same(scalar)) => Ok(scalar),
            None => exec_err!("{}: argument {} is missing", self.function, index + 1),
        }
    }

    /// Returns the first argument. A scalar has one row.
    pub(super) fn strings(&self) -> Result<&dyn Array> {
        Ok(self.datum(0)?.get().0)
    }

    /// Returns the constant string at this index; `None` if the argument is missing.
    pub(super) fn constant(&self, index: usize) -> Result<Option<&'a str>> {
        match self.given.get(index) {
            None => Ok(None),
            Some(ColumnarValue::Scalar(scalar)) => Ok(scalar.try_as_str().flatten()),
            Some(ColumnarValue::Array(_)) => {
                exec_err!("{}: argument {} must be a constant", self.function, index + 1)
            }
        }
    }

    /// Returns the constant string at this index, which the signature requires.
    pub(super) fn required(&self, index: usize) -> Result<&'a str> {
        match self.constant(index)? {
            Some(text) => Ok(text),
            None => exec_err!("{}: argument {} is missing", self.function, index + 1),
        }
    }

    /// Returns the constant boolean at this index; false if the argument is missing.
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

// Parameters for constants: levels, rules, parts and policies.

pub(crate) const LEVEL: Parameter = Parameter {
    name: "level",
    about: "A level of the comparison ladder: 'string', 'case', 'percent', 'path' (the default) or 'scheme'",
    kind: Kind::Constant(|name| level(Some(name)).map(drop)),
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

pub(crate) fn level(name: Option<&str>) -> Result<Level> {
    let Some(name) = name else { return Ok(Level::Path) };
    name.parse().map_err(|_| unknown("level", name, Level::ALL.iter().map(|level| level.as_str())))
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

/// Returns the type of the first argument, for a result made from its strings. The result for a dictionary is
/// a dictionary.
pub(super) fn of_first(arguments: &[DataType]) -> DataType {
    first(arguments).clone()
}

/// Returns the type of the strings of the second argument.
pub(super) fn strings_of_second(arguments: &[DataType]) -> DataType {
    strings(arguments.get(1).unwrap_or(&DataType::Utf8View)).clone()
}

/// Returns the type of the strings of the first argument.
pub(super) fn strings_of_first(arguments: &[DataType]) -> DataType {
    strings(first(arguments)).clone()
}

pub(super) fn boolean(_: &[DataType]) -> DataType {
    DataType::Boolean
}

/// Returns the type of the first argument.
pub(super) fn first(arguments: &[DataType]) -> &DataType {
    arguments.first().unwrap_or(&DataType::Utf8View)
}

fn strings(argument: &DataType) -> &DataType {
    match argument {
        DataType::Dictionary(_, values) => values,
        plain => plain,
    }
}
