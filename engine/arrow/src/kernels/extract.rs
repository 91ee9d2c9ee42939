//! The URIs in running text (Appendix C).

use std::sync::Arc;

use arrow_array::builder::StringViewBuilder;
use arrow_array::{Array, ArrayRef, StructArray, UInt64Array};
use arrow_schema::{DataType, Field, Fields};
use urigram::extract::Extractor;

use super::component::{Lists, list_type};
use crate::error::KernelError;
use crate::strings::each_value;

/// Returns the type of the result of [`extract`].
pub fn extract_type() -> DataType {
    list_type(DataType::Struct(fields()))
}

fn fields() -> Fields {
    Fields::from(vec![
        Field::new("start", DataType::UInt64, false),
        Field::new("end", DataType::UInt64, false),
        Field::new("uri", DataType::Utf8View, false),
    ])
}

/// Returns the URIs in each text, in order, as a list of structs with the fields `start` and `end`, which are
/// byte offsets, and `uri`. The parts of a URI that is broken over several lines are joined (Appendix C).
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray};
/// use urigram_arrow::extract;
///
/// let texts = StringArray::from(vec!["See <http://example.com/> (or mailto:fred@example.com)."]);
/// let lists = extract(&texts)?;
/// let list = lists.as_list::<i32>().value(0);
/// let uris = list.as_struct().column_by_name("uri").unwrap().as_string_view().clone();
/// assert!(uris.iter().flatten().eq(["http://example.com/", "mailto:fred@example.com"]));
/// # Ok::<(), urigram_arrow::KernelError>(())
/// ```
///
/// # Errors
///
/// If `texts` are not strings, and if there are more than 2147483647 URIs.
pub fn extract(texts: &dyn Array) -> Result<ArrayRef, KernelError> {
    let extractor = Extractor::new();
    each_value(texts, |strings| {
        let (mut starts, mut ends, mut uris) = (Vec::new(), Vec::new(), StringViewBuilder::new());
        let mut lists = Lists::with_capacity(strings.len());
        strings.each_row(|_, text| {
            for found in text.into_iter().flat_map(|text| extractor.in_text(text)) {
                starts.push(found.range().start as u64);
                ends.push(found.range().end as u64);
                uris.append_value(found.uri().as_str());
            }
            lists.end(starts.len(), text.is_some())
        })?;
        let columns: Vec<ArrayRef> = vec![
            Arc::new(UInt64Array::from(starts)),
            Arc::new(UInt64Array::from(ends)),
            Arc::new(uris.finish()),
        ];
        lists.finish(Arc::new(StructArray::try_new(fields(), columns, None)?))
    })
}
