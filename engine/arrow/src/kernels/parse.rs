//! All components of each reference as a struct; whether strings match a rule; and the faults of strings that
//! do not.

use std::sync::Arc;

use arrow_array::builder::{BooleanBuilder, StringViewBuilder, UInt64Builder};
use arrow_array::{Array, ArrayRef, StructArray};
use arrow_buffer::NullBufferBuilder;
use arrow_schema::{DataType, Field, Fields};
use urigram::{ParseError, Rule, UriReference};

use super::component::{Component, host_kind_name, kind_name};
use crate::error::{Invalid, KernelError};
use crate::strings::{Strings, Writer, each_value, value_type};

/// The contents of a field.
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

/// Returns the components of each reference, as written, in a struct: see [`parse_type`]. The struct of an
/// invalid reference is null, and the field of an undefined component is null.
///
/// Each reference is parsed once. The fields are the same arrays as returned by [`component`](crate::component).
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

// Whether strings match a rule, and the faults of strings that do not.

/// Returns whether each string matches a rule of Appendix A.
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray};
/// use urigram::Rule;
/// use urigram_arrow::is_valid;
///
/// let strings = StringArray::from(vec!["http://a/", "/a", "http://a b/"]);
/// let valid = is_valid(&strings, Rule::URI_reference)?;
/// assert!(valid.as_boolean().iter().eq([Some(true), Some(true), Some(false)]));
/// let valid = is_valid(&strings, Rule::URI)?;
/// assert!(valid.as_boolean().iter().eq([Some(true), Some(false), Some(false)]));
/// # Ok::<(), urigram_arrow::KernelError>(())
/// ```
///
/// # Errors
///
/// If `strings` is not an array of strings.
pub fn is_valid(strings: &dyn Array, rule: Rule) -> Result<ArrayRef, KernelError> {
    each_value(strings, |strings| {
        let mut valid = BooleanBuilder::with_capacity(strings.len());
        match rule {
            Rule::URI_reference => strings.each_parsed(|_, parsed| {
                valid.append_option(parsed.map(|(_, parsed)| parsed.is_ok()));
                Ok(())
            })?,
            _ => strings.each_row(|_, text| {
                valid.append_option(text.map(|text| rule.parse(text).is_ok()));
                Ok(())
            })?,
        }
        Ok(Arc::new(valid.finish()))
    })
}

/// Returns the type of the result of [`faults`].
pub fn faults_type() -> DataType {
    DataType::Struct(fault_fields())
}

fn fault_fields() -> Fields {
    Fields::from(vec![
        Field::new("component", DataType::Utf8View, true),
        Field::new("offset", DataType::UInt64, true),
        Field::new("found", DataType::Utf8View, true),
        Field::new("message", DataType::Utf8View, true),
        Field::new("help", DataType::Utf8View, true),
    ])
}

/// Returns the fault of each string that does not match a rule of Appendix A, as a struct; null if the string matches.
///
/// The fields are `component`, the name of the reported rule; `offset`, in bytes; `found`, the character at
/// the offset, which is null at the end of the string; `message`; and `help`, the probable correction. An
/// invalid row takes some microseconds.
///
/// ```
/// use arrow_array::{Array, StringArray, cast::AsArray, types::UInt64Type};
/// use urigram::Rule;
/// use urigram_arrow::faults;
///
/// let faults = faults(&StringArray::from(vec!["http://a/", "http://a b/"]), Rule::URI_reference)?;
/// assert!(faults.is_null(0));
/// let field = |name| faults.as_struct().column_by_name(name).unwrap();
/// assert_eq!(field("component").as_string_view().value(1), "host");
/// assert_eq!(field("offset").as_primitive::<UInt64Type>().value(1), 8);
/// assert_eq!(field("help").as_string_view().value(1), "remove the space from the host");
/// # Ok::<(), urigram_arrow::KernelError>(())
/// ```
///
/// # Errors
///
/// If `strings` is not an array of strings.
pub fn faults(strings: &dyn Array, rule: Rule) -> Result<ArrayRef, KernelError> {
    each_value(strings, |strings| {
        let mut faults = Faults::default();
        strings.each_row(|_, text| {
            let error = text.and_then(|text| Some((text, rule.parse(text).err()?)));
            faults.append(error);
            Ok(())
        })?;
        faults.finish()
    })
}

#[derive(Default)]
struct Faults {
    components: StringViewBuilder,
    offsets: UInt64Builder,
    found: StringViewBuilder,
    messages: StringViewBuilder,
    helps: StringViewBuilder,
}

impl Faults {
    fn append(&mut self, error: Option<(&str, ParseError)>) {
        self.components.append_option(error.map(|(_, error)| error.component().as_str()));
        self.offsets.append_option(error.map(|(_, error)| error.offset() as u64));
        self.found.append_option(error.and_then(|(_, error)| Some(error.found()?.to_string())));
        self.messages.append_option(error.map(|(_, error)| error.to_string()));
        self.helps.append_option(error.map(|(text, error)| error.explain(text).help().to_string()));
    }

    fn finish(mut self) -> Result<ArrayRef, KernelError> {
        let components = self.components.finish();
        // Only a valid row has no component at fault, so these nulls are those of the struct.
        let faulty = components.nulls().cloned();
        let columns: Vec<ArrayRef> = vec![
            Arc::new(components),
            Arc::new(self.offsets.finish()),
            Arc::new(self.found.finish()),
            Arc::new(self.messages.finish()),
            Arc::new(self.helps.finish()),
        ];
        Ok(Arc::new(StructArray::try_new(fault_fields(), columns, faulty)?))
    }
}
