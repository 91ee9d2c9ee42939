//! RFC 6570: URI Templates.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use proptest::prelude::*;
use rstest::rstest;
use urigram::grammar::Components;
use urigram::template::{Template, TemplateFault, Value, Values};
use urigram::{Uri, UriReference};

/// The values of section 3.2, and those of sections 1.2 and 2.4, which agree with them.
fn values() -> Values<'static> {
    Values::new()
        .with("count", ["one", "two", "three"])
        .with("dom", ["example", "com"])
        .with("dub", "me/too")
        .with("hello", "Hello World!")
        .with("half", "50%")
        .with("var", "value")
        .with("who", "fred")
        .with("base", "http://example.com/home/")
        .with("path", "/foo/bar")
        .with("list", ["red", "green", "blue"])
        .with("keys", Value::map([("semi", ";"), ("dot", "."), ("comma", ",")]))
        .with("v", "6")
        .with("x", "1024")
        .with("y", "768")
        .with("empty", "")
        .with("empty_keys", Value::Map(Vec::new()))
        .with("undef", Value::Undefined)
        .with("semi", ";")
        .with("year", ["1965", "2000", "2012"])
}

fn expanded(template: &str) -> Result<String, urigram::Error> {
    Ok(Template::parse(template)?.expand(&values())?)
}

