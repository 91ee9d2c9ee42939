//! Grammars with a few characters or tokens inserted, deleted or replaced.

use fastrand::Rng;
use rstest::rstest;

use super::assert_alike;

const TOKENS: [&str; 64] = [
    "=",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "~",
    "|",
    "?",
    "*",
    "+",
    "!",
    "&",
    "_",
    "@",
    "$",
    "^",
    "#",
    "\"",
    "'",
    "\\",
    ",",
    "..",
    ".",
    "-",
    "0",
    "1",
    "10",
    "4294967296",
    " ",
    "\n",
    "\r",
    "\r\n",
    "\t",
    "\0",
    "é",
    "漢",
    "//",
    "///",
    "//!",
    "/*",
    "*/",
    "/",
    "PUSH",
    "PUSH(",
    "PUSH_LITERAL(\"x\")",
    "PEEK",
    "PEEK[",
    "POP",
    "ANY",
    "a",
    "b ",
    "\"x\"",
    "'a'..'b'",
    "\\n",
    "\\x4",
    "\\u{",
    "\\u{D800}",
    "{2}",
    "{,0}",
    "{1,",
    "#t =",
    "c = { \"c\" }",
];

/// One change, between two characters of the text.
fn mutate(text: &mut String, random: &mut Rng) {
    let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let at = random.usize(..ends.len());
    let until = (at + [0, 0, 1, 1, 2, 7][random.usize(..6)]).min(ends.len() - 1);
    let new = match random.usize(..3) {
        0 => "",
        1 => TOKENS[random.usize(..TOKENS.len())],
        // A part of the text itself.
        _ => {
            let from = random.usize(..ends.len());
            &text[ends[from]..ends[(from + random.usize(..6)).min(ends.len() - 1)]].to_owned()
        }
    };
    text.replace_range(ends[at]..ends[until], new);
}

/// Forms of the notation, in as little text as possible: most of the changes lead to faults of syntax.
const FORMS: &str = r#"//! Doc.
/// Rule.
a = @{ #t = b{2} ~ (!"x\n\u{e9}" ~ ANY)* | ^"y"+ /* c /* d */ */ }
b=_{|"z"?~PEEK[-1..]~'\''..'\x7a'{1, 3}|&PUSH(c|"d")~"q"{,2}} // e
c = ${ "x" ~ ("y" | "w"){2,} ~ PEEK }
"#;

#[rstest]
#[case::forms(FORMS, 1_000)]
#[ignore = "20,000 grammars"]
#[case::forms_many_times(FORMS, 20_000)]
#[case::crlf(&FORMS.replace('\n', "\r\n"), 200)]
#[case::url(include_str!("../../../../variants/url1996.pest"), 100)]
#[case::uri(include_str!("../../../../uri.pest"), 60)]
fn any_mutated_grammar_is_read_as_pest_does(#[case] source: &str, #[case] count: usize) {
    assert!(assert_alike(source), "the grammar itself");
    let mut random = Rng::with_seed(count as u64);
    let mut read = 0;
    for _ in 0..count {
        let mut text = source.to_owned();
        for _ in 0..=random.usize(..3) {
            mutate(&mut text, &mut random);
        }
        read += usize::from(assert_alike(&text));
    }
    assert!(read > count / 50 && read < count, "{read} of {count} grammars were read");
}
