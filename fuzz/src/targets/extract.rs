//! URIs in running text. Compared with each place and each end that Appendix C and the documentation allow.
//! Parts of any size give the same, and a URI between marks is found as a whole.

use std::io::{self, Read};
use std::ops::Range;

use urigram::Rule;
use urigram::extract::{Extractor, Found};
use urigram::grammar::{Grammar, Rfc3986, Rfc3987};

use crate::input::pools::Of;
use crate::input::source::Source;
use crate::oracle::appendix_c;
use crate::oracle::automata::{self, Automata};
use crate::target::{Seen, Target};

/// A text, how it is read in parts, and options; or a URI and the marks between which it stands.
pub(super) const TARGET: Target = Target { name: "extract", generate, check };

/// What stands around a URI.
const MARKS: &[(&str, &str, &str)] = &[
    ("quotes", "see \"", "\"."),
    ("apostrophes", "'", "' b"),
    ("angle brackets", "<", ">."),
    ("angle brackets and a prefix", "<URL:", ">"),
    ("angle brackets, a prefix and space", "a <url: ", " >"),
    ("link", "[a](", ") b"),
    ("link with a title", "![](", " \"c\")"),
    ("attribute", "<a href=\"", "\">a</a>"),
    ("attribute in apostrophes", "<a href='", "' id='b'>"),
    ("element", "<a>", "</a>"),
    ("line", "\n", "\r\n"),
];

const OPTIONS: &[&str] = &["", "", "octets", "IRIs", "suffix", "scheme", "longest 20", "longest 3"];

/// What running text consists of, besides URIs.
const TOKENS: &[&str] = &[
    "http://", "urn:", "x:", "URL:", "URL: ", "www.", "://", ":", "/", "//", "a", "b.c", "é", "日", "[::1]",
    "[v1.", "@", "%41", "%", "?", "#", "-", ".", ",", "'", "\"", "<", ">", "(", ")", "](", "[", "]", "{",
    "}", "*", "_", "~", "\n", " ", "\r\n", "\t", "\0", "“", "”", "。", "\u{3000}", "\u{85}", "\u{200B}",
    "\u{202E}", "mailto:", "http://a", "-\n", "!", ";",
];

fn generate(source: &mut Source, input: &mut Vec<String>) {
    let mut text = String::new();
    if source.once_in(4) {
        source.uri(Of::Uris, &mut text);
        let marks = source.one_of(MARKS).0.to_owned();
        return input.extend([text, marks, source.below(64).to_string()]);
    }
    for _ in 0..source.below(24) {
        match source.below(24) {
            0 => source.uri(Of::Uris, &mut text),
            1 => source.uri(Of::Iris, &mut text),
            2 => source.authority(Of::Uris, &mut text),
            3 => source.text_of(Of::Uris, Rule::path_abempty, &mut text),
            4 if source.once_in(4) => source.run(&mut text),
            _ => text.push_str(source.token(TOKENS)),
        }
    }
    if source.once_in(8) {
        source.mutate(&mut text);
    }
    let sizes: Vec<String> = (0..=source.below(4)).map(|_| (1 + source.below(12)).to_string()).collect();
    let option = (*source.one_of(OPTIONS)).to_owned();
    input.extend([text, sizes.join(" "), option]);
}

fn check(input: &[String], seen: &mut Seen) {
    let Some(text) = input.first() else { return };
    let second = input.get(1).map_or("", |second| second);
    if let Some((_, before, after)) = MARKS.iter().find(|(name, ..)| *name == second) {
        let place = input.get(2).and_then(|place| place.parse().ok()).unwrap_or(0);
        return seen.count(check_between(text, before, after, place));
    }
    let mut sizes: Vec<usize> = second.split(' ').filter_map(|size| size.parse().ok()).collect();
    sizes.retain(|size| *size > 0);
    if sizes.is_empty() {
        sizes.push(1);
    }
    let (uris, iris) = (&automata::URIS, &automata::IRIS);
    let option = input.get(2).map_or("", |option| option);
    let count = match option {
        "octets" => {
            let octets: Vec<u8> = text.chars().map(|c| c as u8).collect();
            let extractor = Extractor::<Rfc3987>::default();
            let whole: Vec<_> = extractor.in_bytes(&octets).map(own).collect();
            check_parts(&extractor, &octets, &sizes, &whole);
            whole.len()
        }
        "IRIs" => check_text(&Extractor::<Rfc3987>::default(), text, &sizes, iris),
        "suffix" => check_text(&extractor::<Rfc3987>(|it| it.suffix("https")), text, &sizes, iris),
        "scheme" => check_text(&extractor::<Rfc3986>(|it| it.scheme("x")?.scheme("URL")), text, &sizes, uris),
        option => match option.strip_prefix("longest ").and_then(|longest| longest.parse().ok()) {
            Some(longest) => check_text(&Extractor::new().longest(longest), text, &sizes, uris),
            None => {
                let found: Vec<_> = Extractor::new()
                    .in_text(text)
                    .map(|found| (found.range(), found.uri().to_string()))
                    .collect();
                assert_eq!(found, appendix_c::uris(text), "by Appendix C");
                check_text(&Extractor::new(), text, &sizes, uris)
            }
        },
    };
    seen.count(match count {
        0 => "nothing is found",
        1 => "one is found",
        _ => "several are found",
    });
}

fn extractor<G: Grammar>(
    with: impl FnOnce(Extractor<G>) -> Result<Extractor<G>, urigram::ParseError>,
) -> Extractor<G> {
    with(Extractor::default()).unwrap_or_else(|error| panic!("a scheme: {error}"))
}

