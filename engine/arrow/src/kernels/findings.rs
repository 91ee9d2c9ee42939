//! Findings about valid references, and whether a policy accepts them.

use std::sync::Arc;

use arrow_array::builder::{BooleanBuilder, StringViewBuilder};
use arrow_array::{Array, ArrayRef, StructArray, UInt64Array};
use arrow_schema::{DataType, Field, Fields};
use urigram::UriReference;
use urigram::policy::Policy;
use urigram::validate::Finding;

use super::component::{Lists, list_type};
use crate::error::{Invalid, KernelError};
use crate::strings::each_value;

/// Returns the type of the result of [`findings`].
pub fn findings_type() -> DataType {
    list_type(DataType::Struct(fields()))
}

fn fields() -> Fields {
    Fields::from(vec![
        Field::new("code", DataType::Utf8View, false),
        Field::new("severity", DataType::Utf8View, false),
        Field::new("component", DataType::Utf8View, false),
        Field::new("start", DataType::UInt64, false),
        Field::new("end", DataType::UInt64, false),
        Field::new("message", DataType::Utf8View, false),
        Field::new("help", DataType::Utf8View, false),
    ])
}

/// Returns the findings about each reference, in order, as a list of structs. Without a policy, these are the
/// findings of [`urigram::validate`], and otherwise the findings of the policy.
///
/// The fields are `code`; `severity`, which is `note`, `warning` or `error`; `component`; `start` and `end`, which are byte
/// offsets; `message`; and `help`.
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray};
/// use urigram_arrow::{Invalid, findings};
///
/// let lists = findings(&StringArray::from(vec!["http://0x7f.1/"]), None, Invalid::Null)?;
/// let list = lists.as_list::<i32>().value(0);
/// let codes = list.as_struct().column_by_name("code").unwrap();
/// assert_eq!(codes.as_string_view().value(0), "ipv4-like-host");
/// # Ok::<(), urigram_arrow::KernelError>(())
/// ```
///
/// # Errors
///
/// Those of [`component`](crate::component), and if there are more than 2147483647 findings.
pub fn findings(
    references: &dyn Array,
    policy: Option<&Policy>,
    invalid: Invalid,
) -> Result<ArrayRef, KernelError> {
    each_value(references, |strings| {
        let mut findings = Findings::default();
        let mut lists = Lists::with_capacity(strings.len());
        strings.each_reference(invalid, |_, reference| {
            match (&reference, policy) {
                (None, _) => {}
                (Some(reference), None) => reference.findings().iter().for_each(|it| findings.append(it)),
                (Some(reference), Some(policy)) => {
                    let found = policy.findings(reference.as_str(), reference.components());
                    found.iter().for_each(|it| findings.append(it));
                }
            }
            lists.end(findings.starts.len(), reference.is_some())
        })?;
        lists.finish(findings.finish()?)
    })
}

#[derive(Default)]
struct Findings {
    codes: StringViewBuilder,
    severities: StringViewBuilder,
    components: StringViewBuilder,
    starts: Vec<u64>,
    ends: Vec<u64>,
    messages: StringViewBuilder,
    helps: StringViewBuilder,
}

impl Findings {
    fn append(&mut self, finding: &Finding<'_>) {
        let range = finding.range();
        self.codes.append_value(finding.code().as_str());
        self.severities.append_value(finding.severity().as_str());
        self.components.append_value(finding.component().as_str());
        self.starts.push(range.start as u64);
        self.ends.push(range.end as u64);
        self.messages.append_value(finding.message().to_string());
        self.helps.append_value(finding.help().to_string());
    }

    fn finish(mut self) -> Result<ArrayRef, KernelError> {
        let columns: Vec<ArrayRef> = vec![
            Arc::new(self.codes.finish()),
            Arc::new(self.severities.finish()),
            Arc::new(self.components.finish()),
            Arc::new(UInt64Array::from(self.starts)),
            Arc::new(UInt64Array::from(self.ends)),
            Arc::new(self.messages.finish()),
            Arc::new(self.helps.finish()),
        ];
        Ok(Arc::new(StructArray::try_new(fields(), columns, None)?))
    }
}

// Which references a policy accepts.

/// Returns whether a policy accepts each reference.
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray};
/// use urigram::policy::Policy;
/// use urigram_arrow::{Invalid, permitted};
///
/// let links = StringArray::from(vec!["https://example.com/", "javascript:alert(1)", "http://a b/"]);
/// let permitted = permitted(&links, &Policy::link(), Invalid::Null)?;
/// assert!(permitted.as_boolean().iter().eq([Some(true), Some(false), None]));
/// # Ok::<(), urigram_arrow::KernelError>(())
/// ```
///
/// # Errors
///
/// Those of [`component`](crate::component). A refusal is not an error.
pub fn permitted(references: &dyn Array, policy: &Policy, invalid: Invalid) -> Result<ArrayRef, KernelError> {
    each_value(references, |strings| {
        let mut permitted = BooleanBuilder::with_capacity(strings.len());
        strings.each_reference(invalid, |_, reference| {
            permitted.append_option(reference.map(|reference| permits(policy, &reference)));
            Ok(())
        })?;
        Ok(Arc::new(permitted.finish()))
    })
}

/// Returns the same as `Policy::check`, but does not copy the policy into the result.
fn permits(policy: &Policy, reference: &UriReference<&str>) -> bool {
    let findings = policy.findings(reference.as_str(), reference.components());
    findings.iter().all(|finding| !finding.is_error())
}
