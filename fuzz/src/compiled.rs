//! The parsers that the grammars are compiled to: one by words and one byte by byte.

macro_rules! grammars {
    ($($module:ident)*) => {
        $(
            pub(crate) mod $module {
                include!(concat!(env!("OUT_DIR"), "/", stringify!($module), ".rs"));
            }
        )*

        /// The name of each grammar, its number of rules, and the function that compares its parsers.
        pub(crate) const GRAMMARS: &[(&str, usize, Compare)] = &[$((
            stringify!($module),
            $module::RULES.len(),
            |rule, text| {
                use $module::{RULES, by_bytes, by_words};
                let words = Outcome::of(by_words::end, by_words::TOO_DEEP, RULES[rule], text);
                let bytes = Outcome::of(by_bytes::end, by_bytes::TOO_DEEP, RULES[rule], text);
                assert_eq!(
                    words, bytes, "by words and by bytes, {:?} of {}", RULES[rule], stringify!($module)
                );
                words.name(text)
            },
        )),*];
    };
}

/// Compares the parsers of a grammar under the rule with this number, and returns the outcome.
pub(crate) type Compare = fn(usize, &str) -> &'static str;

/// The name and the text of each grammar.
pub(crate) const TEXTS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/texts.rs"));

grammars! { rfc3986 rfc3987 rfc6874 strict_dns url1996 json csv fields runs }

/// The result of a parser.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Outcome<R> {
    Matches { end: usize, nodes: Vec<(R, usize, usize)> },
    Fails,
    TooDeep,
}

impl<R> Outcome<R> {
    pub(crate) fn of(
        parser: fn(R, &str, &mut Nodes<R>) -> usize,
        too_deep: usize,
        rule: R,
        text: &str,
    ) -> Self {
        let mut nodes = Nodes(Vec::new());
        match parser(rule, text, &mut nodes) {
            end if end <= text.len() => Self::Matches { end, nodes: nodes.0 },
            end if end == too_deep => Self::TooDeep,
            _ => Self::Fails,
        }
    }

    fn name(&self, text: &str) -> &'static str {
        match self {
            Self::Matches { end, .. } if *end == text.len() => "the rule matches",
            Self::Matches { .. } => "the rule matches the start",
            Self::Fails => "the rule does not match",
            Self::TooDeep => "nested too deep",
        }
    }
}

/// The nodes of a text in the order in which their rules end: each rule, and where its match starts and ends.
pub(crate) struct Nodes<R>(Vec<(R, usize, usize)>);

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
