//! What holds for each template: what an expansion consists of, when it is a URI reference, and which values a match finds.

use std::collections::BTreeSet;

use proptest::prelude::*;
use rstest::rstest;
use urigram::grammar::Components;
use urigram::template::{Template, Value, Values};
use urigram::{Uri, UriReference};

use crate::common::template::always_gives_a_reference;

/// An expression, or a literal.
fn part() -> impl Strategy<Value = String> {
    let variable = "[abc](:[1-4]|\\*)?";
    let expression = ("[+#./;?&]?", prop::collection::vec(variable, 1..4))
        .prop_map(|(operator, variables)| format!("{{{operator}{}}}", variables.join(",")));
    prop_oneof![expression, "[a-z/?=é.-]{0,4}", "%[0-9A-F]{2}"]
}

fn value() -> impl Strategy<Value = Value<'static>> {
    let string = || "[a-c%2 ,=/é€]{0,4}";
    prop_oneof![
        string().prop_map(Value::from),
        prop::collection::vec(string(), 0..3).prop_map(Value::from),
        prop::collection::vec((string(), string()), 0..3).prop_map(Value::map),
        Just(Value::Undefined),
    ]
}

/// Each template violates one condition.
#[rstest]
#[case::reserved("/{+x}", "[")]
#[case::fragment_of_a_reserved_value("/{#x}", "#")]
#[case::two_fragments("/#a{#x}", "a")]
#[case::literals("//[{x}]", "a")]
#[case::scheme("a{x}:b", "%")]
#[case::first_segment("{x}:b", "%")]
#[case::port("//h:{x}", "a")]
#[case::after_an_address("//[::1]{x}/", "a")]
#[case::address("//{x}[v1.a]", "a")]
#[case::password("//h:a{/x}@b", "a")]
#[case::path_that_becomes_an_authority("{/x}/a:b", "")]
#[case::path_of_a_scheme_that_becomes_an_authority("s:{/x}/a@b@c", "")]
#[case::slash_before("/{x}{/x}@a@b", "")]
fn templates_that_may_give_no_reference(#[case] text: &str, #[case] value: &'static str) {
    let template = Template::parse(text).unwrap();
    let is_reference = |values| UriReference::parse(&template.expand(&values).unwrap()).is_ok();
    assert!(!is_reference(Values::from([("x", value)])), "{text}");
    let is_plain = !value.contains(['#', '[', ']']);
    assert!(!(is_plain && is_reference(Values::new()) && always_gives_a_reference(text)), "{text}");
}

#[rstest]
#[case("{x}")]
#[case("/{x}/b")]
#[case("http://{x}/b{/x*}{?x}")]
#[case("http://u:p@h/{x}:b@c")]
#[case("http://h:80/{x}{#x}")]
#[case("a/{x}:b")]
#[case("urn:a:{x}:b")]
#[case("?q={x}:b@c{&x*}")]
#[case("//u@{x}.h{.x}{?x}{&x}#{x}")]
fn templates_that_always_give_a_reference(#[case] text: &str) {
    assert!(always_gives_a_reference(text));
}

/// Returns all lists of the items whose lengths add up to this length at most.
fn lists_of<T: Clone>(items: &[(usize, T)], length: usize) -> Vec<Vec<T>> {
    let mut all = vec![Vec::new()];
    for (first_length, first) in items.iter().filter(|(first, _)| *first <= length) {
        for mut list in lists_of(items, length - first_length) {
            list.push(first.clone());
            all.push(list);
        }
    }
    all
}

