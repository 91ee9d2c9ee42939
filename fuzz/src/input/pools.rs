//! Samples of the rules that references are composed of.

use std::sync::LazyLock;

use fastrand::Rng;
use urigram::Rule;
use urigram_grammar::{Automata, CharSet, Grammar, Peg, Sampler, Samples, near};

use super::tokens;

/// The texts that a pool keeps. Each is replaced from time to time.
const KEPT: usize = 512;

/// The most tokens of a text that is composed of them.
const MOST_TOKENS: usize = 6;

/// A rule, how long its samples are, and the tokens that its texts are also composed of.
type Row = (Rule, usize, &'static [&'static str]);

const ROWS: &[Row] = &[
    (Rule::scheme, 8, tokens::SCHEME),
    (Rule::userinfo, 10, tokens::HOST),
    (Rule::IPv4address, 15, &["0", "1", "255", "256", "01", "."]),
    (Rule::IPv6address, 45, tokens::LITERAL),
    (Rule::IPvFuture, 10, tokens::LITERAL),
    (Rule::reg_name, 16, tokens::HOST),
    (Rule::port, 6, tokens::PORT),
    (Rule::path_abempty, 24, tokens::PATH),
    (Rule::path_absolute, 24, tokens::PATH),
    (Rule::path_noscheme, 24, tokens::PATH),
    (Rule::path_rootless, 24, tokens::PATH),
    (Rule::query, 24, tokens::QUERY),
    (Rule::fragment, 12, tokens::QUERY),
    (Rule::URI_reference, 48, tokens::ANY),
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
        let base = Grammar::read(include_str!("../../../uri.pest"), "uri.pest");
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

static URIS: LazyLock<Prepared> =
    LazyLock::new(|| Prepared::of("uri.pest", include_str!("../../../uri.pest")));
static IRIS: LazyLock<Prepared> =
    LazyLock::new(|| Prepared::of("rfc3987.pest", include_str!("../../../variants/rfc3987.pest")));

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
                pool.kept = (0..KEPT).map(|_| pool.make(random)).collect();
                pool
            };
        Pools(ROWS.iter().zip(&prepared.samplers).zip(&prepared.near).map(pool).collect())
    }

    /// Returns a text of a rule, and now and then replaces one by another.
    pub(crate) fn text(&mut self, rule: Rule, random: &mut Rng) -> &str {
        let pool = self.0.iter_mut().find(|pool| pool.rule == rule);
        let pool = pool.unwrap_or_else(|| panic!("{rule} is in the table of pools"));
        let at = random.usize(..KEPT);
        if random.u8(..32) == 0 {
            pool.kept[at] = pool.make(random);
        }
        &pool.kept[at]
    }
}
