//! Any text is read or rejected, and what is read matches the same strings as a naive matcher.

use std::collections::BTreeSet;

use proptest::prelude::*;
use urigram_grammar::{Abnf, Error, Limits};

use crate::abnf::dfa;
use crate::common::strings;

const PIECES: [&str; 34] = [
    "a",
    "b",
    "c-d",
    "DIGIT",
    " ",
    "  ",
    "\n",
    "\r\n",
    "\n ",
    "\r",
    "\t",
    "=",
    " = ",
    "=/",
    "/",
    "(",
    ")",
    "[",
    "]",
    "*",
    "2",
    "99999999999",
    "\"",
    "\"x\"",
    "%",
    "%x4",
    "%s\"",
    "-",
    ".",
    "<",
    ">",
    ";",
    "é",
    "_",
];

proptest! {
    #[test]
    fn nothing_panics(text in prop::collection::vec(prop::sample::select(&PIECES[..]), 0..60)) {
        try_out(&text.concat())?;
    }

    #[test]
    fn nothing_panics_in_a_rule(text in prop::collection::vec(prop::sample::select(&PIECES[..]), 0..20)) {
        try_out(&format!("a = {}", text.concat()))?;
    }

    #[test]
    fn no_characters_panic(text in "(?s).{0,60}") {
        try_out(&text)?;
    }

    #[test]
    fn the_automaton_accepts_what_matches(expr in expr()) {
        let dfa = dfa(&format!("r = {}", expr.text()), "r");
        for text in strings("aAb", 5) {
            let matches = expr.ends(text.as_bytes(), 0).contains(&text.len());
            prop_assert_eq!(dfa.accepts(&text), matches, "{} on {:?}", expr.text(), text);
        }
    }
}

fn try_out(text: &str) -> Result<(), TestCaseError> {
    match Abnf::read(text, "f") {
        Ok(abnf) => {
            let mut limits = Limits::default();
            (limits.states, limits.steps) = (1000, 10_000);
            for name in abnf.names() {
                let _ = abnf.dfa_with_limits(name, limits);
            }
        }
        Err(Error::Faulty(faults)) => {
            prop_assert!(!faults.is_empty());
            for fault in faults {
                let line = text.split('\n').nth(fault.line - 1);
                let width = line.map(|line| line.chars().count());
                prop_assert!(width.is_some_and(|width| fault.column <= width + 1), "{}", fault);
            }
        }
        Err(error) => prop_assert!(false, "{}", error),
    }
    Ok(())
}

#[derive(Debug, Clone)]
enum Expr {
    Text(&'static str),
    Sensitive(&'static str),
    Range,
    Seq(Vec<Expr>),
    Choice(Vec<Expr>),
    Opt(Box<Expr>),
    Repeat(usize, Option<usize>, Box<Expr>),
}

fn expr() -> impl Strategy<Value = Expr> {
    let leaf = prop_oneof![
        prop::sample::select(vec!["", "a", "b", "ab"]).prop_map(Expr::Text),
        prop::sample::select(vec!["", "a", "A", "bA"]).prop_map(Expr::Sensitive),
        Just(Expr::Range),
    ];
    leaf.prop_recursive(5, 20, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 2..4).prop_map(Expr::Seq),
            prop::collection::vec(inner.clone(), 2..4).prop_map(Expr::Choice),
            inner.clone().prop_map(|inner| Expr::Opt(Box::new(inner))),
            (0..3usize, prop::option::of(0..3usize), inner).prop_map(|(least, more, inner)| Expr::Repeat(
                least,
                more.map(|more| least + more),
                Box::new(inner)
            )),
        ]
    })
}

impl Expr {
    fn text(&self) -> String {
        let list = |parts: &[Expr], between: &str| {
            let parts: Vec<String> = parts.iter().map(Expr::text).collect();
            format!("({})", parts.join(between))
        };
        match self {
            Expr::Text(text) => format!("\"{text}\""),
            Expr::Sensitive(text) => format!("%s\"{text}\""),
            Expr::Range => "%x61-62".to_owned(),
            Expr::Seq(parts) => list(parts, " "),
            Expr::Choice(parts) => list(parts, " / "),
            Expr::Opt(inner) => format!("[{}]", inner.text()),
            Expr::Repeat(least, most, inner) => {
                let most = most.map(|most| most.to_string()).unwrap_or_default();
                format!("{least}*{most}({})", inner.text())
            }
        }
    }

    /// Returns the offsets at which a match that begins at `at` can end.
    fn ends(&self, text: &[u8], at: usize) -> BTreeSet<usize> {
        let prefix = |matches: bool, length| matches.then_some(at + length).into_iter().collect();
        let rest = &text[at..];
        match self {
            Expr::Text(own) => {
                let same =
                    rest.get(..own.len()).is_some_and(|text| text.eq_ignore_ascii_case(own.as_bytes()));
                prefix(same, own.len())
            }
            Expr::Sensitive(own) => prefix(rest.starts_with(own.as_bytes()), own.len()),
            Expr::Range => prefix(matches!(rest, [b'a' | b'b', ..]), 1),
            Expr::Seq(parts) => parts.iter().fold(BTreeSet::from([at]), |ends, part| part.after(text, &ends)),
            Expr::Choice(parts) => parts.iter().flat_map(|part| part.ends(text, at)).collect(),
            Expr::Opt(inner) => inner.ends(text, at).into_iter().chain([at]).collect(),
            Expr::Repeat(least, most, inner) => {
                // More rounds than there are characters reach no further offsets.
                let rounds = most.unwrap_or(least + text.len());
                let mut ends = BTreeSet::from([at]);
                let mut found = BTreeSet::new();
                for round in 0..=rounds {
                    if round >= *least {
                        found.extend(&ends);
                    }
                    ends = inner.after(text, &ends);
                }
                found
            }
        }
    }

    fn after(&self, text: &[u8], starts: &BTreeSet<usize>) -> BTreeSet<usize> {
        starts.iter().flat_map(|&start| self.ends(text, start)).collect()
    }
}