/// Returns each part of the URI that an expression gives with some value of its variable. It is empty for an undefined one.
fn parts_of<'a>(expression: &str, name: &'static str, uri: &'a str) -> BTreeSet<String> {
    let template = Template::parse(expression).unwrap();
    let strings: BTreeSet<&'a str> =
        (0..=uri.len()).flat_map(|start| (start..=uri.len()).map(move |end| &uri[start..end])).collect();
    let mut values: Vec<Value<'_>> = strings.iter().map(|string| (*string).into()).collect();
    // After each member is a separator, and in each pair a `=` or a comma, except where `;` leaves it out.
    let members: Vec<(usize, &str)> = strings.iter().map(|member| (member.len() + 1, *member)).collect();
    let pair = |name: &&'a str, value: &&'a str| {
        (name.len() + value.len() + 1 + usize::from(!value.is_empty()), (*name, *value))
    };
    let pairs: Vec<(usize, (&str, &str))> =
        strings.iter().flat_map(|name| strings.iter().map(move |value| pair(name, value))).collect();
    // `{;x}` gives `;x=` only for a list of one empty string.
    values
        .extend(lists_of(&members, uri.len() + 1).into_iter().filter(|list| *list != [""]).map(Value::from));
    values.extend(lists_of(&pairs, uri.len() + 1).into_iter().map(Value::map));
    values
        .into_iter()
        .map(|value| template.expand(&Values::from([(name, value)])).unwrap())
        .chain([String::new()])
        .filter(|part| uri.contains(part))
        .collect()
}

