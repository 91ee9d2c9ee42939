//! A scalar function that counts the values for which it has no answer because they are not URI references.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use datafusion::arrow::array::Array;
use datafusion::arrow::buffer::NullBuffer;
use datafusion::arrow::datatypes::{DataType, FieldRef};
use datafusion::common::config::ConfigOptions;
use datafusion::common::{Result, ScalarValue};
use datafusion::logical_expr::interval_arithmetic::Interval;
use datafusion::logical_expr::preimage::PreimageResult;
use datafusion::logical_expr::simplify::{ExprSimplifyResult, SimplifyContext};
use datafusion::logical_expr::sort_properties::{ExprProperties, SortProperties};
use datafusion::logical_expr::{
    ColumnarValue, Documentation, Expr, ExpressionPlacement, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDF,
    ScalarUDFImpl, Signature, StructFieldMapping,
};

use super::references::{count, references};
use super::site::Site;

/// The same function, with a site.
#[derive(Clone, Debug)]
pub(super) struct Counted {
    function: Arc<dyn ScalarUDFImpl>,
    /// The indices of the arguments that are references.
    references: Vec<usize>,
    site: Arc<Site>,
}

impl Counted {
    pub(super) fn new(function: Arc<dyn ScalarUDFImpl>, references: Vec<usize>, site: Arc<Site>) -> Self {
        Self { function, references, site }
    }

    pub(super) fn site(&self) -> &Arc<Site> {
        &self.site
    }
}

/// All else is what the function says.
impl ScalarUDFImpl for Counted {
    fn invoke_with_args(&self, arguments: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let is_array = |argument: &ColumnarValue| matches!(argument, ColumnarValue::Array(_));
        // Arguments that are the same in all rows are one call.
        let rows = match arguments.args.iter().any(is_array) {
            true => arguments.number_rows,
            false => arguments.number_rows.min(1),
        };
        let references = references(&arguments.args, &self.references);
        let answer = self.function.invoke_with_args(arguments)?;
        let answers = match &answer {
            ColumnarValue::Array(array) => array.logical_nulls(),
            ColumnarValue::Scalar(value) => value.is_null().then(|| NullBuffer::new_null(rows)),
        };
        count(&self.site, &references, rows, answers.as_ref());
        Ok(answer)
    }

    fn name(&self) -> &str {
        self.function.name()
    }

    fn aliases(&self) -> &[String] {
        self.function.aliases()
    }

    fn schema_name(&self, arguments: &[Expr]) -> Result<String> {
        self.function.schema_name(arguments)
    }

    fn signature(&self) -> &Signature {
        self.function.signature()
    }

    fn return_type(&self, types: &[DataType]) -> Result<DataType> {
        self.function.return_type(types)
    }

    fn with_updated_config(&self, config: &ConfigOptions) -> Option<ScalarUDF> {
        let function = self.function.with_updated_config(config)?;
        Some(Self { function: Arc::clone(function.inner()), ..self.clone() }.into())
    }

    fn return_field_from_args(&self, arguments: ReturnFieldArgs) -> Result<FieldRef> {
        self.function.return_field_from_args(arguments)
    }

    fn is_strict(&self) -> bool {
        self.function.is_strict()
    }

    fn simplify(&self, arguments: Vec<Expr>, context: &SimplifyContext) -> Result<ExprSimplifyResult> {
        self.function.simplify(arguments, context)
    }

    fn preimage(
        &self,
        arguments: &[Expr],
        literal: &Expr,
        context: &SimplifyContext,
    ) -> Result<PreimageResult> {
        self.function.preimage(arguments, literal, context)
    }

    fn short_circuits(&self) -> bool {
        self.function.short_circuits()
    }

    fn conditional_arguments<'a>(&self, arguments: &'a [Expr]) -> Option<(Vec<&'a Expr>, Vec<&'a Expr>)> {
        self.function.conditional_arguments(arguments)
    }

    fn evaluate_bounds(&self, inputs: &[&Interval]) -> Result<Interval> {
        self.function.evaluate_bounds(inputs)
    }

    fn propagate_constraints(
        &self,
        interval: &Interval,
        inputs: &[&Interval],
    ) -> Result<Option<Vec<Interval>>> {
        self.function.propagate_constraints(interval, inputs)
    }

    fn output_ordering(&self, inputs: &[ExprProperties]) -> Result<SortProperties> {
        self.function.output_ordering(inputs)
    }

    fn preserves_lex_ordering(&self, inputs: &[ExprProperties]) -> Result<bool> {
        self.function.preserves_lex_ordering(inputs)
    }

    fn strictly_order_preserving(&self, inputs: &[ExprProperties]) -> Result<bool> {
        self.function.strictly_order_preserving(inputs)
    }

    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        self.function.coerce_types(types)
    }

    fn struct_field_mapping(&self, literals: &[Option<ScalarValue>]) -> Option<StructFieldMapping> {
        self.function.struct_field_mapping(literals)
    }

    fn documentation(&self) -> Option<&Documentation> {
        self.function.documentation()
    }

    fn placement(&self, arguments: &[ExpressionPlacement]) -> ExpressionPlacement {
        self.function.placement(arguments)
    }
}

/// Two calls are the same if the functions are, so that a plan computes them once.
impl PartialEq for Counted {
    fn eq(&self, other: &Self) -> bool {
        self.function.dyn_eq(other.function.as_ref() as _)
    }
}

impl Eq for Counted {}

impl Hash for Counted {
    fn hash<H: Hasher>(&self, mut state: &mut H) {
        self.function.dyn_hash(&mut state);
    }
}
