//! Dot segments in the path of a URI (section 6.2.2.3).

use super::facts::Kind;
use super::finding::Detail;
use super::review::Review;
use super::table::Code;
use crate::grammar::Rule;
use crate::layout::{first_dot_segment, leading_dots, may_have_dot_segment};

#[inline]
pub(super) fn check(review: &mut Review<'_, '_>) {
    let Some(path) = review.at.path().filter(|_| review.facts.kind != Kind::None) else { return };
    if !may_have_dot_segment(review.text.as_bytes(), path.clone()) {
        return;
    }
    let text = review.slice(path.clone());
    if let Some(at) = first_dot_segment(text) {
        let dots = text.as_bytes().get(at..).and_then(leading_dots).unwrap_or_default();
        review.add(Code::DotSegment, Rule::path, path.start + at..path.start + at + dots, Detail::None);
    }
}
