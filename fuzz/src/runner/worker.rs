//! The inputs of one thread.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Instant;

use super::tally::{Finding, Tally};
use super::watch::Watched;
use crate::corpus::shorten::shorten;
use crate::coverage;
use crate::input::source::Source;
use crate::target::{Seen, Target};

/// The number of inputs that are made before they are checked.
const BATCH: usize = 64;

/// One in so many inputs is an edited one of the corpus.
const FROM_CORPUS: usize = 4;

/// What a thread keeps between its turns.
pub(super) struct Worker<'p> {
    source: Source,
    targets: Vec<Kept<'p>>,
}

struct Kept<'p> {
    target: &'static Target,
    corpus: &'p [Vec<String>],
    /// The inputs of this thread that showed something new.
    new: Vec<Vec<String>>,
    seen: Seen,
    findings: HashSet<String>,
}

impl Kept<'_> {
    fn generate(&self, source: &mut Source, input: &mut Vec<String>) {
        let known = self.corpus.len() + self.new.len();
        if known == 0 || !source.once_in(FROM_CORPUS) {
            return (self.target.generate)(source, input);
        }
        let at = source.below(known);
        let chosen = self.corpus.get(at).unwrap_or_else(|| &self.new[at - self.corpus.len()]);
        input.extend_from_slice(chosen);
        if !input.is_empty() {
            let at = source.below(input.len());
            source.edit(&mut input[at]);
        }
    }

    /// Checks an input, and keeps it if it showed something new.
    fn check(&mut self, input: &[String], tally: &mut Tally) {
        tally.tried += 1;
        let outcome = self.target.run(input, &mut self.seen);
        let is_new = self.seen.take_new() | coverage::take_new();
        match outcome {
            Ok(()) if is_new => {
                self.new.push(input.to_vec());
                tally.kept.push(input.to_vec());
            }
            Ok(()) => {}
            Err(message) => {
                let finding = Finding { message, input: input.to_vec() };
                if self.findings.insert(finding.key()) {
                    // At once: a later input may end the process.
                    eprintln!("\n{}: {}\n  {:?}", self.target.name, finding.message, finding.input);
                    tally.find(self.shortened(finding));
                }
            }
        }
    }

    /// Returns the finding with the shortest input that is the same one.
    fn shortened(&self, finding: Finding) -> Finding {
        let mut shortest = finding.clone();
        shorten(&finding.input, |input| match self.target.run(input, &mut Seen::default()) {
            Err(message) => {
                let shorter = Finding { message, input: input.to_vec() };
                let is_same = shorter.key() == finding.key();
                if is_same {
                    shortest = shorter;
                }
                is_same
            }
            Ok(()) => false,
        });
        shortest
    }
}

impl<'p> Worker<'p> {
    pub(super) fn new(targets: &'p [(&'static Target, Vec<Vec<String>>)], seed: u64) -> Self {
        let kept = |(target, corpus): &'p (&'static Target, Vec<Vec<String>>)| Kept {
            target,
            corpus,
            new: Vec::new(),
            seen: Seen::default(),
            findings: HashSet::new(),
        };
        Worker { source: Source::new(seed), targets: targets.iter().map(kept).collect() }
    }

    /// Checks the corpus of a target.
    pub(super) fn replay(&mut self, at: usize) -> Tally {
        let mut tally = Tally::default();
        let kept = &mut self.targets[at];
        for input in kept.corpus {
            kept.check(input, &mut tally);
        }
        kept.new.clear();
        tally.kept.clear();
        tally.seen = kept.seen.take_counts();
        tally
    }

    /// Makes and checks inputs of a target.
    pub(super) fn turn(&mut self, at: usize, most: u64, until: Instant, watched: &Watched) -> Tally {
        let mut tally = Tally::default();
        let kept = &mut self.targets[at];
        let mut batch: Arc<Vec<Vec<String>>> = Arc::default();
        while tally.tried < most && Instant::now() < until {
            let inputs = Arc::make_mut(&mut batch);
            inputs.resize_with(BATCH, Vec::new);
            for input in inputs {
                input.clear();
                kept.generate(&mut self.source, input);
            }
            watched.begin(kept.target.name, &batch);
            for input in batch.iter() {
                kept.check(input, &mut tally);
                watched.next();
            }
            watched.end();
        }
        tally.seen = kept.seen.take_counts();
        tally
    }
}
