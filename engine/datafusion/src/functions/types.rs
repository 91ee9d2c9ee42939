//! The types of results.

use datafusion::arrow::datatypes::DataType;

/// The type of the first argument, whose strings the result is made of. For a dictionary, the result is a dictionary.
pub(super) fn of_first(arguments: &[DataType]) -> DataType {
    first(arguments).clone()
}

/// The type of the strings of the second argument.
pub(super) fn strings_of_second(arguments: &[DataType]) -> DataType {
    strings(arguments.get(1).unwrap_or(&DataType::Utf8View)).clone()
}

/// The type of the strings of the first argument.
pub(super) fn strings_of_first(arguments: &[DataType]) -> DataType {
    strings(first(arguments)).clone()
}

pub(super) fn boolean(_: &[DataType]) -> DataType {
    DataType::Boolean
}

/// The type of the first argument.
pub(super) fn first(arguments: &[DataType]) -> &DataType {
    arguments.first().unwrap_or(&DataType::Utf8View)
}

fn strings(argument: &DataType) -> &DataType {
    match argument {
        DataType::Dictionary(_, values) => values,
        plain => plain,
    }
}
