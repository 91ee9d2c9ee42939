//! Texts that both readers read: all forms of the notation, mutations of them, and randomly printed
//! grammars.

use fastrand::Rng;
use rstest::rstest;

use crate::as_pest::{ByPest, assert_alike, assert_same, by_pest, by_us};

#[rstest]
#[case::nothing("")]
#[case::spaces(" \t\n\r\n")]
#[case::one_line("a={b}b={\"b\"}")]
#[case::carriage_returns("a\r\n=\r\n{\r\nb\r\n}\r\nb = { \"b\" }\r\n")]
#[case::no_final_newline("a = { \"a\" }// a")]
#[case::comment_alone("//")]
#[case::carriage_return_in_a_comment("a = { \"a\" } // a\rb\n")]
#[case::carriage_return_ends_a_comment("// a\r")]
#[case::comments("/**/a/*/**/*/=/* } */{// }\n\"a\"//\n}/***/")]
#[case::slash_before_a_comment_ends("a = { \"a\" } /* / */ /*/ */ /* **/")]
#[case::of_the_grammar("//! a\n//!\n// b\n//!c\n/// d\na = { \"a\" }")]
#[case::of_rules("/// a\n///\n////\n///! b\na = { \"a\" } /// c\n// d\n/// e\nb = { a }\n/// f")]
#[case::documented_only("/// a")]
#[case::modifiers("a = _{ \"a\" } b = @{ a } c = ${ b } d = !{ c } e = _ { d }")]
#[case::names("_a = { a_1 } a_1 = { __ } __ = { A9_ } A9_ = { \"a\" }")]
#[case::names_of_rust("fn = { \"a\" } match = { fn }")]
#[case::names_of_builtins("ASCII = { \"a\" } NEWLINE = { LETTER } LETTER = { \"b\" }")]
#[case::names_like_peek("PEEKS = { PEEK_ALL ~ PEEK ~ \"x\" ~ PEEK2 } PEEK2 = { \"x\" }")]
fn grammars(#[case] source: &str) {
    assert_same(source);
    assert!(by_us(source).is_ok(), "{source}");
}

#[rstest]
#[case::string(r#""b""#)]
#[case::empty_string(r#""""#)]
#[case::lines_in_a_string("\"\r\n\t\0\"")]
#[case::escapes(r#""\"\\\r\n\t\0\'""#)]
#[case::codes(r#""\x00\x7f\xE9\u{00}\u{e9}\u{0000e9}\u{10FFFF}""#)]
#[case::digits_behind_a_code(r#""\x41F\u{41}F""#)]
#[case::comments_in_a_string(r#""// /*""#)]
#[case::insensitive(r#"^"bC\n""#)]
#[case::range("'a'..'z'")]
#[case::range_with_spaces("'a' // b\n .. /* c */ 'z'")]
#[case::quotes_in_a_range(r#"'"'..'\''"#)]
#[case::escapes_in_a_range(r"'\\'..'\u{1F600}'")]
#[case::range_of_lines("'\n'..'漢'")]
#[case::range_of_none("'z'..'a'")]
#[case::call("b")]
#[case::builtin("ASCII_DIGIT")]
#[case::sequence("b ~ b~b")]
#[case::choice("b | \"x\"|\"y\"")]
#[case::first_bar("| b | \"x\"")]
#[case::first_bar_alone("|b")]
#[case::precedence("b ~ \"x\" | \"y\" ~ b | \"z\"")]
#[case::brackets("((b) ~ ( b | \"x\" ))")]
#[case::tag("#t = b")]
#[case::tags("#_T1=(#t = b ~ #u // c\n = !\"x\") | #t = \"y\"*")]
#[case::predicates("!b ~ &b ~ ! & !b ~ \"x\"")]
#[case::predicates_bind_last("!b? ~ &b{2} ~ !(b)+ ~ \"x\"")]
#[case::optional("b?")]
#[case::repeated("(b* ~ \"x\")+")]
#[case::repeated_again("b{2}{3}?")]
#[case::exactly("b{2} ~ b { 02 }")]
#[case::at_least("b{2,} ~ b{0, }")]
#[case::at_most("b{,2} ~ b{ , 3}")]
#[case::between("b{1,2} ~ b{ 0 , 3 /* c */ } ~ b{3,2}")]
#[case::push("PUSH(b) ~ PUSH // c\n ( b | \"x\" )")]
#[case::peek("PEEK ~ PEEK_ALL ~ POP ~ POP_ALL ~ DROP")]
#[case::slice("PEEK[..] ~ PEEK[1..] ~ PEEK[..2] ~ PEEK[-1..-2]")]
#[case::slice_with_spaces("PEEK /* c */ [ 1 .. -02 ]")]
#[case::slice_of_zeros("PEEK[00..0]")]
#[case::space_behind_peek("PEEK /* c */ ~ b ~ PEEK // c\n")]
fn bodies(#[case] body: &str) {
    let source = format!("a = {{ {body} }}\nb = {{ \"b\" }}");
    assert_same(&source);
    assert!(by_us(&source).is_ok(), "{source}");
}