/// Every row of the tables.
#[rstest]
#[case::section_1_2_level_1(&[
    ("{var}", "value"),
    ("{hello}", "Hello%20World%21"),
])]
#[case::section_1_2_level_2(&[
    ("{+var}", "value"),
    ("{+hello}", "Hello%20World!"),
    ("{+path}/here", "/foo/bar/here"),
    ("here?ref={+path}", "here?ref=/foo/bar"),
    ("X{#var}", "X#value"),
    ("X{#hello}", "X#Hello%20World!"),
])]
#[case::section_1_2_level_3(&[
    ("map?{x,y}", "map?1024,768"),
    ("{x,hello,y}", "1024,Hello%20World%21,768"),
    ("{+x,hello,y}", "1024,Hello%20World!,768"),
    ("{+path,x}/here", "/foo/bar,1024/here"),
    ("{#x,hello,y}", "#1024,Hello%20World!,768"),
    ("{#path,x}/here", "#/foo/bar,1024/here"),
    ("X{.var}", "X.value"),
    ("X{.x,y}", "X.1024.768"),
    ("{/var}", "/value"),
    ("{/var,x}/here", "/value/1024/here"),
    ("{;x,y}", ";x=1024;y=768"),
    ("{;x,y,empty}", ";x=1024;y=768;empty"),
    ("{?x,y}", "?x=1024&y=768"),
    ("{?x,y,empty}", "?x=1024&y=768&empty="),
    ("?fixed=yes{&x}", "?fixed=yes&x=1024"),
    ("{&x,y,empty}", "&x=1024&y=768&empty="),
])]
#[case::section_1_2_level_4(&[
    ("{var:3}", "val"),
    ("{var:30}", "value"),
    ("{list}", "red,green,blue"),
    ("{list*}", "red,green,blue"),
    ("{keys}", "semi,%3B,dot,.,comma,%2C"),
    ("{keys*}", "semi=%3B,dot=.,comma=%2C"),
    ("{+path:6}/here", "/foo/b/here"),
    ("{+list}", "red,green,blue"),
    ("{+list*}", "red,green,blue"),
    ("{+keys}", "semi,;,dot,.,comma,,"),
    ("{+keys*}", "semi=;,dot=.,comma=,"),
    ("{#path:6}/here", "#/foo/b/here"),
    ("{#list}", "#red,green,blue"),
    ("{#list*}", "#red,green,blue"),
    ("{#keys}", "#semi,;,dot,.,comma,,"),
    ("{#keys*}", "#semi=;,dot=.,comma=,"),
    ("X{.var:3}", "X.val"),
    ("X{.list}", "X.red,green,blue"),
    ("X{.list*}", "X.red.green.blue"),
    ("X{.keys}", "X.semi,%3B,dot,.,comma,%2C"),
    ("X{.keys*}", "X.semi=%3B.dot=..comma=%2C"),
    ("{/var:1,var}", "/v/value"),
    ("{/list}", "/red,green,blue"),
    ("{/list*}", "/red/green/blue"),
    ("{/list*,path:4}", "/red/green/blue/%2Ffoo"),
    ("{/keys}", "/semi,%3B,dot,.,comma,%2C"),
    ("{/keys*}", "/semi=%3B/dot=./comma=%2C"),
    ("{;hello:5}", ";hello=Hello"),
    ("{;list}", ";list=red,green,blue"),
    ("{;list*}", ";list=red;list=green;list=blue"),
    ("{;keys}", ";keys=semi,%3B,dot,.,comma,%2C"),
    ("{;keys*}", ";semi=%3B;dot=.;comma=%2C"),
    ("{?var:3}", "?var=val"),
    ("{?list}", "?list=red,green,blue"),
    ("{?list*}", "?list=red&list=green&list=blue"),
    ("{?keys}", "?keys=semi,%3B,dot,.,comma,%2C"),
    ("{?keys*}", "?semi=%3B&dot=.&comma=%2C"),
    ("{&var:3}", "&var=val"),
    ("{&list}", "&list=red,green,blue"),
    ("{&list*}", "&list=red&list=green&list=blue"),
    ("{&keys}", "&keys=semi,%3B,dot,.,comma,%2C"),
    ("{&keys*}", "&semi=%3B&dot=.&comma=%2C"),
])]
#[case::section_2_4_1(&[
    ("{var}", "value"),
    ("{var:20}", "value"),
    ("{var:3}", "val"),
    ("{semi}", "%3B"),
    ("{semi:2}", "%3B"),
])]
#[case::section_2_4_2(&[
    ("find{?year*}", "find?year=1965&year=2000&year=2012"),
    ("www{.dom*}", "www.example.com"),
])]
#[case::section_3_2_1(&[
    ("{count}", "one,two,three"),
    ("{count*}", "one,two,three"),
    ("{/count}", "/one,two,three"),
    ("{/count*}", "/one/two/three"),
    ("{;count}", ";count=one,two,three"),
    ("{;count*}", ";count=one;count=two;count=three"),
    ("{?count}", "?count=one,two,three"),
    ("{?count*}", "?count=one&count=two&count=three"),
    ("{&count*}", "&count=one&count=two&count=three"),
])]
#[case::section_3_2_2(&[
    ("{var}", "value"),
    ("{hello}", "Hello%20World%21"),
    ("{half}", "50%25"),
    ("O{empty}X", "OX"),
    ("O{undef}X", "OX"),
    ("{x,y}", "1024,768"),
    ("{x,hello,y}", "1024,Hello%20World%21,768"),
    ("?{x,empty}", "?1024,"),
    ("?{x,undef}", "?1024"),
    ("?{undef,y}", "?768"),
    ("{var:3}", "val"),
    ("{var:30}", "value"),
    ("{list}", "red,green,blue"),
    ("{list*}", "red,green,blue"),
    ("{keys}", "semi,%3B,dot,.,comma,%2C"),
    ("{keys*}", "semi=%3B,dot=.,comma=%2C"),
])]
#[case::section_3_2_3(&[
    ("{+var}", "value"),
    ("{+hello}", "Hello%20World!"),
    ("{+half}", "50%25"),
    ("{base}index", "http%3A%2F%2Fexample.com%2Fhome%2Findex"),
    ("{+base}index", "http://example.com/home/index"),
    ("O{+empty}X", "OX"),
    ("O{+undef}X", "OX"),
    ("{+path}/here", "/foo/bar/here"),
    ("here?ref={+path}", "here?ref=/foo/bar"),
    ("up{+path}{var}/here", "up/foo/barvalue/here"),
    ("{+x,hello,y}", "1024,Hello%20World!,768"),
    ("{+path,x}/here", "/foo/bar,1024/here"),
    ("{+path:6}/here", "/foo/b/here"),
    ("{+list}", "red,green,blue"),
    ("{+list*}", "red,green,blue"),
    ("{+keys}", "semi,;,dot,.,comma,,"),
    ("{+keys*}", "semi=;,dot=.,comma=,"),
])]
#[case::section_3_2_4(&[
    ("{#var}", "#value"),
    ("{#hello}", "#Hello%20World!"),
    ("{#half}", "#50%25"),
    ("foo{#empty}", "foo#"),
    ("foo{#undef}", "foo"),
    ("{#x,hello,y}", "#1024,Hello%20World!,768"),
    ("{#path,x}/here", "#/foo/bar,1024/here"),
    ("{#path:6}/here", "#/foo/b/here"),
    ("{#list}", "#red,green,blue"),
    ("{#list*}", "#red,green,blue"),
    ("{#keys}", "#semi,;,dot,.,comma,,"),
    ("{#keys*}", "#semi=;,dot=.,comma=,"),
])]
#[case::section_3_2_5(&[
    ("{.who}", ".fred"),
    ("{.who,who}", ".fred.fred"),
    ("{.half,who}", ".50%25.fred"),
    ("www{.dom*}", "www.example.com"),
    ("X{.var}", "X.value"),
    ("X{.empty}", "X."),
    ("X{.undef}", "X"),
    ("X{.var:3}", "X.val"),
    ("X{.list}", "X.red,green,blue"),
    ("X{.list*}", "X.red.green.blue"),
    ("X{.keys}", "X.semi,%3B,dot,.,comma,%2C"),
    ("X{.keys*}", "X.semi=%3B.dot=..comma=%2C"),
    ("X{.empty_keys}", "X"),
    ("X{.empty_keys*}", "X"),
])]
#[case::section_3_2_6(&[
    ("{/who}", "/fred"),
    ("{/who,who}", "/fred/fred"),
    ("{/half,who}", "/50%25/fred"),
    ("{/who,dub}", "/fred/me%2Ftoo"),
    ("{/var}", "/value"),
    ("{/var,empty}", "/value/"),
    ("{/var,undef}", "/value"),
    ("{/var,x}/here", "/value/1024/here"),
    ("{/var:1,var}", "/v/value"),
    ("{/list}", "/red,green,blue"),
    ("{/list*}", "/red/green/blue"),
    ("{/list*,path:4}", "/red/green/blue/%2Ffoo"),
    ("{/keys}", "/semi,%3B,dot,.,comma,%2C"),
    ("{/keys*}", "/semi=%3B/dot=./comma=%2C"),
])]
#[case::section_3_2_7(&[
    ("{;who}", ";who=fred"),
    ("{;half}", ";half=50%25"),
    ("{;empty}", ";empty"),
    ("{;v,empty,who}", ";v=6;empty;who=fred"),
    ("{;v,bar,who}", ";v=6;who=fred"),
    ("{;x,y}", ";x=1024;y=768"),
    ("{;x,y,empty}", ";x=1024;y=768;empty"),
    ("{;x,y,undef}", ";x=1024;y=768"),
    ("{;hello:5}", ";hello=Hello"),
    ("{;list}", ";list=red,green,blue"),
    ("{;list*}", ";list=red;list=green;list=blue"),
    ("{;keys}", ";keys=semi,%3B,dot,.,comma,%2C"),
    ("{;keys*}", ";semi=%3B;dot=.;comma=%2C"),
])]
#[case::section_3_2_8(&[
    ("{?who}", "?who=fred"),
    ("{?half}", "?half=50%25"),
    ("{?x,y}", "?x=1024&y=768"),
    ("{?x,y,empty}", "?x=1024&y=768&empty="),
    ("{?x,y,undef}", "?x=1024&y=768"),
    ("{?var:3}", "?var=val"),
    ("{?list}", "?list=red,green,blue"),
    ("{?list*}", "?list=red&list=green&list=blue"),
    ("{?keys}", "?keys=semi,%3B,dot,.,comma,%2C"),
    ("{?keys*}", "?semi=%3B&dot=.&comma=%2C"),
])]
#[case::section_3_2_9(&[
    ("{&who}", "&who=fred"),
    ("{&half}", "&half=50%25"),
    ("?fixed=yes{&x}", "?fixed=yes&x=1024"),
    ("{&x,y,empty}", "&x=1024&y=768&empty="),
    ("{&x,y,undef}", "&x=1024&y=768"),
    ("{&var:3}", "&var=val"),
    ("{&list}", "&list=red,green,blue"),
    ("{&list*}", "&list=red&list=green&list=blue"),
    ("{&keys}", "&keys=semi,%3B,dot,.,comma,%2C"),
    ("{&keys*}", "&semi=%3B&dot=.&comma=%2C"),
])]
fn examples(#[case] rows: &[(&str, &str)]) {
    for (template, expansion) in rows {
        assert_eq!(expanded(template).unwrap(), *expansion, "{template}");
    }
}

