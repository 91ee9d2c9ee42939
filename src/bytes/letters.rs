//! Conversion to lower case that leaves the hexadecimal digits of percent-encoded octets unchanged.

use alloc::borrow::Cow;
use alloc::string::String;

use super::search;

/// Returns the text with its ASCII letters in lower case. The hexadecimal digits of percent-encoded octets stay as they are,
/// because their normal form is in upper case (section 6.2.2.1). The text is borrowed if nothing changes.
///
/// Use it in the [`SchemeRules`](crate::scheme::SchemeRules) of schemes in which case is not significant. Takes linear time.
///
/// ```
/// assert_eq!(urigram::scheme::to_lower_case("A%2FB"), "a%2Fb");
/// ```
pub fn to_lower_case(text: &str) -> Cow<'_, str> {
    if is_lower_case(text.as_bytes()) {
        return text.into();
    }
    let mut bytes = text.as_bytes().to_vec();
    lower_case(&mut bytes);
    String::from_utf8(bytes).expect("ASCII takes the place of ASCII, so text stays UTF-8").into()
}

/// Converts ASCII letters to lower case in place, except hexadecimal digits of percent-encoded
/// octets.
#[inline]
pub(crate) fn lower_case(mut bytes: &mut [u8]) {
    while let Some(found) = search::first_percent(bytes, 0) {
        let (before, triplet) = bytes.split_at_mut(found);
        search::lower_case(before);
        bytes = triplet.get_mut(3..).unwrap_or_default();
    }
    search::lower_case(bytes);
}

/// Returns whether [`lower_case`] would change nothing.
#[inline]
pub(crate) fn is_lower_case(mut bytes: &[u8]) -> bool {
    while let Some(found) = search::first_percent(bytes, 0) {
        let (before, triplet) = bytes.split_at(found);
        if search::has_upper_case(before) {
            return false;
        }
        bytes = triplet.get(3..).unwrap_or_default();
    }
    !search::has_upper_case(bytes)
}