#[rstest]
fn keywords(#[values("_", "ANY", "SOI", "EOI", "PEEK", "PEEK_ALL", "POP", "POP_ALL", "DROP")] name: &str) {
    let source = format!("a = {{ \"a\" }}\n{name} = {{ \"b\" }}");
    assert_same(&source);
    assert_eq!(by_us(&source), Err(vec![(2, 1, format!("{name} is a pest keyword"))]));
}

/// Each text with the column and the message of the fault. pest also refuses the text.
#[rstest]
#[case::no_name("=", 1, "expected the name of a rule, found `=`")]
#[case::number_for_a_name("1a = { b }", 1, "expected the name of a rule, found `1a`")]
#[case::push_for_a_name("PUSHER = { b }", 1, "the name of a rule cannot begin with `PUSH`")]
#[case::no_equals("a { b }", 3, "expected `=` after the name of the rule, found `{`")]
#[case::hyphen(
    "a-b = { b }",
    2,
    "expected `=` after the name of the rule, found `-`; names use `_` instead of `-`; for an `a` that does not begin with `b`, write `!b ~ a`"
)]
#[case::hyphen_in_a_call(
    "a = { b-c }",
    8,
    "expected `~`, `|` or `}`, found `-`; names use `_` instead of `-`; for an `a` that does not begin with `b`, write `!b ~ a`"
)]
#[case::arrow("a -> b", 3, "expected `=` after the name of the rule, found `-`")]
#[case::comment_of_another_notation("a = { b -- c }", 9, "expected `~`, `|` or `}`, found `-`")]
#[case::difference(
    "a = { (b - c) }",
    10,
    "expected `~`, `|` or `)`, found `-`; names use `_` instead of `-`; for an `a` that does not begin with `b`, write `!b ~ a`"
)]
#[case::end("a", 2, "expected `=` after the name of the rule, found the end of the grammar")]
#[case::no_brace("a = b", 5, "expected `{`, or `_`, `@`, `$` or `!` before it, found `b`")]
#[case::two_modifiers("a = _@{ b }", 6, "expected `{`, found `@`")]
#[case::empty("a = { }", 7, "expected a rule, a string, a range or `(`, found `}`")]
#[case::other_operator("a = { b / c }", 9, "expected `~`, `|` or `}`, found `/`")]
#[case::no_operator("a = { b // c\n c }", 2, "expected `~`, `|` or `}`, found `c`")]
#[case::no_operand("a = { b ~ }", 11, "expected a rule, a string, a range or `(`, found `}`")]
#[case::no_alternative("a = { b | | c }", 11, "expected a rule, a string, a range or `(`, found `|`")]
#[case::two_rules(
    "a = { b b = { c }",
    5,
    "`}` is missing in rule `a`: this `{` is still open where rule `b` begins"
)]
#[case::brace_too_many("a = { b } }", 11, "expected the name of a rule, found `}`")]
#[case::open_bracket("a = { (b }", 7, "`)` is missing in rule `a`: this `(` is still open at `}`")]
#[case::bracket_too_many("a = { b) }", 8, "`)` without a `(` before it")]
#[case::empty_brackets("a = { () }", 8, "expected a rule, a string, a range or `(`, found `)`")]
#[case::long_name(&format!("a = {{ b {} }}", "c".repeat(101)), 9, &format!("expected `~`, `|` or `}}`, found `{}…`", "c".repeat(100)))]
#[case::documentation_in_a_rule(
    "a = /// b\n{ b }",
    5,
    "expected `{`, or `_`, `@`, `$` or `!` before it, found `///`, which begins a comment only outside of a rule"
)]
#[case::documentation_of_the_grammar(
    "a = { b } //! c",
    11,
    "`//!` comments must precede the first rule and its `///` comments"
)]
#[case::documentation_of_the_grammar_later(
    "/// a\n//! c",
    1,
    "`//!` comments must precede the first rule and its `///` comments"
)]
#[case::carriage_return(
    "a = { b }\r",
    10,
    "expected the name of a rule, found a carriage return without a line feed"
)]
#[case::no_tag("a = { # = b }", 8, "expected the name of a tag right after `#`, found a space")]
#[case::tag_of_nothing("a = { #t b }", 10, "expected `=` after the tag, found `b`")]
#[case::tag_behind_a_predicate("a = { !#t = b }", 8, "expected a rule, a string, a range or `(`, found `#`")]
#[case::no_number("a = { b{} }", 9, "expected a number or `,`, found `}`")]
#[case::no_number_at_all("a = { b{,} }", 10, "expected a number, found `}`")]
#[case::no_comma("a = { b{1 2} }", 11, "expected `,` or `}`, found `2`")]
#[case::third_number("a = { b{1,2,3} }", 12, "expected `}`, found `,`")]
#[case::no_end_of_numbers("a = { b{1,x} }", 11, "expected a number or `}`, found `x`")]
#[case::negative_number("a = { b{-1} }", 9, "expected a number or `,`, found `-`")]
#[case::no_slice("a = { PEEK[] }", 12, "expected a number or `..`, found `]`")]
#[case::index("a = { PEEK[1] }", 13, "expected `..`, found `]`")]
#[case::open_slice("a = { PEEK[1..2 }", 11, "`]` is missing in rule `a`: expected `]`, found `}`")]
#[case::open_slice_without_end(
    "a = { PEEK[1.. }",
    11,
    "`]` is missing in rule `a`: expected a number or `]`, found `}`"
)]
#[case::minus_zero("a = { PEEK[-0..] }", 12, "expected a number other than 0 after `-`")]
#[case::minus_alone("a = { PEEK[- 1..] }", 12, "expected a number other than 0 after `-`")]
#[case::push_of_nothing("a = { PUSH }", 12, "expected `(` after `PUSH`, found `}`")]
#[case::push_and_more("a = { PUSHED }", 7, "the name of a rule cannot begin with `PUSH`")]
#[case::push_literal("a = { PUSH_LITERAL(b) }", 7, "PUSH_LITERAL requires feature grammar-extras")]
#[case::open_string("a = { \"b }\n", 7, "`\"` is missing in rule `a`: this string does not end")]
#[case::open_string_at_a_backslash(
    "a = { \"\\",
    9,
    r#"expected `"`, `'`, `\`, `n`, `r`, `t`, `0`, `x` or `u` after `\`, found the end of the grammar"#
)]
#[case::no_string("a = { ^b }", 8, "expected a string right after `^`, found `b`")]
#[case::no_escape(
    r#"a = { "\q" }"#,
    9,
    r#"expected `"`, `'`, `\`, `n`, `r`, `t`, `0`, `x` or `u` after `\`, found `q`"#
)]
#[case::one_digit(r#"a = { "\x4" }"#, 10, r#"expected 2 hexadecimal digits after `\x`, found `4`"#)]
#[case::no_digits(r#"a = { "\u{g}" }"#, 11, r"expected 2 to 6 hexadecimal digits in `\u{}`, found `g`")]
#[case::seven_digits(r#"a = { "\u{0000417}" }"#, 17, "expected `}` after the digits, found `7`")]
#[case::no_brace_of_digits(r#"a = { "\u41" }"#, 10, r"expected `{` after `\u`, found `41`")]
#[case::no_character("a = { ''..'b' }", 8, "expected a character, found `'`")]
#[case::two_characters("a = { 'ab'..'c' }", 7, "`'` quotes a single character; a string is written in `\"`")]
#[case::character_alone(
    "a = { 'a' }",
    11,
    "expected `..` after 'a', as one character is written in `\"`, found `}`"
)]
#[case::range_to_a_string("a = { 'a'..\"b\" }", 12, "expected a character in `'`, found `\"`")]
#[case::bom("a = { b }\u{FEFF}", 10, "expected the name of a rule, found `\u{FEFF}`")]
fn faults(#[case] source: &str, #[case] column: usize, #[case] message: &str) {
    assert!(matches!(by_pest(source), ByPest::Syntax(_) | ByPest::Faults(_) | ByPest::Names(_)), "{source}");
    let faults = by_us(source).unwrap_err();
    let faults: Vec<_> = faults.iter().map(|(_, column, message)| (*column, message.as_str())).collect();
    assert_eq!(faults, [(column, message)]);
    assert!(!assert_alike(source));
}