#[rstest]
#[case::beyond_ascii("/é/{var}?ü", "/%C3%A9/value?%C3%BC")]
#[case::private_use("\u{E000}", "%EE%80%80")]
#[case::apostrophe_of_erratum_6937("('{var}')", "('value')")]
#[case::triplet("%c3%A9{var}%2f", "%c3%A9value%2f")]
#[case::nothing("", "")]
fn section_3_1_literals(#[case] template: &str, #[case] expansion: &str) {
    assert_eq!(expanded(template).unwrap(), expansion);
}

/// The characters of the value are counted before encoding, and a triplet that the expansion keeps is not split.
#[rstest]
#[case::beyond_ascii("{v:2}", "éèê", "%C3%A9%C3%A8")]
#[case::encoded_percent("{v:1}", "%41", "%25")]
#[case::kept_triplet("{+v:1}", "%41bc", "%41")]
#[case::kept_triplets_of_one_character("{+v:2}", "a%C3%A9b", "a%C3%A9")]
#[case::not_utf_8("{+v:2}", "%C3%41", "%C3%41")]
#[case::cut_short("{+v:2}", "%E2%82a", "%E2%82")]
#[case::no_triplet("{+v:2}", "%4é", "%254")]
#[case::longest("{v:9999}", "a", "a")]
fn section_2_4_1_prefixes(#[case] template: &str, #[case] value: &'static str, #[case] expansion: &str) {
    let values = Values::new().with("v", value);
    assert_eq!(Template::parse(template).unwrap().expand(&values).as_deref(), Ok(expansion));
}

