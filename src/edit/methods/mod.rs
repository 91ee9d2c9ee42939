//! The edits that each type of reference offers: those after which its rule still matches (section 4).
//!
//! In: the value of a component, as one of the types that `component` can convert to it.
//! Out: one edit, made by the `Editor` of the module above, which changes the reference or leaves it
//! unchanged. The examples in the docs are generated for each type: the macros are given its name and the
//! start of its texts.
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
    /// Makes an edit if the rule matches the result; otherwise the reference is unchanged.
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
        // Edits rely on the delimiters of section 3, which an edited grammar may not have.
        if Lengths::of(&at).components_within(&text).is_none_or(|recomposed| !recomposed.lie_as(&at)) {
            return Err(GrammarError::rejected(unfit(Rule::URI_reference, &text)).into());
        }
        let outcome = edit(&mut text, &mut at)?;
        self.components = known::<G>(rule, &text, at).map_err(GrammarError::rejected)?;
        self.text = text;
        Ok(outcome)
    }
}

/// Implements edits for a type: each is checked against the rule of the type.
macro_rules! editable {
    ($($Type:ident $(. $wider:tt)*;)*) => {$(
        impl<G: Grammar> $Type<String, G> {
            fn edit<T>(
                &mut self,
                edit: impl FnOnce(&mut Editor<'_>) -> Result<T, EditError>,
            ) -> Result<T, EditError> {
                self$(.$wider)*.edit_by(Self::RULE, edit)
            }

            /// Makes an edit, and returns whether it removed something.
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
