//! The arguments of a call, each of which is a column or a constant.

use datafusion::arrow::array::ArrayRef;
use datafusion::common::{DataFusionError, Result, ScalarValue};
use datafusion::logical_expr::{ColumnarValue, ScalarFunctionArgs};
use urigram_arrow::KernelError;
use urigram_arrow::internal::Strings;

use crate::error::FunctionError;

/// The arguments of a call, of which a constant has one row: it is not repeated for the rows of a batch.
pub(super) struct Arguments<'f> {
    function: &'f str,
    given: Vec<(ArrayRef, bool)>,
    rows: usize,
}

impl<'f> Arguments<'f> {
    pub(super) fn of(function: &'f str, call: &ScalarFunctionArgs) -> Result<Self> {
        let given = call.args.iter().map(|argument| {
            let is_constant = matches!(argument, ColumnarValue::Scalar(_));
            Ok((argument.to_array(if is_constant { 1 } else { call.number_rows })?, is_constant))
        });
        let mut arguments = Self { function, given: given.collect::<Result<_>>()?, rows: call.number_rows };
        if arguments.are_constants() {
            arguments.rows = 1;
        }
        Ok(arguments)
    }

    /// Returns how many rows are to be computed: one, if all arguments are constants.
    pub(super) const fn rows(&self) -> usize {
        self.rows
    }

    pub(super) const fn count(&self) -> usize {
        self.given.len()
    }

    /// Returns the argument at this index; `None` if it is not given.
    ///
    /// # Errors
    ///
    /// If it is not a column of strings, which happens only if the function is called without the planner.
    pub(super) fn get(&self, index: usize) -> Result<Option<Argument<'_>>> {
        let Some((array, is_constant)) = self.given.get(index) else { return Ok(None) };
        let strings = Strings::of(array).map_err(|error| self.failed(error))?;
        Ok(Some(Argument { strings, is_constant: *is_constant }))
    }

    /// Returns the result of the call: of constants, it is a constant.
    pub(super) fn result(&self, computed: ArrayRef) -> Result<ColumnarValue> {
        Ok(match self.are_constants() {
            true => ColumnarValue::Scalar(ScalarValue::try_from_array(&computed, 0)?),
            false => ColumnarValue::Array(computed),
        })
    }

    /// Returns the error of the call.
    pub(super) fn failed(&self, error: KernelError) -> DataFusionError {
        FunctionError::new(self.function, error).into()
    }

    fn are_constants(&self) -> bool {
        self.given.iter().all(|(_, is_constant)| *is_constant)
    }
}

/// An argument: a string for each row, or the same for all.
#[derive(Clone, Copy)]
pub(super) struct Argument<'a> {
    pub(super) strings: Strings<'a>,
    pub(super) is_constant: bool,
}

impl<'a> Argument<'a> {
    /// Returns which of the strings is that of a row.
    pub(super) const fn index(self, row: usize) -> usize {
        if self.is_constant { 0 } else { row }
    }

    /// Returns the string of a row, unless it is null.
    pub(super) fn get(self, row: usize) -> Option<&'a str> {
        self.strings.get(self.index(row))
    }
}
