//! The two parsers that a grammar is compiled to, one by words and one byte by byte, agree under every rule on where
//! it ends and on all nodes. One character of the text is repeated, so that what follows it stands at any offset in a
//! block of 64 bytes.
#![no_main]

use std::fmt::Debug;

use libfuzzer_sys::fuzz_target;

macro_rules! grammars {
    ($($module:ident)*) => {
        $(
            mod $module {
                include!(concat!(env!("OUT_DIR"), "/", stringify!($module), ".rs"));
            }
        )*

        /// For each grammar, the function that compares its parsers.
        const GRAMMARS: &[fn(u8, &str)] = &[$(|rule, text| {
            use $module::{RULES, by_bytes, by_words};
            let rule = RULES[usize::from(rule) % RULES.len()];
            assert_eq!(
                Outcome::of(by_words::end, by_words::TOO_DEEP, rule, text),
                Outcome::of(by_bytes::end, by_bytes::TOO_DEEP, rule, text),
                "{rule:?} of {}: {text:?}",
                stringify!($module)
            );
        }),*];
    };
}

grammars! { rfc3986 rfc3987 rfc6874 strict_dns url1996 json csv fields runs }

/// The index of a grammar and of a rule, the offset of the character to repeat, how often to repeat it, and a text.
type Input<'t> = (u8, u8, u8, u8, &'t str);

fuzz_target!(|input: Input<'_>| {
    let (grammar, rule, offset, times, text) = input;
    GRAMMARS[usize::from(grammar) % GRAMMARS.len()](rule, &stretched(text, offset, times));
});

/// Returns the text with the character at an offset repeated as many more times.
fn stretched(text: &str, offset: u8, times: u8) -> String {
    let at = text.floor_char_boundary(usize::from(offset) % text.len().max(1));
    let (before, after) = text.split_at(at);
    let character = after.chars().next().map(String::from).unwrap_or_default();
    [before, &character.repeat(usize::from(times)), after].concat()
}

/// The result of a parser.
#[derive(Debug, PartialEq, Eq)]
enum Outcome<R> {
    Matches { end: usize, nodes: Vec<(R, usize, usize)> },
    Fails,
    TooDeep,
}

impl<R> Outcome<R> {
    fn of(parser: fn(R, &str, &mut Nodes<R>) -> usize, too_deep: usize, rule: R, text: &str) -> Self {
        let mut nodes = Nodes(Vec::new());
        match parser(rule, text, &mut nodes) {
            end if end <= text.len() => Self::Matches { end, nodes: nodes.0 },
            end if end == too_deep => Self::TooDeep,
            _ => Self::Fails,
        }
    }
}

/// The nodes of a text in the order in which their rules end: each rule, and where its match starts and ends.
struct Nodes<R>(Vec<(R, usize, usize)>);

impl<R> Nodes<R> {
    fn capture(&mut self, rule: R, start: usize, end: usize) {
        self.0.push((rule, start, end));
    }

    fn mark(&self) -> usize {
        self.0.len()
    }

    fn rewind(&mut self, mark: usize) {
        self.0.truncate(mark);
    }
}
