//! The answer for a line.

use urigram::validate::Finding;

use crate::fault::Fault;
use crate::input::block::Line;

/// What is wrong with a line, and what is questionable about it.
pub(crate) struct Answer<'a> {
    pub(crate) line: Line<'a>,
    /// The text, unless there is none, or it is too long.
    pub(crate) input: Option<&'a [u8]>,
    pub(crate) fault: Option<Fault>,
    pub(crate) findings: Vec<Finding<'a>>,
}

impl Answer<'_> {
    pub(crate) fn is_valid(&self) -> bool {
        self.fault.is_none()
    }
}
