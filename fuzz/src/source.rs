//! Generates the texts of inputs: samples of the grammar's rules, and references composed of them.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::iter::repeat_n;
use std::sync::LazyLock;

use fastrand::Rng;
use urigram::{Rule, Uri, UriReference};
use urigram_grammar::{Automata, CharSet, Grammar, Peg};
use urigram_workbench::{Sampler, Samples, near};

use crate::edits::{delete, equivalent, mutate};
use crate::random;
use crate::{compiled, edits};

/// The maximum number of attempts to generate a valid text.
const ATTEMPTS: usize = 12;

const PATHS: &[Rule] = &[Rule::path_abempty, Rule::path_absolute, Rule::path_noscheme, Rule::path_rootless];

/// A random generator, and texts of the grammar's rules.
pub struct Source {
    random: Rng,
    uris: Pools,
    iris: Pools,
    /// The samples of compiled grammars, by the index of the grammar and the rule.
    compiled: HashMap<(usize, usize), Vec<String>>,
}

impl Source {
    /// Prepares the texts of the rules.
    #[expect(clippy::new_without_default, reason = "it takes a second")]
    pub fn new() -> Source {
        let [uris, iris] = [0, 1].map(|grammar| Pools::new(&GRAMMARS[grammar]));
        Source { random: Rng::with_seed(0), uris, iris, compiled: HashMap::new() }
    }

    /// Seeds the random generator.
    pub fn reseed(&mut self, seed: u32) {
        self.random.seed(seed.into());
    }

