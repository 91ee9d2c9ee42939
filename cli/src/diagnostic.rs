//! A fault drawn under the text that has it, on standard error.

use std::io::Write;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

use crate::excerpt;
use crate::fault::Fault;

/// Draws the fault of `input`, an argument or, with its number, a line of standard input.
pub(crate) fn report(input: &[u8], line: Option<u64>, fault: &Fault) {
    let excerpt = excerpt::around(input, fault.offset());
    let message = fault.to_string();

    // An origin, as in `file:line:column`, would count its column in the excerpt; the message has the
    // true offset already.
    let snippet = Snippet::source(excerpt.text)
        .line_numbering(line.is_some())
        .line_start(line.and_then(|line| line.try_into().ok()).unwrap_or(1))
        .annotation(AnnotationKind::Primary.span(excerpt.fault).label(fault.component()));
    let group =
        Level::ERROR.primary_title(&message).element(snippet).element(Level::HELP.message(fault.help()));

    let drawing = Renderer::styled().term_width(2 * excerpt::COLUMNS).render(&[group]);
    // If standard error is closed, there is nobody left to tell.
    let _ = writeln!(anstream::stderr(), "{drawing}");
}