#[rstest]
#[case::triplet("{+v}", "%2f%zz%", "%2f%25zz%25")]
#[case::reserved("{#v}", ":/?#[]@!$&'()*+,;=", "#:/?#[]@!$&'()*+,;=")]
#[case::encoded("{v}", ":/?#[]@!$&'()*+,;=", "%3A%2F%3F%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D")]
#[case::others("{+v}", "\"<>\\^`{|} \u{7F}\u{0}é", "%22%3C%3E%5C%5E%60%7B%7C%7D%20%7F%00%C3%A9")]
fn section_3_2_1_characters(#[case] template: &str, #[case] value: &'static str, #[case] expansion: &str) {
    let values = Values::new().with("v", value);
    assert_eq!(Template::parse(template).unwrap().expand(&values).as_deref(), Ok(expansion));
}

/// A name is compared as a text, and is not decoded.
#[rstest]
#[case::triplet("{%41}", "1")]
#[case::decoded("{A}", "2")]
#[case::dots("{a.b_c}", "3")]
#[case::triplet_is_written("{?%41}", "?%41=1")]
fn section_2_3_names(#[case] template: &str, #[case] expansion: &str) {
    let values = Values::from([("%41", 1), ("A", 2), ("a.b_c", 3)]);
    assert_eq!(Template::parse(template).unwrap().expand(&values).as_deref(), Ok(expansion));
}

#[rstest]
#[case::empty_members("{;list*}", ["", "a"], ";list;list=a")]
#[case::one_empty_member("{;list}", ["", ""], ";list=,")]
#[case::query("{?list*}", ["", "a"], "?list=&list=a")]
#[case::path("{/list*}", ["", ""], "//")]
#[case::later("{/x,list*,y}", ["a", "b"], "/a/b")]
fn empty_strings(#[case] template: &str, #[case] list: [&'static str; 2], #[case] expansion: &str) {
    let values = Values::new().with("list", list);
    assert_eq!(Template::parse(template).unwrap().expand(&values).as_deref(), Ok(expansion));
}

