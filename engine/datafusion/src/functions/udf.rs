//! Functions as DataFusion calls them.

use std::hash::{Hash, Hasher};

use datafusion::arrow::array::{Array, ArrayRef, new_null_array};
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::DataType;
use datafusion::common::types::{logical_boolean, logical_string};
use datafusion::common::{Result, ScalarValue, plan_datafusion_err, plan_err};
use datafusion::logical_expr::simplify::{ExprSimplifyResult, SimplifyContext};
use datafusion::logical_expr::{
    Coercion, ColumnarValue, DocSection, Documentation, EncodingPreservation, Expr, ScalarFunctionArgs,
    ScalarUDF, ScalarUDFImpl, Signature, TypeSignature, TypeSignatureClass, Volatility,
};
use urigram_arrow::{Invalid, KernelError};

use super::arguments::Arguments;
use crate::error::FunctionError;

/// Returns the forms of a function: the lenient, and if it can fail the strict one.
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

/// Dictionaries of strings are kept, so that each distinct value is computed once.
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

    /// Checks the constants, before any row is read.
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

/// Returns the result as an array of the type that was promised. A kernel of two arguments may return a dictionary where plain
/// strings were promised.
fn typed(result: ArrayRef, data_type: &DataType) -> Result<ArrayRef> {
    match result.data_type() == data_type {
        true => Ok(result),
        false => Ok(cast(&result, data_type)?),
    }
}

/// Returns the result of a kernel, with the name of the function in an error.
pub(super) fn kernel(given: &Arguments<'_>, result: Result<ArrayRef, KernelError>) -> Result<ArrayRef> {
    Ok(result.map_err(|error| FunctionError::new(given.function(), error))?)
}

// The description of a function.

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
