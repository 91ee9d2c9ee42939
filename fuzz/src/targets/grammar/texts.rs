//! Random and edited grammars, and strings for them.

use crate::compiled::TEXTS;
use crate::input::pools::Of;
use crate::input::source::Source;

/// The grammars that are edited: those that are complete, and variants of `uri.pest`.
const WHOLE: &[&str] = &["rfc3986", "url1996", "json", "csv", "fields", "runs"];

const ABNF: &str = include_str!("../../../../uri.abnf");

pub(super) fn generate(source: &mut Source, input: &mut Vec<String>) {
    match source.below(16) {
        0 => {
            let mut text = ABNF.to_owned();
            source.edit_grammar(&mut text);
            input.extend([text, "a.abnf".to_owned(), String::new()]);
        }
        1 => {
            let (name, text) = source.one_of(TEXTS);
            let mut text = (*text).to_owned();
            let file = if WHOLE.contains(name) { "a.pest" } else { "variant.pest" };
            let old = text.clone();
            source.edit_grammar(&mut text);
            let other = if source.once_in(8) { old } else { String::new() };
            input.extend([text, file.to_owned(), other]);
        }
        _ => {
            let mut text = source.small_grammar();
            let mut other = String::new();
            if source.once_in(4) {
                other.clone_from(&text);
                source.edit_grammar(&mut other);
            }
            if source.once_in(16) {
                source.edit(&mut text);
            }
            input.extend([text, "a.pest".to_owned(), other]);
        }
    }
    for _ in 0..source.below(8) {
        let mut text = String::new();
        match source.below(4) {
            0 => source.reference(Of::Uris, &mut text),
            1 => source.authority(Of::Iris, &mut text),
            _ => {
                for _ in 0..source.below(10) {
                    text.push_str(source.token(&["a", "b", "%", "é", "ab", "%a", "bb", "A", "c", "\n"]));
                }
            }
        }
        input.push(text);
    }
}
