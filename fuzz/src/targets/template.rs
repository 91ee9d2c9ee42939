//! URI Templates: parsing is compared with the ABNF, and expansion with Appendix A of RFC 6570. An expansion is a URI reference
//! where the documentation says so, and the values of a match give the URI.

use urigram::UriReference;
use urigram::template::{Template, Value, Values};

use crate::oracle::template;
use crate::oracle::template_gives_a_reference::always_gives_a_reference;
use crate::source::Source;
use crate::target::Target;

/// A template, a URI, and the values of the variables in [`NAMES`]: a string, or after `[` a list and after `{` a map, both
/// with `|` between their members.
pub(super) const TARGET: Target = Target { name: "template", generate, check };

const NAMES: [&str; 4] = ["a", "b", "c", "%41"];

const TOKENS: &[&str] = &[
    "{",
    "}",
    "{+",
    "{#",
    "{.",
    "{/",
    "{;",
    "{?",
    "{&",
    "{!",
    ",",
    "*",
    ":",
    ":1",
    ":2",
    ":9999",
    ":0",
    "a",
    "b",
    "c",
    "%41",
    ".",
    "/",
    "?",
    "=",
    "&",
    "é",
    "\u{e000}",
    "%C3%A9",
    "'",
    " ",
    "http://h/",
];

fn generate(source: &mut Source, input: &mut Vec<String>) {
    let mut template = String::new();
    for _ in 0..source.below(6) {
        if source.once_in(4) {
            template += source.token(TOKENS);
            continue;
        }
        template += source.token(&["", "", "/", "-", "?a=", "é", "b", "s:", "//", "@", ":8"]);
        template += source.token(&["{", "{+", "{#", "{.", "{/", "{;", "{?", "{&"]);
        for variable in 0..=source.below(3) {
            template += if variable > 0 { "," } else { "" };
            template += source.token(&NAMES);
            template += source.token(&["", "", "", "*", ":1", ":3"]);
        }
        template += "}";
    }
    let mut uri = String::new();
    for _ in 0..source.below(8) {
        uri +=
            source.token(&["a", "b", "=", "&", "?", ",", ";", "/", ".", "%20", "%C3%A9", "%c3", "%41", "-"]);
    }
    input.extend([template, uri]);
    for _ in NAMES {
        let mut value = String::from(source.token(&["", "", "[", "{"]));
        for member in 0..source.below(3) {
            value += if member > 0 { "|" } else { "" };
            source.data(&mut value);
        }
        input.push(value);
    }
}

fn value(text: &str) -> Value<'static> {
    let members = |text: &str| text.split('|').map(str::to_owned).collect::<Vec<_>>();
    match text.split_at_checked(1) {
        Some(("[", "")) => Value::Undefined,
        Some(("[", text)) => Value::from(members(text)),
        Some(("{", text)) => {
            let pair = |pair: String| match pair.split_once(['=', 'a']) {
                Some((key, value)) => (key.to_owned(), value.to_owned()),
                None => (pair, String::new()),
            };
            Value::map(members(text).into_iter().map(pair))
        }
        _ => Value::from(text.to_owned()),
    }
}

fn check(input: &[String]) {
    let Some(text) = input.first() else { return };
    let parsed = Template::parse(text);
    let is_reserved = |text: &str| {
        text.match_indices('{').any(|(at, _)| text[at + 1..].starts_with(['=', ',', '!', '@', '|']))
    };
    assert_eq!(parsed.is_ok(), template::TEMPLATES.accepts(text) && !is_reserved(text), "the ABNF");
    let template = match parsed {
        Ok(template) => template,
        Err(error) => {
            let (before, after) = text.split_at(error.offset());
            assert_eq!(error.found(), after.chars().next(), "the character");
            assert!(error.expression().is_none_or(|at| before[at..].starts_with('{')), "the expression");
            return;
        }
    };
    assert_eq!(template.to_string(), *text, "the text");
    if let Some(uri) = input.get(1) {
        check_match(&template, uri);
    }
    let typed = input.iter().skip(2).map(|text| value(text));
    let values: Values<'static> = NAMES.into_iter().zip(typed).collect();
    let right = template::expand(text, |name| values.get(name).cloned());
    let mut uri = String::from("x");
    let ours = template.expand_to(&values, &mut uri);
    assert_eq!(uri.strip_prefix('x'), right.as_deref().or(Some("")), "the expansion");
    match (ours, right) {
        (Ok(()), Some(uri)) => {
            check_reference(&template, &values, &uri);
            check_match(&template, &uri);
        }
        (Err(error), None) => assert!(text[error.offset()..].contains(':'), "a prefix"),
        (ours, right) => panic!("{ours:?}, not {right:?}"),
    }
}

/// Checks that an expansion is a URI reference if the documentation says so.
fn check_reference(template: &Template, values: &Values<'_>, uri: &str) {
    let text = template.as_str();
    let without = template.expand(&Values::new()).expect("there are no lists");
    let is_plain = |text: &str| !text.contains(['#', '[', ']']);
    let are_plain = values.iter().all(|(_, value)| match value {
        Value::Undefined => true,
        Value::String(value) => is_plain(value),
        Value::List(members) => members.iter().all(|member| is_plain(member)),
        Value::Map(pairs) => pairs.iter().all(|(name, value)| is_plain(name) && is_plain(value)),
    });
    if always_gives_a_reference(text)
        && UriReference::parse(&without).is_ok()
        && (are_plain || !text.contains("{#"))
    {
        assert!(UriReference::parse(uri).is_ok(), "a reference");
    }
}

fn check_match(template: &Template, uri: &str) {
    let Some(found) = template.match_uri(uri) else { return };
    let upper = |text: &str| -> String {
        let mut upper = text.to_owned();
        for (at, _) in text.match_indices('%').filter(|(at, _)| text.len() >= at + 3) {
            let triplet = upper[at..at + 3].to_ascii_uppercase();
            upper.replace_range(at..at + 3, &triplet);
        }
        upper
    };
    let again = template.expand(found.values()).expect("a match has no prefix of a list");
    assert_eq!(upper(&again), upper(uri), "the values of a match");
    let variables: Vec<&str> = template.variables().collect();
    assert!(found.ambiguous().iter().all(|name| variables.contains(name)), "ambiguous variables");
    assert!(found.values().iter().all(|(name, _)| variables.contains(&name)), "variables with values");
}
