//! The search for a column in the header of CSV, of which only the first names are kept.

use crate::output::visible;

/// The number of names that are listed in a message.
const LISTED: usize = 30;

pub(super) struct Header {
    /// The name to find.
    name: String,
    /// The name that is being read.
    current: Vec<u8>,
    /// The first names, as they are shown.
    listed: Vec<String>,
    /// The number of names, and of the columns with the name to find, of which the first two are kept.
    count: usize,
    found: (Option<usize>, Option<usize>),
}

impl Header {
    pub(super) fn new(name: String) -> Self {
        Self { name, current: Vec::new(), listed: Vec::new(), count: 0, found: (None, None) }
    }

    /// Returns where the bytes of a name are added.
    pub(super) fn current(&mut self) -> &mut Vec<u8> {
        &mut self.current
    }

    /// Ends a name.
    pub(super) fn end(&mut self) {
        if self.current == self.name.as_bytes() {
            match self.found {
                (None, _) => self.found.0 = Some(self.count),
                (_, second) => self.found.1 = second.or(Some(self.count)),
            }
        }
        if self.count < LISTED {
            self.listed.push(shown(&self.current));
        }
        self.count += 1;
        self.current.clear();
    }

    /// Returns the number of the column, from 0, or the reason why it is not known.
    pub(super) fn number(&self) -> Result<usize, String> {
        let name = shown(self.name.as_bytes());
        match self.found {
            (Some(number), None) => Ok(number),
            (Some(first), Some(second)) => {
                let (first, second) = (first + 1, second + 1);
                Err(format!("{name} is the name of columns {first} and {second}; give the number of one"))
            }
            (None, _) => {
                let list = self.listed.join(", ");
                let more = match self.count - self.listed.len() {
                    0 => String::new(),
                    more => format!(", and {more} more"),
                };
                Err(format!("there is no column {name}; the header has {list}{more}"))
            }
        }
    }
}

fn shown(name: &[u8]) -> String {
    format!("`{}`", visible::beginning(&visible::name(name)))
}
