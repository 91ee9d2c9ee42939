//! Coloured words, for a stream that removes colours if they are not wanted.

use anstyle::{AnsiColor, Style};

pub(super) fn good(word: &str) -> String {
    styled(word, AnsiColor::Green.on_default())
}

pub(super) fn changed(word: &str) -> String {
    styled(word, AnsiColor::Yellow.on_default())
}

pub(super) fn bad(word: &str) -> String {
    styled(word, AnsiColor::Red.on_default())
}

fn styled(word: &str, style: Style) -> String {
    format!("{style}{word}{style:#}")
}
