//! The first character of a text that is encoded, perhaps several times: percent-encoded (section 2.1), or as a character
//! reference of HTML. Each layer may use either encoding.

/// The maximum number of nested encodings, because each takes linear time.
const DEPTH: u8 = 3;

/// Returns the first character, decoded as often as possible, and the text after its encoding.
pub(crate) fn first_character(text: &[u8]) -> Option<(u32, &[u8])> {
    character(text, DEPTH)
}

/// Returns the length of the encoding if the text begins with an octet that is percent-encoded twice.
#[expect(clippy::arithmetic_side_effects, reason = "the rest is a suffix of the text")]
pub(crate) fn encoded_twice(text: &[u8]) -> Option<usize> {
    let rest = text.strip_prefix(b"%25")?;
    let (_, after) = octet(rest, DEPTH)?;
    Some(text.len() - after.len())
}

fn character(text: &[u8], depth: u8) -> Option<(u32, &[u8])> {
    let (&first, mut rest) = text.split_first()?;
    let mut character = u32::from(first);
    loop {
        let next = match u8::try_from(character) {
            Ok(b'%') => octet(rest, depth),
            Ok(b'&') => referred(rest, depth),
            _ => None,
        };
        let Some(next) = next else { return Some((character, rest)) };
        (character, rest) = next;
    }
}

/// Returns the next character of an encoding, which may be encoded itself.
fn inner(text: &[u8], depth: u8) -> Option<(u32, &[u8])> {
    match depth.checked_sub(1) {
        Some(depth) => character(text, depth),
        None => text.split_first().map(|(&first, rest)| (first.into(), rest)),
    }
}

fn digit(text: &[u8], radix: u32, depth: u8) -> Option<(u32, &[u8])> {
    let (character, rest) = inner(text, depth)?;
    Some((char::from_u32(character)?.to_digit(radix)?, rest))
}

/// Returns the octet that the two digits at the start of the text represent.
fn octet(text: &[u8], depth: u8) -> Option<(u32, &[u8])> {
    let (high, rest) = digit(text, 16, depth)?;
    let (low, rest) = digit(rest, 16, depth)?;
    Some((high << 4 | low, rest))
}

/// Returns the character of a character reference, given the text after its `&`.
fn referred(text: &[u8], depth: u8) -> Option<(u32, &[u8])> {
    match inner(text, depth)? {
        (character, rest) if character == u32::from(b'#') => number(rest, depth),
        _ => named(text, depth),
    }
}

fn number(text: &[u8], depth: u8) -> Option<(u32, &[u8])> {
    let (radix, digits) = match inner(text, depth)? {
        (character, digits) if matches!(u8::try_from(character), Ok(b'x' | b'X')) => (16, digits),
        _ => (10, text),
    };
    let (mut number, mut rest) = digit(digits, radix, depth)?;
    while let Some((digit, after)) = digit(rest, radix, depth) {
        // The next digit is encoded. Software that decodes only once ends the number here, which makes a difference
        // if the number is that of a delimiter.
        let is_encoded = matches!(rest, [b'%' | b'&', ..]);
        if is_encoded && char::from_u32(number).is_some_and(|own| ":/\\.;?#".contains(own)) {
            break;
        }
        number = number.saturating_mul(radix).saturating_add(digit);
        rest = after;
    }
    Some((number, after_semicolon(rest, depth).unwrap_or(rest)))
}

fn after_semicolon(text: &[u8], depth: u8) -> Option<&[u8]> {
    let (character, rest) = inner(text, depth)?;
    (character == u32::from(b';')).then_some(rest)
}

/// The names in HTML of delimiters, of characters that are used to encode others, of characters that are mapped to these,
/// and of invisible characters.
const NAMES: [(&str, char); 30] = [
    ("amp", '&'),
    ("AMP", '&'),
    ("colon", ':'),
    ("sol", '/'),
    ("bsol", '\\'),
    ("period", '.'),
    ("Tab", '\t'),
    ("NewLine", '\n'),
    ("percnt", '%'),
    ("num", '#'),
    ("semi", ';'),
    ("quest", '?'),
    ("shy", '\u{AD}'),
    ("ZeroWidthSpace", '\u{200B}'),
    ("NegativeVeryThinSpace", '\u{200B}'),
    ("NegativeThinSpace", '\u{200B}'),
    ("NegativeMediumSpace", '\u{200B}'),
    ("NegativeThickSpace", '\u{200B}'),
    ("NoBreak", '\u{2060}'),
    ("af", '\u{2061}'),
    ("ApplyFunction", '\u{2061}'),
    ("it", '\u{2062}'),
    ("InvisibleTimes", '\u{2062}'),
    ("ic", '\u{2063}'),
    ("InvisibleComma", '\u{2063}'),
    ("nldr", '\u{2025}'),
    ("hellip", '\u{2026}'),
    ("mldr", '\u{2026}'),
    ("incare", '\u{2105}'),
    ("Colone", '\u{2A74}'),
];

