//! Inputs of panels: references that rules match, or that differ from such by a character; those that the fuzzer has kept; hostile
//! ones; edits of all of these; and the grammars of the page, small ones, and edits of these.

use std::fs;
use std::path::Path;

use fastrand::Rng;
use serde_json::{Value, json};
use urigram::grammar::{GRAMMAR, VARIANTS};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

#[rustfmt::skip]
const HOSTILE: &[&str] = &[
    "", "-", "--", "--help", "--format", "@file", "%", "%4", "%zz", "//", "//@", "//[", "//[::1", "///", "?", "#", ":", "::", ".",
    "..", "a:", "http://[v1.a]:/", "http://[::ffff:1.2.3.4%25eth0]/", "http://0x7f.1/", "http://user:pass@h:99999999/", "\t", "\n",
    "\r\n", "\u{1b}[31m", "\u{7f}", "\u{202e}", "\u{feff}", "\u{10ffff}", "é", "http://bücher.example/ß", "http://xn--a/",
    "file:///C|/x", "javascript:alert(1)", "http:\\\\h\\x", "a|b", "it's", "\"", "$(x)", "{", "URN:A:b", "mailto:a@b", "data:,%00",
];

/// What an edit inserts.
#[rustfmt::skip]
const PIECES: &[&str] = &[
    ":", "/", "//", "?", "#", "[", "]", "@", "%", "%41", "%2f", ".", "..", "/../", "a", "Z", "0", "9", " ", "é", "\\", "&", "=", "+", ";", "~", "|",
];

#[rustfmt::skip]
const RULES: &[&str] = &[
    "", "URI", "URI-reference", "relative-ref", "absolute-URI", "host", "authority", "IPv6address", "IPv4address", "path", "query",
    "scheme", "port", "segment-nz-nc", "path-noscheme", "nope", "a",
];

#[rustfmt::skip]
const SMALL: &[&str] = &[
    "a = { \"x\" }", "a = { \"x\" | \"xy\" }", "a = { b }", "a = {", "", "list = { \"[\" ~ (list ~ (\",\" ~ list)*)? ~ \"]\" }",
    "list = { list ~ \"x\" | \"x\" }", "a = @{ 'a'..'f'{2,5} ~ b? }\nb = { \"é\" | ^\"Z\" }", "a = { PUSH(\"a\"+) ~ \",\" ~ POP }",
    "a = { (!\"*/\" ~ ANY)* ~ \"*/\" }", "a = { b* }\nb = { \"\" }", "a = { (\"a\"+)+ ~ \"b\" }\nWHITESPACE = _{ \" \" }",
    "a = ${ b ~ (\",\" ~ b)* }\nb = @{ ASCII_DIGIT+ }\n// b must match \"12\"\n// b must not match \"x\"\n",
    "x = { \"x\" }\nDIGIT = { '0'..'9' }\nport = @{ DIGIT* }\n", "x = { \"x\" }\nDIGIT = { '0'..'8' }\nport = @{ DIGIT+ }\n",
    "a = { SOI ~ (ASCII_ALPHA | \"_\")+ ~ EOI }", "a = { &\"b\" ~ ANY | !\"c\" ~ 'a'..'z' }",
];

/// Variants of `uri.pest`, of a rule each.
#[rustfmt::skip]
const RULE_EDITS: &[&str] = &[
    "scheme = @{ ALPHA ~ (ALPHA | DIGIT | \"+\" | \"-\" | \".\" | \"_\")* }\n", "port = @{ DIGIT{1,5} }\n", "port = @{ DIGIT* ~ \"a\"? }\n",
    "fragment = @{ (pchar | \"/\" | \"?\" | \"#\")* }\n", "sub_delims = { \"!\" | \"$\" | \"&\" }\n", "path_empty = { \"x\"? }\n",
    "userinfo = @{ (unreserved | \":\")* }\n", "query = @{ pchar* }\n",
];

/// What inputs are made of.
pub(super) struct Inputs {
    random: Rng,
    references: Vec<String>,
    grammars: Vec<String>,
}

impl Inputs {
    pub(super) fn new(seed: u64) -> Self {
        let mut references: Vec<String> = HOSTILE.iter().map(|&text| text.to_owned()).collect();
        for rule in ["URI-reference", "URI", "host", "IPv6address", "relative-ref"] {
            for arguments in [&["--count", "200"][..], &["--near"], &["--cover"]] {
                let sampled =
                    crate::uri(&[&["grammar", "sample", "--null", "--rule", rule], arguments].concat(), "");
                references.extend(sampled.stdout.split_terminator('\0').map(str::to_owned));
            }
        }
        for target in ["compare", "normalize", "parse", "parsers", "relativize", "resolve", "validate"] {
            references.extend(kept(target));
        }
        references.extend([
            "/..".repeat(500),
            "%41".repeat(900),
            "é".repeat(300),
            format!("//{}", "a.".repeat(200)),
        ]);
        let small = SMALL.iter().map(|&text| text.to_owned());
        // The others are fragments, or ABNF.
        let kept = kept("grammar").into_iter().filter(|text| text.contains("={") || text.contains("= @{"));
        let grammars = small.chain(kept).collect();
        Self { random: Rng::with_seed(seed), references, grammars }
    }

