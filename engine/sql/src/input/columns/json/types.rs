//! The types of values of JSON.

use datafusion::arrow::datatypes::{DataType, Field, Fields};
use indexmap::IndexMap;

/// The type of all values of a key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Type {
    #[default]
    Null,
    Boolean,
    /// Integers that fit in both of the next two.
    Natural,
    /// 64-bit integers.
    Integer,
    /// Integers that need all 64 bits without a sign.
    Unsigned,
    /// Numbers that are not integers, or are too large.
    Float,
    Text,
    List(Box<Self>),
    Object(Keys),
}

/// The keys of an object, in the order in which they came.
pub(super) type Keys = IndexMap<String, Type>;

pub(super) fn fields(keys: &Keys) -> Fields {
    keys.iter().map(|(key, value)| Field::new(key, value.data_type(), true)).collect()
}

impl Type {
    fn data_type(&self) -> DataType {
        match self {
            Self::Null => DataType::Null,
            Self::Boolean => DataType::Boolean,
            Self::Natural | Self::Integer => DataType::Int64,
            Self::Unsigned => DataType::UInt64,
            Self::Float => DataType::Float64,
            Self::Text => DataType::Utf8,
            Self::List(item) => DataType::List(Field::new_list_field(item.data_type(), true).into()),
            Self::Object(keys) => DataType::Struct(fields(keys)),
        }
    }

    pub(super) const fn name(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Boolean => "a boolean",
            Self::Natural | Self::Integer => "an integer",
            Self::Unsigned => "an integer above 9223372036854775807",
            Self::Float => "a floating-point number",
            Self::Text => "a string",
            Self::List(_) => "an array",
            Self::Object(_) => "an object",
        }
    }

    /// Widens the type to one that has both its own values and those of the other, and returns whether there is one. What
    /// lists and objects have in them stays as it is, and so does the type of the column if this is `closed`.
    pub(super) fn widen(&mut self, found: Self, closed: bool) -> bool {
        use Type::{Float, Integer, List, Natural, Null, Object, Unsigned};
        let wide = match (&*self, found) {
            (List(_), List(_)) | (Object(_), Object(_)) => return true,
            (known, found) if *known == found => return true,
            (Null, found) => found,
            (Natural, Integer) | (Integer, Natural) => Integer,
            (Natural, Unsigned) | (Unsigned, Natural) => Unsigned,
            (Natural | Integer | Unsigned, Float)
            | (Float, Natural | Integer | Unsigned)
            | (Integer, Unsigned)
            | (Unsigned, Integer) => Float,
            _ => return false,
        };
        let fits = !closed || wide.data_type() == self.data_type();
        if fits {
            *self = wide;
        }
        fits
    }
}