/// Texts that our reader refuses, because pest reads them in an unexpected way.
#[rstest]
#[case::space_behind_a_caret("a = { ^ \"b\" }", "expected a string right after `^`, found a space")]
#[case::comment_behind_a_caret("a = { ^/**/\"b\" }", "expected a string right after `^`, found `/`")]
#[case::end_of_a_comment("/*/*/ a = { \"b\" }", "`*/` is missing: comments nest, so each `/*` needs its own")]
fn stricter_than_pest(#[case] source: &str, #[case] message: &str) {
    assert!(matches!(by_pest(source), ByPest::Rules(_)), "{source}");
    assert_eq!(by_us(source).unwrap_err()[0].2, message);
}

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

/// Replaces a random range of the text by a token, by another part of the text, or by nothing.
fn mutate(text: &mut String, random: &mut Rng) {
    let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let at = random.usize(..ends.len());
    let until = (at + [0, 0, 1, 1, 2, 7][random.usize(..6)]).min(ends.len() - 1);
    let new = match random.usize(..3) {
        0 => "",
        1 => TOKENS[random.usize(..TOKENS.len())],
        // A copy of a part of the text.
        _ => {
            let from = random.usize(..ends.len());
            &text[ends[from]..ends[(from + random.usize(..6)).min(ends.len() - 1)]].to_owned()
        }
    };
    text.replace_range(ends[at]..ends[until], new);
}

