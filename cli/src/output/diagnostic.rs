//! A fault or a finding drawn under its text, as a compiler does it.

use std::io::{self, Write};
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet, Title};
use anstream::AutoStream;
use urigram::mend::Mend;
use urigram::validate::{Finding, Severity};

use crate::fault::Fault;
use crate::output::excerpt;
use crate::output::visible;

/// Draws the fault of `input` on standard error. The input is an argument or, with its number, a line of standard
/// input.
pub(crate) fn report(input: &[u8], line: Option<u64>, fault: &Fault) {
    let drawing = of_fault(input, line, fault, &[]);
    // Written at once, so that the output of other processes does not come between.
    let stderr = io::stderr();
    let mut whole = AutoStream::new(Vec::new(), AutoStream::choice(&stderr));
    // If standard error is closed, nobody can be told.
    let _ = writeln!(whole, "{drawing}").and_then(|()| stderr.lock().write_all(&whole.into_inner()));
}

/// Returns the drawing of a fault of `input`, with styles, and what to try instead.
pub(crate) fn of_fault(input: &[u8], line: Option<u64>, fault: &Fault, mends: &[Mend]) -> String {
    let text = fault.beside().map_or(input, str::as_bytes);
    let message = fault.to_string();
    let place = Place { range: fault.offset()..fault.offset(), component: fault.component() };
    let numbered = line.filter(|_| fault.beside().is_none());
    let mut group = group(Level::ERROR.primary_title(&message), text, numbered, place)
        .element(Level::HELP.message(visible::name(fault.help(Some(text)).as_bytes())));
    if fault.beside().is_some() {
        let place = line.map(|line| format!(" in line {line}")).unwrap_or_default();
        let input = excerpt::around(input, 0..0).text;
        group = group.element(Level::NOTE.message(format!("so `{input}`{place} has no answer")));
    }
    render(with(mends, group))
}

/// Returns the drawing of a finding in `input`, with styles, and what to try instead.
pub(crate) fn of_finding(input: &[u8], line: Option<u64>, finding: &Finding<'_>, mends: &[Mend]) -> String {
    let level = match finding.severity() {
        Severity::Note => Level::NOTE,
        Severity::Warning => Level::WARNING,
        _ => Level::ERROR,
    };
    let code = finding.code();
    // Under another grammar that is loaded, the text may have characters that command a terminal.
    let message = visible::name(finding.message().to_string().as_bytes());
    let help = visible::name(finding.help().to_string().as_bytes());
    let title = level.primary_title(&message).id(code.as_str());
    let place = Place { range: finding.range(), component: finding.component().name() };
    let group = group(title, input, line, place).element(Level::HELP.message(help));
    render(with(mends, group.element(Level::NOTE.message(code.section()))))
}

/// Adds what to try instead.
fn with<'a>(mends: &'a [Mend], group: Group<'a>) -> Group<'a> {
    mends.iter().fold(group, |group, mend| {
        let other =
            mend.typed_host().map(|host| format!(" (browsers read the host `{host}` in the text as it is)"));
        let offered = [mend.reference().as_str(), &other.unwrap_or_default()].concat();
        group.element(Level::HELP.with_name("try").message(offered))
    })
}

/// Where the marks are.
struct Place<'a> {
    range: Range<usize>,
    component: &'a str,
}

fn group<'a>(title: Title<'a>, input: &[u8], line: Option<u64>, place: Place<'a>) -> Group<'a> {
    let excerpt = excerpt::around(input, place.range);
    // An origin such as `file:line:column` would have the column in the excerpt. The message of a fault already
    // has the true offset.
    let snippet = Snippet::source(excerpt.text)
        .line_numbering(line.is_some())
        .line_start(line.and_then(|line| line.try_into().ok()).unwrap_or(1))
        .annotation(AnnotationKind::Primary.span(excerpt.marked).label(place.component));
    title.element(snippet)
}

fn render(group: Group<'_>) -> String {
    Renderer::styled().term_width(2 * excerpt::COLUMNS).render(&[group])
}
