//! The segments of the path (section 3.3).

use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;

use super::spans::{Lists, list_type};
use crate::error::{Invalid, KernelError};
use crate::strings::{each_value, value_type};

/// Returns the type of the result of [`segments`] for strings of this type: a list of such strings.
pub fn segments_type(references: &DataType) -> DataType {
    list_type(value_type(references).clone())
}

/// Returns the segments of the path of each reference, as they are written. The path `/a/` has the segments `a` and
/// the empty one, the empty path has none.
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray};
/// use urigram_arrow::{Invalid, segments};
///
/// let lists = segments(&StringArray::from(vec!["http://a/b%2Fc/d?e"]), Invalid::Null)?;
/// assert!(lists.as_list::<i32>().value(0).as_string::<i32>().iter().eq([Some("b%2Fc"), Some("d")]));
/// # Ok::<(), urigram_arrow::KernelError>(())
/// ```
///
/// # Errors
///
/// Those of [`component`](crate::component), and if there are more than 2147483647 segments.
pub fn segments(references: &dyn Array, invalid: Invalid) -> Result<ArrayRef, KernelError> {
    each_value(references, |strings| {
        let (mut elements, mut count) = (strings.writer(), 0);
        let mut lists = Lists::with_capacity(strings.len());
        strings.each_reference(invalid, |row, reference| {
            let Some(reference) = reference else { return lists.end(count, false) };
            for range in reference.components().segments(reference.into_inner()) {
                elements.slice(row, reference.into_inner(), range)?;
                count += 1;
            }
            lists.end(count, true)
        })?;
        lists.finish(elements.finish())
    })
}
