//! The words of a command as a shell reads them: POSIX.1-2024, section 2.2, without anything that is expanded.

/// Returns the words.
///
/// # Panics
///
/// If a shell would expand or interpret a part of the line.
pub(crate) fn words(line: &str) -> Vec<String> {
    let (mut words, mut word): (Vec<String>, Option<Vec<u8>>) = (Vec::new(), None);
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        let (octets, after) = match c {
            ' ' => {
                words.extend(word.take().map(text));
                rest = &rest[1..];
                continue;
            }
            '\'' => {
                let (quoted, after) = split(&rest[1..], '\'');
                (quoted.as_bytes().to_vec(), after)
            }
            '\\' => {
                let end = 1 + rest[1..].chars().next().map_or(0, char::len_utf8);
                (rest.as_bytes()[1..end].to_vec(), &rest[end..])
            }
            '$' => dollar_quoted(rest),
            c => {
                let is_plain = c.is_ascii_alphanumeric() || "_@%+=:,./-".contains(c);
                assert!(is_plain, "a shell interprets `{c}`: {line}");
                (vec![c as u8], &rest[1..])
            }
        };
        word.get_or_insert_default().extend(octets);
        rest = after;
    }
    words.extend(word.map(text));
    words
}

fn text(octets: Vec<u8>) -> String {
    String::from_utf8(octets).unwrap_or_else(|error| panic!("a word is UTF-8: {error}"))
}

fn split(text: &str, quote: char) -> (&str, &str) {
    text.split_once(quote).unwrap_or_else(|| panic!("a quote is closed: {text}"))
}

/// Reads a word in `$'…'`.
fn dollar_quoted(line: &str) -> (Vec<u8>, &str) {
    let mut rest = line.strip_prefix("$'").unwrap_or_else(|| panic!("a shell expands `$`: {line}"));
    let mut octets = Vec::new();
    loop {
        let end = rest.find(['\'', '\\']).unwrap_or_else(|| panic!("a quote is closed: {line}"));
        octets.extend_from_slice(&rest.as_bytes()[..end]);
        let Some(escaped) = rest[end..].strip_prefix('\\') else { return (octets, &rest[end + 1..]) };
        let digits = escaped.bytes().take(3).take_while(|byte| (b'0'..b'8').contains(byte)).count();
        let length = match escaped.as_bytes().first() {
            Some(b'\'' | b'\\') => {
                octets.push(escaped.as_bytes()[0]);
                1
            }
            _ => {
                let octet = u8::from_str_radix(&escaped[..digits], 8);
                octets.push(octet.unwrap_or_else(|error| panic!("an octet: {error}, {line}")));
                digits
            }
        };
        rest = &escaped[length..];
    }
}
