//! A reference under review: its text, its components, the facts about its scheme, and the findings so far.

use alloc::vec::Vec;
use core::ops::Range;

use super::facts::Facts;
use super::finding::{Detail, Finding};
use super::table::Code;
use crate::grammar::{Components, Rule};

pub(crate) struct Review<'a, 'c> {
    pub(crate) text: &'a str,
    pub(crate) at: &'c Components,
    pub(crate) facts: Facts,
    findings: Vec<Finding<'a>>,
}

impl<'a, 'c> Review<'a, 'c> {
    #[inline]
    pub(crate) fn new(text: &'a str, at: &'c Components) -> Self {
        let scheme = at.scheme().map(|range| text.get(range).expect("components lie in the text"));
        Self { text, at, facts: Facts::of(scheme), findings: Vec::new() }
    }

    /// Returns a component, or a part of one.
    #[inline]
    pub(crate) fn slice(&self, range: Range<usize>) -> &'a str {
        self.text.get(range).expect("components lie in the text")
    }

    /// Adds a finding. Out of line, because most references have none.
    #[cold]
    #[inline(never)]
    pub(crate) fn add(&mut self, code: Code, component: Rule, range: Range<usize>, detail: Detail<'a>) {
        // Under an edited grammar, the text around a component may differ from the assumptions of
        // the check.
        let (start, end) = (self.boundary(range.start), self.boundary(range.end));
        // The length of a reference fits in a `u32`.
        let (start, end) = (start.min(end) as u32, end as u32);
        let severity = code.severity();
        self.findings.push(Finding { code, severity, component, start, end, text: self.text, detail });
    }

    /// Returns the findings so far, in the order of the checks.
    pub(crate) fn findings(&self) -> &[Finding<'a>] {
        &self.findings
    }

    /// Returns the offset, or, if it is inside a character, the start of that character.
    #[expect(clippy::arithmetic_side_effects, reason = "offset 0 is a boundary")]
    fn boundary(&self, offset: usize) -> usize {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    }

    /// Returns the findings in the order of their places.
    #[inline]
    pub(crate) fn into_findings(mut self) -> Vec<Finding<'a>> {
        if self.findings.len() > 1 {
            self.findings.sort_by_key(|finding| finding.start);
        }
        self.findings
    }
}
