//! URIs in running text. Compared with an exhaustive search by Appendix C and the documentation. Reading in
//! parts of any size finds the same URIs, and a URI between delimiters is found as a whole.

use std::io::{self, Read};
use std::ops::Range;

use urigram::Rule;
use urigram::extract::{Extractor, Found};
use urigram::grammar::{Grammar, Rfc3986, Rfc3987};

use crate::oracle::{self, Automata};
use crate::source::{Of, Source};
use crate::target::Target;

/// An input is a text, the sizes of the parts in which it is read, and options; or a URI and the delimiters
/// around it.
pub(super) const TARGET: Target = Target { name: "extract", generate, check };

/// Delimiters around a URI: a name, and the text before and after the URI.
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

const OPTIONS: &[&str] =
    &["", "", "octets", "IRIs", "suffix", "scheme", "lists", "bare", "longest 20", "longest 3"];

/// Parts of running text other than URIs.
const TOKENS: &[&str] = &[
    "http://", "urn:", "x:", "URL:", "URL: ", "www.", "://", ":", "/", "//", "a", "b.c", "é", "日", "[::1]",
    "[v1.", "@", "%41", "%", "?", "#", "-", ".", ",", "'", "\"", "<", ">", "(", ")", "](", "[", "]", "{",
    "}", "*", "_", "~", "\n", " ", "\r\n", "\t", "\0", "“", "”", "。", "\u{3000}", "\u{85}", "\u{200B}",
    "\u{202E}", "mailto:", "http://a", "-\n", "!", ";", "&gt;", "&#x3e;", "&a;", "${", "#{", ",http://",
    "b.com", "a@b.com",
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

fn check(input: &[String]) {
    let Some(text) = input.first() else { return };
    let second = input.get(1).map_or("", |second| second);
    if let Some((_, before, after)) = MARKS.iter().find(|(name, ..)| *name == second) {
        let place = input.get(2).and_then(|place| place.parse().ok()).unwrap_or(0);
        return check_between(text, before, after, place);
    }
    let mut sizes: Vec<usize> = second.split(' ').filter_map(|size| size.parse().ok()).collect();
    sizes.retain(|size| *size > 0);
    if sizes.is_empty() {
        sizes.push(1);
    }
    let (uris, iris) = (&oracle::URIS, &oracle::IRIS);
    let option = input.get(2).map_or("", |option| option);
    match option {
        "octets" => {
            let octets: Vec<u8> = text.chars().map(|c| c as u8).collect();
            let extractor = Extractor::<Rfc3987>::default();
            let whole: Vec<_> = extractor.in_bytes(&octets).map(own).collect();
            check_parts(&extractor, &octets, &sizes, &whole);
        }
        "IRIs" => check_text(&Extractor::<Rfc3987>::default(), text, &sizes, iris),
        "suffix" => check_text(&extractor::<Rfc3987>(|it| it.suffix("https")), text, &sizes, iris),
        "scheme" => check_text(&extractor::<Rfc3986>(|it| it.scheme("x")?.scheme("URL")), text, &sizes, uris),
        "lists" => check_text(&Extractor::new().split_lists(true), text, &sizes, uris),
        "bare" => {
            let extractor = extractor::<Rfc3987>(|it| Ok(it.domains("https")?.mail_addresses(true)));
            check_text(&extractor, text, &sizes, iris)
        }
        option => match option.strip_prefix("longest ").and_then(|longest| longest.parse().ok()) {
            Some(longest) => check_text(&Extractor::new().max_length(longest), text, &sizes, uris),
            None => {
                let found: Vec<_> = Extractor::new()
                    .in_text(text)
                    .map(|found| (found.range(), found.uri().to_string()))
                    .collect();
                assert_eq!(found, by_appendix_c(text), "by Appendix C");
                check_text(&Extractor::new(), text, &sizes, uris)
            }
        },
    };
}

fn extractor<G: Grammar>(
    with: impl FnOnce(Extractor<G>) -> Result<Extractor<G>, urigram::ParseError>,
) -> Extractor<G> {
    with(Extractor::default()).expect("a scheme")
}

/// A URI that was found: its range, its text there, its value, whether it contains an ambiguous hyphen, and where it is cut.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Own {
    range: Range<usize>,
    text: String,
    uri: String,
    is_hyphen_doubtful: bool,
    cut: Option<char>,
}

