//! The port as a number (section 3.2.3).

use std::sync::Arc;

use arrow_array::builder::UInt16Builder;
use arrow_array::{Array, ArrayRef};
use urigram::UriReference;

use crate::error::{Invalid, KernelError};
use crate::strings::each_value;

/// Whether the default port of the scheme counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DefaultPort {
    /// A reference without a port, or with an empty one, has none.
    Ignored,
    /// It has the default port of its scheme (section 6.2.3), if the scheme has one.
    Filled,
}

/// Returns the port of each reference as a `UInt16`; null if it has none.
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray, types::UInt16Type};
/// use urigram_arrow::{DefaultPort, Invalid, port};
///
/// let references = StringArray::from(vec!["http://example.com:8080/", "https://example.com/"]);
/// let ports = port(&references, DefaultPort::Ignored, Invalid::Null)?;
/// assert!(ports.as_primitive::<UInt16Type>().iter().eq([Some(8080), None]));
/// let ports = port(&references, DefaultPort::Filled, Invalid::Null)?;
/// assert!(ports.as_primitive::<UInt16Type>().iter().eq([Some(8080), Some(443)]));
/// # Ok::<(), urigram_arrow::KernelError>(())
/// ```
///
/// # Errors
///
/// Those of [`component`](crate::component). A port above 65535, which the grammar allows, is invalid here.
pub fn port(references: &dyn Array, default: DefaultPort, invalid: Invalid) -> Result<ArrayRef, KernelError> {
    each_value(references, |strings| {
        let mut ports = UInt16Builder::with_capacity(strings.len());
        strings.each_reference(invalid, |row, reference| {
            let number = match reference {
                Some(reference) => {
                    invalid.or_null(row, reference.into_inner(), number(&reference, default))?
                }
                None => None,
            };
            ports.append_option(number.flatten());
            Ok(())
        })?;
        Ok(Arc::new(ports.finish()))
    })
}

fn number(reference: &UriReference<&str>, default: DefaultPort) -> Result<Option<u16>, urigram::PortError> {
    let written = reference.port().filter(|port| !port.as_str().is_empty());
    match (written, default) {
        (Some(port), _) => port.to_u16().map(Some),
        (None, DefaultPort::Ignored) => Ok(None),
        (None, DefaultPort::Filled) => Ok(reference.port_or_default()),
    }
}
