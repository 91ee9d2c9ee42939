//! RFC 6570: URI Templates. This module has the expansions, with each example of the RFC, and the errors.

mod matching;
mod properties;
mod values;

use rstest::rstest;
use urigram::template::{Template, TemplateFault, Value, Values};

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
    "incomplete percent-encoding at byte 2, in a literal",
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

#[rstest]
#[case::literal("a b", "unexpected ' ' in a literal")]
#[case::percent_encoding("%4g", "incomplete percent-encoding in a literal")]
#[case::percent_encoding_of_a_name("{a%4}", "incomplete percent-encoding in an expression")]
#[case::end("/{a", "an expression is not closed")]
#[case::expression("{a}{b c}", "unexpected ' ' in an expression")]
#[case::operator("{a}{|b}", "the operator `|` is reserved")]
fn messages_without_offsets(#[case] template: &str, #[case] reason: &str) {
    assert_eq!(Template::parse(template).unwrap_err().reason().to_string(), reason);
}

#[test]
fn an_error_of_an_expansion() {
    let error = Template::parse("{?x,list:3}").unwrap().expand(&values()).unwrap_err();
    assert_eq!((error.variable(), error.offset(), error.expression()), ("list", 4, 0));
    let help = "leave out the `:` and the number, or give it a string (RFC 6570, section 2.4.1)";
    assert_eq!(error.help().to_string(), help);
    assert_eq!(error.reason().to_string(), "`list` has a prefix, but its value is not a string");
    let error = urigram::Error::from(error);
    assert_eq!(
        error.to_string(),
        "`list` at byte 4 has a prefix, but its value is not a string, in the expression at byte 0"
    );
    assert_eq!(error.help().unwrap().to_string(), help);
}

#[test]
fn an_error_leaves_the_text_unchanged() {
    let mut text = "a".to_owned();
    let template = Template::parse("/{x}{keys:1}").unwrap();
    assert!(template.expand_to(&values(), &mut text).is_err());
    assert_eq!(text, "a");
}
