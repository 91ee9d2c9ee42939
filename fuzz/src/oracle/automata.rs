//! The automata of the rules of RFC 3986 and RFC 3987, from their ABNF.

use std::sync::LazyLock;

use urigram::Rule;
use urigram_grammar::{Abnf, Dfa};

/// An automaton for each rule.
pub(crate) struct Automata(Vec<Dfa>);

impl Automata {
    fn of(abnf: &Abnf, name: fn(Rule) -> String) -> Automata {
        let dfa = |&rule: &Rule| {
            let own = name(rule);
            let name = abnf.name(&own).unwrap_or(rule.name());
            abnf.dfa(name).unwrap_or_else(|error| panic!("{name} has an automaton: {error}"))
        };
        Automata(Rule::ALL.iter().map(dfa).collect())
    }

    /// Returns the automaton of a rule.
    pub(crate) fn get(&self, rule: Rule) -> &Dfa {
        &self.0[rule as usize]
    }
}

fn read(base: Option<&Abnf>, text: &str, name: &str) -> Abnf {
    let abnf = base.map_or_else(|| Abnf::read(text, name), |base| Abnf::read_over(base, text, name));
    abnf.unwrap_or_else(|error| panic!("{name} is ABNF: {error}"))
}

static ABNF: LazyLock<Abnf> = LazyLock::new(|| read(None, include_str!("../../../uri.abnf"), "uri.abnf"));

/// The rules of RFC 3986.
pub(crate) static URIS: LazyLock<Automata> =
    LazyLock::new(|| Automata::of(&ABNF, |rule| rule.name().to_owned()));

/// The rules of RFC 3987, under the names that RFC 3986 has for them.
pub(crate) static IRIS: LazyLock<Automata> = LazyLock::new(|| {
    let text = include_str!("../../../variants/rfc3987.abnf");
    Automata::of(&read(Some(&ABNF), text, "rfc3987.abnf"), |rule| match rule {
        Rule::URI | Rule::URI_reference | Rule::absolute_URI => rule.name().replace("URI", "IRI"),
        Rule::unreserved => rule.name().to_owned(),
        _ => format!("i{rule}"),
    })
});
