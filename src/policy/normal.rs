//! Whether a reference is in its normal form (section 6.2.3).

use core::marker::PhantomData;
use core::ops::Range;

use super::names::{Component, Named};
use crate::grammar::{Components, Rfc3987, Rule};
use crate::normalize::{Normalizer, Rung};
use crate::reference::generic::UriReference;
use crate::validate::{Code, Detail, Review};

/// Adds a finding where the text and its normal form begin to differ.
pub(super) fn check(found: &mut Review<'_, '_>) {
    if found.at.kind().is_none() {
        return;
    }
    // The grammar of the text is not known. It only decides whether a registered name may be decoded, and the registered
    // names of the other grammars are registered names of RFC 3987 too.
    let reference =
        UriReference { text: found.text, components: *found.at, grammar: PhantomData::<fn() -> Rfc3987> };
    let form = Normalizer::new(Rung::Scheme).normalize(&reference);
    if form.as_str() != found.text {
        let (rule, range) = difference(found, form.as_str(), form.components());
        found.add(Code::NotNormalized, rule, range, Detail::None);
    }
}

/// Returns the first component that is another one in the normal form, from where they begin to differ.
#[expect(clippy::arithmetic_side_effects, reason = "the start of a component, and at most its length")]
fn difference(found: &Review<'_, '_>, form: &str, at: &Components) -> (Rule, Range<usize>) {
    for (component, ..) in Component::ALL {
        let own = component.range(found.at).map(|range| (range.start, found.slice(range)));
        let normal = component.range(at).and_then(|range| form.get(range));
        if own.map(|(_, text)| text) != normal {
            let (start, text) = own.unwrap_or_else(|| (component.place(found.text, found.at).start, ""));
            let same = text.bytes().zip(normal.unwrap_or_default().bytes());
            let same = same.take_while(|(own, normal)| own == normal).count();
            return (component.rule(), start + same..start + text.len());
        }
    }
    (Rule::URI_reference, 0..found.text.len())
}
