//! Writes runs: loops over as many characters and escapes as follow each other.

use crate::characters::charset::CharSet;
use crate::compile::node::Node;
use crate::compile::run::Run;
use crate::compile::table::{all_beyond, beyond, byte_pattern, bytes, describe};

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

    pub(super) fn run_call(&mut self, run: &Run, at: &Place) -> End {
        let end = if run.escapes.is_empty() && (beyond(&run.set).is_none() || all_beyond(&run.set)) {
            format!("scan::span(s, {at}, {})", self.table.mask(&run.set))
        } else {
            let place = self.runs.place(run.clone());
            format!("scan::run{place}(s, {at})")
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
        let mask = self.table.mask(&run.set);
        self.body = Body::new();
        self.hints.clear();
        let at = Place::of("at");
        if let Some((first, tail, count)) = run.regular_escape() {
            let with = self.table.mask(&run.set.union(&CharSet::single(first)));
            let (first, tail) = (byte_pattern(first), self.table.mask(tail));
            self.body.line(format!("at = scan::span(s, at, {mask});"));
            self.body.open(format!("if scan::byte(s, at, {first}) {{"));
            self.body.line(format!("at = scan::escaped::<{count}>(s, at, {with}, {first}, {tail});"));
            self.body.close("}");
            self.body.line("at");
            return self.described_run(place, run);
        }
        self.body.open("'run: loop {");
        self.body.line(format!("at = scan::span(s, at, {mask});"));
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

    fn described_run(&self, place: usize, run: &Run) -> String {
        let escapes = run.escapes.iter().map(|escape| {
            let sets: Vec<_> = escape.iter().map(describe).collect();
            format!(", or [{}]", sets.join("] ["))
        });
        format!(
            "\n/// Returns the end of the longest run of `{}`{}.\npub(super) const fn run{place}(s: &[u8], mut at: usize) -> usize {{\n{}}}\n",
            describe(&run.set),
            escapes.collect::<String>().replace('`', ""),
            self.body
        )
    }
}