fn own<G: Grammar>(found: Found<'_, G>) -> Own {
    let components = G::components(Rule::URI, found.uri().as_str());
    assert_eq!(components.as_ref(), Ok(found.uri().components()), "the components");
    Own {
        range: found.range(),
        text: found.text().to_owned(),
        uri: found.uri().to_string(),
        is_hyphen_doubtful: found.is_hyphen_doubtful(),
        cut: found.cut(),
    }
}

/// Checks the URIs that are found in a text.
fn check_text<G: Grammar>(extractor: &Extractor<G>, text: &str, sizes: &[usize], rules: &Automata) {
    let whole: Vec<_> = extractor.in_text(text).map(own).collect();
    let mut end = 0;
    for found in &whole {
        assert!(end <= found.range.start && found.range.start < found.range.end, "in order: {whole:?}");
        end = found.range.end;
        assert_eq!(text[found.range.clone()], found.text, "the text there");
        assert!(rules.get(Rule::URI).accepts(&found.uri), "a URI: {found:?}");
        let joined: String = found.text.split(is_space).collect();
        let is_completed = |prefix| found.uri.strip_prefix(prefix) == Some(&joined);
        let is_suffix = is_completed("https://") || is_completed("mailto:");
        let after = text[found.range.end..].chars().next();
        assert!(found.cut.is_none() || found.cut == after, "the character after it: {found:?}");
        assert!(found.uri == joined || is_suffix, "what stands there: {found:?}");
        let is_broken =
            found.uri != found.text && found.text.contains('-') && found.text.contains(['\n', '\r']);
        assert!(!found.is_hyphen_doubtful || is_broken, "a hyphen: {found:?}");
    }
    check_parts(extractor, text.as_bytes(), sizes, &whole);
}

