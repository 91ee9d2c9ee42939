//! Texts for people in a log.

use serde::Serialize;

/// A `message` or `multiformatMessageString`.
#[derive(Serialize)]
pub(super) struct Message {
    text: String,
}

impl Message {
    /// Returns a message of one sentence. Braces are doubled, and nothing in it is a link (SARIF, sections 3.11.5 and
    /// 3.11.6).
    pub(super) fn new(phrase: &str) -> Self {
        let mut text = String::with_capacity(phrase.len() + 1);
        let mut characters = phrase.chars();
        text.extend(characters.next().map(|first| first.to_ascii_uppercase()));
        text.push_str(characters.as_str());
        if !text.ends_with(['.', '?', '!']) {
            text.push('.');
        }
        Self { text: text.replace('{', "{{").replace('}', "}}").replace("](", "\\](") }
    }

    /// Returns a message, and the help as another sentence.
    pub(super) fn with_help(message: &str, help: &str) -> Self {
        let (Self { text }, Self { text: help }) = (Self::new(message), Self::new(help));
        Self { text: format!("{text} {help}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::phrase("an octet", "An octet.")]
    #[case::question("is it `http`?", "Is it `http`?")]
    #[case::quoted("`a` is", "`a` is.")]
    #[case::placeholder("unexpected '{', {0}", "Unexpected '{{', {{0}}.")]
    #[case::link("[here](http://a/)", "[here\\](http://a/).")]
    #[case::empty("", ".")]
    fn is_a_sentence(#[case] phrase: &str, #[case] text: &str) {
        assert_eq!(Message::new(phrase).text, text);
    }
}