    /// Returns a number less than `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.random.usize(..limit)
    }

    /// Returns `true` with a probability of 1 in `times`.
    pub(crate) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// Returns one of the values.
    pub(crate) fn one_of<'v, T>(&mut self, values: &'v [T]) -> &'v T {
        &values[self.below(values.len())]
    }

    /// Returns one of the texts.
    pub(crate) fn token<'t>(&mut self, tokens: &[&'t str]) -> &'t str {
        tokens[self.below(tokens.len())]
    }

    /// Appends a string that the rule matches or nearly matches.
    pub(crate) fn text_of(&mut self, of: Of, rule: Rule, text: &mut String) {
        let pools = match of {
            Of::Uris => &mut self.uris,
            Of::Iris => &mut self.iris,
        };
        pools.push(rule, &mut self.random, text);
    }

    /// Appends a string of a rule of a compiled grammar. The grammar and the rule are indexes.
    pub(crate) fn text_of_grammar(&mut self, grammar: usize, rule: usize, text: &mut String) {
        let samples = self.compiled.entry((grammar, rule)).or_insert_with(|| {
            let grammar = &GRAMMARS[grammar];
            let sampler = Sampler::of_rule(grammar, &grammar.rules()[rule].name, 0..=LONGEST);
            sampler.expect("short strings").strings(self.random.u64(..)).take(KEPT).collect()
        });
        text.push_str(&samples[self.random.usize(..samples.len())]);
    }

    /// Returns the source of a random grammar.
    pub(crate) fn small_grammar(&mut self) -> String {
        match self.below(4) {
            0 => random::grammar(&mut self.random),
            1 => random::recursive(&mut self.random),
            _ => random::small(&mut self.random),
        }
    }

    /// Makes a few edits of the source of a grammar, which usually keep it valid.
    pub(crate) fn edit_grammar(&mut self, text: &mut String) {
        for _ in 0..=self.below(3) {
            edits::edit_grammar(text, &mut self.random);
        }
    }

    /// Appends a reference composed of texts of its components, or nearly a reference.
    pub(crate) fn reference(&mut self, of: Of, text: &mut String) {
        if self.once_in(8) {
            return self.text_of(of, Rule::URI_reference, text);
        }
        let has_scheme = self.below(3) > 0;
        if has_scheme {
            self.text_of(of, Rule::scheme, text);
            text.push(':');
        }
        self.behind_scheme(of, has_scheme, text);
    }

    /// Appends a URI, or nearly a URI. Half of the schemes have rules in some library.
    pub(crate) fn uri(&mut self, of: Of, text: &mut String) {
        if self.once_in(2) {
            text.push_str(self.token(edits::SCHEME));
        } else {
            self.text_of(of, Rule::scheme, text);
        }
        text.push(':');
        self.behind_scheme(of, true, text);
    }

    fn behind_scheme(&mut self, of: Of, has_scheme: bool, text: &mut String) {
        let rule = if self.below(3) > 0 {
            text.push_str("//");
            self.authority(of, text);
            Rule::path_abempty
        } else if self.once_in(2) {
            Rule::path_absolute
        } else if has_scheme {
            Rule::path_rootless
        } else {
            Rule::path_noscheme
        };
        if self.below(8) > 0 {
            self.text_of(of, rule, text);
        }
        if self.once_in(3) {
            text.push('?');
            self.text_of(of, Rule::query, text);
        }
        if self.once_in(4) {
            text.push('#');
            self.text_of(of, Rule::fragment, text);
        }
    }

    /// Appends an authority, or nearly an authority.
    pub(crate) fn authority(&mut self, of: Of, text: &mut String) {
        if self.once_in(4) {
            self.text_of(of, Rule::userinfo, text);
            text.push('@');
        }
        self.host(of, text);
        if self.once_in(3) {
            text.push(':');
            self.text_of(of, Rule::port, text);
        }
    }

    /// Appends a component, or nearly that component: `scheme`, `authority`, `userinfo`, `host`, `port`,
    /// `path`, `query` or `fragment`.
    pub(crate) fn component(&mut self, name: &str, text: &mut String) {
        match name {
            "authority" => self.authority(Of::Uris, text),
            "host" => self.host(Of::Uris, text),
            "path" => {
                let rule = *self.one_of(PATHS);
                self.text_of(Of::Uris, rule, text);
            }
            _ => {
                let rule = name.parse().unwrap_or_else(|_| panic!("{name} is a component"));
                self.text_of(Of::Uris, rule, text);
            }
        }
    }

    /// Appends a host, or nearly a host.
    pub(crate) fn host(&mut self, of: Of, text: &mut String) {
        match self.below(8) {
            0 => self.text_of(of, Rule::IPv4address, text),
            1 | 2 => {
                text.push('[');
                self.text_of(of, Rule::IPv6address, text);
                text.push(']');
            }
            3 => {
                text.push('[');
                self.text_of(of, Rule::IPvFuture, text);
                text.push(']');
            }
            _ => self.text_of(of, Rule::reg_name, text),
        }
    }

    /// Calls `make` until its text is valid, at most [`ATTEMPTS`] times, and returns the last text.
    pub(crate) fn valid(
        &mut self,
        parses: impl Fn(&str) -> bool,
        make: impl Fn(&mut Source, &mut String),
    ) -> String {
        let mut text = String::new();
        for _ in 0..ATTEMPTS {
            text.clear();
            make(self, &mut text);
            if parses(&text) {
                break;
            }
        }
        text
    }

    /// Returns a URI of RFC 3986. Very rarely, the text is only nearly a URI.
    pub(crate) fn valid_uri(&mut self) -> String {
        self.valid(|text| Uri::parse(text).is_ok(), |source, text| source.uri(Of::Uris, text))
    }

    /// Returns a reference of RFC 3986. Very rarely, the text is only nearly a reference.
    pub(crate) fn valid_reference(&mut self) -> String {
        self.valid(|text| UriReference::parse(text).is_ok(), |source, text| source.reference(Of::Uris, text))
    }

    /// Returns the text with one change. Most changes keep a reference equivalent.
    pub(crate) fn equivalent(&mut self, text: &str) -> String {
        equivalent(text, &mut self.random)
    }

    /// Appends raw data: parts of components, runs of one character, non-ASCII octets as characters, and
    /// tokens.
    pub(crate) fn data(&mut self, text: &mut String) {
        for _ in 0..self.below(6) {
            match self.below(6) {
                0 => self.text_of(Of::Iris, Rule::query, text),
                1 => text.push(char::from(self.random.u8(0x80..))),
                2 => self.run(text),
                _ => text.push_str(self.token(edits::ANY)),
            }
        }
    }

    /// Appends text that is percent-encoded, or nearly.
    pub(crate) fn encoded(&mut self, text: &mut String) {
        for _ in 0..self.below(8) {
            match self.below(8) {
                0 => self.text_of(Of::Uris, Rule::query, text),
                1 => self.run(text),
                2 => text.push_str(self.token(edits::QUERY)),
                3 if self.once_in(4) => text.push_str(self.token(edits::ANY)),
                _ => {
                    let octet = self.random.u8(..);
                    let _ = if self.once_in(2) {
                        write!(text, "%{octet:02X}")
                    } else {
                        write!(text, "%{octet:02x}")
                    };
                }
            }
        }
    }

    /// Appends a run of one character. The text after the run begins at any offset in a machine word.
    pub(crate) fn run(&mut self, text: &mut String) {
        let character = *self.one_of(&["a", "-", "+", " ", "/", "é", "\u{85}", "日", "%41"]);
        let times = if self.once_in(4) { self.below(140) } else { self.below(20) };
        text.extend(repeat_n(character, times));
    }

    /// Repeats one character of the text. The text after it begins at any offset in a machine word.
    pub(crate) fn repeat_character(&mut self, text: &mut String) {
        let at = text.floor_char_boundary(self.below(text.len() + 1));
        if let Some(character) = text[at..].chars().next() {
            let times = if self.once_in(4) { self.below(140) } else { self.below(20) };
            text.insert_str(at, &String::from(character).repeat(times));
        }
    }

    /// Makes up to three edits of a text, but usually none.
    pub(crate) fn mutate(&mut self, text: &mut String) {
        for _ in 0..self.below(8).saturating_sub(4) {
            mutate(text, &mut self.random);
        }
    }

    /// Removes a text of the input, or a part of a text.
    pub fn shorten(&mut self, input: &mut Vec<String>) {
        if input.is_empty() {
            return;
        }
        let at = self.below(input.len());
        if input[at].is_empty() || self.once_in(8) {
            drop(input.remove(at));
        } else {
            delete(&mut input[at], &mut self.random);
        }
    }

    /// Makes at least one edit of a text.
    pub fn edit(&mut self, text: &mut String) {
        for _ in 0..=self.below(3) {
            mutate(text, &mut self.random);
        }
    }
}

