//! The arguments of a call for a batch of rows.

use datafusion::arrow::array::{Array, ArrayRef, Datum, Scalar};
use datafusion::common::{Result, ScalarValue, exec_err};
use datafusion::logical_expr::ColumnarValue;

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
