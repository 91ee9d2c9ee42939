//! The edits that each type of reference has: a value stays what its type says (section 4).
//!
//! In: a component's value, in one of the types that `component` lets it be made of.
//! Out: one edit, done by the `Editor` of the room around, which changes the reference or leaves it as it
//! is. The examples in the docs are of the type whose method it is: a macro is told the type's name, and
//! what a text of it begins with.
//! Next: none.

use alloc::string::String;

mod authority;
mod path;
mod query;
mod scheme;

use super::{EditError, Editor};
use crate::grammar::{Grammar, GrammarError, Lengths, Rule, TRUSTED, known, unfit};
use crate::reference::generic::{AbsoluteUri, RelativeRef, Uri, UriReference};

impl<G: Grammar> UriReference<String, G> {
    /// Does an edit that leaves what the rule matches, or nothing.
    fn edit_by<T>(
        &mut self,
        rule: Rule,
        edit: impl FnOnce(&mut Editor<'_>) -> Result<T, EditError>,
    ) -> Result<T, EditError> {
        let edit = |text, at| edit(&mut Editor { text, at });
        if TRUSTED {
            return edit(&mut self.text, &mut self.components);
        }
        let (mut text, mut at) = (self.text.clone(), self.components);
        // Edits count on the delimiters of section 3, which an edited grammar may not have.
        if Lengths::of(&at).components_within(&text).is_none_or(|recomposed| !recomposed.lie_as(&at)) {
            return Err(GrammarError::rejected(unfit(Rule::URI_reference, &text)).into());
        }
        let outcome = edit(&mut text, &mut at)?;
        self.components = known::<G>(rule, &text, at).map_err(GrammarError::rejected)?;
        self.text = text;
        Ok(outcome)
    }
}

/// What a type may edit is for the type to say: its value stays one that its rule matches.
macro_rules! editable {
    ($($Type:ident $(. $wider:tt)*;)*) => {$(
        impl<G: Grammar> $Type<String, G> {
            fn edit<T>(
                &mut self,
                edit: impl FnOnce(&mut Editor<'_>) -> Result<T, EditError>,
            ) -> Result<T, EditError> {
                self$(.$wider)*.edit_by(Self::RULE, edit)
            }

            /// Whether the edit has removed anything.
            fn edit_away(&mut self, edit: impl FnOnce(&mut Editor<'_>) -> Result<bool, EditError>) -> bool {
                self.edit(edit).unwrap_or(false)
            }
        }
    )*};
}

editable! {
    UriReference;
    Uri . 0;
    AbsoluteUri . 0 . 0;
    RelativeRef . 0;
}
