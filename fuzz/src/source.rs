//! Texts of targets: samples of the grammar's rules, and what is composed of them.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::iter::repeat_n;
use std::sync::LazyLock;

use fastrand::Rng;
use urigram::{Rule, Uri, UriReference};
use urigram_grammar::{Automata, CharSet, Grammar, Peg, Sampler, Samples, near};

use crate::edits::{delete, equivalent, mutate};
use crate::random;
use crate::{compiled, edits};

/// How often a text is made until it parses.
const ATTEMPTS: usize = 12;

const PATHS: &[Rule] = &[Rule::path_abempty, Rule::path_absolute, Rule::path_noscheme, Rule::path_rootless];

/// Random choices, and texts of the grammar's rules.
pub struct Source {
    random: Rng,
    uris: Pools,
    iris: Pools,
    compiled: Texts,
}

impl Source {
    /// Prepares the texts.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "it takes a second")]
    pub fn new() -> Source {
        let mut random = Rng::with_seed(0);
        let uris = Pools::new(Of::Uris, &mut random);
        let iris = Pools::new(Of::Iris, &mut random);
        Source { random, uris, iris, compiled: Texts::default() }
    }

    /// Makes the next choices depend on a seed.
    pub fn reseed(&mut self, seed: u32) {
        self.random.seed(seed.into());
    }

    /// Returns a number less than `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.random.usize(..limit)
    }

    /// Returns `true` once in so many times.
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

    /// Appends a text of a rule: a string of it, or nearly one.
    pub(crate) fn text_of(&mut self, of: Of, rule: Rule, text: &mut String) {
        let pools = match of {
            Of::Uris => &mut self.uris,
            Of::Iris => &mut self.iris,
        };
        text.push_str(pools.text(rule, &mut self.random));
    }

    /// Appends a string of a rule of a compiled grammar, by their numbers.
    pub(crate) fn text_of_grammar(&mut self, grammar: usize, rule: usize, text: &mut String) {
        text.push_str(self.compiled.text(grammar, rule, &mut self.random));
    }

    /// Returns the text of a random grammar.
    pub(crate) fn small_grammar(&mut self) -> String {
        match self.below(4) {
            0 => random::grammar(&mut self.random),
            1 => random::recursive(&mut self.random),
            _ => random::small(&mut self.random),
        }
    }

    /// Makes a few edits of the text of a grammar, after which it mostly is one.
    pub(crate) fn edit_grammar(&mut self, text: &mut String) {
        for _ in 0..=self.below(3) {
            edits::edit_grammar(text, &mut self.random);
        }
    }

    /// Appends a reference, or nearly one, composed of texts of its components.
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

    /// Appends a URI, or nearly one. Half of the schemes have rules in some library.
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

    /// Appends an authority, or nearly one.
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

    /// Appends a text of the component with this name, or nearly one: `scheme`, `authority`, `userinfo`, `host`, `port`,
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

    /// Appends a host, or nearly one.
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

    /// Returns a text that parses, which `make` appends in one of a few attempts.
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

    /// Returns a URI of RFC 3986; very seldom, a text that is nearly one.
    pub(crate) fn valid_uri(&mut self) -> String {
        self.valid(|text| Uri::parse(text).is_ok(), |source, text| source.uri(Of::Uris, text))
    }

    /// Returns a reference of RFC 3986; very seldom, a text that is nearly one.
    pub(crate) fn valid_reference(&mut self) -> String {
        self.valid(|text| UriReference::parse(text).is_ok(), |source, text| source.reference(Of::Uris, text))
    }

    /// Returns the text with one change, which keeps most references equivalent.
    pub(crate) fn equivalent(&mut self, text: &str) -> String {
        equivalent(text, &mut self.random)
    }

    /// Appends raw data: pieces of components, runs of one character, characters that stand for octets beyond ASCII,
    /// and pieces at which parsers decide.
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

    /// Appends text that is percent-encoded, or nearly so.
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

    /// Appends a character many times, so that what follows it stands at any offset of what is read at once.
    pub(crate) fn run(&mut self, text: &mut String) {
        let character = *self.one_of(&["a", "-", "+", " ", "/", "é", "\u{85}", "日", "%41"]);
        let times = if self.once_in(4) { self.below(140) } else { self.below(20) };
        text.extend(repeat_n(character, times));
    }

    /// Repeats one character, so that what follows it stands at any offset of what is read at once.
    pub(crate) fn stretch(&mut self, text: &mut String) {
        let at = text.floor_char_boundary(self.below(text.len() + 1));
        if let Some(character) = text[at..].chars().next() {
            let times = if self.once_in(4) { self.below(140) } else { self.below(20) };
            text.insert_str(at, &String::from(character).repeat(times));
        }
    }

    /// Makes up to three edits of a text; mostly none.
    pub(crate) fn mutate(&mut self, text: &mut String) {
        for _ in 0..self.below(8).saturating_sub(4) {
            mutate(text, &mut self.random);
        }
    }

    /// Removes a text of an input, or a part of one.
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

/// The texts that a pool keeps. Each is replaced from time to time.
const POOLED: usize = 512;

/// The most tokens of a text that is composed of them.
const MOST_TOKENS: usize = 6;

/// A rule, how long its samples are, and the tokens that its texts are also composed of.
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

/// Which grammar's strings are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Of {
    Uris,
    Iris,
}

/// The rules of a grammar, each with its sampler and the strings that it barely rejects.
struct Prepared {
    samplers: Vec<Sampler>,
    near: Vec<Vec<String>>,
}

