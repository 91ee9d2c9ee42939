//! A function that counts the values for which it has no answer because they are no URI references.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use datafusion::arrow::array::{Array, ArrayRef, AsArray};
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::{DataType, FieldRef};
use datafusion::common::{Result, ScalarValue};
use datafusion::logical_expr::{
    ColumnarValue, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDFImpl, Signature,
};

use super::site::Site;

/// The same function, with a site.
#[derive(Debug)]
pub(super) struct Counted {
    function: Arc<dyn ScalarUDFImpl>,
    /// How many of the first arguments are references.
    references: usize,
    site: Arc<Site>,
}

impl Counted {
    pub(super) fn new(function: Arc<dyn ScalarUDFImpl>, references: usize, site: Arc<Site>) -> Self {
        Self { function, references, site }
    }

    /// Counts the values, and examines those without an answer: most of them are valid and lack the component.
    fn count(&self, arguments: &[ArrayRef], answer: &dyn Array) -> Result<()> {
        let has_all = |row: usize| arguments.iter().all(|argument| argument.is_valid(row));
        let rows = answer.len();
        self.site.add_values((0..rows).filter(|&row| has_all(row)).count());
        if answer.null_count() == 0 {
            return Ok(());
        }
        let texts = arguments.iter().map(|argument| Ok(cast(argument, &DataType::Utf8View)?));
        let texts: Vec<ArrayRef> = texts.collect::<Result<_>>()?;
        for row in (0..rows).filter(|&row| answer.is_null(row) && has_all(row)) {
            // A call is counted once, whichever of its arguments is at fault.
            let _ = texts.iter().any(|text| self.site.examine(text.as_string_view().value(row)));
        }
        Ok(())
    }
}

impl ScalarUDFImpl for Counted {
    fn name(&self) -> &str {
        self.function.name()
    }

    fn signature(&self) -> &Signature {
        self.function.signature()
    }

    fn return_type(&self, types: &[DataType]) -> Result<DataType> {
        self.function.return_type(types)
    }

    fn return_field_from_args(&self, arguments: ReturnFieldArgs) -> Result<FieldRef> {
        self.function.return_field_from_args(arguments)
    }

    fn invoke_with_args(&self, arguments: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let rows = arguments.number_rows;
        let references: Vec<_> = arguments.args.iter().take(self.references).cloned().collect();
        let answer = self.function.invoke_with_args(arguments)?;
        let references = references.iter().map(|reference| reference.to_array(rows));
        let references: Vec<ArrayRef> = references.collect::<Result<_>>()?;
        match &answer {
            ColumnarValue::Array(array) => self.count(&references, array.as_ref())?,
            // One answer for all rows: its arguments are the same in all of them.
            ColumnarValue::Scalar(value) => {
                let first: Vec<_> = references.iter().map(|array| array.slice(0, rows.min(1))).collect();
                self.count(&first, ScalarValue::to_array_of_size(value, rows.min(1))?.as_ref())?;
            }
        }
        Ok(answer)
    }
}

/// Two calls are the same if the functions are, so that the optimizer computes them once.
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
