//! Words as a person types them to a shell.

/// Returns the word so that `sh` reads it as one word, with nothing of it expanded.
pub(super) fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_@%+=:,./-".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::quoted;

    #[rstest]
    #[case::plain("http://a/b,c", "http://a/b,c")]
    #[case::empty("", "''")]
    #[case::expanded("~/$x*", "'~/$x*'")]
    #[case::several("a?b&c#d", "'a?b&c#d'")]
    #[case::quote("it's", r"'it'\''s'")]
    #[case::lines("a\nb", "'a\nb'")]
    fn for_a_shell(#[case] word: &str, #[case] expected: &str) {
        assert_eq!(quoted(word), expected);
    }

    #[cfg(unix)]
    #[rstest]
    fn a_shell_reads_it_back(#[values("", "a b", "'", "''$(x)`y`\\", "é\t\n!", "-n", "~")] word: &str) {
        let script = format!("for word in {}; do printf '[%s]' \"$word\"; done", quoted(word));
        let read = std::process::Command::new("sh").args(["-c", &script]).output().unwrap();
        assert_eq!(String::from_utf8(read.stdout).unwrap(), format!("[{word}]"));
    }
}
