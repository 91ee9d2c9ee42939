//! The parts of a drawing: each component of a reference with its name and colour.

use std::ops::Range;

use anstyle::{AnsiColor, Style};
use urigram::Rule;
use urigram::grammar::{Components, HostKind};

pub(super) struct Part {
    /// The RFC's name of the component.
    pub(super) name: String,
    /// The kind of the host, unless it is a registered name.
    pub(super) kind: Option<&'static str>,
    pub(super) range: Range<usize>,
    pub(super) style: Style,
}

impl Part {
    pub(super) fn text<'i>(&self, whole: &'i str) -> &'i str {
        whole.get(self.range.clone()).expect("components lie in the text")
    }

    /// Returns the name, and what the drawing cannot show.
    pub(super) fn label(&self) -> String {
        match self.kind {
            _ if self.range.is_empty() => format!("{} (empty)", self.name),
            Some(kind) => format!("{} ({kind})", self.name),
            None => self.name.clone(),
        }
    }
}

/// Returns the defined components from left to right, and those of the authority, unless it is empty.
///
/// A text of a rule below the components is a single part.
pub(super) fn of(text: &str, rule: &str, components: &Components) -> (Vec<Part>, Vec<Part>) {
    let ip_kind =
        components.host_kind().filter(|kind| *kind != HostKind::RegName).map(|kind| kind.rule().name());
    let defined = |(rule, range, colour): (Rule, Option<Range<usize>>, AnsiColor)| {
        let kind = if rule == Rule::host { ip_kind } else { None };
        Some(Part { name: rule.name().to_owned(), kind, range: range?, style: colour.on_default() })
    };
    let outer = [
        (Rule::scheme, components.scheme(), AnsiColor::Magenta),
        (Rule::authority, components.authority(), AnsiColor::Cyan),
        (Rule::path, components.path(), AnsiColor::Green),
        (Rule::query, components.query(), AnsiColor::Yellow),
        (Rule::fragment, components.fragment(), AnsiColor::Red),
    ];
    let inner = [
        (Rule::userinfo, components.userinfo(), AnsiColor::BrightBlue),
        (Rule::host, components.host(), AnsiColor::BrightCyan),
        (Rule::port, components.port(), AnsiColor::BrightMagenta),
    ];
    let mut outer: Vec<_> = outer.into_iter().filter_map(defined).collect();
    let mut inner: Vec<_> = inner.into_iter().filter_map(defined).collect();
    if components.authority().is_some_and(|authority| authority.is_empty()) {
        inner.clear();
    }
    if outer.is_empty() {
        outer = std::mem::take(&mut inner);
    }
    if outer.is_empty() {
        outer.push(Part { name: rule.to_owned(), kind: None, range: 0..text.len(), style: Style::new() });
    }
    (outer, inner)
}
