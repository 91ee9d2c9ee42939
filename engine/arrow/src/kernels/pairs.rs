//! The pairs of the query (section 3.4).

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

use arrow_array::{Array, ArrayRef, Datum, MapArray, StructArray};
use arrow_schema::{DataType, Field, Fields};
use urigram::UriReference;
use urigram::percent::{DecodeError, Decoded};
use urigram::query::Pairs;

use super::component::{Lists, list_type};
use crate::error::{Invalid, KernelError};
use crate::strings::{Strings, Writer, each_pair, each_value, value_type};

/// The encoding of data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Coding {
    /// Percent-encoding (section 2.1), in which `+` is not a space.
    Percent,
    /// `application/x-www-form-urlencoded`, in which `+` is a space.
    Form,
}

/// Returns the type of the result of [`pairs`] for strings of this type: a list of structs with the fields `key` and
/// `value`, which are strings of the same type.
pub fn pairs_type(references: &DataType) -> DataType {
    list_type(DataType::Struct(fields(value_type(references), ["key", "value"])))
}

/// Returns the type of the result of [`pairs_map`] for strings of this type: a map whose keys and values have this type.
pub fn pairs_map_type(references: &DataType) -> DataType {
    DataType::Map(Arc::new(entries(value_type(references))), false)
}

fn fields(strings: &DataType, [key, value]: [&str; 2]) -> Fields {
    Fields::from(vec![Field::new(key, strings.clone(), false), Field::new(value, strings.clone(), true)])
}

fn entries(strings: &DataType) -> Field {
    Field::new("entries", DataType::Struct(fields(strings, ["keys", "values"])), false)
}

/// Returns the pairs of the query of each reference in order, decoded; null if the reference has no query.
/// The value of a key without `=` is null.
///
/// A key or value without percent-encoding is a slice, as in [`component`](crate::component).
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray};
/// use urigram_arrow::{Coding, Invalid, pairs};
///
/// let lists = pairs(&StringArray::from(vec!["?q=caf%C3%A9&tag=x&tag"]), Coding::Percent, Invalid::Null)?;
/// let list = lists.as_list::<i32>().value(0);
/// let field = |name| list.as_struct().column_by_name(name).unwrap().as_string::<i32>();
/// assert!(field("key").iter().eq([Some("q"), Some("tag"), Some("tag")]));
/// assert!(field("value").iter().eq([Some("café"), Some("x"), None]));
/// # Ok::<(), urigram_arrow::KernelError>(())
/// ```
///
/// # Errors
///
/// Those of [`component`](crate::component). A key or value that does not decode to UTF-8 is invalid; with
/// [`Invalid::Null`], invalid sequences become U+FFFD.
pub fn pairs(references: &dyn Array, coding: Coding, invalid: Invalid) -> Result<ArrayRef, KernelError> {
    each_value(references, |strings| {
        let Entries { keys, values, lists } = Entries::read(strings, coding, invalid, false)?;
        let fields = fields(strings.data_type(), ["key", "value"]);
        lists.finish(Arc::new(StructArray::try_new(fields, vec![keys, values], None)?))
    })
}

/// Returns the pairs of the query of each reference as a map. Like [`pairs`], but keeps only the first pair
/// of each key.
///
/// ```
/// use arrow_array::{Array, StringArray, cast::AsArray};
/// use urigram_arrow::{Coding, Invalid, pairs_map};
///
/// let maps = pairs_map(&StringArray::from(vec!["?tag=x&tag=y"]), Coding::Percent, Invalid::Null)?;
/// assert_eq!(maps.as_map().value(0).len(), 1);
/// # Ok::<(), urigram_arrow::KernelError>(())
/// ```
///
/// # Errors
///
/// Those of [`pairs`].
pub fn pairs_map(references: &dyn Array, coding: Coding, invalid: Invalid) -> Result<ArrayRef, KernelError> {
    each_value(references, |strings| {
        let Entries { keys, values, lists } = Entries::read(strings, coding, invalid, true)?;
        let fields = fields(strings.data_type(), ["keys", "values"]);
        let pairs = StructArray::try_new(fields, vec![keys, values], None)?;
        let (ends, valid) = lists.into_parts();
        Ok(Arc::new(MapArray::try_new(Arc::new(entries(strings.data_type())), ends, pairs, valid, false)?))
    })
}

/// The pairs of all rows, and the number of pairs in each row.
struct Entries {
    keys: ArrayRef,
    values: ArrayRef,
    lists: Lists,
}

