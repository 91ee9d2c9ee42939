//! The edits that each type of reference has: a value stays what its type says.
//!
//! The examples in the docs are of the type whose method it is: a macro is told the type's name, and what a
//! text of it begins with.

use alloc::string::String;

mod authority;
mod path;
mod query;
mod scheme;

use super::Editor;
use crate::reference::{AbsoluteIdentifier, Identifier, Reference, RelativeReference};

impl<G> Reference<String, G> {
    pub(super) fn editor(&mut self) -> Editor<'_> {
        Editor { text: &mut self.text, at: &mut self.components }
    }
}

/// What a type may edit is for the type to say: its value stays one that its rule matches.
macro_rules! narrower {
    ($($Type:ident)*) => {$(
        impl<G> $Type<String, G> {
            pub(super) fn editor(&mut self) -> Editor<'_> {
                self.0.editor()
            }
        }
    )*};
}

narrower! { Identifier AbsoluteIdentifier RelativeReference }
