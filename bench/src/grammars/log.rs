//! The access log of a web server.

use fastrand::Rng;

use super::lines::{Lines, line_parsers};
use super::parsers::{Class, class, run_end};
use crate::corpus::{self, WORDS, pick};

#[derive(pest_derive::Parser)]
#[grammar = "src/grammars/log.pest"]
struct Derived;

include!(concat!(env!("OUT_DIR"), "/log.rs"));

type Nodes = crate::pass::Nodes<Rule>;

line_parsers!(line);

/// Returns the parsers of the lines of a log, and a text of about `bytes` bytes for them.
pub(super) fn lines(bytes: usize) -> Lines<Rule> {
    let texts = vec![("a log", text(bytes))];
    Lines {
        in_bulk: lines_in_bulk,
        alone: lines_alone,
        by_hand,
        derived: lines_derived,
        csv_core: None,
        texts,
    }
}

const VISIBLE: Class = class(&[(b'!', b'~')]);
const TIME: Class = class(&[(b' ', b'Z'), (b'^', b'~')]);
const PLAIN: Class = class(&[(b' ', b'!'), (b'#', b'['), (b']', b'~')]);
const DIGIT: Class = class(&[(b'0', b'9')]);

/// Parses each line with code that was written by hand for this grammar.
fn by_hand(text: &str, nodes: &mut Nodes) -> bool {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match line(bytes, at, nodes) {
            Some(end) if bytes.get(end).is_none_or(|&after| after == b'\n') => at = end + 1,
            _ => return false,
        }
    }
    true
}

/// Returns the end of the line from `start`.
fn line(bytes: &[u8], start: usize, nodes: &mut Nodes) -> Option<usize> {
    let mut at = start;
    for (rule, after) in [(Rule::host, " "), (Rule::ident, " "), (Rule::user, " [")] {
        at = after_text(bytes, run(bytes, at, &VISIBLE, rule, nodes)?, after)?;
    }
    at = after_text(bytes, run(bytes, at, &TIME, Rule::time, nodes)?, "] \"")?;
    at = after_text(bytes, quoted(bytes, at, Rule::request, nodes), "\" ")?;
    let status = at;
    at = run_end(&DIGIT, &bytes[..bytes.len().min(at + 3)], at);
    if at - status < 3 {
        return None;
    }
    nodes.capture(Rule::status, status, at);
    at = after_text(bytes, at, " ")?;
    if bytes.get(at) == Some(&b'-') {
        nodes.capture(Rule::size, at, at + 1);
        at += 1;
    } else {
        at = run(bytes, at, &DIGIT, Rule::size, nodes)?;
    }
    let mark = nodes.mark();
    match named(bytes, at, nodes) {
        Some(end) => at = end,
        None => nodes.rewind(mark),
    }
    nodes.capture(Rule::line, start, at);
    Some(at)
}

/// Returns the end of the referrer and of the name of the client.
fn named(bytes: &[u8], at: usize, nodes: &mut Nodes) -> Option<usize> {
    let at = quoted(bytes, after_text(bytes, at, " \"")?, Rule::referer, nodes);
    let at = quoted(bytes, after_text(bytes, at, "\" \"")?, Rule::agent, nodes);
    after_text(bytes, at, "\"")
}

fn after_text(bytes: &[u8], at: usize, text: &str) -> Option<usize> {
    bytes[at..].starts_with(text.as_bytes()).then_some(at + text.len())
}

fn run(bytes: &[u8], start: usize, class: &Class, rule: Rule, nodes: &mut Nodes) -> Option<usize> {
    let end = run_end(class, bytes, start);
    nodes.capture(rule, start, end);
    (end > start).then_some(end)
}

fn quoted(bytes: &[u8], start: usize, rule: Rule, nodes: &mut Nodes) -> usize {
    let mut at = start;
    loop {
        at = run_end(&PLAIN, bytes, at);
        match bytes[at..] {
            [b'\\', b' '..=b'~', ..] => at += 2,
            _ => break,
        }
    }
    nodes.capture(rule, start, at);
    at
}

fn text(bytes: usize) -> String {
    let mut random = Rng::with_seed(0x2616);
    let mut text = String::new();
    while text.len() < bytes {
        let [a, b, c, d] = [(); 4].map(|()| random.u8(..));
        let second = random.usize(..60);
        text += &format!("{a}.{b}.{c}.{d} - - [29/Nov/2026:12:08:{second:02} +0000] ");
        text += &format!("\"GET {} HTTP/1.1\" ", corpus::log(&mut random));
        text += &format!("{} {} ", pick(&mut random, &["200", "200", "304", "404"]), random.u32(..100_000));
        let referer = pick(&mut random, &["-", "https://www.example.com/", "https://search.example/?q=a"]);
        let agent = pick(&mut random, AGENTS);
        text += &format!("\"{referer}\" \"{agent} {}\"\n", pick(&mut random, WORDS));
    }
    text
}

const AGENTS: &[&str] = &[
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0",
    "Mozilla/5.0 (compatible; ExampleBot/2.1; +https://example.com/bot)",
    "curl/8.14.1",
    "a \\\"quoted\\\" client",
];

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::lines;

    #[rstest]
    #[case::common("::1 - fred [29/Nov/2026:12:08:00 +0000] \"GET / HTTP/1.1\" 200 17\n", Some(8))]
    #[case::combined("a - - [b] \"\" 200 - \"c\" \"d\\\"e\"\n", Some(10))]
    #[case::no_line_feed("a - - [b] \"\" 200 -", Some(8))]
    #[case::nothing("", Some(0))]
    #[case::no_status("a - - [b] \"c\" 20 -\n", None)]
    #[case::no_agent("a - - [b] \"c\" 200 - \"d\"\n", None)]
    #[case::no_size("a - - [b] \"c\" 200 \n", None)]
    #[case::an_open_quote("a - - [b] \"c 200 -\n", None)]
    #[case::not_ascii("a - - [é] \"c\" 200 -\n", None)]
    fn all_find(#[case] text: &str, #[case] nodes: Option<usize>) {
        assert_eq!(lines(0).same(text), nodes);
    }
}
