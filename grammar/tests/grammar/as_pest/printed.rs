//! Random grammars with random white space and comments between any two tokens.

use fastrand::Rng;
use rstest::rstest;

use super::assert_alike;

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

    /// Writes a token, and now and then a space behind it.
    fn token(&mut self, token: &str) {
        self.text.push_str(token);
        while self.chance(4) {
            let space = self.pick(&SPACES);
            self.text.push_str(space);
        }
    }

    /// Writes the tokens of something in brackets, each of which is a character or a number.
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
