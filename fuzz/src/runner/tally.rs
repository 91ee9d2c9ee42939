//! What became of the inputs of a target.

use std::time::Duration;

use crate::target::Seen;

/// The most findings of a target that are kept.
const MOST_FINDINGS: usize = 32;

/// An input for which an answer is wrong, or differs in a way that is not known.
#[derive(Debug, Clone)]
pub struct Finding {
    /// The place and the message of the panic.
    pub message: String,
    /// The input, shortened.
    pub input: Vec<String>,
}

impl Finding {
    /// Returns the place and the message up to the first text of the input, by which findings are told apart.
    #[must_use]
    pub fn key(&self) -> String {
        let message = self.message.replacen("assertion `left == right` failed: ", "", 1);
        message.split(['"', '`', '\n']).next().unwrap_or_default().to_owned()
    }
}

/// The counts of a target.
#[derive(Default)]
pub struct Tally {
    /// The number of inputs.
    pub tried: u64,
    /// How often each outcome came.
    pub seen: Seen,
    /// One finding for each key.
    pub findings: Vec<Finding>,
    /// The inputs that showed something new.
    pub kept: Vec<Vec<String>>,
    /// How long the target ran.
    pub time: Duration,
}

impl Tally {
    /// Adds what a thread found.
    pub fn add(&mut self, other: Tally) {
        self.tried += other.tried;
        self.seen.add(&other.seen);
        self.kept.extend(other.kept);
        for finding in other.findings {
            self.find(finding);
        }
    }

    /// Keeps a finding, unless there is one with its key.
    pub fn find(&mut self, finding: Finding) {
        let is_new = self.findings.iter().all(|known| known.key() != finding.key());
        if is_new && self.findings.len() < MOST_FINDINGS {
            self.findings.push(finding);
        }
    }
}
