//! All components of each reference, as a struct.

use std::sync::Arc;

use arrow_array::{Array, ArrayRef, StructArray};
use arrow_buffer::NullBufferBuilder;
use arrow_schema::{DataType, Field, Fields};
use urigram::UriReference;

use super::component::{Component, host_kind_name, kind_name};
use crate::error::{Invalid, KernelError};
use crate::strings::{Strings, Writer, each_value, value_type};

/// What is in a field.
#[derive(Clone, Copy)]
enum Content {
    Kind,
    HostKind,
    Slice(Component),
}

const FIELDS: [(&str, Content); 9] = [
    ("kind", Content::Kind),
    ("scheme", Content::Slice(Component::Scheme)),
    ("userinfo", Content::Slice(Component::Userinfo)),
    ("host", Content::Slice(Component::Host)),
    ("host_kind", Content::HostKind),
    ("port", Content::Slice(Component::Port)),
    ("path", Content::Slice(Component::Path)),
    ("query", Content::Slice(Component::Query)),
    ("fragment", Content::Slice(Component::Fragment)),
];

/// Returns the type of the result of [`parse`] for strings of this type: a struct with the fields `kind`, `scheme`,
/// `userinfo`, `host`, `host_kind`, `port`, `path`, `query` and `fragment`, which are strings of the same type.
pub fn parse_type(references: &DataType) -> DataType {
    DataType::Struct(fields(value_type(references)))
}

fn fields(strings: &DataType) -> Fields {
    FIELDS.iter().map(|(name, _)| Field::new(*name, strings.clone(), true)).collect()
}

/// Returns the components of each reference, as they are written, in one struct: see [`parse_type`]. The struct of an
/// invalid reference is null, an undefined component is a field that is null.
///
/// Each reference is parsed once. The fields are made as [`component`](crate::component) makes them.
///
/// ```
/// use arrow_array::{Array, StringArray, cast::AsArray};
/// use urigram_arrow::{Invalid, parse};
///
/// let parsed = parse(&StringArray::from(vec!["foo://example.com:8042/over/there"]), Invalid::Null)?;
/// let field = |name| parsed.as_struct().column_by_name(name).unwrap().as_string::<i32>();
/// assert_eq!(field("host").value(0), "example.com");
/// assert_eq!(field("port").value(0), "8042");
/// assert!(field("query").is_null(0));
/// # Ok::<(), urigram_arrow::KernelError>(())
/// ```
///
/// # Errors
///
/// Those of [`component`](crate::component).
pub fn parse(references: &dyn Array, invalid: Invalid) -> Result<ArrayRef, KernelError> {
    each_value(references, |strings| {
        let mut rows = Rows::of(strings);
        strings.each_reference(invalid, |row, reference| rows.append(row, reference))?;
        rows.finish(fields(strings.data_type()))
    })
}

struct Rows<'a> {
    fields: [Writer<'a>; FIELDS.len()],
    valid: NullBufferBuilder,
}

impl<'a> Rows<'a> {
    fn of(strings: Strings<'a>) -> Self {
        Self {
            fields: std::array::from_fn(|_| strings.writer()),
            valid: NullBufferBuilder::new(strings.len()),
        }
    }

    fn append(&mut self, row: usize, reference: Option<UriReference<&'a str>>) -> Result<(), KernelError> {
        self.valid.append(reference.is_some());
        let Some(reference) = reference else {
            return self.fields.iter_mut().try_for_each(Writer::null);
        };
        let components = reference.components();
        for (field, (_, content)) in self.fields.iter_mut().zip(FIELDS) {
            match content {
                Content::Kind => field.text_or_null(components.kind().map(kind_name))?,
                Content::HostKind => field.text_or_null(components.host_kind().map(host_kind_name))?,
                Content::Slice(component) => {
                    field.slice_or_null(row, reference.into_inner(), component.of(components))?;
                }
            }
        }
        Ok(())
    }

    fn finish(mut self, fields: Fields) -> Result<ArrayRef, KernelError> {
        let columns = self.fields.into_iter().map(Writer::finish).collect();
        Ok(Arc::new(StructArray::try_new(fields, columns, self.valid.finish())?))
    }
}