#[rstest]
#[case("a b", 1, Some(' '), None, "unexpected ' ' at byte 1, in a literal", "percent-encode it as `%20`")]
#[case(
    "a}",
    1,
    Some('}'),
    None,
    "unexpected '}' at byte 1, in a literal",
    "an expression begins with `{`; otherwise percent-encode it as `%7D`"
)]
#[case(
    "%4g",
    2,
    Some('g'),
    None,
    "incomplete percent-encoding at byte 2",
    "`%` is followed by two hexadecimal digits; the character `%` itself is written `%25`"
)]
#[case(
    "/{a",
    3,
    None,
    Some(1),
    "the expression at byte 1 is not closed",
    "expected a letter, a digit, `%`, `*`, `,`, `.`, `:`, `_` or `}`"
)]
#[case(
    "/{}",
    2,
    Some('}'),
    Some(1),
    "unexpected '}' at byte 2, in the expression at byte 1",
    "expected a letter, a digit, `!`, `#`, `%`, `&`, `+`, `,`, `.`, `/`, `;`, `=`, `?`, `@`, `_` or `|`"
)]
#[case(
    "{a}{b c}",
    5,
    Some(' '),
    Some(3),
    "unexpected ' ' at byte 5, in the expression at byte 3",
    "expected a letter, a digit, `%`, `*`, `,`, `.`, `:`, `_` or `}`"
)]
#[case(
    "{a:10000}",
    7,
    Some('0'),
    Some(0),
    "unexpected '0' at byte 7, in the expression at byte 0",
    "expected `,` or `}`"
)]
#[case(
    "{a{b}}",
    2,
    Some('{'),
    Some(0),
    "unexpected '{' at byte 2, in the expression at byte 0",
    "expected a letter, a digit, `%`, `*`, `,`, `.`, `:`, `_` or `}`"
)]
#[case(
    "{a}{|b}",
    4,
    Some('|'),
    Some(3),
    "the operator `|` at byte 4 is reserved, in the expression at byte 3",
    "the operators are `+`, `#`, `.`, `/`, `;`, `?` and `&` (RFC 6570, section 2.2)"
)]
fn errors(
    #[case] template: &str,
    #[case] offset: usize,
    #[case] found: Option<char>,
    #[case] expression: Option<usize>,
    #[case] message: &str,
    #[case] help: &str,
) {
    let error = Template::parse(template).unwrap_err();
    assert_eq!((error.offset(), error.found(), error.expression()), (offset, found, expression));
    assert_eq!((&*error.to_string(), &*error.help().to_string()), (message, help));
}

#[rstest]
#[case("a b", TemplateFault::Literal)]
#[case("a}", TemplateFault::Literal)]
#[case("%4g", TemplateFault::PercentEncoding)]
#[case("{%", TemplateFault::PercentEncoding)]
#[case("/{a", TemplateFault::NotClosed)]
#[case("/{", TemplateFault::NotClosed)]
#[case("/{}", TemplateFault::Expression)]
#[case("{a:10000}", TemplateFault::Expression)]
#[case("{|b}", TemplateFault::ReservedOperator)]
fn kinds_of_errors(#[case] template: &str, #[case] fault: TemplateFault) {
    assert_eq!(Template::parse(template).unwrap_err().fault(), fault);
}

#[test]
fn an_error_of_an_expansion() {
    let error = Template::parse("{?x,list:3}").unwrap().expand(&values()).unwrap_err();
    assert_eq!((error.variable(), error.offset(), error.expression()), ("list", 4, 0));
    let help = "leave out the `:` and the number, or give it a string (RFC 6570, section 2.4.1)";
    assert_eq!(error.help().to_string(), help);
    let error = urigram::Error::from(error);
    assert_eq!(
        error.to_string(),
        "`list` at byte 4 has a prefix, but its value is not a string, in the expression at byte 0"
    );
    assert_eq!(error.help().unwrap().to_string(), help);
}

#[rstest]
#[case::array(["a", "b"].into())]
#[case::array_of_strings(["a".to_owned(), "b".to_owned()].into())]
#[case::array_by_reference((&["a", "b"]).into())]
#[case::slice(["a", "b"].as_slice().into())]
#[case::vector(vec!["a", "b"].into())]
#[case::vector_of_strings(vec!["a".to_owned(), "b".to_owned()].into())]
#[case::option(Some(["a", "b"]).into())]
fn lists(#[case] value: Value<'_>) {
    assert_eq!(value, Value::List(vec!["a".into(), "b".into()]));
}

#[test]
fn lists_that_are_borrowed() {
    let strings = vec!["a".to_owned(), "b".to_owned()];
    let (texts, shared) = (vec!["a", "b"], [std::borrow::Cow::Borrowed("a"), "b".into()]);
    for value in [Value::from(&strings), strings.as_slice().into(), (&texts).into(), (&shared).into()] {
        let Value::List(members) = &value else { panic!("{value:?}") };
        assert!(members.iter().all(|member| matches!(member, std::borrow::Cow::Borrowed(_))));
        assert_eq!(value, ["a", "b"].into());
    }
}

