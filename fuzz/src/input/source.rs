//! Where the targets take their texts from.

use std::fmt::Write as _;
use std::iter::repeat_n;

use fastrand::Rng;
use urigram::{Rule, Uri, UriReference};

use super::equivalent::equivalent;
use super::grammars::Texts;
use super::mutate::{delete, mutate};
use super::pools::{Of, Pools};
use super::{notation, random, tokens};

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
            notation::edit(text, &mut self.random);
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
            text.push_str(self.token(tokens::SCHEME));
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
                _ => text.push_str(self.token(tokens::ANY)),
            }
        }
    }

    /// Appends text that is percent-encoded, or nearly so.
    pub(crate) fn encoded(&mut self, text: &mut String) {
        for _ in 0..self.below(8) {
            match self.below(8) {
                0 => self.text_of(Of::Uris, Rule::query, text),
                1 => self.run(text),
                2 => text.push_str(self.token(tokens::QUERY)),
                3 if self.once_in(4) => text.push_str(self.token(tokens::ANY)),
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