/// A short text with all forms of the notation, so that most mutations are syntax errors.
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

const SPACES: [&str; 12] = [
    " ",
    "\n",
    "\t",
    "\r\n",
    "  ",
    "/**/",
    "/* ( \" ' */",
    "/* /* { */ // */",
    "// } \"\n",
    "//\r\n",
    "//é\r\t\n",
    "\n\n",
];
const MODIFIERS: [&str; 8] = ["", "", "", "_", "@", "$", "!", "@"];
const STRINGS: [&str; 14] = [
    "",
    "a",
    "b",
    "é",
    "\n",
    "// /*",
    "{}",
    "'",
    "\\\"",
    "\\\\",
    "\\n\\r\\t\\0\\'",
    "\\x41",
    "\\u{e9}",
    "\\u{10FFFF}",
];
const CHARACTERS: [&str; 9] = ["a", "z", "\"", "漢", "\\'", "\\\\", "\\x00", "\\u{00e9}", "\n"];
const NAMES: [&str; 12] =
    ["a", "b", "c", "a", "b", "c", "ANY", "SOI", "ASCII_DIGIT", "PEEK", "POP_ALL", "nope"];
const REPETITIONS: [&str; 12] =
    ["?", "*", "+", "{2}", "{02}", "{2,}", "{0,}", "{,3}", "{1,3}", "{3,2}", "{,0}", "{0}"];
