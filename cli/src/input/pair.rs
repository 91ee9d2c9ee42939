//! Two values in one line, separated by a tab.

use crate::fault::Fault;

/// Returns the first value, the second, and the offset of the second. A tab cannot be part of a URI. `what`
/// is the advice if there is no pair.
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