impl Entries {
    fn read(
        strings: Strings<'_>,
        coding: Coding,
        invalid: Invalid,
        distinct: bool,
    ) -> Result<Self, KernelError> {
        let (mut keys, mut values, mut count) = (strings.writer(), strings.writer(), 0);
        let mut lists = Lists::with_capacity(strings.len());
        let mut seen = HashSet::new();
        strings.each_reference(invalid, |row, reference| {
            let pairs =
                reference.and_then(|reference| Some((reference.into_inner(), of(&reference, coding)?)));
            let Some((text, pairs)) = pairs else { return lists.end(count, false) };
            seen.clear();
            for (key, value) in pairs {
                let decoded = decode(row, text, key, invalid)?;
                if distinct && !seen.insert(decoded.clone()) {
                    continue;
                }
                append(&mut keys, row, text, key, &decoded)?;
                match value {
                    Some(value) => {
                        append(&mut values, row, text, value, &decode(row, text, value, invalid)?)?;
                    }
                    None => values.null()?,
                }
                count += 1;
            }
            lists.end(count, true)
        })?;
        Ok(Self { keys: keys.finish(), values: values.finish(), lists })
    }
}

fn of<'a>(reference: &UriReference<&'a str>, coding: Coding) -> Option<Pairs<'a>> {
    let query = reference.query()?;
    Some(match coding {
        Coding::Percent => query.pairs(),
        Coding::Form => query.form_pairs(),
    })
}

/// Decodes data in row `row`, whose string is `text`.
fn decode<'a>(
    row: usize,
    text: &str,
    data: Decoded<'a>,
    invalid: Invalid,
) -> Result<Cow<'a, str>, KernelError> {
    match data.to_str() {
        Ok(decoded) => Ok(decoded),
        Err(_) if invalid == Invalid::Null => Ok(data.to_string_lossy()),
        Err(error) => {
            let offset = start_of(data, text) + error.offset();
            Err(KernelError::invalid(row, text, DecodeError::NotUtf8 { offset }.into()))
        }
    }
}

/// Returns the offset of the data in `text`, which contains them.
fn start_of(data: Decoded<'_>, text: &str) -> usize {
    data.as_encoded().as_ptr().addr() - text.as_ptr().addr()
}

/// Decodes data in row `row`, whose string is `text`, and appends the data. Data without percent-encoding are
/// appended as a slice.
fn append<'a>(
    writer: &mut Writer<'a>,
    row: usize,
    text: &'a str,
    data: Decoded<'a>,
    decoded: &str,
) -> Result<(), KernelError> {
    let encoded = data.as_encoded();
    if std::ptr::eq(decoded, encoded) {
        let start = start_of(data, text);
        writer.slice(row, text, start..start + encoded.len())
    } else {
        writer.text(decoded)
    }
}

/// Returns the decoded value of the first pair with this key in the query of each reference; null if no pair
/// has the key, or the first one has no `=`. The result has the type of `references`.
///
/// ```
/// use arrow_array::{Array, StringArray, cast::AsArray};
/// use urigram_arrow::{Coding, Invalid, query_get};
///
/// let key = StringArray::new_scalar("q");
/// let references = StringArray::from(vec!["/search?q=caf%C3%A9", "/search?page=2"]);
/// let values = query_get(&references, &key, Coding::Percent, Invalid::Null)?;
/// assert_eq!(values.as_string::<i32>().value(0), "café");
/// assert!(values.is_null(1));
/// # Ok::<(), urigram_arrow::KernelError>(())
/// ```
///
/// # Errors
///
/// Those of [`pairs`], and if two arrays have different lengths.
pub fn query_get(
    references: &dyn Datum,
    keys: &dyn Datum,
    coding: Coding,
    invalid: Invalid,
) -> Result<ArrayRef, KernelError> {
    each_pair(keys, references, |keys, strings| {
        let mut values = strings.writer();
        strings.each_parsed(|row, parsed| {
            let Some((key, (text, parsed))) = keys.get(row).zip(parsed) else { return values.null() };
            let reference = invalid.or_null(row, text, parsed)?;
            let pairs = reference.and_then(|reference| of(&reference, coding));
            match pairs.and_then(|pairs| pairs.get(key)) {
                Some(value) => append(&mut values, row, text, value, &decode(row, text, value, invalid)?),
                None => values.null(),
            }
        })?;
        Ok(values.finish())
    })
}