    /// Returns the next request, with so many asks of a panel.
    pub(super) fn request(&mut self, panel: &str, asks: usize) -> String {
        let is_of_grammar = ["check", "diff", "prove", "sample", "draw"].contains(&panel);
        let has_grammar = is_of_grammar || self.random.u8(..10) < 4;
        let grammar = has_grammar.then(|| self.grammar());
        let against = (panel == "diff" && self.random.bool()).then(|| self.grammar());
        let name = VARIANTS.iter().find(|variant| grammar.as_deref() == Some(variant.text));
        let name = name.map_or("my.pest", |variant| variant.name);
        let asks: Vec<Value> = (0..asks)
            .map(|_| json!({ "panel": panel, "fields": self.fields(panel, grammar.as_deref()) }))
            .collect();
        json!({ "client": "1", "turn": 1, "grammar": grammar, "against": against, "name": name, "asks": asks })
            .to_string()
    }

    fn fields(&mut self, panel: &str, grammar: Option<&str>) -> Value {
        let rule = self.rule(grammar);
        match panel {
            "parse" | "tree" => json!({ "input": self.text(), "rule": rule }),
            "validate" => {
                let policy = self.one_of(&["", "link", "fetch", "redirect", "identifier", "nope"]);
                json!({ "input": self.text(), "rule": rule, "policy": policy })
            }
            "normalize" => {
                let level = self.one_of(&["string", "case", "percent", "path", "scheme", "nope"]);
                json!({ "input": self.text(), "level": level })
            }
            "resolve" => {
                let base = if self.random.bool() { "http://a/b/c/d;p?q".to_owned() } else { self.text() };
                json!({ "input": self.text(), "base": base })
            }
            "compare" => {
                let input = self.text();
                let other = match self.random.u8(..3) {
                    0 => input.clone(),
                    1 => self.edited(&input),
                    _ => self.text(),
                };
                json!({ "input": input, "other": other })
            }
            "whatwg" => {
                let base = match self.random.u8(..3) {
                    0 => String::new(),
                    1 => "http://a/b?c".to_owned(),
                    _ => self.text(),
                };
                json!({ "input": self.text(), "base": base })
            }
            "trace" => {
                json!({ "input": self.text(), "rule": rule, "steps": self.one_of(&["1", "3", "60", "500"]) })
            }
            "check" => {
                let text = self.text();
                let keep = match self.random.u8(..3) {
                    0 => format!("{rule} must match {text:?}"),
                    1 => text,
                    _ => String::new(),
                };
                json!({ "keep": keep })
            }
            "diff" | "prove" => json!({}),
            "sample" => {
                json!({ "rule": rule, "near": self.one_of(&["", "yes"]), "seed": self.random.u64(..).to_string() })
            }
            "draw" => {
                let start = if self.random.bool() { String::new() } else { self.rule(grammar) };
                json!({ "rule": rule, "input": self.text(), "start": start })
            }
            _ => panic!("inputs of the panel {panel} are missing"),
        }
    }

    fn one_of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        self.random.choice(all).copied().unwrap_or_default()
    }

    /// Returns the name of a rule, mostly of the grammar.
    fn rule(&mut self, grammar: Option<&str>) -> String {
        let own = grammar.unwrap_or_default().lines().filter_map(|line| Some(line.split_once(['=', ' '])?.0));
        let own: Vec<&str> = own.filter(|name| !name.is_empty() && !name.starts_with('/')).collect();
        match self.random.u8(..4) {
            0 => self.one_of(RULES),
            1 => "",
            _ if own.is_empty() => self.one_of(RULES),
            _ => self.one_of(&own),
        }
        .replace('\0', "")
    }

    fn text(&mut self) -> String {
        let index = self.random.usize(..self.references.len());
        let text = self.references[index].replace('\0', "");
        if self.random.bool() { text } else { self.edited(&text) }
    }

    fn grammar(&mut self) -> String {
        let large: Vec<&str> = VARIANTS.iter().map(|variant| variant.text).chain([GRAMMAR]).collect();
        // A command takes a fraction of a second to read and check the large ones.
        let text = match self.random.u8(..40) {
            0 => self.one_of(&large).to_owned(),
            1 | 2 => self.one_of(RULE_EDITS).to_owned(),
            _ => {
                let index = self.random.usize(..self.grammars.len());
                self.grammars[index].clone()
            }
        };
        if self.random.u8(..4) == 0 { self.edited(&text) } else { text }
    }

    /// Returns the text with up to three pieces inserted, or characters removed, doubled or moved.
    fn edited(&mut self, text: &str) -> String {
        let mut characters: Vec<char> = text.chars().collect();
        for _ in 0..self.random.usize(1..4) {
            let at = self.random.usize(..=characters.len());
            match self.random.u8(..4) {
                1 if at < characters.len() => drop(characters.remove(at)),
                2 if at < characters.len() => characters.insert(at, characters[at]),
                3 if at < characters.len() => {
                    let other = self.random.usize(..characters.len());
                    characters.swap(at, other);
                }
                _ => drop(characters.splice(at..at, self.one_of(PIECES).chars())),
            }
        }
        characters.into_iter().collect()
    }
}

/// Returns all texts of the inputs that the fuzzer has kept for a target.
fn kept(target: &str) -> Vec<String> {
    let path = Path::new(ROOT).join(format!("fuzz/corpus/{target}.jsonl"));
    let inputs = fs::read_to_string(path).unwrap();
    inputs.lines().flat_map(|line| serde_json::from_str::<Vec<String>>(line).unwrap()).collect()
}
