//! Values in the code: places in the bytes, and expressions that end at one.

use std::fmt;

/// A place in the bytes: that of a variable, or so many bytes after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    variable: String,
    bytes: usize,
}

impl Place {
    pub(super) fn of(variable: impl Into<String>) -> Place {
        Place { variable: variable.into(), bytes: 0 }
    }

    pub(super) fn plus(&self, bytes: usize) -> Place {
        Place { variable: self.variable.clone(), bytes: self.bytes + bytes }
    }

    /// Whether it is that of a variable, with nothing to add.
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

/// The end of a match: a place that is known, or an expression for it.
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
