//! Draws a fault or a finding under its text, as compilers do.

use std::borrow::Cow;
use std::io;
use std::io::Write;
use std::iter;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet, Title};
use anstream::AutoStream;
use unicode_width::UnicodeWidthStr;
use urigram::IriReference;
use urigram::grammar::runtime;
use urigram::validate::{Audience, Code, Finding, Severity};

use crate::fault::{Fault, Suggestion};
use crate::output::{self, visible};

/// Draws the fault of `input` on standard error. The input is an argument or, with its number, a line of standard
/// input.
pub(crate) fn report(input: &[u8], line: Option<u64>, fault: &Fault) {
    write(&of_fault(input, line, fault, &[]));
}

/// Draws a finding about `input` on standard error.
pub(crate) fn report_finding(input: &[u8], line: Option<u64>, finding: &Finding<'_>) {
    write(&of_finding(input, line, finding, &Advice::default()));
}

fn write(drawing: &str) {
    let mut whole = AutoStream::new(Vec::new(), AutoStream::choice(&io::stderr()));
    if writeln!(whole, "{drawing}").is_ok() {
        output::message(&whole.into_inner());
    }
}

/// Returns a styled drawing of a fault in `input`, with corrections.
pub(crate) fn of_fault(input: &[u8], line: Option<u64>, fault: &Fault, suggestions: &[Suggestion]) -> String {
    let text = fault.beside().map_or(input, str::as_bytes);
    let message = fault.to_string();
    let place = Place { range: fault.offset()..fault.offset(), component: fault.component() };
    let numbered = line.filter(|_| fault.beside().is_none());
    let mut group = group(Level::ERROR.primary_title(&message), text, numbered, place)
        .element(Level::HELP.message(visible::name(fault.help(Some(text)).as_bytes())));
    if fault.beside().is_some() {
        let place = line.map(|line| format!(" in line {line}")).unwrap_or_default();
        let input = excerpt(input, 0..0).text;
        group = group.element(Level::NOTE.message(format!("so `{input}`{place} has no answer")));
    }
    render(with(suggestions, group))
}

/// What a drawing of a finding shows below the text.
#[derive(Clone, Copy, Default)]
pub(crate) struct Advice<'f> {
    pub(crate) audience: Audience,
    /// The findings that follow from this one.
    pub(crate) also: &'f [&'f Finding<'f>],
    pub(crate) suggestions: &'f [Suggestion],
}

/// Returns the findings, each with those that follow from it.
pub(crate) fn by_cause<'f, 'a: 'f>(
    findings: impl IntoIterator<Item = &'f Finding<'a>>,
) -> Vec<(&'f Finding<'f>, Vec<&'f Finding<'f>>)> {
    let findings: Vec<_> = findings.into_iter().collect();
    let cause = |finding: &Finding<'_>| {
        let codes = finding.code().follows_from();
        let is_cause = |other: &&Finding<'_>| {
            codes.contains(&other.code())
                // An error is not shown below a warning.
                && other.severity() >= finding.severity()
                && (finding.code() != Code::EncodedUnreserved || other.component() == finding.component())
        };
        findings.iter().copied().find(is_cause)
    };
    // A cause may follow from another one, below which both are shown.
    let cause = |finding: &Finding<'_>| {
        let first = cause(finding)?;
        iter::successors(Some(first), |own| cause(own)).last().map(Finding::code)
    };
    let mut causes: Vec<(&Finding<'_>, Vec<&Finding<'_>>)> = Vec::new();
    for finding in findings.iter().copied().filter(|finding| cause(finding).is_none()) {
        let is_first = causes.iter().all(|(other, _)| other.code() != finding.code());
        let also = findings.iter().copied().filter(|other| is_first && cause(other) == Some(finding.code()));
        causes.push((finding, also.collect()));
    }
    causes
}

/// Returns a styled drawing of a finding in `input`, with advice.
pub(crate) fn of_finding(
    input: &[u8],
    line: Option<u64>,
    finding: &Finding<'_>,
    advice: &Advice<'_>,
) -> String {
    let level = match finding.severity() {
        Severity::Note => Level::NOTE,
        Severity::Warning => Level::WARNING,
        _ => Level::ERROR,
    };
    let code = finding.code();
    // A text under a loaded grammar may contain control characters.
    let message = visible::name(finding.message().to_string().as_bytes());
    let help = visible::name(finding.help_for(advice.audience).to_string().as_bytes());
    let title = level.primary_title(&message).id(code.as_str());
    let place = Place { range: finding.range(), component: finding.component().as_str() };
    let group = group(title, input, line, place).element(Level::HELP.message(help));
    let mut group = group.element(Level::NOTE.message(code.section()));
    for other in advice.also {
        let message = visible::name(other.message().to_string().as_bytes());
        group = group.element(Level::NOTE.message(format!("also: {message} [{}]", other.code())));
    }
    render(with(advice.suggestions, group))
}

