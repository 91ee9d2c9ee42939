//! The counts of several runs, in a file.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::tally::Tally;
use crate::target::Target;

/// The counts of each target, by its name.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Totals(BTreeMap<String, Counts>);

/// The counts of a target.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Counts {
    /// The number of inputs.
    pub inputs: u64,
    /// How long the target ran, on all threads at once.
    pub seconds: f64,
    /// How often each outcome came, and each known difference.
    pub outcomes: BTreeMap<String, u64>,
}

impl Totals {
    /// Returns the counts in a file; none if there is no such file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or was not written by [`write`](Self::write).
    pub fn read(path: &Path) -> Result<Totals, Box<dyn Error>> {
        let text = match fs::read(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Totals::default()),
            text => text?,
        };
        Ok(serde_json::from_slice(&text)?)
    }

    /// Replaces the counts in a file. A run that is killed while it writes leaves the old ones.
    ///
    /// # Errors
    ///
    /// If the file, or another beside it, cannot be written.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        let new = path.with_added_extension("new");
        fs::write(&new, serde_json::to_string_pretty(self)?)?;
        fs::rename(new, path)
    }

    /// Adds the counts of a target.
    pub fn add(&mut self, target: &Target, tally: &Tally) {
        let counts = self.0.entry(target.name.to_owned()).or_default();
        counts.inputs += tally.tried;
        counts.seconds += tally.time.as_secs_f64();
        for (outcome, times) in tally.seen.outcomes() {
            *counts.outcomes.entry(outcome.to_owned()).or_default() += times;
        }
    }

    /// Returns the targets with their counts.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Counts)> {
        self.0.iter().map(|(target, counts)| (target.as_str(), counts))
    }
}