/// The maximum number of tokens of a text.
const MOST_TOKENS: usize = 6;

/// A rule, the length of its samples, and tokens to insert into its texts.
type Row = (Rule, usize, &'static [&'static str]);

const ROWS: &[Row] = &[
    (Rule::scheme, 8, edits::SCHEME),
    (Rule::userinfo, 10, edits::HOST),
    (Rule::IPv4address, 15, &["0", "1", "255", "256", "01", "."]),
    (Rule::IPv6address, 45, edits::LITERAL),
    (Rule::IPvFuture, 10, edits::LITERAL),
    (Rule::reg_name, 16, edits::HOST),
    (Rule::port, 6, edits::PORT),
    (Rule::path_abempty, 24, edits::PATH),
    (Rule::path_absolute, 24, edits::PATH),
    (Rule::path_noscheme, 24, edits::PATH),
    (Rule::path_rootless, 24, edits::PATH),
    (Rule::query, 24, edits::QUERY),
    (Rule::fragment, 12, edits::QUERY),
    (Rule::URI_reference, 48, edits::ANY),
];

/// The grammar of the strings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Of {
    Uris,
    Iris,
}

/// The texts of the rules of a grammar.
struct Pools(Vec<Pool>);

/// The texts of one rule.
struct Pool {
    rule: Rule,
    samples: Samples<'static>,
    near: Vec<String>,
    tokens: &'static [&'static str],
}

impl Pools {
    fn new(grammar: &Grammar) -> Pools {
        let peg = Peg::new(grammar);
        let mut automata = Automata::new(&peg);
        let alphabet = alphabet();
        let pool = |&(rule, longest, tokens): &Row| {
            let name = rule.as_str().replace('-', "_");
            let dfa = automata.dfa(&name).expect("an automaton");
            let sampler = Sampler::new(&dfa.over(&alphabet), longest).expect("short strings");
            let near = near(grammar, &name, 0..=longest, 0).expect("short strings").strings;
            let near = near.into_iter().map(|near| near.text).collect();
            Pool { rule, samples: Box::leak(Box::new(sampler)).strings(0), near, tokens }
        };
        Pools(ROWS.iter().map(pool).collect())
    }

    /// Appends a string that the rule usually matches. Otherwise it consists of tokens, or is a near miss.
    fn push(&mut self, rule: Rule, random: &mut Rng, text: &mut String) {
        let pool = self.0.iter_mut().find(|pool| pool.rule == rule).expect("the rule has a row");
        match random.u8(..16) {
            0 => text.extend(random.choice(&pool.near).cloned()),
            1..6 => {
                text.extend(
                    (0..random.usize(1..=MOST_TOKENS)).filter_map(|_| random.choice(pool.tokens).copied()),
                );
            }
            _ => text.extend(pool.samples.next()),
        }
    }
}

/// ASCII, and some characters from each range of RFC 3987, which keeps samples readable.
fn alphabet() -> CharSet {
    let ranges = [('\0', '\u{7f}'), ('\u{a0}', '\u{ff}'), ('\u{3040}', '\u{30ff}'), ('\u{e000}', '\u{e00f}')];
    CharSet::from_ranges(ranges.into_iter().chain([('\u{1f980}', '\u{1f98f}'), ('\u{100000}', '\u{10000f}')]))
}

/// The number of samples of each rule of a compiled grammar.
const KEPT: usize = 256;

/// The maximum length of the samples in characters.
const LONGEST: usize = 40;

/// The compiled grammars. The first two are for URIs and IRIs.
static GRAMMARS: LazyLock<Vec<Grammar>> = LazyLock::new(|| {
    let base = Grammar::read(include_str!("../../uri.pest"), "uri.pest");
    let read = |&(name, text): &(&str, &str)| {
        let grammar = base.clone().and_then(|base| Grammar::read_either(&base, text, name));
        grammar.unwrap_or_else(|error| panic!("{name} is a grammar: {error}"))
    };
    compiled::TEXTS.iter().map(read).collect()
});
