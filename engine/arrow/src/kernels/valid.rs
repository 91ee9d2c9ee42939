//! Which strings match a rule, and what is wrong with the others.

use std::sync::Arc;

use arrow_array::builder::{BooleanBuilder, StringViewBuilder, UInt64Builder};
use arrow_array::{Array, ArrayRef, StructArray};
use arrow_schema::{DataType, Field, Fields};
use urigram::{ParseError, Rule};

use crate::error::KernelError;
use crate::strings::each_value;

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
        strings.each_row(|_, text| {
            valid.append_option(text.map(|text| rule.parse(text).is_ok()));
            Ok(())
        })?;
        Ok(Arc::new(valid.finish()))
    })
}

/// Returns the type of the result of [`faults`].
pub fn faults_type() -> DataType {
    DataType::Struct(fields())
}

fn fields() -> Fields {
    Fields::from(vec![
        Field::new("component", DataType::Utf8View, true),
        Field::new("offset", DataType::UInt64, true),
        Field::new("found", DataType::Utf8View, true),
        Field::new("message", DataType::Utf8View, true),
        Field::new("help", DataType::Utf8View, true),
    ])
}

/// Returns why each string does not match a rule of Appendix A, as a struct; null if it does.
///
/// The fields are `component`, the name of the rule to blame; `offset`, in bytes from 0; `found`, the character there, null at
/// the end; `message`; and `help`, what the author probably meant. A row that is invalid takes some microseconds.
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
        self.components.append_option(error.map(|(_, error)| error.component().name()));
        self.offsets.append_option(error.map(|(_, error)| error.offset() as u64));
        self.found.append_option(error.and_then(|(_, error)| Some(error.found()?.to_string())));
        self.messages.append_option(error.map(|(_, error)| error.to_string()));
        self.helps.append_option(error.map(|(text, error)| error.explain(text).help().to_string()));
    }

    fn finish(mut self) -> Result<ArrayRef, KernelError> {
        let components = self.components.finish();
        // A row without a component to blame is valid, and so null.
        let faulty = components.nulls().cloned();
        let columns: Vec<ArrayRef> = vec![
            Arc::new(components),
            Arc::new(self.offsets.finish()),
            Arc::new(self.found.finish()),
            Arc::new(self.messages.finish()),
            Arc::new(self.helps.finish()),
        ];
        Ok(Arc::new(StructArray::try_new(fields(), columns, faulty)?))
    }
}