impl Prepared {
    fn of(name: &str, text: &str) -> Prepared {
        let base = Grammar::read(include_str!("../../uri.pest"), "uri.pest");
        let grammar = base.and_then(|base| Grammar::read_either(&base, text, name));
        let grammar = grammar.unwrap_or_else(|error| panic!("{name} is a grammar: {error}"));
        let peg = Peg::new(&grammar);
        let mut automata = Automata::new(&peg);
        let alphabet = alphabet();
        let mut prepared = Prepared { samplers: Vec::new(), near: Vec::new() };
        for (rule, longest, _) in ROWS {
            let name = rule.name().replace('-', "_");
            let dfa = automata.dfa(&name).unwrap_or_else(|error| panic!("{name} has an automaton: {error}"));
            let sampler = Sampler::new(&dfa.over(&alphabet), *longest);
            prepared
                .samplers
                .push(sampler.unwrap_or_else(|error| panic!("{name} has short strings: {error}")));
            let misses = near(&grammar, &name, 0..=*longest, 0);
            let misses = misses.unwrap_or_else(|error| panic!("{name} has short strings: {error}"));
            prepared.near.push(misses.strings.into_iter().map(|near| near.text).collect());
        }
        prepared
    }
}

/// ASCII, and characters from each range of RFC 3987, so that most of a sample is not one that nobody writes.
fn alphabet() -> CharSet {
    let ranges = [('\0', '\u{7f}'), ('\u{a0}', '\u{ff}'), ('\u{3040}', '\u{30ff}'), ('\u{e000}', '\u{e00f}')];
    CharSet::from_ranges(ranges.into_iter().chain([('\u{1f980}', '\u{1f98f}'), ('\u{100000}', '\u{10000f}')]))
}

static URIS: LazyLock<Prepared> = LazyLock::new(|| Prepared::of("uri.pest", include_str!("../../uri.pest")));
static IRIS: LazyLock<Prepared> =
    LazyLock::new(|| Prepared::of("rfc3987.pest", include_str!("../../variants/rfc3987.pest")));

/// The texts of one rule.
struct Pool {
    rule: Rule,
    samples: Samples<'static>,
    near: &'static [String],
    tokens: &'static [&'static str],
    kept: Vec<String>,
}

impl Pool {
    /// Returns a text: mostly a string of the rule, else one of tokens, or one that the rule barely rejects.
    fn make(&mut self, random: &mut Rng) -> String {
        match random.u8(..16) {
            0 if !self.near.is_empty() => self.near[random.usize(..self.near.len())].clone(),
            1..6 => {
                let tokens = 0..random.usize(1..=MOST_TOKENS);
                tokens.map(|_| self.tokens[random.usize(..self.tokens.len())]).collect()
            }
            _ => self
                .samples
                .next()
                .unwrap_or_else(|| panic!("{}: an automaton's samples do not end", self.rule)),
        }
    }
}

/// The texts of all rules of a grammar.
pub(crate) struct Pools(Vec<Pool>);

impl Pools {
    pub(crate) fn new(of: Of, random: &mut Rng) -> Pools {
        let prepared = match of {
            Of::Uris => &*URIS,
            Of::Iris => &*IRIS,
        };
        let pool =
            |((&(rule, _, tokens), sampler), near): ((&Row, &'static Sampler), &'static Vec<String>)| {
                let samples = sampler.strings(random.u64(..));
                let mut pool = Pool { rule, samples, near, tokens, kept: Vec::new() };
                pool.kept = (0..POOLED).map(|_| pool.make(random)).collect();
                pool
            };
        Pools(ROWS.iter().zip(&prepared.samplers).zip(&prepared.near).map(pool).collect())
    }

    /// Returns a text of a rule, and now and then replaces one by another.
    pub(crate) fn text(&mut self, rule: Rule, random: &mut Rng) -> &str {
        let pool = self.0.iter_mut().find(|pool| pool.rule == rule);
        let pool = pool.unwrap_or_else(|| panic!("{rule} is in the table of pools"));
        let at = random.usize(..POOLED);
        if random.u8(..32) == 0 {
            pool.kept[at] = pool.make(random);
        }
        &pool.kept[at]
    }
}

/// The texts that are kept of a rule. Each is replaced from time to time.
const KEPT: usize = 64;

/// The length of samples, in characters.
const LONGEST: usize = 40;

/// The compiled grammars, in their order.
static GRAMMARS: LazyLock<Vec<Grammar>> = LazyLock::new(|| {
    let base = Grammar::read(include_str!("../../uri.pest"), "uri.pest");
    let read = |&(name, text): &(&str, &str)| {
        let grammar = base.clone().and_then(|base| Grammar::read_either(&base, text, name));
        grammar.unwrap_or_else(|error| panic!("{name} is a grammar: {error}"))
    };
    compiled::TEXTS.iter().map(read).collect()
});

/// The texts of rules, each sampled when it is first asked for.
#[derive(Default)]
pub(super) struct Texts(HashMap<(usize, usize), Vec<String>>);

impl Texts {
    /// Returns a string of a rule, by the number of the grammar and that of the rule in it.
    pub(super) fn text(&mut self, grammar: usize, rule: usize, random: &mut Rng) -> &str {
        let kept = self.0.entry((grammar, rule)).or_default();
        if kept.is_empty() || random.usize(..4096) == 0 {
            *kept = sampled(&GRAMMARS[grammar], rule, random.u64(..));
        }
        &kept[random.usize(..kept.len())]
    }
}

fn sampled(grammar: &Grammar, rule: usize, seed: u64) -> Vec<String> {
    let rule = &grammar.rules()[rule].name;
    let sampler = Sampler::of_rule(grammar, rule, 0..=LONGEST);
    let sampler = sampler.unwrap_or_else(|error| panic!("{rule} has short strings: {error}"));
    sampler.strings(seed).take(KEPT).collect()
}
