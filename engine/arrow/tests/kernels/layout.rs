//! Arrays of the same strings, of every type, that are laid out as awkwardly as Arrow allows.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use arrow_array::builder::StringViewBuilder;
use arrow_array::types::{ArrowDictionaryKeyType, Int8Type, Int32Type, Int64Type, UInt16Type};
use arrow_array::{Array, ArrayRef, DictionaryArray, LargeStringArray, PrimitiveArray, StringArray};
use arrow_buffer::{ArrowNativeType, NullBuffer};
use arrow_schema::DataType;

use crate::texts::Numbers;

/// A type of strings.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    keys: Option<DataType>,
    values: DataType,
}

pub(crate) const UTF8_VIEW: Layout = Layout { keys: None, values: DataType::Utf8View };
pub(crate) const UTF8: Layout = Layout { keys: None, values: DataType::Utf8 };

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.data_type().fmt(f)
    }
}

impl Layout {
    pub(crate) fn all() -> Vec<Self> {
        let keys = [DataType::Int8, DataType::UInt16, DataType::Int32, DataType::Int64];
        let keys = [None].into_iter().chain(keys.into_iter().map(Some));
        let of = |keys: Option<DataType>| {
            [DataType::Utf8View, DataType::Utf8, DataType::LargeUtf8]
                .map(|values| Self { keys: keys.clone(), values })
        };
        keys.flat_map(of).collect()
    }

    pub(crate) fn data_type(&self) -> DataType {
        match &self.keys {
            Some(keys) => DataType::Dictionary(Box::new(keys.clone()), Box::new(self.values.clone())),
            None => self.values.clone(),
        }
    }

    /// Returns the array of these strings. It is a slice of a larger one, and a dictionary has values that are equal,
    /// null, or not referred to and invalid; by the seed, more of them than rows. At most 110 strings may be distinct.
    pub(crate) fn array(&self, rows: &[Option<&str>], seed: u64) -> ArrayRef {
        match &self.keys {
            None => self.plain(rows),
            Some(DataType::Int8) => self.dictionary::<Int8Type>(rows, seed),
            Some(DataType::UInt16) => self.dictionary::<UInt16Type>(rows, seed),
            Some(DataType::Int32) => self.dictionary::<Int32Type>(rows, seed),
            _ => self.dictionary::<Int64Type>(rows, seed),
        }
    }

    fn plain(&self, rows: &[Option<&str>]) -> ArrayRef {
        let before = [Some("//before"), None, Some("http://exa mple.com/before"), Some("%zz")];
        let padded =
            before.into_iter().chain(rows.iter().copied()).chain([None, Some("http://exa mple.com/after")]);
        let array: ArrayRef = match self.values {
            DataType::Utf8 => Arc::new(padded.collect::<StringArray>()),
            DataType::LargeUtf8 => Arc::new(padded.collect::<LargeStringArray>()),
            _ => {
                let mut builder = StringViewBuilder::new().with_fixed_block_size(512);
                padded.for_each(|text| builder.append_option(text));
                Arc::new(builder.finish())
            }
        };
        array.slice(before.len(), rows.len())
    }

    fn dictionary<K: ArrowDictionaryKeyType>(&self, rows: &[Option<&str>], seed: u64) -> ArrayRef {
        let mut numbers = Numbers(seed);
        let mut values = vec![Some("http://exa mple.com/unreferenced"), None, Some("%zz")];
        let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
        let (mut keys, mut valid) = (Vec::new(), Vec::new());
        for row in rows {
            let key = match row {
                None if numbers.below(2) == 0 => Some(1),
                None => None,
                Some(text) => {
                    let places = places.entry(text).or_default();
                    if places.is_empty() || (values.len() < 126 && numbers.below(8) == 0) {
                        places.push(values.len());
                        values.push(Some(text));
                    }
                    Some(places[numbers.below(places.len())])
                }
            };
            valid.push(key.is_some());
            // What stands under a null is not a key.
            keys.push(K::Native::from_usize(key.unwrap_or(127)).expect("at most 110 strings are distinct"));
        }
        if numbers.below(2) == 0 {
            values.resize(values.len() + rows.len(), Some("http://exa mple.com/unreferenced"));
        }
        keys.extend([keys.first().copied().unwrap_or_default(); 2]);
        valid.extend([valid.first().copied().unwrap_or_default(); 2]);
        keys.rotate_right(1);
        valid.rotate_right(1);
        let keys = PrimitiveArray::<K>::new(keys.into(), Some(NullBuffer::from(valid)));
        Arc::new(DictionaryArray::new(keys, self.plain(&values)).slice(1, rows.len()))
    }
}
