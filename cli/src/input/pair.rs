//! Two values in one, with a tab between them.

use crate::fault::Fault;

/// The first value, the second, and where it begins. No tab is part of a URI. `what` says what a pair is, for
/// those who wrote none.
pub(crate) fn split<'a>(pair: &'a [u8], what: &'static str) -> Result<(&'a [u8], &'a [u8], usize), Fault> {
    let fault = |offset, found, message| Fault::NoAnswer {
        component: "pair",
        offset,
        found,
        message,
        help: what.into(),
    };
    let mut tabs = memchr::memchr_iter(b'\t', pair);
    let Some(tab) = tabs.next() else {
        return Err(fault(pair.len(), None, "the pair ends without a tab".to_owned()));
    };
    match tabs.next() {
        Some(second) => Err(fault(second, Some('\t'), format!("the pair has a second tab at byte {second}"))),
        None => Ok((&pair[..tab], &pair[tab + 1..], tab + 1)),
    }
}