const SLICES: [&str; 6] = ["[..]", "[1..]", "[..-1]", "[-02..10]", "[0..0]", "[-0..]"];

struct Printer {
    random: Rng,
    text: String,
}

impl Printer {
    fn chance(&mut self, one_in: usize) -> bool {
        self.random.usize(..one_in) == 0
    }

    fn pick(&mut self, from: &[&'static str]) -> &'static str {
        from[self.random.usize(..from.len())]
    }

    /// Writes a token, and sometimes a space after it.
    fn token(&mut self, token: &str) {
        self.text.push_str(token);
        while self.chance(4) {
            let space = self.pick(&SPACES);
            self.text.push_str(space);
        }
    }

    /// Writes the tokens of a bracketed text. Each token is a character or a number.
    fn tokens(&mut self, text: &str) {
        let is_number = |c: char| c.is_ascii_digit() || c == '-';
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let others = |c| is_number(c) != is_number(first);
            let end = if rest.starts_with("..") {
                2
            } else if is_number(first) {
                rest.find(others).unwrap_or(rest.len())
            } else {
                1
            };
            self.token(&rest[..end]);
            rest = &rest[end..];
        }
    }

    fn grammar(&mut self) {
        self.token("");
        while self.chance(4) {
            self.token("//! A grammar.\n");
        }
        for name in ["a", "b", "c"] {
            while self.chance(6) {
                self.token("/// A rule.\r\n");
            }
            self.token(name);
            self.token("=");
            let modifier = self.pick(&MODIFIERS);
            self.token(modifier);
            self.token("{");
            if self.chance(8) {
                self.token("|");
            }
            self.expression(3);
            self.token("}");
        }
        if self.chance(8) {
            self.text.push_str("/// The end");
        }
    }

    fn expression(&mut self, depth: usize) {
        self.term(depth);
        while self.chance(2) {
            let operator = self.pick(&["~", "|"]);
            self.token(operator);
            self.term(depth);
        }
    }

    fn term(&mut self, depth: usize) {
        if self.chance(12) {
            self.token("#tag_1");
            self.token("=");
        }
        while self.chance(6) {
            let operator = self.pick(&["!", "&"]);
            self.token(operator);
        }
        match self.random.usize(..if depth == 0 { 8 } else { 12 }) {
            0..3 => self.string(),
            3 => {
                self.text.push('^');
                self.string();
            }
            4 => {
                let (first, last) = (self.pick(&CHARACTERS), self.pick(&CHARACTERS));
                self.token(&format!("'{first}'"));
                self.token("..");
                self.token(&format!("'{last}'"));
            }
            5 | 6 => {
                let name = self.pick(&NAMES);
                self.token(name);
            }
            7 => {
                self.token("PEEK");
                let slice = self.pick(&SLICES);
                self.tokens(slice);
            }
            8 => {
                self.token("PUSH");
                self.bracketed(depth);
            }
            _ => self.bracketed(depth),
        }
        while self.chance(4) {
            let repetition = self.pick(&REPETITIONS);
            self.tokens(repetition);
        }
    }

    fn bracketed(&mut self, depth: usize) {
        self.token("(");
        self.expression(depth - 1);
        self.token(")");
    }

    fn string(&mut self) {
        let mut string = String::from("\"");
        while self.chance(2) {
            string += self.pick(&STRINGS);
        }
        self.token(&(string + "\""));
    }
}

#[rstest]
#[case::some(1_000)]
#[ignore = "10,000 grammars"]
#[case::many(10_000)]
fn any_printed_grammar_is_read_as_pest_does(#[case] grammars: usize) {
    let mut read = 0;
    for seed in 0..grammars {
        let mut printer = Printer { random: Rng::with_seed(seed as u64), text: String::new() };
        printer.grammar();
        read += usize::from(assert_alike(&printer.text));
    }
    assert!(read > grammars / 10, "{read} grammars were read");
}
