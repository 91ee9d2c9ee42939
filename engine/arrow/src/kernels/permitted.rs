//! Which references a policy accepts.

use std::sync::Arc;

use arrow_array::builder::BooleanBuilder;
use arrow_array::{Array, ArrayRef};
use urigram::UriReference;
use urigram::policy::Policy;

use crate::error::{Invalid, KernelError};
use crate::strings::each_value;

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

/// As `Policy::check` does, which copies the policy into its answer.
fn permits(policy: &Policy, reference: &UriReference<&str>) -> bool {
    let findings = policy.findings(reference.as_str(), reference.components());
    findings.iter().all(|finding| !finding.is_error())
}
