//! An aggregate function that counts the values that are not URI references.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use datafusion::arrow::array::ArrayRef;
use datafusion::arrow::buffer::NullBuffer;
use datafusion::arrow::datatypes::{DataType, FieldRef};
use datafusion::common::{Result, ScalarValue};
use datafusion::logical_expr::expr::{AggregateFunctionParams, WindowFunctionParams};
use datafusion::logical_expr::function::{AccumulatorArgs, StateFieldsArgs};
use datafusion::logical_expr::utils::AggregateOrderSensitivity;
use datafusion::logical_expr::{
    Accumulator, AggregateUDFImpl, ColumnarValue, Documentation, ReversedUDAF, SetMonotonicity, Signature,
};

use super::references::{count, references};
use super::site::Site;

/// The same function, with a site.
#[derive(Debug)]
pub(super) struct CountedAggregate {
    function: Arc<dyn AggregateUDFImpl>,
    /// The indices of the arguments that are references.
    references: Vec<usize>,
    site: Arc<Site>,
}

impl CountedAggregate {
    pub(super) fn new(function: Arc<dyn AggregateUDFImpl>, references: Vec<usize>, site: Arc<Site>) -> Self {
        Self { function, references, site }
    }

    fn counted(&self, accumulator: Box<dyn Accumulator>) -> Box<dyn Accumulator> {
        Box::new(CountedAccumulator {
            accumulator,
            references: self.references.clone(),
            site: Arc::clone(&self.site),
        })
    }
}

/// What a planner asks after the optimizer is what the function says. An accumulator for all groups is not asked for,
/// so that each group has one of those that count; and statistics are none of a value that must be seen.
impl AggregateUDFImpl for CountedAggregate {
    fn accumulator(&self, arguments: AccumulatorArgs) -> Result<Box<dyn Accumulator>> {
        Ok(self.counted(self.function.accumulator(arguments)?))
    }

    fn create_sliding_accumulator(&self, arguments: AccumulatorArgs) -> Result<Box<dyn Accumulator>> {
        Ok(self.counted(self.function.create_sliding_accumulator(arguments)?))
    }

    fn name(&self) -> &str {
        self.function.name()
    }

    fn aliases(&self) -> &[String] {
        self.function.aliases()
    }

    fn schema_name(&self, parameters: &AggregateFunctionParams) -> Result<String> {
        self.function.schema_name(parameters)
    }

    fn human_display(&self, parameters: &AggregateFunctionParams) -> Result<String> {
        self.function.human_display(parameters)
    }

    fn window_function_schema_name(&self, parameters: &WindowFunctionParams) -> Result<String> {
        self.function.window_function_schema_name(parameters)
    }

    fn display_name(&self, parameters: &AggregateFunctionParams) -> Result<String> {
        self.function.display_name(parameters)
    }

    fn window_function_display_name(&self, parameters: &WindowFunctionParams) -> Result<String> {
        self.function.window_function_display_name(parameters)
    }

    fn signature(&self) -> &Signature {
        self.function.signature()
    }

    fn return_type(&self, types: &[DataType]) -> Result<DataType> {
        self.function.return_type(types)
    }

    fn return_field(&self, fields: &[FieldRef]) -> Result<FieldRef> {
        self.function.return_field(fields)
    }

    fn is_nullable(&self) -> bool {
        self.function.is_nullable()
    }

    fn state_fields(&self, arguments: StateFieldsArgs) -> Result<Vec<FieldRef>> {
        self.function.state_fields(arguments)
    }

    fn order_sensitivity(&self) -> AggregateOrderSensitivity {
        self.function.order_sensitivity()
    }

    fn with_beneficial_ordering(
        self: Arc<Self>,
        beneficial: bool,
    ) -> Result<Option<Arc<dyn AggregateUDFImpl>>> {
        let function = Arc::clone(&self.function).with_beneficial_ordering(beneficial)?;
        let counted = |function| Self::new(function, self.references.clone(), Arc::clone(&self.site));
        Ok(function.map(|function| Arc::new(counted(function)) as _))
    }

    fn reverse_expr(&self) -> ReversedUDAF {
        match self.function.reverse_expr() {
            ReversedUDAF::Identical => ReversedUDAF::Identical,
            // A reversed function would not count.
            ReversedUDAF::Reversed(_) | ReversedUDAF::NotSupported => ReversedUDAF::NotSupported,
        }
    }

    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        self.function.coerce_types(types)
    }

    fn is_descending(&self) -> Option<bool> {
        self.function.is_descending()
    }

    fn default_value(&self, data_type: &DataType) -> Result<ScalarValue> {
        self.function.default_value(data_type)
    }

    fn supports_null_handling_clause(&self) -> bool {
        self.function.supports_null_handling_clause()
    }

    fn supports_within_group_clause(&self) -> bool {
        self.function.supports_within_group_clause()
    }

    fn set_monotonicity(&self, data_type: &DataType) -> SetMonotonicity {
        self.function.set_monotonicity(data_type)
    }

    fn documentation(&self) -> Option<&Documentation> {
        self.function.documentation()
    }
}

/// Two calls are the same if the functions are.
impl PartialEq for CountedAggregate {
    fn eq(&self, other: &Self) -> bool {
        self.function.dyn_eq(other.function.as_ref() as _)
    }
}

impl Eq for CountedAggregate {}

impl Hash for CountedAggregate {
    fn hash<H: Hasher>(&self, mut state: &mut H) {
        self.function.dyn_hash(&mut state);
    }
}

/// Counts what it is given by row. States of others, which it merges, are counted by these.
#[derive(Debug)]
struct CountedAccumulator {
    accumulator: Box<dyn Accumulator>,
    references: Vec<usize>,
    site: Arc<Site>,
}

impl Accumulator for CountedAccumulator {
    fn update_batch(&mut self, arguments: &[ArrayRef]) -> Result<()> {
        self.accumulator.update_batch(arguments)?;
        let rows = arguments.first().map_or(0, |argument| argument.len());
        let references = references(arguments, &self.references);
        let references: Vec<_> = references.into_iter().map(ColumnarValue::Array).collect();
        // No row has an answer of its own.
        count(&self.site, &references, rows, Some(&NullBuffer::new_null(rows)));
        Ok(())
    }

    fn evaluate(&mut self) -> Result<ScalarValue> {
        self.accumulator.evaluate()
    }

    fn size(&self) -> usize {
        size_of_val(self) + self.accumulator.size()
    }

    fn state(&mut self) -> Result<Vec<ScalarValue>> {
        self.accumulator.state()
    }

    fn merge_batch(&mut self, states: &[ArrayRef]) -> Result<()> {
        self.accumulator.merge_batch(states)
    }

    fn retract_batch(&mut self, arguments: &[ArrayRef]) -> Result<()> {
        self.accumulator.retract_batch(arguments)
    }

    fn supports_retract_batch(&self) -> bool {
        self.accumulator.supports_retract_batch()
    }
}
