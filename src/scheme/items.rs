//! Parameters and header fields: items with a delimiter between them, each a name and perhaps `=` and a
//! value.

use alloc::vec::Vec;
use core::cmp::Ordering;

/// The items in that order, and in the order of the text where it makes no difference.
///
/// Takes four bytes for each item.
pub(super) fn in_order(
    text: &str,
    delimiter: char,
    order: impl Fn(&str, &str) -> Ordering,
) -> impl Iterator<Item = &str> {
    let item = move |start: u32| {
        let rest = text.get(start as usize..).unwrap_or_default();
        rest.split(delimiter).next().unwrap_or_default()
    };
    let mut starts = Vec::with_capacity(text.matches(delimiter).count() + 1);
    starts.push(0);
    // The offsets are those in a URI, which has no more bytes than a `u32` counts.
    starts.extend(text.match_indices(delimiter).map(|(at, _)| at as u32 + 1));
    starts.sort_unstable_by(|&a, &b| order(item(a), item(b)).then(a.cmp(&b)));
    starts.into_iter().map(item)
}

/// The name of an item.
pub(super) fn name(item: &str) -> &str {
    item.split_once('=').map_or(item, |(name, _)| name)
}

/// The order of names in which case does not count.
pub(super) fn by_name(a: &str, b: &str) -> Ordering {
    let lower = |item| name(item).bytes().map(|byte: u8| byte.to_ascii_lowercase());
    lower(a).cmp(lower(b))
}

/// Whether each item has a name.
pub(super) fn have_names(text: &str, delimiter: char) -> bool {
    text.split(delimiter).all(|item| !name(item).is_empty())
}