proptest! {
    #[test]
    fn no_text_panics(text in "[a{}:*,.+?!%4 é]{0,12}", value in value()) {
        if let Ok(template) = Template::parse(&text) {
            prop_assert_eq!(template.to_string(), text);
            let _ = template.expand(&Values::new().with("a", value));
        }
    }

    #[test]
    fn an_expansion_has_no_other_characters(
        parts in prop::collection::vec(part(), 0..5),
        values in prop::collection::vec(value(), 3),
    ) {
        let template = Template::parse(&parts.concat()).unwrap();
        let values: Values<'_> = ["a", "b", "c"].into_iter().zip(values).collect();
        if let Ok(text) = template.expand(&values) {
            // Reserved characters may be anywhere, so that it is a reference if they are in a query.
            let query = text.replace(['#', '[', ']'], "");
            prop_assert!(UriReference::parse(&format!("?{query}")).is_ok(), "{}", text);
        }
    }

    #[test]
    fn an_expansion_is_a_reference(
        first in "((s|http):)?(//(u(:p)?@)?(h|\\[::1\\])?(:8)?)?[a:@/?#é]{0,3}",
        parts in prop::collection::vec(("[#./;?&]?[xyz](\\*|,[xyz]\\*?)?", "[a:@/?#é\\[\\]]{0,2}"), 1..4),
        strings in prop::collection::vec("[a:@/?%é. +=,]{0,3}|\\PC{0,3}", 6),
    ) {
        let parts: Vec<String> =
            parts.iter().map(|(expression, literal)| format!("{{{expression}}}{literal}")).collect();
        let text = first.clone() + &parts.concat();
        let template = Template::parse(&text).unwrap();
        if always_gives_a_reference(&text)
            && UriReference::parse(&template.expand(&Values::new()).unwrap()).is_ok()
        {
            let strings: Vec<String> = if text.contains("{#") {
                strings.iter().map(|string| string.replace(['#', '[', ']'], "")).collect()
            } else {
                strings
            };
            let values = Values::new()
                .with("x", &*strings[0])
                .with("y", &strings[1..3])
                .with("z", Value::map([(&*strings[3], &*strings[4]), ("", &*strings[5])]));
            for name in ["x", "y", "z", ""] {
                let mut values = values.clone();
                values.remove(name);
                let expansion = template.expand(&values).unwrap();
                prop_assert!(UriReference::parse(&expansion).is_ok(), "{} {}", text, expansion);
                let has_scheme = Components::split(&first).scheme().is_some();
                prop_assert!(!has_scheme || Uri::parse(&expansion).is_ok(), "{} {}", text, expansion);
            }
        }
    }

    #[test]
    fn a_match_gives_the_uri(parts in prop::collection::vec(part(), 0..4), uri in "[a-c/?&=,;.%4A-C-]{0,10}") {
        let template = Template::parse(&parts.concat()).unwrap();
        if let Some(found) = template.match_uri(&uri) {
            let text = template.expand(found.values()).unwrap();
            prop_assert_eq!(text.to_uppercase(), uri.to_uppercase());
        }
    }

    /// In these, each variable is used once, and has no prefix.
    #[test]
    fn an_expansion_matches(
        operators in prop::collection::vec("[+#./;?&]?", 3),
        literals in prop::collection::vec("[a-c/-]{0,2}", 3),
        strings in prop::collection::vec("[a-c ,=/.é-]{1,4}", 3),
    ) {
        let names = ["x", "y", "z"];
        let mut text = String::new();
        for ((operator, literal), name) in operators.iter().zip(&literals).zip(names) {
            text += &format!("{literal}{{{operator}{name}}}");
        }
        let template = Template::parse(&text).unwrap();
        let values = Values::from_iter(names.into_iter().zip(&strings));
        let uri = template.expand(&values).unwrap();
        let found = template.match_uri(&uri).expect("the expansion is a match");
        prop_assert_eq!(template.expand(found.values()).unwrap(), uri);
        for name in names.iter().filter(|name| !found.ambiguous().contains(name)) {
            prop_assert_eq!(found.get(name), values.get(name), "{}", text);
        }
    }

    /// Compares the search with one that tries all strings.
    #[test]
    fn matches_are_ambiguous_if_strings_are(
        operators in prop::collection::vec("[+.?]?", 2),
        literal in "[a.?=]{0,1}",
        uri in "[ax.?=]{0,4}",
    ) {
        let template = Template::parse(&format!("{{{}x}}{literal}{{{}y}}", operators[0], operators[1])).unwrap();
        let strings: Vec<String> = (0..uri.len())
            .flat_map(|start| (start..=uri.len()).map(move |end| (start, end)))
            .map(|(start, end)| uri[start..end].to_owned())
            .collect();
        let strings: std::collections::BTreeSet<String> = strings.into_iter().collect();
        let choices = || std::iter::once(None).chain(strings.iter().map(Some));
        let all: Vec<Values<'_>> = choices()
            .flat_map(|x| choices().map(move |y| Values::from([("x", x), ("y", y)])))
            .filter(|values| template.expand(values).unwrap() == uri)
            // An empty string that is the same as no value.
            .filter(|values| {
                values.iter().all(|(name, _)| {
                    let mut without = (*values).clone();
                    without.insert(name, Value::Undefined);
                    template.expand(&without).unwrap() != uri || values.get(name) != Some(&"".into())
                })
            })
            .collect();
        let found = template.match_uri(&uri);
        prop_assert_eq!(found.is_some(), !all.is_empty(), "{} {}", template, uri);
        if let Some(found) = found {
            prop_assert!(all.contains(found.values()));
            let differ = |name: &&str| all.iter().any(|values| values.get(name) != all[0].get(name));
            let names: Vec<&str> = ["x", "y"].into_iter().filter(differ).collect();
            prop_assert_eq!(found.ambiguous(), names, "{} {}", template, uri);
        }
    }

    /// Compares the search with one that tries all strings, lists and maps. What is compared is the part of the URI that a
    /// value gives: not its kind, nor whether it is empty or undefined, if nothing is written.
    #[test]
    fn matches_are_ambiguous_if_parts_are(
        expressions in prop::collection::vec(("[+#./;?&]?", "\\*?"), 2),
        literal in "[a.?=,]{0,1}",
        uri in "[?;&#/.]?[ax.=,]{0,2}[?;&/.,]?[ax=,]{0,2}",
    ) {
        let expression = |at: usize, name: &str| format!("{{{}{name}{}}}", expressions[at].0, expressions[at].1);
        let (x, y) = (expression(0, "x"), expression(1, "y"));
        let template = Template::parse(&format!("{x}{literal}{y}")).unwrap();
        let (of_x, of_y) = (parts_of(&x, "x", &uri), parts_of(&y, "y", &uri));
        let all: Vec<[&String; 2]> = of_x
            .iter()
            .flat_map(|x| of_y.iter().map(move |y| [x, y]))
            .filter(|[x, y]| format!("{x}{literal}{y}") == uri)
            .collect();
        let found = template.match_uri(&uri);
        prop_assert_eq!(found.is_some(), !all.is_empty(), "{} {} {:?}", template, uri, all);
        if let Some(found) = found {
            prop_assert_eq!(template.expand(found.values()).unwrap(), &*uri);
            let differ = |at: usize| all.iter().any(|parts| parts[at] != all[0][at]);
            let names: Vec<&str> = ["x", "y"].into_iter().enumerate().filter(|(at, _)| differ(*at)).map(|(_, name)| name).collect();
            prop_assert_eq!(found.ambiguous(), names, "{} {} {:?}", template, uri, all);
        }
    }
}
