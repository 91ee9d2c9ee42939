//! A grammar under test: as pest reads it, and with a choice of rules to report.

use pest_vm::Vm;
use urigram_grammar::{Grammar, Peg, Undo};

use crate::common::vm;

pub(crate) struct Subject {
    pub(crate) name: String,
    pub(crate) source: String,
    pub(crate) peg: Peg,
    pub(crate) captured: Vec<String>,
    /// How what was reported is taken back.
    pub(crate) undo: Undo,
    vm: Vm,
}

impl Subject {
    pub(crate) fn new(name: String, source: &str, mut captures: impl FnMut(&str) -> bool) -> Subject {
        let grammar = Grammar::read(source, &name).unwrap_or_else(|error| panic!("{error}"));
        let peg = Peg::new(&grammar);
        // pest also produces a token for the end of input.
        let names = peg.names().chain(["EOI"]);
        let captured = names.filter(|name| captures(name)).map(str::to_owned).collect();
        Subject { name, source: source.to_owned(), captured, undo: Undo::Copy, vm: vm(&grammar), peg }
    }

    pub(crate) fn with(self, undo: Undo) -> Subject {
        Subject { undo, ..self }
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.peg.names()
    }

    /// Returns pest's answer, in the notation of the compiled program.
    pub(crate) fn answer(&self, rule: &str, text: &str) -> String {
        if self.peg.definition(rule).is_err() {
            return "refused".to_owned();
        }
        let start = format!("whole {rule}");
        let tree = self.vm.parse(&start, text).ok();
        let whole = tree.and_then(|mut tree| tree.next()).filter(|whole| whole.as_span().end() == text.len());
        let Some(whole) = whole else { return "no".to_owned() };
        let mut answer = "yes".to_owned();
        self.report(whole.into_inner(), &mut answer);
        answer
    }

    /// Reports each node after those below it, as the compiled code does when a rule ends.
    fn report(&self, nodes: pest::iterators::Pairs<'_, &str>, answer: &mut String) {
        for node in nodes {
            let (rule, span) = (node.as_rule(), node.as_span());
            self.report(node.into_inner(), answer);
            if self.captured.iter().any(|name| name == rule) {
                *answer += &format!(" {rule}:{}:{}", span.start(), span.end());
            }
        }
    }
}
