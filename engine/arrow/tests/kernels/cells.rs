//! The rows of an array of results, whatever its type.

use std::borrow::Cow;

use arrow_array::cast::AsArray;
use arrow_array::types::{UInt16Type, UInt32Type, UInt64Type};
use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;

/// A result in a row. A struct is a list of its fields, a map one of its entries.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Cell<'a> {
    Null,
    Text(Cow<'a, str>),
    Bool(bool),
    Number(u64),
    List(Vec<Cell<'a>>),
}

impl<'a> Cell<'a> {
    pub(crate) fn text(text: impl Into<Cow<'a, str>>) -> Self {
        Self::Text(text.into())
    }

    pub(crate) fn or_null(text: Option<impl Into<Cow<'a, str>>>) -> Self {
        text.map_or(Self::Null, Self::text)
    }
}

/// Returns the rows of a result.
pub(crate) fn cells(array: &ArrayRef) -> Vec<Cell<'_>> {
    match array.data_type() {
        DataType::Utf8 => array.as_string::<i32>().iter().map(Cell::or_null).collect(),
        DataType::LargeUtf8 => array.as_string::<i64>().iter().map(Cell::or_null).collect(),
        DataType::Utf8View => array.as_string_view().iter().map(Cell::or_null).collect(),
        DataType::Boolean => array.as_boolean().iter().map(|it| it.map_or(Cell::Null, Cell::Bool)).collect(),
        DataType::UInt16 => array.as_primitive::<UInt16Type>().iter().map(number).collect(),
        DataType::UInt32 => array.as_primitive::<UInt32Type>().iter().map(number).collect(),
        DataType::UInt64 => array.as_primitive::<UInt64Type>().iter().map(number).collect(),
        DataType::Dictionary(..) => {
            let dictionary = array.as_any_dictionary();
            let values = cells(dictionary.values());
            let keys = if values.is_empty() { Vec::new() } else { dictionary.normalized_keys() };
            let of_row =
                |row| if dictionary.keys().is_valid(row) { values[keys[row]].clone() } else { Cell::Null };
            (0..array.len()).map(of_row).collect()
        }
        DataType::List(_) => {
            let list = array.as_list::<i32>();
            lists(array, list.offsets(), &cells(list.values()))
        }
        DataType::Map(..) => {
            let map = array.as_map();
            let mut entries = vec![Vec::new(); map.entries().len()];
            fields(map.entries().columns(), &mut entries);
            let entries: Vec<_> = entries.into_iter().map(Cell::List).collect();
            lists(array, map.offsets(), &entries)
        }
        DataType::Struct(_) => {
            let mut rows = vec![Vec::new(); array.len()];
            fields(array.as_struct().columns(), &mut rows);
            let of_row = |(row, cells)| if array.is_valid(row) { Cell::List(cells) } else { Cell::Null };
            rows.into_iter().enumerate().map(of_row).collect()
        }
        other => panic!("no kernel returns {other}"),
    }
}

fn number<'a>(number: Option<impl Into<u64>>) -> Cell<'a> {
    number.map_or(Cell::Null, |number| Cell::Number(number.into()))
}

fn fields<'a>(columns: &'a [ArrayRef], rows: &mut [Vec<Cell<'a>>]) {
    for column in columns {
        for (row, cell) in rows.iter_mut().zip(cells(column)) {
            row.push(cell);
        }
    }
}

fn lists<'a>(array: &ArrayRef, offsets: &[i32], elements: &[Cell<'a>]) -> Vec<Cell<'a>> {
    let of_row = |(row, ends): (usize, &[i32])| match array.is_valid(row) {
        true => Cell::List(elements[ends[0] as usize..ends[1] as usize].to_vec()),
        false => Cell::Null,
    };
    offsets.windows(2).enumerate().map(of_row).collect()
}
