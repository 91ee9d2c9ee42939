//! The answer for a line.

use urigram::mend::Mend;
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
    /// Whether the line is valid, and the policy, if there is one, does not refuse it.
    pub(crate) accepted: bool,
    /// What was probably meant, if it is drawn.
    pub(crate) mends: Vec<Mend>,
}

impl Answer<'_> {
    pub(crate) fn is_valid(&self) -> bool {
        self.fault.is_none()
    }
}
