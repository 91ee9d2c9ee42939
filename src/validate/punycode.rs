//! The decoding of Punycode (RFC 3492), for labels that begin with `xn--`.
#![expect(
    clippy::arithmetic_side_effects,
    reason = "at most `LONGEST` characters; RFC 3492, section 6.4, has the bounds of unchecked operations"
)]

use super::scripts::mapped;

/// The maximum length of a label (RFC 1034, section 3.1).
const LONGEST: usize = 63;

/// The characters of a label.
pub(super) struct Decoded {
    characters: [char; LONGEST],
    len: usize,
}

impl Decoded {
    pub(super) fn characters(&self) -> &[char] {
        self.characters.get(..self.len).unwrap_or_default()
    }
}

/// Calls `read` with the characters of a label, decoded if it begins with `xn--`. Returns `None` if decoding
/// fails.
pub(super) fn in_unicode<R>(
    label: &str,
    read: impl FnOnce(&mut dyn Iterator<Item = char>) -> R,
) -> Option<R> {
    match encoded(label) {
        Some(encoded) => Some(read(&mut decode(encoded)?.characters().iter().copied())),
        None => Some(read(&mut label.chars())),
    }
}

/// Returns the text after `xn--`, ignoring case.
pub(super) fn encoded(label: &str) -> Option<&str> {
    let (prefix, encoded) = label.split_at_checked(4)?;
    prefix.eq_ignore_ascii_case("xn--").then_some(encoded)
}

/// The parameters of RFC 3492, section 5.
const BASE: u32 = 36;
const T_MIN: u32 = 1;
const T_MAX: u32 = 26;
const SKEW: u32 = 38;
const DAMP: u32 = 700;
const INITIAL_BIAS: u32 = 72;

/// Decodes the text after `xn--` (section 6.2). Returns `None` if the text is longer than a label or is not Punycode, or if
/// the decoded label is never encoded: it has only ASCII characters, or a control character, or a character that is mapped to
/// ASCII.
pub(super) fn decode(encoded: &str) -> Option<Decoded> {
    let split = encoded.rsplit_once('-');
    let (basic, digits) = split.unwrap_or(("", encoded));
    // A delimiter is valid only after basic characters.
    let has_extra_delimiter = split.is_some() && basic.is_empty();
    if has_extra_delimiter || encoded.len() > LONGEST || digits.is_empty() || !encoded.is_ascii() {
        return None;
    }
    let mut decoded = Decoded { characters: ['\0'; LONGEST], len: 0 };
    for (place, character) in decoded.characters.iter_mut().zip(basic.chars()) {
        *place = character.to_ascii_lowercase();
    }
    decoded.len = basic.len();

    let (mut code, mut index, mut bias) = (128_u32, 0_u32, INITIAL_BIAS);
    let mut digits = digits.bytes();
    while digits.len() > 0 {
        let before = index;
        let mut weight = 1_u32;
        for k in (BASE..).step_by(BASE as usize) {
            let digit = digit(digits.next()?)?;
            index = index.checked_add(digit.checked_mul(weight)?)?;
            let threshold = k.saturating_sub(bias).clamp(T_MIN, T_MAX);
            if digit < threshold {
                break;
            }
            weight = weight.checked_mul(BASE - threshold)?;
        }
        let len = decoded.len as u32 + 1;
        bias = adapted(index - before, len, before == 0);
        code = code.checked_add(index / len)?;
        index %= len;
        let character = char::from_u32(code).filter(|own| !own.is_control() && mapped(*own).is_none())?;
        decoded.insert(index as usize, character)?;
        index += 1;
    }
    Some(decoded)
}

impl Decoded {
    fn insert(&mut self, index: usize, character: char) -> Option<()> {
        let end = self.len + 1;
        let tail = self.characters.get_mut(index..end)?;
        tail.rotate_right(1);
        *tail.first_mut()? = character;
        self.len = end;
        Some(())
    }
}

/// Returns the bias for the next character (section 6.1).
fn adapted(delta: u32, len: u32, is_first: bool) -> u32 {
    let mut delta = if is_first { delta / DAMP } else { delta / 2 };
    delta += delta / len;
    let mut k = 0;
    while delta > (BASE - T_MIN) * T_MAX / 2 {
        delta /= BASE - T_MIN;
        k += BASE;
    }
    k + (BASE - T_MIN + 1) * delta / (delta + SKEW)
}

fn digit(byte: u8) -> Option<u32> {
    match byte {
        b'a'..=b'z' => Some(u32::from(byte - b'a')),
        b'A'..=b'Z' => Some(u32::from(byte - b'A')),
        b'0'..=b'9' => Some(u32::from(byte - b'0') + 26),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    /// Some examples of section 7.1, and host names.
    #[rstest]
    #[case::german("bcher-kva", "bücher")]
    #[case::upper_case("BCHER-KVA", "bücher")]
    #[case::russian("e1afmkfd", "пример")]
    #[case::chinese("ihqwcrb4cv8a8dqg056pqjye", "他们为什么不说中文")]
    #[case::japanese("3B-ww4c5e180e575a65lsy2b", "3年b組金八先生")]
    #[case::hyphens("-with-SUPER-MONKEYS-pc58ag80a8qai00g7n9n", "安室奈美恵-with-super-monkeys")]
    fn section_7_1(#[case] encoded: &str, #[case] text: &str) {
        let decoded = decode(encoded).unwrap();
        assert_eq!(decoded.characters().iter().collect::<String>(), text);
    }

    #[rstest]
    #[case::nothing("")]
    #[case::only_ascii("abc-")]
    #[case::control_character("a")]
    #[case::full_width("7g7c")]
    #[case::vain_delimiter("-mg3b")]
    #[case::incomplete("bcher-kv9")]
    #[case::no_digit("bcher-k!a")]
    #[case::overflow("99999999")]
    #[case::beyond_unicode("en32g")]
    fn rejects(#[case] encoded: &str) {
        assert!(decode(encoded).is_none());
    }

    /// The decoded label is this number of letters, followed by `ü`.
    #[rstest]
    #[case::as_long_as_a_label(59, "jeg", true)]
    #[case::longer(60, "3hg", false)]
    fn length(#[case] letters: usize, #[case] digits: &str, #[case] expected: bool) {
        let decoded = decode(&format!("{}-{digits}", "a".repeat(letters)));
        assert_eq!(decoded.is_some(), expected);
        assert!(decoded.is_none_or(|decoded| decoded.characters().ends_with(&['a', 'ü'])));
    }

    /// Section 6.1: `delta` is divided while it is greater than 455.
    #[rstest]
    #[case::not_divided(910, 33)]
    #[case::divided(912, 45)]
    #[case::divided_twice(35 * 912, 81)]
    fn section_6_1(#[case] delta: u32, #[case] bias: u32) {
        assert_eq!(adapted(delta, 1 << 20, false), bias);
    }
}