/// What was found: its place, its text there, its value, and whether a hyphen is doubtful.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Own {
    range: Range<usize>,
    text: String,
    uri: String,
    is_hyphen_doubtful: bool,
}

fn own<G: Grammar>(found: Found<'_, G>) -> Own {
    Own {
        range: found.range(),
        text: found.text().to_owned(),
        uri: found.uri().to_string(),
        is_hyphen_doubtful: found.is_hyphen_doubtful(),
    }
}

/// Checks what is found in a text, and returns how much that is.
fn check_text<G: Grammar>(extractor: &Extractor<G>, text: &str, sizes: &[usize], rules: &Automata) -> usize {
    let whole: Vec<_> = extractor.in_text(text).map(own).collect();
    let mut end = 0;
    for found in &whole {
        assert!(end <= found.range.start && found.range.start < found.range.end, "in order: {whole:?}");
        end = found.range.end;
        assert_eq!(text[found.range.clone()], found.text, "the text there");
        assert!(rules.get(Rule::URI).accepts(&found.uri), "a URI: {found:?}");
        let joined: String = found.text.split(appendix_c::is_space).collect();
        let is_suffix = found.uri.strip_prefix("https://") == Some(&joined);
        assert!(found.uri == joined || is_suffix, "what stands there: {found:?}");
        let is_broken =
            found.uri != found.text && found.text.contains('-') && found.text.contains(['\n', '\r']);
        assert!(!found.is_hyphen_doubtful || is_broken, "a hyphen: {found:?}");
    }
    check_parts(extractor, text.as_bytes(), sizes, &whole);
    whole.len()
}

/// Checks that the same is found in bytes, and in parts of these sizes, by a reader or by the caller.
fn check_parts<G: Grammar>(extractor: &Extractor<G>, bytes: &[u8], sizes: &[usize], whole: &[Own]) {
    assert!(extractor.in_bytes(bytes).map(own).eq(whole.iter().cloned()), "in bytes");
    let mut sizes = sizes.iter().copied().cycle();
    if bytes.len().is_multiple_of(2) {
        let found = extractor.in_reader(Parts { left: bytes, sizes });
        let found = found.map(|found| own(found.unwrap_or_else(|error| panic!("the reader fails: {error}"))));
        assert_eq!(found.collect::<Vec<_>>(), whole, "by a reader");
        return;
    }
    let (mut stream, mut found) = (extractor.stream(), Vec::new());
    let (mut start, mut end) = (0, 0);
    loop {
        end = bytes.len().min(end + sizes.next().unwrap_or(1));
        while let Some(uri) = stream.find_in(&bytes[start..end], end == bytes.len()) {
            let uri = own(uri);
            found.push(Own { range: start + uri.range.start..start + uri.range.end, ..uri });
        }
        start += stream.take_passed();
        if end == bytes.len() {
            break;
        }
    }
    assert_eq!(found, whole, "in parts");
}

/// Bytes in parts of these sizes.
struct Parts<'b, S> {
    left: &'b [u8],
    sizes: S,
}

impl<S: Iterator<Item = usize>> Read for Parts<'_, S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let size = self.sizes.next().unwrap_or(1).min(buffer.len()).min(self.left.len());
        let (now, later) = self.left.split_at(size);
        buffer[..size].copy_from_slice(now);
        self.left = later;
        Ok(size)
    }
}

/// Checks that a URI is found between marks, in angle brackets also with a line break in it.
fn check_between(uri: &str, before: &str, after: &str, place: usize) -> &'static str {
    let Some((scheme, rest)) = uri.split_once(':') else { return "no URI between marks" };
    let least = scheme.len() + if rest.starts_with("//") { 3 } else { 1 };
    let is_usable = automata::URIS.get(Rule::URI).accepts(uri)
        && uri.len() > least
        && scheme.len() <= 64
        && !scheme.eq_ignore_ascii_case("url");
    if !is_usable || !fits(uri, before, after) {
        return "no URI between marks";
    }
    let mut written = uri.to_owned();
    if after.trim_start().starts_with('>') && before.contains('<') {
        let place = least + 1 + place % uri.len();
        if place < uri.len() {
            written.insert_str(place, "\r\n  ");
        }
    }
    let extractor = extractor::<Rfc3986>(|it| it.scheme(scheme));
    let text = [before, &written, after].concat();
    let found: Vec<_> = extractor.in_text(&text).map(own).collect();
    let is_doubtful = found.iter().any(|found| found.is_hyphen_doubtful);
    let range = before.len()..before.len() + written.len();
    let right = Own { range, text: written, uri: uri.to_owned(), is_hyphen_doubtful: is_doubtful };
    assert_eq!(found, [right], "between marks: `{text}`");
    "found between marks"
}

/// Returns whether nothing in the URI is a mark that closes before these do, or is taken for punctuation.
fn fits(uri: &str, before: &str, after: &str) -> bool {
    let is_balanced =
        || !uri.contains(['(', ')', '[', ']']) || uri.contains("://[") && !uri.contains(['(', ')']);
    let ends = || uri.ends_with(|c: char| c.is_ascii_alphanumeric() || "/-=&%$+@".contains(c));
    match before.chars().next_back() {
        Some('\'') => !uri.contains('\''),
        Some('(') => is_balanced() && (after.starts_with(')') || ends()),
        Some('\n' | '>') => is_balanced() && ends(),
        _ => true,
    }
}
