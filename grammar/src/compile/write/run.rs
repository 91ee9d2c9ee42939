//! Writes runs: loops over as many characters and escapes as follow each other.

use crate::characters::charset::CharSet;
use crate::compile::node::Node;
use crate::compile::run::Run;
use crate::compile::table::{all_beyond, beyond, bytes, describe};
use crate::compile::target::Undo;

use super::body::Body;
use super::hint::HintKind;
use super::place::{End, Place};
use super::writer::{Failure, Writer};

impl Writer<'_> {
    pub(super) fn wide(&mut self, set: &CharSet, at: &Place) -> String {
        let ranges: Vec<_> = set.ranges().iter().map(|&(first, last)| (first as u32, last as u32)).collect();
        let place = self.wides.place(ranges);
        format!("scan::wide(s, {at}, scan::WIDE{place})")
    }

    pub(super) fn run(&mut self, run: &Run, at: &Place) -> Place {
        let known = HintKind::Run(run.clone());
        if let Some(hint) = self.hints.iter().find(|hint| hint.at == *at && hint.kind == known) {
            return hint.end.clone();
        }
        let value = self.run_call(run, at);
        self.placed(&value, false, &Failure::Return)
    }

    pub(super) fn trimmed(&mut self, run: &Run, end: &CharSet, at: &Place) -> Place {
        let whole = self.run(run, at);
        let (class, _) = self.table.class(end);
        self.body.bind(format!("scan::trimmed(s, {at}, {whole}, scan::C{class})"))
    }

    pub(super) fn run_call(&mut self, run: &Run, at: &Place) -> End {
        let end = if run.escapes.is_empty() && (beyond(&run.set).is_none() || all_beyond(&run.set)) {
            self.span(run, at)
        } else {
            let place = self.runs.place(run.clone());
            format!("self::{}(s, {at})", self.run_name(place))
        };
        if !self.blanks.contains(run) {
            return End::Expression(end);
        }
        // Where there is no white space, as almost everywhere in a compact text, the processor predicts so, and
        // goes on at `at`; it would wait for the end that a loop counts.
        let begins = self.table.test(&bytes(&run.first()), at);
        End::Expression(format!("if {begins} {{ {end} }} else {{ {at} }}"))
    }

    pub(super) fn run_function(&mut self, place: usize, run: &Run) -> String {
        self.body = Body::new();
        self.hints.clear();
        let at = Place::of("at");
        if let Some((first, tail, count)) = run.regular_escape() {
            let class = self.class(run);
            let escape = self.words.escape(first, self.table.class(tail), count);
            self.body.line(format!("scan::run(s, at, scan::C{class}, {escape})"));
            return self.described_run(place, run);
        }
        self.body.open("'run: loop {");
        let span = self.span(run, &at);
        self.body.line(format!("at = {span};"));
        for escape in &run.escapes {
            let label = self.body.fresh('e');
            self.body.open(format!("'{label}: {{"));
            let parts: Vec<Node> = escape.iter().cloned().map(Node::One).collect();
            let end = self.seq(&parts, &at, &Failure::Leave(label));
            self.body.line(format!("at = {end};"));
            self.body.line("continue 'run;");
            self.body.close("}");
        }
        match beyond(&run.set).filter(|_| !all_beyond(&run.set)) {
            Some(wide) => {
                let wide = self.wide(&wide, &at);
                self.body.open(format!("match {wide} {{"));
                self.body.line("scan::NO => return at,");
                self.body.line("end => at = end,");
                self.body.close("}");
            }
            None => self.body.line("return at;"),
        }
        self.body.close("}");
        self.described_run(place, run)
    }

    fn span(&mut self, run: &Run, at: &Place) -> String {
        format!("scan::span(s, {at}, scan::C{})", self.class(run))
    }

    /// Returns the place of the class of a run, which may have words.
    fn class(&mut self, run: &Run) -> usize {
        let (place, bytes) = self.table.class(&run.set);
        self.words.add(place, &bytes, self.elsewhere.contains(run));
        place
    }

    fn described_run(&mut self, place: usize, run: &Run) -> String {
        let escapes = run.escapes.iter().map(|escape| {
            let sets: Vec<_> = escape.iter().map(describe).collect();
            format!(", or [{}]", sets.join("] ["))
        });
        let (keyword, name) = (self.undo.reading(self.simd), self.run_name(place));
        let inline = if self.simd && self.undo == Undo::Copy { "$(#[$inline])?\n" } else { "" };
        let mutable = if run.regular_escape().is_some() { "" } else { "mut " };
        format!(
            "\n/// Returns the end of the longest run of `{}`{}.\n{inline}pub(crate) {keyword} {name}(s: Text<'_>, {mutable}at: usize) -> usize {{\n{}}}\n",
            describe(&run.set),
            escapes.collect::<String>().replace('`', ""),
            self.body
        )
    }
}