/// Adds corrections to the group.
fn with<'a>(suggestions: &'a [Suggestion], group: Group<'a>) -> Group<'a> {
    suggestions.iter().fold(group, |group, suggestion| {
        let other = suggestion
            .typed_host
            .as_ref()
            .map(|host| format!(" (browsers read the host `{host}` in the original text)"));
        let uri = visible::name(suggestion.uri.as_bytes());
        let offered = [uri, other.unwrap_or_default()].concat();
        group.element(Level::HELP.with_name("try").message(offered))
    })
}

/// The marked range in a text.
struct Place<'a> {
    range: Range<usize>,
    component: &'a str,
}

/// Returns the input with `*` for each byte of its password (RFC 3986, section 7.5).
fn without_password(input: &[u8]) -> Cow<'_, [u8]> {
    let password = str::from_utf8(input).ok().and_then(|text| {
        let findings = IriReference::parse(text).map(|reference| reference.findings()).unwrap_or_default();
        let with_delimiter = findings.iter().find(|finding| finding.code() == Code::DelimiterInPassword);
        let range = with_delimiter.map(Finding::range).or_else(|| runtime::password(text));
        // Browsers read `\` as `/`.
        range.or_else(|| runtime::password(&text.replace('\\', "/")))
    });
    match password.and_then(|password| Some((input.get(..password.start)?, input.get(password)?))) {
        None => Cow::Borrowed(input),
        Some((before, password)) => {
            let after = &input[before.len() + password.len()..];
            Cow::Owned([before, &vec![b'*'; password.len()], after].concat())
        }
    }
}

fn group<'a>(title: Title<'a>, input: &[u8], line: Option<u64>, place: Place<'a>) -> Group<'a> {
    let excerpt = excerpt(&without_password(input), place.range);
    // The snippet has no origin such as `file:line:column`, because its column would be relative to the
    // excerpt. The message of a fault already contains the offset in the input.
    let snippet = Snippet::source(excerpt.text)
        .line_numbering(line.is_some())
        .line_start(line.and_then(|line| line.try_into().ok()).unwrap_or(1))
        .annotation(AnnotationKind::Primary.span(excerpt.marked).label(place.component));
    title.element(snippet)
}

fn render(group: Group<'_>) -> String {
    Renderer::styled().term_width(2 * COLUMNS).render(&[group])
}

/// The maximum width of an excerpt, not counting the `…` at its ends, and of the part before the fault.
pub(crate) const COLUMNS: usize = 76;
const COLUMNS_BEFORE: usize = 48;

pub(crate) struct Excerpt {
    pub(crate) text: String,
    /// The range of the marked characters in `text`; empty at the end of the input.
    marked: Range<usize>,
}

/// Returns the part of `input` around the start of a range, and marks at least the first character of the
/// range.
pub(crate) fn excerpt(input: &[u8], range: Range<usize>) -> Excerpt {
    let (before, after) = input.split_at_checked(range.start).unwrap_or((input, &[]));
    // Bytes farther from the fault cannot be shown, because each column shows at most one character of four bytes.
    let near = 4 * (COLUMNS + 1);
    let mut before = visible(&before[before.len().saturating_sub(near)..]);
    let mut after = visible(&after[..after.len().min(near)]).into_iter();
    let at_fault = after.next().unwrap_or_default();
    let after = after.as_slice();

    // Measure the text after the fault first: the text before it gets the columns that remain.
    let needed_after = after.iter().map(|form| form.width).sum::<usize>();
    let columns_before = COLUMNS_BEFORE.max(COLUMNS.saturating_sub(at_fault.width + needed_after));
    before.reverse();
    let (shown_before, used_before) = fitting(&before, columns_before);
    let room_after = COLUMNS.saturating_sub(used_before + at_fault.width);
    let (shown_after, _) = fitting(after, room_after);

    let mut excerpt = String::new();
    excerpt.push_str(if shown_before.len() < before.len() { "…" } else { "" });
    excerpt.extend(shown_before.iter().rev().map(|form| form.text.as_str()));
    let start = excerpt.len();
    excerpt.push_str(&at_fault.text);
    let first = excerpt.len();
    excerpt.extend(shown_after.iter().map(|form| form.text.as_str()));
    let mut end = range.start + at_fault.bytes;
    let is_marked = |form: &&Visible| {
        end += form.bytes;
        end <= range.end
    };
    let others: usize = shown_after.iter().take_while(is_marked).map(|form| form.text.len()).sum();
    excerpt.push_str(if shown_after.len() < after.len() { "…" } else { "" });
    Excerpt { text: excerpt, marked: start..first + others }
}

