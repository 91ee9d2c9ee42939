//! Parameters and header fields: items separated by a delimiter, each a name and optionally `=` and a value.
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

/// Returns the items sorted by rank, then by name without regard to case, then by position in the text.
///
/// `rank` is given the text from the start of an item on. Allocates four bytes for each item.
#[expect(
    clippy::arithmetic_side_effects,
    reason = "an offset behind a delimiter; the rules are applied to at most `u32::MAX` bytes"
)]
pub(super) fn in_order(text: &str, delimiter: char, rank: fn(&str) -> u8) -> impl Iterator<Item = &str> {
    let from = move |start: u32| text.get(start as usize..).expect("items begin in the text");
    let mut starts = Vec::with_capacity(text.matches(delimiter).count() + 1);
    starts.push(0);
    // The offsets are in a URI, whose length fits a `u32`.
    starts.extend(text.match_indices(delimiter).map(|(at, _)| at as u32 + 1));
    starts.sort_unstable_by(|&a, &b| {
        let (one, other) = (from(a), from(b));
        let by_name = || name(one, delimiter).cmp(name(other, delimiter));
        rank(one).cmp(&rank(other)).then_with(by_name).then(a.cmp(&b))
    });
    starts
        .into_iter()
        .map(move |start| from(start).split(delimiter).next().expect("a split has a first part"))
}

/// Returns the name of the item at the start of a text, in lower case. Lazy, because a long name may be
/// compared with many short ones.
pub(super) fn name(text: &str, delimiter: char) -> impl Iterator<Item = u8> {
    let ends = move |byte: u8| byte == b'=' || char::from(byte) == delimiter;
    text.bytes().take_while(move |&byte| !ends(byte)).map(|byte| byte.to_ascii_lowercase())
}

/// Returns whether each item has a name.
pub(super) fn have_names(text: &str, delimiter: char) -> bool {
    text.split(delimiter).all(|item| !item.is_empty() && !item.starts_with('='))
}

/// Returns the normal form; borrowed if it is equal to the text.
pub(super) fn unless_same(text: &str, normal: String) -> Cow<'_, str> {
    if normal == text { text.into() } else { normal.into() }
}
