//! Dot segments in the path of a URI (section 6.2.2.3), and pairs without a `?` before them, which are part of the path
//! rather than of a query (section 3.4).
#![expect(
    clippy::arithmetic_side_effects,
    reason = "offsets within the text, which has at most `LONGEST` bytes"
)]

use core::ops::Range;

use super::finding::Detail;
use super::review::Kind;
use super::review::Review;
use super::table::Code;
use crate::bytes::first_of;
use crate::grammar::Rule;
use crate::layout::{first_dot_segment, leading_dots, may_have_dot_segment};

#[inline]
pub(super) fn check(review: &mut Review<'_, '_>) {
    let Some(path) = review.at.path() else { return };
    if matches!(review.facts.kind, Kind::None | Kind::Http) && review.at.query().is_none() {
        without_question_mark(review, path.clone());
    }
    if review.facts.kind == Kind::Http {
        second_question_mark(review);
        trailing_punctuation(review, &path);
    }
    if review.facts.kind == Kind::None {
        return;
    }
    if !may_have_dot_segment(review.text.as_bytes(), path.clone()) {
        return;
    }
    let text = review.slice(path.clone());
    if let Some(at) = first_dot_segment(text) {
        let dots = text.as_bytes().get(at..).and_then(leading_dots).unwrap_or_default();
        review.add(Code::DotSegment, Rule::path, path.start + at..path.start + at + dots, Detail::None);
    }
}

/// Adds a finding for `?name=` after a pair whose value is no reference, in which a `?` may be intended.
#[inline]
fn second_question_mark(review: &mut Review<'_, '_>) {
    let Some(query) = review.at.query() else { return };
    let text = review.slice(query.clone());
    let Some(at) = first_of(text.as_bytes(), *b"?") else { return };
    let is_name = |name: &str| {
        !name.is_empty()
            && name.bytes().all(|own| own.is_ascii_alphanumeric() || matches!(own, b'_' | b'-' | b'.'))
    };
    let is_pair = |pair: &str| {
        pair.split_once('=').is_some_and(|(name, value)| is_name(name) && !value.contains(['/', ':']))
    };
    let (before, after) = (text.get(..at).unwrap_or_default(), text.get(at + 1..).unwrap_or_default());
    if before.split('&').all(is_pair) && after.split(['&', '?']).next().is_some_and(is_pair) {
        let start = query.start + at;
        review.add(Code::SecondQuestionMark, Rule::query, start..start + 1, Detail::None);
    }
}

/// Adds a finding for a comma or semicolon at the end of the text.
#[inline]
fn trailing_punctuation(review: &mut Review<'_, '_>, path: &Range<usize>) {
    let end = review.text.len();
    if !matches!(review.text.as_bytes().last(), Some(b',' | b';')) || path.is_empty() {
        return;
    }
    let rule = match (review.at.fragment(), review.at.query()) {
        (Some(_), _) => Rule::fragment,
        (None, Some(_)) => Rule::query,
        (None, None) => Rule::path,
    };
    review.add(Code::TrailingPunctuation, rule, end - 1..end, Detail::None);
}

/// Adds a finding for `&name=` in the last segment. The name of a parameter seldom begins with a capital letter, so `AT&T=1`
/// is not reported.
#[inline]
fn without_question_mark(review: &mut Review<'_, '_>, path: Range<usize>) {
    let text = review.slice(path.clone());
    let Some(at) = first_of(text.as_bytes(), *b"&") else { return };
    let pair = text.get(at + 1..).and_then(|pair| pair.split_once('='));
    let is_name = |name: &str| {
        name.starts_with(|own: char| own.is_ascii_lowercase())
            && name.bytes().all(|own| own.is_ascii_alphanumeric() || matches!(own, b'_' | b'-' | b'.'))
    };
    if pair.is_some_and(|(name, value)| is_name(name) && !value.contains('/')) {
        let start = path.start + at;
        review.add(Code::MissingQuestionMark, Rule::path, start..start + 1, Detail::None);
    }
}
