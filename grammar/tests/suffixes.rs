//! The Public Suffix List as a text, which the library has on WebAssembly, and its comparison with the crate `psl`.

use std::collections::BTreeMap;

use psl::{Info, List, Psl, Type};

use look_up::{by_text, listed};

#[path = "../../src/suffixes.rs"]
mod look_up;

/// Returns the rules of the Public Suffix List in the crate `psl`, one in a line, sorted. A rule is in its DNS form, with its
/// last label first: `uk.co` for `co.uk`. `!` after it marks an exception, and then `,` a rule of a private owner.
pub(crate) fn text() -> String {
    let text = crate::packages::read("psl", "data/rules.txt");
    let dns_form = |label: &str| match label.is_ascii() {
        true => label.to_owned(),
        false => idna::domain_to_ascii(label).unwrap(),
    };
    let rule = |rule: &str| {
        let (name, exception) = rule.strip_prefix('!').map_or((rule, ""), |name| (name, "!"));
        // A name to which the rule applies.
        let any = name.replace('*', "any");
        let Info { len, typ } = List.find(any.rsplit('.').map(str::as_bytes));
        let matched = if exception.is_empty() { &any } else { any.split_once('.').unwrap().1 };
        assert_eq!(len, matched.len(), "{rule}: another rule of the crate matches");
        let owner = if typ == Some(Type::Private) { "," } else { "" };
        (name.rsplit('.').map(dns_form).collect::<Vec<_>>().join("."), [exception, owner].concat())
    };
    let rules: BTreeMap<String, String> = text.lines().map(rule).collect();
    rules.into_iter().map(|(name, marks)| name + &marks).collect::<Vec<_>>().join("\n")
}

/// The name of each rule, and names below it, beside it and above it, as the crate answers.
#[test]
fn look_up_is_that_of_the_crate() {
    let rules = text();
    assert!(rules.lines().count() > 10_000);
    for rule in rules.lines() {
        let labels: Vec<&str> = rule.trim_end_matches([',', '!']).rsplit('.').collect();
        for any in ["", "*", &"a".repeat(61), &"a".repeat(64)] {
            is_the_same(&labels.join(".").replace('*', any));
        }
        let name = labels.join(".").replace('*', "any");
        let (first, parent) = name.split_once('.').unwrap_or((&name, ""));
        for name in [&name, parent, &format!("{first}a.{parent}"), &format!("{first}-.a.{parent}")] {
            is_the_same(name);
        }
        for before in ["a.", "b.a.", "a"] {
            is_the_same(&format!("{before}{name}"));
        }
    }
}

#[test]
fn no_name_is_too_long() {
    let label = "a".repeat(63);
    for name in ["", ".", "..", "com", ".com", &label, &format!("{label}.com"), &"a.".repeat(1000)] {
        is_the_same(name);
    }
}

fn is_the_same(name: &str) {
    assert_eq!(by_text(name.as_bytes()), listed(name.as_bytes()), "{name}");
}
