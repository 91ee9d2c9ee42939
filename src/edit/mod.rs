// Editing in place: edits change the text of a reference and its components together, without parsing.
//
// In: an owned reference, and a component to set or to remove (section 3).
// Out: the edited reference, or an `EditError` and the unchanged reference. `authority`, `components`, `path` and `query`
// implement the public methods of each type, with the guards of `layout` (sections 3.3 and 4.2).
// Next: none.

//! The error of methods that edit a reference in place, such as [`set_host`](crate::generic::Uri::set_host) and
//! [`push_segment`](crate::generic::Uri::push_segment). Only references that own their text have these methods;
//! [`to_owned`](crate::generic::Uri::to_owned) converts a `Uri<&str>` to a `Uri<String>`.

use alloc::string::String;
use core::ops::Range;

mod authority;
mod components;
mod error;
mod path;
mod query;

pub use error::EditError;

use crate::grammar::{
    Components, Grammar, GrammarError, Lengths, Rule, TRUSTED, defined, known, total, unfit,
};
use crate::layout::guard;
use crate::reference::Parts;
use crate::reference::generic::{AbsoluteUri, RelativeRef, Uri, UriReference};

/// A reference that is being edited. Each type offers only edits after which the text still matches the rule of the type.
///
/// The methods expect valid texts of the components.
struct Editor<'e> {
    text: &'e mut String,
    at: &'e mut Components,
}

impl Editor<'_> {
    fn parts(&self) -> Parts<'_> {
        Parts::new(self.text, self.at)
    }

    fn has(&self, part: u8) -> bool {
        self.at.has(part)
    }

    /// Replaces a part of the text with the concatenated `pieces`, and changes the lengths of the components with
    /// `change`. On error, nothing is changed.
    fn replace(
        &mut self,
        part: Range<u32>,
        pieces: [&str; 3],
        change: impl FnOnce(&mut Lengths),
    ) -> Result<(), EditError> {
        self.replace_text(part, pieces)?;
        let mut lengths = Lengths::of(self.at);
        change(&mut lengths);
        *self.at = lengths.components(self.text);
        Ok(())
    }

    #[expect(clippy::arithmetic_side_effects, reason = "the replaced range lies in the text")]
    fn replace_text(&mut self, part: Range<u32>, pieces: [&str; 3]) -> Result<(), EditError> {
        let part = part.start as usize..part.end as usize;
        let Some(replaced) = self.text.get(part.clone()) else {
            // Possible only with an edited grammar: under Appendix A every component lies in the text.
            return Err(GrammarError::rejected(unfit(Rule::URI_reference, self.text)).into());
        };
        let kept = self.text.len() - replaced.len();
        let len = total(pieces.iter().map(|piece| piece.len()).chain([kept])).ok_or(EditError::TooLong)?;
        self.text.reserve((len as usize).saturating_sub(self.text.len()));
        let [first, second, third] = pieces;
        let start = part.start;
        self.text.replace_range(part, second);
        if !third.is_empty() {
            self.text.insert_str(start + second.len(), third);
        }
        if !first.is_empty() {
            self.text.insert_str(start, first);
        }
        Ok(())
    }

    /// Returns the guard that the path needs after this reference's scheme and authority.
    fn guard(&self, path: &str) -> &'static str {
        guard::before(path, self.has(defined::SCHEME), self.has(defined::AUTHORITY))
    }
}

impl<G: Grammar> UriReference<String, G> {
    /// Applies the edit if the rule matches the result; otherwise, leaves the reference unchanged.
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
        // Edits rely on the delimiters of section 3, which an edited grammar may change.
        if Lengths::of(&at).components_within(&text).is_none_or(|recomposed| !recomposed.lie_as(&at)) {
            return Err(GrammarError::rejected(unfit(Rule::URI_reference, &text)).into());
        }
        let outcome = edit(&mut text, &mut at)?;
        self.components = known::<G>(rule, &text, at).map_err(GrammarError::rejected)?;
        self.text = text;
        Ok(outcome)
    }
}

/// Implements edits for a type. In a build with another grammar, each result is checked against the rule of the type.
macro_rules! editable {
    ($($Type:ident $(. $wider:tt)*;)*) => {$(
        impl<G: Grammar> $Type<String, G> {
            fn edit<T>(
                &mut self,
                edit: impl FnOnce(&mut Editor<'_>) -> Result<T, EditError>,
            ) -> Result<T, EditError> {
                self$(.$wider)*.edit_by(Self::RULE, edit)
            }

            /// Applies an edit that removes a component, and returns whether the component was removed.
            fn remove_by(&mut self, edit: impl FnOnce(&mut Editor<'_>) -> Result<bool, EditError>) -> bool {
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
