//! Parameters and header fields: items with a delimiter between them, each a name and perhaps `=` and a value.

use crate::invariant::Invariant;
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

/// The items by their rank, then by their names, in which case does not count, then as they are in the text.
///
/// The rank is that of the item at the start of a text. Takes four bytes for each item.
pub(super) fn in_order(text: &str, delimiter: char, rank: fn(&str) -> u8) -> impl Iterator<Item = &str> {
    let from = move |start: u32| text.get(start as usize..).invariant("items begin in the text");
    let mut starts = Vec::with_capacity(text.matches(delimiter).count() + 1);
    starts.push(0);
    // The offsets are those in a URI, which has no more bytes than a `u32` counts.
    starts.extend(text.match_indices(delimiter).map(|(at, _)| at as u32 + 1));
    starts.sort_unstable_by(|&a, &b| {
        let (one, other) = (from(a), from(b));
        let by_name = || name(one, delimiter).cmp(name(other, delimiter));
        rank(one).cmp(&rank(other)).then_with(by_name).then(a.cmp(&b))
    });
    starts
        .into_iter()
        .map(move |start| from(start).split(delimiter).next().invariant("a split has a first part"))
}

/// The name of the item at the start of a text, in lower case. Read no further than is asked for: a long one may
/// be compared with each of many that are short.
pub(super) fn name(text: &str, delimiter: char) -> impl Iterator<Item = u8> {
    let ends = move |byte: u8| byte == b'=' || char::from(byte) == delimiter;
    text.bytes().take_while(move |&byte| !ends(byte)).map(|byte| byte.to_ascii_lowercase())
}

/// Whether each item has a name.
pub(super) fn have_names(text: &str, delimiter: char) -> bool {
    text.split(delimiter).all(|item| !item.is_empty() && !item.starts_with('='))
}

/// Borrowed if the normal form is the text itself.
pub(super) fn unless_same(text: &str, normal: String) -> Cow<'_, str> {
    if normal == text { text.into() } else { normal.into() }
}
