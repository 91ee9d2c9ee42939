//! A fault drawn under its text, on standard error.

use std::io::{self, Write};

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use anstream::AutoStream;

use crate::fault::Fault;
use crate::output::excerpt;

/// Draws the fault of `input`, which is an argument or, with its number, a line of standard input.
pub(crate) fn report(input: &[u8], line: Option<u64>, fault: &Fault) {
    let text = fault.beside().map_or(input, str::as_bytes);
    let excerpt = excerpt::around(text, fault.offset());
    let message = fault.to_string();
    let numbered = line.filter(|_| fault.beside().is_none());

    // An origin such as `file:line:column` would have the column in the excerpt. The message already has the
    // true offset.
    let snippet = Snippet::source(excerpt.text)
        .line_numbering(numbered.is_some())
        .line_start(numbered.and_then(|line| line.try_into().ok()).unwrap_or(1))
        .annotation(AnnotationKind::Primary.span(excerpt.fault).label(fault.component()));
    let mut group =
        Level::ERROR.primary_title(&message).element(snippet).element(Level::HELP.message(fault.help()));
    if fault.beside().is_some() {
        let place = line.map(|line| format!(" in line {line}")).unwrap_or_default();
        let input = excerpt::around(input, 0).text;
        group = group.element(Level::NOTE.message(format!("so `{input}`{place} has no answer")));
    }

    let drawing = Renderer::styled().term_width(2 * excerpt::COLUMNS).render(&[group]);
    // Written at once, so that the output of other processes does not come between.
    let stderr = io::stderr();
    let mut whole = AutoStream::new(Vec::new(), AutoStream::choice(&stderr));
    // If standard error is closed, nobody can be told.
    let _ = writeln!(whole, "{drawing}").and_then(|()| stderr.lock().write_all(&whole.into_inner()));
}