#[rstest]
#[case::array(Value::map([("a", "1"), ("b", "2")]))]
#[case::ordered(BTreeMap::from([("b", "2"), ("a", "1")]).into())]
#[case::ordered_strings(BTreeMap::from([("b".to_owned(), "2".to_owned()), ("a".to_owned(), "1".to_owned())]).into())]
#[case::hashed(HashMap::from([("b", "2"), ("a", "1")]).into())]
#[case::hashed_strings(HashMap::from([("b".to_owned(), "2".to_owned()), ("a".to_owned(), "1".to_owned())]).into())]
fn maps(#[case] value: Value<'_>) {
    assert_eq!(value, Value::Map(vec![("a".into(), "1".into()), ("b".into(), "2".into())]));
}

#[test]
fn an_error_leaves_the_text_unchanged() {
    let mut text = "a".to_owned();
    let template = Template::parse("/{x}{keys:1}").unwrap();
    assert!(template.expand_to(&values(), &mut text).is_err());
    assert_eq!(text, "a");
}

/// Returns the values as `name=value` lines, with lists in brackets and maps in braces, and the ambiguous names.
fn matched(template: &str, uri: &str) -> Option<String> {
    let template = Template::parse(template).unwrap();
    let found = template.match_uri(uri)?;
    let mut lines: Vec<String> = template
        .variables()
        .filter_map(|name| {
            let value = match found.get(name)? {
                Value::String(value) => value.to_string(),
                Value::List(members) => format!("[{}]", members.join(" ")),
                Value::Map(pairs) => format!("{pairs:?}").replace(['"', ' '], ""),
                Value::Undefined => unreachable!("undefined values are not kept"),
            };
            Some(format!("{name}={value}"))
        })
        .collect();
    if !found.ambiguous().is_empty() {
        lines.push(format!("? {}", found.ambiguous().join(" ")));
    }
    Some(lines.join("; "))
}

#[rstest]
#[case::nothing("", "", "")]
#[case::literal("http://h/é", "http://h/%c3%A9", "")]
#[case::simple("/{a}/b", "/x%20y/b", "a=x y")]
#[case::undefined("/{a}", "/", "")]
#[case::two("{a}/{b}", "x/y", "a=x; b=y")]
#[case::reserved("{+a}/{b}", "x/y/z", "a=x/y; b=z")]
#[case::reserved_twice("{+a}/{+b}", "x/y/z", "a=x/y; b=z; ? a b")]
#[case::touching("{a}{b}", "xy", "a=xy; ? a b")]
#[case::by_a_literal("{a}-{b}", "x-y", "a=x; b=y")]
#[case::by_a_literal_that_may_be_data("{a}-{b}", "x-y-z", "a=x-y; b=z; ? a b")]
#[case::list("/{a}", "/x,y", "a=[x y]")]
#[case::comma_between_variables("{a,b}", "x,y", "a=x; b=y")]
#[case::one_of_two("{a,b}", "x", "a=x; ? a b")]
#[case::empty_first("{a,b}", ",y", "a=; b=y")]
#[case::empty_last("{a,b}", "x,", "a=x; b=")]
#[case::comma_is_kept("{+a}", "x,y", "a=x,y")]
#[case::fragment("{a}{#b}", "x#y/z", "a=x; b=y/z")]
#[case::labels("x{.a*}", "x.b.c", "a=[b c]")]
#[case::label("{a}{.b}", "x.y.z", "a=x.y.z; ? a b")]
#[case::segments("{/a*}{?b}", "/x/y?b=z", "a=[x y]; b=z")]
#[case::one_segment("{/a*}", "/x", "a=[x]")]
#[case::empty_segments("{/a*}", "//", "a=[ ]")]
#[case::segments_of_two("{/a,b}", "/x/y", "a=x; b=y")]
#[case::segment_of_two("{/a,b}", "/x", "a=x; ? a b")]
#[case::pairs("{/a*}", "/k=x/l=y", "a=[(k,x),(l,y)]")]
#[case::parameters("{;a,b,c}", ";a=1;c", "a=1; c=")]
#[case::query("{?a,b,c}", "?b=2&c=", "b=2; c=")]
#[case::query_without("/x{?a,b,c}", "/x", "")]
#[case::list_in_a_query("{?a}", "?a=1,2", "a=[1 2]")]
#[case::exploded_list("{?a*}", "?a=1&a=2", "a=[1 2]")]
#[case::exploded_map("{?a*}", "?x=1&y=", "a=[(x,1),(y,)]")]
#[case::rest_of_a_query("{?a,b*}", "?a=1&x=2&y=3", "a=1; b=[(x,2),(y,3)]")]
#[case::query_before_the_rest("{?a*,b}", "?x=1&y=2&b=3", "a=[(x,1),(y,2)]; b=3")]
#[case::continued("?x=1{&a}", "?x=1&a=2", "a=2")]
#[case::prefix_that_is_all("{a:3}", "xy", "a=xy")]
#[case::prefix("{a:2}", "xy", "a=xy; ? a")]
#[case::prefix_and_all("{/a:1,a}", "/x/xyz", "a=xyz")]
#[case::characters_of_a_prefix("{a:2}{b}", "%C3%A9%C3%A8", "a=éè; ? a b")]
#[case::same_twice("{a}/{a}", "x/x", "a=x")]
#[case::triplets_that_are_kept("{+a}", "%2F%20%25%2541%ff", "a=%2F %%2541%FF")]
#[case::percent("{a}", "50%25", "a=50%")]
#[case::encoded_name("{?%41}", "?%41=1", "%41=1")]
#[case::members_then_pairs("{/a*}{/b*}", "/x/k=y", "a=[x]; b=[(k,y)]")]
#[case::pairs_then_members("{/a*}{/b*}", "/k=x/y/z", "a=[(k,x)]; b=[y z]")]
#[case::pair_that_ends_at_an_equals_sign("{?a*}{+b}", "?k=x=y", "a=[(k,x)]; b==y; ? a b")]
#[case::pairs_of_labels("{.a*}", ".i.k=x.y.l=z", "a=[(i.k,x.y),(l,z)]")]
#[case::empty_pair("{;a*}", ";", "a=[(,)]")]
#[case::names_of_other_variables("{?a*,b*,c}", "?x=1&b=2&b=3&c=4", "a=[(x,1)]; b=[2 3]; c=4; ? a b")]
#[case::name_that_begins_with_another("{?a*,b}", "?bb=1&b=2", "a=[(bb,1)]; b=2")]
#[case::name_without_an_equals_sign("{;a*,b}", ";x;b", "a=[(x,)]; b=")]
#[case::name_after_the_delimiter_of_a_literal("?b{?a*,b}", "?b?x=1&b=2", "a=[(x,1)]; b=2")]
fn a_match(#[case] template: &str, #[case] uri: &str, #[case] values: &str) {
    assert_eq!(matched(template, uri).as_deref(), Some(values));
}