/// Checks that the same URIs are found in bytes, and in parts of these sizes that a reader or the caller
/// supplies.
fn check_parts<G: Grammar>(extractor: &Extractor<G>, bytes: &[u8], sizes: &[usize], whole: &[Own]) {
    assert!(extractor.in_bytes(bytes).map(own).eq(whole.iter().cloned()), "in bytes");
    let mut sizes = sizes.iter().copied().cycle();
    if bytes.len().is_multiple_of(2) {
        let found = extractor.in_reader(Parts { left: bytes, sizes });
        let found = found.map(|found| own(found.expect("the reader reads")));
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

/// A reader that returns at most as many bytes as the next of `sizes`.
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

/// Checks that a URI is found between delimiters, and in angle brackets even with a line break in it.
fn check_between(uri: &str, before: &str, after: &str, place: usize) {
    let Some((scheme, rest)) = uri.split_once(':') else { return };
    let least = scheme.len() + if rest.starts_with("//") { 3 } else { 1 };
    let is_usable = oracle::URIS.get(Rule::URI).accepts(uri)
        && uri.len() > least
        && scheme.len() <= 64
        && !scheme.eq_ignore_ascii_case("url");
    if !is_usable || !fits(uri, least, before, after) {
        return;
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
    let right = Own { range, text: written, uri: uri.to_owned(), is_hyphen_doubtful: is_doubtful, cut: None };
    assert_eq!(found, [right], "between marks: `{text}`");
}

/// Returns whether the whole URI is found: it contains no delimiter that would close it early after the first `least` bytes, and
/// does not end in punctuation.
fn fits(uri: &str, least: usize, before: &str, after: &str) -> bool {
    let is_balanced =
        || !uri.contains(['(', ')', '[', ']']) || uri.contains("://[") && !uri.contains(['(', ')']);
    let ends = || uri.ends_with(|c: char| c.is_ascii_alphanumeric() || "/-=&%$+@".contains(c));
    let ends_outside = || ends() && delimiting_reference(uri, least).is_none();
    match before.chars().next_back() {
        Some('\'') => !uri.contains('\''),
        Some('(') => is_balanced() && (after.starts_with(')') || ends_outside()),
        Some('\n' | '>') => is_balanced() && ends_outside(),
        _ => true,
    }
}

/// The schemes whose URIs are found without `//`.
const WITHOUT_SLASHES: &[&str] =
    &["cid", "data", "geo", "magnet", "mailto", "mid", "news", "sip", "sips", "sms", "tel", "urn", "xmpp"];

/// The maximum length of a scheme, and of the white space after `URL:`.
const LONGEST_SCHEME: usize = 64;
const MOST_SPACES: usize = 32;

/// Returns the ranges and the values of the URIs in a text.
fn by_appendix_c(text: &str) -> Vec<(Range<usize>, String)> {
    let (mut found, mut floor, mut at) = (Vec::new(), 0, 0);
    while let Some(colon) = text[at..].find(':').map(|colon| at + colon) {
        at = colon + 1;
        if let Some((range, uri)) = uri_at(text, floor, colon) {
            (floor, at) = (range.end, range.end);
            found.push((range, uri));
        }
    }
    found
}

/// Returns the URI whose scheme ends at a colon. The text before `floor` is part of an earlier URI.
fn uri_at(text: &str, floor: usize, colon: usize) -> Option<(Range<usize>, String)> {
    let scheme = scheme_before(&text[floor..colon])?;
    let start = colon - scheme.len();
    let (before, is_prefixed) = without_prefix(&text[floor..start]);
    let has_slashes = text[colon + 1..].starts_with("//");
    let is_known = WITHOUT_SLASHES.iter().any(|known| known.eq_ignore_ascii_case(scheme));
    if !(has_slashes || is_prefixed || is_known) {
        return None;
    }
    // At least one character must follow the colon or the slashes.
    let least = colon + if has_slashes { 3 } else { 1 };
    let is_uri = |uri: &str| uri.len() > least - start && oracle::URIS.get(Rule::URI).accepts(uri);
    if let Some(end) = closing(text, before, start) {
        let is_in_angles = before.ends_with('<');
        let uri: String = text[start..end].chars().filter(|&c| !is_in_angles || !is_space(c)).collect();
        // A colon must not be followed by white space.
        let has_more = !text[colon + 1..].starts_with(|c: char| c.is_ascii() && is_space(c));
        if has_more && oracle::URIS.get(Rule::URI).accepts(&uri) {
            let end = start + text[start..end].trim_end_matches(is_space).len();
            return is_uri(&uri).then_some((start..end, uri));
        }
    }
    let rest = &text[start..outer_end(text, start)];
    let rest = &rest[..delimiting_reference(rest, least - start).unwrap_or(rest.len())];
    let emphasis = before.chars().next_back().filter(|c| "*_~".contains(*c));
    let may_end = |uri: &str| {
        // The first apostrophe may close the one directly before the URI.
        let quotes = uri.matches('\'').count().saturating_sub(before.ends_with('\'').into());
        let last = uri.chars().next_back();
        let is_closing = last == Some('\'') && quotes > 0 && quotes % 2 == 0;
        is_closing || last.is_some_and(|last| !".,;:!?'([{".contains(last) && Some(last) != emphasis)
    };
    let mut most = rest.len();
    for end in rest.char_indices().map(|(at, c)| at + c.len_utf8()).rev() {
        let (uri, after) = rest.split_at(end);
        if end > most || !may_end(uri) || !is_uri(uri) {
            continue;
        }
        match reference_at_end(&uri[least - start..]).filter(|_| after.starts_with(';')) {
            Some(name) => most = end - name.len() - 1,
            // A placeholder follows.
            None if uri.ends_with(['$', '#']) && after.starts_with('{') => most = end - 1,
            None => return Some((start..start + end, uri.to_owned())),
        }
    }
    None
}

/// Returns the name of the character reference of HTML that ends after the text with a semicolon.
fn reference_at_end(text: &str) -> Option<&str> {
    let name = &text[text.rfind('&')? + 1..];
    let letters = name.strip_prefix('#').unwrap_or(name);
    let is_name = !letters.is_empty() && letters.chars().all(|c| c.is_ascii_alphanumeric());
    (is_name && name.len() <= 31).then_some(name)
}

/// Returns the end of the first character reference to white space or one of the characters `"`, `<` and `>`.
fn delimiting_reference(text: &str, least: usize) -> Option<usize> {
    let mut semicolons = text.match_indices(';').map(|(at, _)| at).filter(|&at| at >= least);
    let is_delimiter = |at: &usize| {
        let name = reference_at_end(&text[least..*at]);
        name.is_some_and(|name| match name.strip_prefix('#') {
            None => ["lt", "gt", "quot", "nbsp", "LT", "GT", "QUOT"].contains(&name),
            Some(number) => {
                let (digits, radix) =
                    number.strip_prefix(['x', 'X']).map_or((number, 10), |digits| (digits, 16));
                let code = u32::from_str_radix(digits, radix).ok().and_then(char::from_u32);
                code.is_some_and(|c| "\t\n\r \"<>\u{A0}".contains(c))
            }
        })
    };
    Some(semicolons.find(is_delimiter)? + 1)
}

/// Returns the longest scheme at the end of a text; `None` if the run of scheme characters is too long.
fn scheme_before(text: &str) -> Option<&str> {
    let may_have = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
    let run = &text[text.trim_end_matches(may_have).len()..];
    let start = run.find(|c: char| c.is_ascii_alphabetic())?;
    (run.len() <= LONGEST_SCHEME).then(|| &run[start..])
}

/// Removes `URL:` and the white space after it from the end of a text. Also returns whether the prefix was
/// present.
fn without_prefix(text: &str) -> (&str, bool) {
    let is_blank = |c: char| c.is_ascii_whitespace();
    let trimmed = text.trim_end_matches(is_blank);
    let spaces = text.len() - trimmed.len();
    let Some(rest) = trimmed.len().checked_sub(4).and_then(|at| trimmed.get(..at)) else {
        return (text, false);
    };
    let is_prefix = spaces <= MOST_SPACES
        && trimmed[rest.len()..].eq_ignore_ascii_case("URL:")
        && !rest.ends_with(|c: char| c.is_ascii_alphanumeric());
    if is_prefix { (rest, true) } else { (text, false) }
}

/// Returns the offset of the delimiter that closes the delimiter directly before the URI.
fn closing(text: &str, before: &str, start: usize) -> Option<usize> {
    let rest = &text[start..];
    let end = match before.chars().next_back()? {
        '<' => rest.find('>'),
        '"' => rest.find('"'),
        '\'' => rest.find('\''),
        '(' if before.ends_with("](") => unmatched(rest, "()"),
        _ => None,
    };
    end.map(|end| start + end)
}

/// Returns the offset of the first closing bracket of this kind without an opening bracket in the text.
fn unmatched(text: &str, kind: &str) -> Option<usize> {
    let mut open = 0_usize;
    for (at, c) in text.char_indices() {
        match kind.find(c) {
            Some(0) => open += 1,
            Some(_) => match open.checked_sub(1) {
                Some(left) => open = left,
                None => return Some(at),
            },
            None => {}
        }
    }
    None
}

/// Returns the maximum end of a URI without delimiters around it.
fn outer_end(text: &str, start: usize) -> usize {
    let rest = &text[start..];
    let delimiter = rest.find(|c: char| is_space(c) || c.is_control() || "\"<>".contains(c));
    let brackets = ["()", "[]", "{}"].into_iter().filter_map(|kind| unmatched(rest, kind));
    start + brackets.chain(delimiter).min().unwrap_or(rest.len())
}

/// Returns whether the character is white space, or a zero-width character that separates words.
fn is_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{200B}' | '\u{2060}' | '\u{FEFF}')
}
