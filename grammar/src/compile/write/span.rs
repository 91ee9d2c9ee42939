//! Writes spans: as many characters and escapes as there are.

use crate::characters::charset::CharSet;
use crate::compile::node::{Node, Run};
use crate::compile::table::{all_beyond, beyond, byte_pattern, describe};

use super::hint::Told;
use super::{Failure, Writer};

impl Writer<'_> {
    pub(super) fn wide(&mut self, set: &CharSet, at: &str) -> String {
        let ranges: Vec<_> = set.ranges().iter().map(|&(first, last)| (first as u32, last as u32)).collect();
        let place = self.wides.iter().position(|known| *known == ranges).unwrap_or_else(|| {
            self.wides.push(ranges);
            self.wides.len() - 1
        });
        format!("scan::wide(s, {at}, scan::WIDE{place})")
    }

    pub(super) fn run(&mut self, run: &Run, at: &str) -> String {
        let known = Told::Run(run.clone());
        if let Some(hint) = self.hints.iter().find(|hint| hint.at == at && hint.told == known) {
            return hint.end.clone();
        }
        let value = self.run_call(run, at);
        self.placed(&value, false, &Failure::Return)
    }

    pub(super) fn run_call(&mut self, run: &Run, at: &str) -> String {
        if run.escapes.is_empty() && (beyond(&run.set).is_none() || all_beyond(&run.set)) {
            return format!("scan::span(s, {at}, {})", self.table.mask(&run.set));
        }
        let place = self.runs.iter().position(|known| known == run).unwrap_or_else(|| {
            self.runs.push(run.clone());
            self.runs.len() - 1
        });
        format!("scan::run{place}(s, {at})")
    }

    pub(super) fn run_function(&mut self, place: usize, run: &Run) -> String {
        let mask = self.table.mask(&run.set);
        self.body.clear();
        self.names = 0;
        self.indent = 1;
        self.hints.clear();
        if let Some((first, tail, count)) = run.regular_escape() {
            let with = self.table.mask(&run.set.union(&CharSet::single(first)));
            let (first, tail) = (byte_pattern(first), self.table.mask(tail));
            self.line(&format!("at = scan::span(s, at, {mask});"));
            self.open(&format!("if scan::byte(s, at, {first}) {{"));
            self.line(&format!("at = scan::escaped::<{count}>(s, at, {with}, {first}, {tail});"));
            self.close("}");
            self.line("at");
            return self.described_run(place, run);
        }
        self.open("'run: loop {");
        self.line(&format!("at = scan::span(s, at, {mask});"));
        for escape in &run.escapes {
            let label = self.fresh('e');
            self.open(&format!("'{label}: {{"));
            let parts: Vec<Node> = escape.iter().cloned().map(Node::One).collect();
            let end = self.seq(&parts, "at", &Failure::Leave(label));
            self.line(&format!("at = {end};"));
            self.line("continue 'run;");
            self.close("}");
        }
        match beyond(&run.set).filter(|_| !all_beyond(&run.set)) {
            Some(wide) => {
                let wide = self.wide(&wide, "at");
                self.open(&format!("match {wide} {{"));
                self.line("scan::NO => return at,");
                self.line("end => at = end,");
                self.close("}");
            }
            None => self.line("return at;"),
        }
        self.close("}");
        self.described_run(place, run)
    }

    fn described_run(&self, place: usize, run: &Run) -> String {
        let escapes = run.escapes.iter().map(|escape| {
            let sets: Vec<_> = escape.iter().map(describe).collect();
            format!(", or [{}]", sets.join("] ["))
        });
        format!(
            "\n/// As many of `{}`{} as there are.\npub(super) const fn run{place}(s: &[u8], mut at: usize) -> usize {{\n{}}}\n",
            describe(&run.set),
            escapes.collect::<String>().replace('`', ""),
            self.body
        )
    }
}