#[rstest]
#[case::literal("/a", "/b")]
#[case::longer("/a", "/ab")]
#[case::delimiter("/{a}", "/x/y")]
#[case::unreserved_is_not_encoded("{a}", "%41")]
#[case::not_utf_8("{a}", "%FF")]
#[case::no_triplet("{+a}", "%")]
#[case::beyond_ascii("{a}", "é")]
#[case::too_long("{a:2}", "xyz")]
#[case::differ("{a}/{a}", "x/y")]
#[case::prefix_differs("{/a:1,a}", "/y/xyz")]
#[case::order("{?a,b}", "?b=1&a=2")]
#[case::no_value("{?a}", "?a")]
#[case::equals_sign("{;a}", ";a=")]
#[case::another_name("{?a}", "?b=1")]
#[case::name_that_is_used_twice("{?a*,a*}", "?a=1")]
#[case::pairs_and_others("{/a*}", "/k=x/y")]
#[case::two_equals_signs("{?a*}", "?k=x=y")]
#[case::equals_sign_of_an_empty_value("{;a*}", ";k=")]
#[case::only_the_delimiter("{?a*}", "?")]
fn no_match(#[case] template: &str, #[case] uri: &str) {
    assert_eq!(matched(template, uri), None);
}

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

#[cfg(feature = "serde")]
#[derive(serde::Serialize)]
struct Fields {
    text: &'static str,
    number: i32,
    none: Option<u8>,
    list: (bool, char, Option<u8>),
    map: std::collections::BTreeMap<u8, Option<&'static str>>,
    kind: Kind,
}

#[cfg(feature = "serde")]
#[derive(serde::Serialize)]
enum Kind {
    Small,
    Other(u8),
    Nested { a: u8 },
}

