//! Values in the generated code: offsets into the bytes, and expressions that evaluate to one.

use std::fmt;

/// An offset into the bytes: a variable plus a constant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    variable: String,
    bytes: usize,
}

impl Place {
    pub(super) fn of(variable: impl Into<String>) -> Place {
        Place { variable: variable.into(), bytes: 0 }
    }

    #[expect(clippy::arithmetic_side_effects, reason = "no more bytes than the grammar tests for")]
    pub(super) fn plus(&self, bytes: usize) -> Place {
        Place { variable: self.variable.clone(), bytes: self.bytes + bytes }
    }

    /// Returns whether it is a variable, with nothing to add.
    pub(super) fn is_variable(&self) -> bool {
        self.bytes == 0
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.bytes {
            0 => f.write_str(&self.variable),
            bytes => write!(f, "{} + {bytes}", self.variable),
        }
    }
}

/// The end of a match: a known offset, or an expression for it.
#[derive(Debug, Clone)]
pub(super) enum End {
    Known(Place),
    Expression(String),
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            End::Known(place) => place.fmt(f),
            End::Expression(code) => f.write_str(code),
        }
    }
}
