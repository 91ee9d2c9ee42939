//! Samples of all rules of the compiled grammars.

use std::collections::HashMap;
use std::sync::LazyLock;

use fastrand::Rng;
use urigram_grammar::{Grammar, Sampler};

use crate::compiled;

/// The texts that are kept of a rule. Each is replaced from time to time.
const KEPT: usize = 64;

/// The length of samples, in characters.
const LONGEST: usize = 40;

/// The compiled grammars, in their order.
static GRAMMARS: LazyLock<Vec<Grammar>> = LazyLock::new(|| {
    let base = Grammar::read(include_str!("../../../uri.pest"), "uri.pest");
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
