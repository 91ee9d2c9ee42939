//! Words as a person types them to a shell.

/// Returns the word so that `sh` reads it as one word, with nothing of it expanded.
pub(super) fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_@%+=:,./-".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else if word.chars().all(is_seen) {
        format!("'{}'", word.replace('\'', r"'\''"))
    } else {
        format!("$'{}'", word.chars().map(escaped).collect::<String>())
    }
}

/// A terminal obeys control characters also where they are pasted within quotes, and shows the text around others in
/// another order or not at all.
fn is_seen(c: char) -> bool {
    matches!(c, ' '..='~') || !c.is_ascii() && c.is_alphanumeric() && !FILLERS.contains(&c)
}

/// The letters that Unicode has as `Default_Ignorable_Code_Point`: they are shown as nothing.
const FILLERS: [char; 4] = ['\u{115F}', '\u{1160}', '\u{3164}', '\u{FFA0}'];

/// Returns the character as bash, zsh and POSIX of 2024 read it in `$'…'`.
fn escaped(c: char) -> String {
    match c {
        '\'' | '\\' => format!("\\{c}"),
        c if is_seen(c) => c.to_string(),
        c => c.encode_utf8(&mut [0; 4]).bytes().map(|byte| format!("\\{byte:03o}")).collect(),
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
    #[case::lines("a\nb", r"$'a\012b'")]
    #[case::interrupt("a\u{3}'\\", r"$'a\003\'\\'")]
    #[case::right_to_left("a\u{202e}b", r"$'a\342\200\256b'")]
    #[case::filler("a\u{3164}b", r"$'a\343\205\244b'")]
    #[case::letters("é語", "'é語'")]
    fn for_a_shell(#[case] word: &str, #[case] expected: &str) {
        assert_eq!(quoted(word), expected);
    }

    #[cfg(unix)]
    #[rstest]
    fn a_shell_reads_it_back(#[values("", "a b", "'", "''$(x)`y`\\", "é!", "-n", "~")] word: &str) {
        let script = format!("for word in {}; do printf '[%s]' \"$word\"; done", quoted(word));
        let read = std::process::Command::new("sh").args(["-c", &script]).output().unwrap();
        assert_eq!(String::from_utf8(read.stdout).unwrap(), format!("[{word}]"));
    }

    #[cfg(unix)]
    #[rstest]
    fn bash_reads_it_back(
        #[values("é\t\n!", "\u{3}\u{15}\ntouch x\n", "\u{202e}\u{feff}'\\", "\u{1f600}7")] word: &str,
    ) {
        let script = format!("for word in {}; do printf '[%s]' \"$word\"; done", quoted(word));
        let read = std::process::Command::new("bash").args(["-c", &script]).output().unwrap();
        assert_eq!(String::from_utf8(read.stdout).unwrap(), format!("[{word}]"));
    }
}