/// Returns the forms that fit into `budget` columns, and the number of columns that they use.
fn fitting(forms: &[Visible], budget: usize) -> (&[Visible], usize) {
    let mut used = 0;
    let fits = |form: &&Visible| {
        let fits = used + form.width <= budget;
        used += if fits { form.width } else { 0 };
        fits
    };
    let count = forms.iter().take_while(fits).count();
    (&forms[..count], used)
}

/// The displayed form of a character, or of a byte that is not part of a character.
#[derive(Default)]
struct Visible {
    text: String,
    width: usize,
    /// The length of the character in the input.
    bytes: usize,
}

fn visible(bytes: &[u8]) -> Vec<Visible> {
    let forms = bytes.utf8_chunks().flat_map(|chunk| {
        let characters = chunk.valid().chars().map(|c| {
            let text = if visible::is_plain(c) { c.to_string() } else { c.escape_default().to_string() };
            (text, c.len_utf8())
        });
        characters.chain(chunk.invalid().iter().map(|&byte| (visible::byte(byte), 1)))
    });
    forms.map(|(text, bytes)| Visible { width: text.width(), text, bytes }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::whole("a b", 1, "a b", " ")]
    #[case::at_the_end("ab", 2, "ab", "")]
    #[case::past_the_end("ab", 9, "ab", "")]
    #[case::inside_a_character("é", 1, "\\xC3\\xA9", "\\xA9")]
    #[case::control("a\x1b[31mb", 1, "a\\u{1b}[31mb", "\\u{1b}")]
    #[case::tab("a\tb", 1, "a\\tb", "\\t")]
    #[case::turned_round("a\u{202e}b", 4, "a\\u{202e}b", "b")]
    #[case::wide("a漢b", 1, "a漢b", "漢")]
    #[case::combining("e\u{301}", 1, "e\\u{301}", "\\u{301}")]
    #[case::right_to_left("aאb", 1, "a\\u{5d0}b", "\\u{5d0}")]
    #[case::line_separator("a\u{2028}b", 1, "a\\u{2028}b", "\\u{2028}")]
    #[case::blank("\u{115F}\u{2800}\u{A0}", 0, "\\u{115f}\\u{2800}\\u{a0}", "\\u{115f}")]
    #[case::number_sign("\u{110BD}1", 0, "\\u{110bd}1", "\\u{110bd}")]
    #[case::private("\u{E000}", 0, "\\u{e000}", "\\u{e000}")]
    #[case::backslash("a\\b", 1, "a\\b", "\\")]
    fn shows(#[case] text: &str, #[case] offset: usize, #[case] shown: &str, #[case] fault: &str) {
        let excerpt = excerpt(text.as_bytes(), offset..offset);
        assert_eq!(excerpt.text, shown);
        assert_eq!(&excerpt.text[excerpt.marked], fault);
    }

    #[rstest]
    #[case::one("abc", 1..2, "b")]
    #[case::several("abcd", 1..3, "bc")]
    #[case::to_the_end("abc", 1..3, "bc")]
    #[case::past_the_end("abc", 1..9, "bc")]
    #[case::escaped("a\t\u{202e}b", 1..5, "\\t\\u{202e}")]
    #[case::wide("a漢字b", 1..7, "漢字")]
    fn marks(#[case] text: &str, #[case] range: Range<usize>, #[case] marked: &str) {
        let excerpt = excerpt(text.as_bytes(), range);
        assert_eq!(&excerpt.text[excerpt.marked], marked);
    }

    #[test]
    fn marks_what_is_not_cut() {
        let excerpt = excerpt(&[b'a'; 500], 100..300);
        assert!(excerpt.text[excerpt.marked.clone()].bytes().all(|byte| byte == b'a'));
        assert!(excerpt.text.ends_with('…') && excerpt.marked.end == excerpt.text.len() - '…'.len_utf8());
    }

    #[test]
    fn shows_bytes_that_are_no_text() {
        let excerpt = excerpt(b"a\xFF\xE6\xBC", 1..1);
        assert_eq!((excerpt.text.as_str(), excerpt.marked), ("a\\xFF\\xE6\\xBC", 1..5));
    }

    #[rstest]
    #[case::start(0, false, true)]
    #[case::middle(5_000, true, true)]
    #[case::end(9_999, true, false)]
    fn cuts(#[case] offset: usize, #[case] before: bool, #[case] after: bool) {
        let mut text = "a".repeat(10_000);
        text.replace_range(offset..=offset, " ");
        let excerpt = excerpt(text.as_bytes(), offset..offset);
        assert_eq!(&excerpt.text[excerpt.marked], " ");
        assert_eq!(excerpt.text.starts_with('…'), before);
        assert_eq!(excerpt.text.ends_with('…'), after);
        assert_eq!(excerpt.text.trim_matches('…').len(), COLUMNS);
    }
}