#[cfg(feature = "serde")]
#[test]
fn values_of_a_struct() {
    let fields = Fields {
        text: "a",
        number: -1,
        none: None,
        list: (true, 'x', None),
        map: [(1, Some("b")), (2, None)].into(),
        kind: Kind::Small,
    };
    let values = Values::new()
        .with("text", "a")
        .with("number", -1)
        .with("list", ["true", "x"])
        .with("map", Value::map([("1", "b")]))
        .with("kind", "Small");
    assert_eq!(Values::from_fields(&fields).unwrap(), values);
    let other = Values::from_fields(
        &[("kind", Kind::Other(1))].into_iter().collect::<std::collections::BTreeMap<_, _>>(),
    );
    assert_eq!(other.unwrap().get("kind"), Some(&"1".into()));
}

#[cfg(feature = "serde")]
#[test]
fn values_and_templates_as_json() {
    let text = r#"{"a":"x","b":["y","z"],"c":{"l":"2","k":"1"}}"#;
    let values: Values<'_> = serde_json::from_str(text).unwrap();
    assert_eq!(values.get("c"), Some(&Value::map([("l", "2"), ("k", "1")])));
    assert_eq!(serde_json::to_string(&values).unwrap(), text);
    let values: Values<'_> = serde_json::from_str(r#"{"a":[1,null,true],"b":null,"c":-1.5,"d":[]}"#).unwrap();
    assert_eq!(values, Values::new().with("a", ["1", "true"]).with("c", "-1.5"));

    let template: Template = serde_json::from_str("\"/{a}\"").unwrap();
    assert_eq!(serde_json::to_string(&template).unwrap(), "\"/{a}\"");
}

#[cfg(feature = "serde")]
#[rstest]
#[case(r#"{"a":[["x"]]}"#, "a list or map is in another one at line 1 column 12")]
#[case("[]", "invalid type: sequence, expected a map of values by the names of variables at line 1 column 0")]
fn values_that_cannot_be_deserialized(#[case] text: &str, #[case] message: &str) {
    let error = serde_json::from_str::<Values<'_>>(text).unwrap_err();
    assert_eq!(error.to_string(), message);
}

#[cfg(feature = "serde")]
#[test]
fn a_text_that_is_no_template_is_refused() {
    let error = serde_json::from_str::<Template>("\"{\"").unwrap_err();
    let expected = Template::parse("{").unwrap_err();
    assert_eq!(error.to_string(), format!("invalid URI Template: {expected} ({})", expected.help()));
}

#[cfg(feature = "serde")]
#[test]
fn values_that_cannot_be_serialized() {
    use urigram::template::ValuesError;

    let message = |error: Result<Values<'_>, ValuesError>| error.unwrap_err().to_string();
    assert_eq!(message(Values::from_fields("a")), "the values have no names");
    assert_eq!(message(Values::from_fields(&[1])), "the values have no names");
    let nested = std::collections::BTreeMap::from([("a", [[1]])]);
    assert_eq!(message(Values::from_fields(&nested)), "a list or map is in another one");
    let variant = std::collections::BTreeMap::from([("a", Kind::Nested { a: 1 })]);
    assert_eq!(message(Values::from_fields(&variant)), "the variant `Nested` is not a value");
}

/// Whether an expansion of the template is a valid URI reference for all values, as the documentation of the module says. With
/// `#`, the values have no `#`, `[` or `]`.
fn always_gives_a_reference(text: &str) -> bool {
    let Some((first, rest)) = text.split_once('{') else { return true };
    let later = || rest.split('{').filter_map(|piece| piece.split_once('}')).map(|(_, literal)| literal);
    let fragments = rest.split('{').filter(|expression| expression.starts_with('#')).count();
    let has_fragment = first.contains('#') || later().any(|literal| literal.contains('#'));
    if rest.split('{').any(|expression| expression.starts_with('+'))
        || fragments + usize::from(has_fragment) > 1
    {
        return false;
    }
    let split = Components::split(first);
    let path = split.path().map_or("", |path| &first[path]);
    let is_beyond = match split.authority() {
        _ if split.query().is_some() || split.fragment().is_some() => true,
        Some(_) => !path.is_empty(),
        None => path.len() > 1 && (split.scheme().is_some() || path.contains('/')),
    };
    let is_plain = split.authority().is_none_or(|authority| !first[authority].contains([':', '[']));
    is_beyond || is_plain && !later().any(|literal| literal.contains([':', '@', '[']))
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
