//! Applies kernels to each distinct value of a dictionary, and expands their results to rows.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::ArrowDictionaryKeyType;
use arrow_array::{
    AnyDictionaryArray, Array, ArrayRef, DictionaryArray, ListArray, MapArray, PrimitiveArray, StructArray,
    UInt32Array, UInt64Array, downcast_integer,
};
use arrow_buffer::{ArrowNativeType, BooleanBuffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::DataType;
use arrow_select::take::take;

use super::Strings;
use crate::error::KernelError;

/// Returns the result of a kernel for an array of strings or a dictionary of strings.
///
/// The kernel is called once with the values of a dictionary. If there are more values than rows, or the
/// kernel fails, it is called with the values that keys refer to, in the order of their first rows, so that
/// the first invalid row is reported. Results that are strings become the values of a dictionary; other
/// results become an array with an element for each row. A value without a key is in no row of the result,
/// and does not make the kernel fail.
///
/// The keys of rows whose result is null are null, because Arrow's casts, and code that uses them, check for
/// nulls only in the keys.
pub(crate) fn each_value(
    array: &dyn Array,
    mut kernel: impl FnMut(Strings<'_>) -> Result<ArrayRef, KernelError>,
) -> Result<ArrayRef, KernelError> {
    let Some(dictionary) = array.as_any_dictionary_opt() else { return kernel(Strings::of(array)?) };
    let (keys, values) = (dictionary.keys(), dictionary.values());
    Strings::of(values).map_err(|error| error.in_values_of(array.data_type()))?;
    if values.len() <= keys.len()
        && let Ok(results) = kernel(Strings::of(values)?)
    {
        return match is_string(results.data_type()) {
            true => with_values(dictionary, results),
            false => by_row(&results, keys),
        };
    }
    let used = Used::of(&each_key(keys, Some), values.len());
    let distinct = take(values, &UInt64Array::from(used.values), None)?;
    let results = kernel(Strings::of(&distinct)?).map_err(|error| error.in_row_of(&used.rows))?;
    match is_string(results.data_type()) {
        true => with_keys(keys.data_type(), used.keys, results),
        false => by_row(
            &results,
            &used.keys.into_iter().map(|key| key.map(|key| key as u64)).collect::<UInt64Array>(),
        ),
    }
}

/// The values that keys refer to, in the order of their first rows.
struct Used {
    /// For each row, an index in `values`.
    keys: Vec<Option<usize>>,
    values: Vec<u64>,
    /// The first row of each value of `values`.
    rows: Vec<usize>,
}

impl Used {
    fn of(keys: &[Option<usize>], values: usize) -> Self {
        // The system allocates zeroed pages only when they are written, and a dictionary may be far larger
        // than the slice of its keys.
        let mut numbers = vec![0; values];
        let (mut used, mut rows) = (Vec::new(), Vec::new());
        let keys = keys.iter().enumerate().map(|(row, &key)| {
            let key = key?;
            let number = numbers.get_mut(key).expect("a key refers to a value");
            if *number == 0 {
                used.push(key as u64);
                rows.push(row);
                *number = rows.len();
            }
            Some(*number - 1)
        });
        Self { keys: keys.collect(), values: used, rows }
    }
}

/// Returns a dictionary with the same keys, and these values.
fn with_values(dictionary: &dyn AnyDictionaryArray, values: ArrayRef) -> Result<ArrayRef, KernelError> {
    let Some(valid) = values.nulls().filter(|valid| valid.null_count() > 0) else {
        return Ok(dictionary.with_values(values));
    };
    macro_rules! dictionary {
        ($Key:ty) => {
            Ok(Arc::new(DictionaryArray::try_new(
                without::<$Key>(dictionary.keys().as_primitive(), valid),
                values,
            )?))
        };
    }
    downcast_integer! {
        dictionary.keys().data_type() => (dictionary),
        _ => unreachable!("the keys of a dictionary are integers"),
    }
}

/// Returns the keys, with null in place of the keys whose value is null.
fn without<K: ArrowDictionaryKeyType>(keys: &PrimitiveArray<K>, valid: &NullBuffer) -> PrimitiveArray<K> {
    let is_valid = |row| keys.is_valid(row) && valid.is_valid(keys.value(row).as_usize());
    let nulls = NullBuffer::new(BooleanBuffer::collect_bool(keys.len(), is_valid));
    PrimitiveArray::new(keys.values().clone(), Some(nulls))
}

/// Returns a dictionary with these keys, whose type is `key`.
fn with_keys(key: &DataType, keys: Vec<Option<usize>>, values: ArrayRef) -> Result<ArrayRef, KernelError> {
    let keys = keys.into_iter().map(|key| key.filter(|&key| values.is_valid(key)));
    macro_rules! dictionary {
        ($Key:ty) => {
            Ok(Arc::new(DictionaryArray::try_new(of_type::<$Key>(keys), Arc::clone(&values))?))
        };
    }
    downcast_integer! {
        key => (dictionary),
        _ => unreachable!("the keys of a dictionary are integers"),
    }
}

fn of_type<K: ArrowDictionaryKeyType>(keys: impl Iterator<Item = Option<usize>>) -> PrimitiveArray<K> {
    let keys = keys.map(|key| {
        let key = K::Native::from_usize(key?);
        Some(key.expect("there are no more values in use than keys that refer to them"))
    });
    keys.collect()
}

pub(super) fn is_string(data_type: &DataType) -> bool {
    matches!(data_type, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View)
}

// Expands the results for distinct values to results for rows.

/// Returns for each row the result that its key refers to, or null without a key.
///
/// Checks the total length of lists and maps before copying elements, because repeated elements may be far
/// longer than the strings.
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

/// The lists for all rows: their ends, and the indexes of their elements.
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

/// Returns the results of a function for the key of each row that has a key.
pub(super) fn each_key<T>(keys: &dyn Array, of: impl Fn(usize) -> Option<T>) -> Vec<Option<T>> {
    macro_rules! each_key {
        ($Key:ty) => {
            keys.as_primitive::<$Key>().iter().map(|key| of(key?.as_usize())).collect()
        };
    }
    downcast_integer! {
        keys.data_type() => (each_key),
        _ => unreachable!("the keys of a dictionary are integers"),
    }
}