const LONGEST: usize = "NegativeVeryThinSpace".len();

fn named(text: &[u8], depth: u8) -> Option<(u32, &[u8])> {
    let mut name = [0; LONGEST];
    let mut rest = text;
    for len in 0..=LONGEST {
        let known = NAMES.iter().find(|(own, _)| name.get(..len) == Some(own.as_bytes()));
        if let Some(&(_, character)) = known {
            let after = after_semicolon(rest, depth);
            // HTML, section 13.2.5.73: `&amp` and `&shy` need no semicolon.
            if after.is_some() || matches!(character, '&' | '\u{AD}') {
                return Some((character.into(), after.unwrap_or(rest)));
            }
        }
        let (character, after) = inner(rest, depth)?;
        *name.get_mut(len)? = u8::try_from(character).ok().filter(u8::is_ascii_alphanumeric)?;
        rest = after;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::plain("/a", '/', "a")]
    #[case::percent_encoded("%2fa", '/', "a")]
    #[case::twice("%252Fa", '/', "a")]
    #[case::digits_too("%25%32%46a", '/', "a")]
    #[case::digits_of_digits("%25%2532%46a", '/', "a")]
    #[case::no_digits("%2", '%', "2")]
    #[case::a_percent_sign("%25a", '%', "a")]
    #[case::decimal("&#47;a", '/', "a")]
    #[case::without_a_semicolon("&#47a", '/', "a")]
    #[case::hexadecimal("&#X2f;a", '/', "a")]
    #[case::named("&sol;a", '/', "a")]
    #[case::named_without_a_semicolon("&sola", '&', "sola")]
    #[case::ampersand_without_a_semicolon("&ampsol;a", '/', "a")]
    #[case::ampersand_in_upper_case("&AMP;sol;a", '/', "a")]
    #[case::encoded_ampersand("%26sol;a", '/', "a")]
    #[case::encoded_name("%26%73ol%3Ba", '/', "a")]
    #[case::ampersand_and_percent_sign("&#37;2fa", '/', "a")]
    #[case::invisible("&ZeroWidthSpace;a", '\u{200B}', "a")]
    #[case::longest_name("&NegativeVeryThinSpace;a", '\u{200B}', "a")]
    #[case::invisible_without_a_semicolon("&shya", '\u{AD}', "a")]
    #[case::invisible_with_a_semicolon_alone("&NoBreaka", '&', "NoBreaka")]
    #[case::before_an_encoded_digit("&#58%31a", ':', "%31a")]
    #[case::before_an_encoded_hexadecimal_digit("&#x3a%61", ':', "%61")]
    #[case::other_name("&copy;a", '&', "copy;a")]
    #[case::no_number("&#;", '&', "#;")]
    fn decodes(#[case] text: &str, #[case] first: char, #[case] rest: &str) {
        assert_eq!(first_character(text.as_bytes()), Some((first.into(), rest.as_bytes())));
    }

    #[test]
    fn nothing_is_nothing() {
        assert_eq!(first_character(b""), None);
    }

    /// Exponential or quadratic time would be hours.
    #[rstest]
    fn many_layers(
        #[values(
            "%25",
            "%",
            "25",
            "&amp;",
            "&",
            "&#",
            "&#38;",
            "&#1",
            "%26",
            "%2525",
            "&%61mp;",
            "%25%32%35"
        )]
        layer: &str,
    ) {
        for start in ["", "%", "&"] {
            let text = [start, &layer.repeat(200_000)].concat();
            for at in 0..text.len().min(20_000) {
                assert!(first_character(&text.as_bytes()[at..text.len().min(at + 10_000)]).is_some());
            }
        }
    }
}
