//! Whether a reference is in its normal form (section 6.2.3).

use core::marker::PhantomData;
use core::ops::Range;

use super::names::{Component, Named};
use crate::grammar::{Rfc3987, Rule};
use crate::normalize::{Normalizer, Rung};
use crate::reference::generic::UriReference;
use crate::validate::{Code, Detail, Review};

/// Adds a finding where the text and its normal form begin to differ.
pub(super) fn check(found: &mut Review<'_, '_>) {
    if found.at.kind().is_none() {
        return;
    }
    // Under the grammar that all others are a part of, because that of the text is not known.
    let reference =
        UriReference { text: found.text, components: *found.at, grammar: PhantomData::<fn() -> Rfc3987> };
    let form = Normalizer::to(Rung::Scheme).normalize(&reference);
    if form.as_str() == found.text {
        return;
    }
    let same =
        found.text.bytes().zip(form.as_str().bytes()).take_while(|(own, normal)| own == normal).count();
    let (rule, range) = component_at(found, same);
    found.add(Code::NotNormalized, rule, range, Detail::None);
}

/// Returns the component that ends after this offset, and the part of it from there on.
fn component_at(found: &Review<'_, '_>, offset: usize) -> (Rule, Range<usize>) {
    let ranges = Component::ALL
        .iter()
        .filter_map(|(component, ..)| Some((component.rule(), component.range(found.at)?)));
    let mut behind = ranges.filter(|(_, range)| range.end > offset);
    let (rule, range) = behind.next().unwrap_or((Rule::path, offset..offset));
    (rule, range.start.max(offset)..range.end)
}
