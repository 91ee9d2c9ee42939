//! Results for distinct values, as results for rows.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, ListArray, MapArray, StructArray, UInt32Array, downcast_integer};
use arrow_buffer::{ArrowNativeType, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::DataType;
use arrow_select::take::take;

use crate::error::KernelError;

/// Returns the result of each row, to which its key refers. A row without a key has none.
///
/// Lists and maps are checked before their elements are copied: repeated, they may be far longer than the strings that
/// they are made of.
pub(super) fn by_row(results: &ArrayRef, keys: &dyn Array) -> Result<ArrayRef, KernelError> {
    match results.data_type() {
        DataType::List(field) => {
            let list = results.as_list::<i32>();
            let taken = Taken::of(list.offsets(), list.nulls(), keys)?;
            let elements = by_row(list.values(), &taken.elements)?;
            Ok(Arc::new(ListArray::try_new(field.clone(), taken.ends, elements, taken.valid)?))
        }
        DataType::Map(field, ordered) => {
            let map = results.as_map();
            let taken = Taken::of(map.offsets(), map.nulls(), keys)?;
            let columns = map.entries().columns().iter().map(|column| by_row(column, &taken.elements));
            let columns = columns.collect::<Result<_, _>>()?;
            let entries = StructArray::try_new(map.entries().fields().clone(), columns, None)?;
            Ok(Arc::new(MapArray::try_new(field.clone(), taken.ends, entries, taken.valid, *ordered)?))
        }
        _ => Ok(take(results, keys, None)?),
    }
}

/// Which elements of lists are those of each row.
struct Taken {
    ends: OffsetBuffer<i32>,
    valid: Option<NullBuffer>,
    elements: UInt32Array,
}

impl Taken {
    fn of(
        offsets: &OffsetBuffer<i32>,
        nulls: Option<&NullBuffer>,
        keys: &dyn Array,
    ) -> Result<Self, KernelError> {
        let lists: Vec<Option<(u32, u32)>> = each_key(keys, |key| {
            let is_valid = nulls.is_none_or(|nulls| nulls.is_valid(key));
            let ends = (offsets.get(key)?.as_usize() as u32, offsets.get(key + 1)?.as_usize() as u32);
            is_valid.then_some(ends)
        });
        let mut ends: Vec<i32> = Vec::with_capacity(lists.len() + 1);
        ends.push(0);
        for list in &lists {
            let length = list.map_or(0, |(start, end)| end - start);
            let end = ends.last().copied().unwrap_or(0).checked_add_unsigned(length);
            ends.push(end.ok_or(KernelError::TooLong)?);
        }
        let elements = lists.iter().flatten().flat_map(|&(start, end)| start..end);
        Ok(Self {
            ends: OffsetBuffer::new(ScalarBuffer::from(ends)),
            valid: lists.iter().any(Option::is_none).then(|| lists.iter().map(Option::is_some).collect()),
            elements: UInt32Array::from_iter_values(elements),
        })
    }
}

/// Calls a function with the key of each row that has one.
pub(super) fn each_key<T>(keys: &dyn Array, of: impl Fn(usize) -> Option<T>) -> Vec<Option<T>> {
    macro_rules! each_key {
        ($Key:ty) => {
            keys.as_primitive::<$Key>().iter().map(|key| of(key?.as_usize())).collect()
        };
    }
    downcast_integer! {
        keys.data_type() => (each_key),
        _ => None.expect("the keys of a dictionary are integers"),
    }
}
