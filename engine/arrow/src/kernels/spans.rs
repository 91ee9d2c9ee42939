//! Lists whose elements are parts of a row.

use std::sync::Arc;

use arrow_array::{ArrayRef, ListArray};
use arrow_buffer::{NullBufferBuilder, OffsetBuffer, ScalarBuffer};
use arrow_schema::{DataType, Field, FieldRef};

use crate::error::KernelError;

/// Returns the type of a list of these elements.
pub(super) fn list_type(element: DataType) -> DataType {
    DataType::List(element_field(element))
}

fn element_field(element: DataType) -> FieldRef {
    Arc::new(Field::new_list_field(element, true))
}

/// The lengths of the lists of a [`ListArray`], whose elements are made elsewhere.
pub(super) struct Lists {
    ends: Vec<i32>,
    valid: NullBufferBuilder,
}

impl Lists {
    pub(super) fn with_capacity(rows: usize) -> Self {
        let mut ends = Vec::with_capacity(rows + 1);
        ends.push(0);
        Self { ends, valid: NullBufferBuilder::new(rows) }
    }

    /// Ends the list of a row, where `elements` is the number of elements up to here.
    pub(super) fn end(&mut self, elements: usize, is_valid: bool) -> Result<(), KernelError> {
        self.ends.push(i32::try_from(elements).map_err(|_| KernelError::TooLong)?);
        self.valid.append(is_valid);
        Ok(())
    }

    /// Returns where the elements of each row end, and which rows are not null.
    pub(super) fn into_parts(mut self) -> (OffsetBuffer<i32>, Option<arrow_buffer::NullBuffer>) {
        (OffsetBuffer::new(ScalarBuffer::from(self.ends)), self.valid.finish())
    }

    pub(super) fn finish(self, elements: ArrayRef) -> Result<ArrayRef, KernelError> {
        let field = element_field(elements.data_type().clone());
        let (offsets, valid) = self.into_parts();
        Ok(Arc::new(ListArray::try_new(field, offsets, elements, valid)?))
    }
}
