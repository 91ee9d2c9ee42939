//! `data` (RFC 2397, section 3): a media type, perhaps `;base64`, and the data after a comma.

use super::wrong::Wrong;

/// Returns what is wrong with the media type or the data.
#[expect(clippy::arithmetic_side_effects, reason = "the data are the end of the path")]
pub(super) fn path(path: &str) -> Option<Wrong> {
    let Some((head, data)) = path.split_once(',') else {
        let help = "write a comma after the media type, or `data:,` and the text";
        return Some(Wrong::new(path.len()..path.len(), "there is no comma before the data", help));
    };
    let media_type = head.split(';').next().unwrap_or_default();
    if !media_type.is_empty() && !media_type.contains('/') {
        let help = "write a type such as `text/plain`, or none";
        return Some(Wrong::new(0..media_type.len(), "the media type has no `/`", help));
    }
    let is_encoded = head.rsplit_once(';').is_some_and(|(_, last)| last.eq_ignore_ascii_case("base64"));
    let is_base64 = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=' | b'%');
    let wrong = data.bytes().position(|byte| !is_base64(byte)).filter(|_| is_encoded)?;
    let at = path.len() - data.len() + wrong;
    let help = "base64 has letters, digits, `+`, `/` and `=`; without `;base64`, the data are text";
    Some(Wrong::at_character(path, at, "the data are marked as base64, and contain another character", help))
}
