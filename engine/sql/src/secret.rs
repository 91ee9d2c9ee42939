//! Passwords in the addresses that messages show.

use std::ops::Range;

/// What a password is shown as.
const HIDDEN: &str = "***";

/// Returns the text with other words for the passwords in it.
pub(crate) fn hidden(text: &str) -> String {
    replaced(text, |_| HIDDEN.to_owned())
}

/// Returns the text with as many asterisks as the passwords in it have characters, so that places in it stay.
pub(crate) fn starred(text: &str) -> String {
    replaced(text, |secret| "*".repeat(secret.chars().count()))
}

fn replaced(text: &str, shown: impl Fn(&str) -> String) -> String {
    let mut replaced = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("://") {
        let (before, address) = rest.split_at(at + 3);
        replaced.push_str(before);
        rest = address;
        if let Some(secret) = password(address) {
            replaced.push_str(&address[..secret.start]);
            replaced.push_str(&shown(&address[secret.clone()]));
            rest = &address[secret.end..];
        }
    }
    replaced + rest
}

/// Returns where the password is in what stands behind `://`. It need not be a URI: a wrong one is what messages are
/// about.
fn password(address: &str) -> Option<Range<usize>> {
    let ends = |c: char| c.is_whitespace() || matches!(c, '\'' | '"' | '`');
    let address = &address[..address.find(ends).unwrap_or(address.len())];
    let authority = &address[..address.find(['/', '?', '#']).unwrap_or(address.len())];
    let at = authority.rfind('@').or_else(|| {
        // What is not a port may be the start of a password in which a slash is not encoded.
        let (_, port) = authority.rsplit_once(':')?;
        if port.bytes().all(|byte| byte.is_ascii_digit()) { None } else { address.rfind('@') }
    })?;
    let start = address[..at].find(':')? + 1;
    (start < at).then_some(start..at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::one(
        "no df://user:secret@host:1 there",
        "no df://user:***@host:1 there",
        "no df://user:******@host:1 there"
    )]
    #[case::several(
        "'s3://:a@b/', http://c:d@e",
        "'s3://:***@b/', http://c:***@e",
        "'s3://:*@b/', http://c:*@e"
    )]
    #[case::at_sign("x://u:p@ss@h/", "x://u:***@h/", "x://u:****@h/")]
    #[case::slash("x://u:p/q@h/r", "x://u:***@h/r", "x://u:***@h/r")]
    #[case::wide("x://u:é@h", "x://u:***@h", "x://u:*@h")]
    #[case::port("x://h:80/a@b", "x://h:80/a@b", "x://h:80/a@b")]
    #[case::user("x://u@h", "x://u@h", "x://u@h")]
    #[case::empty("x://u:@h", "x://u:@h", "x://u:@h")]
    #[case::in_quotes("'x://h' : 'a@b'", "'x://h' : 'a@b'", "'x://h' : 'a@b'")]
    #[case::end("x://", "x://", "x://")]
    fn passwords(#[case] text: &str, #[case] shown: &str, #[case] as_long: &str) {
        assert_eq!((hidden(text).as_str(), starred(text).as_str()), (shown, as_long));
    }
}
