//! What is printed.

use std::io::{IsTerminal, stderr};

use super::plan::Plan;
use super::tally::Tally;
use super::totals::{Counts, Totals};
use crate::coverage;

/// Writes a line over the last one, on a terminal.
pub fn progress(plan: &Plan, tallies: &[Tally]) {
    if stderr().is_terminal() {
        let tried: u64 = tallies.iter().map(|tally| tally.tried).sum();
        let findings: usize = tallies.iter().map(|tally| tally.findings.len()).sum();
        eprint!("\r{tried} inputs for {} targets, {findings} findings ", plan.targets.len());
    }
}

/// Writes the counts, those of earlier runs too, the coverage, and the findings with their inputs.
pub fn write(plan: &Plan, totals: &Totals, tallies: &[Tally]) {
    println!("| target | inputs | per second |\n|---|---:|---:|");
    for (target, Counts { inputs, seconds, .. }) in totals.iter() {
        let rate = *inputs as f64 / seconds.max(f64::EPSILON);
        println!("| {target} | {inputs} | {rate:.0} |");
    }
    println!("\n| target | outcome | times |\n|---|---|---:|");
    for (target, counts) in totals.iter() {
        for (outcome, times) in &counts.outcomes {
            println!("| {target} | {outcome} | {times} |");
        }
    }
    println!("\n| grammar | branches of its parsers | taken |\n|---|---:|---:|");
    for (grammar, taken, branches) in coverage::by_grammar() {
        println!("| {grammar} | {branches} | {taken} |");
    }
    for ((target, _), tally) in plan.targets.iter().zip(tallies) {
        for finding in &tally.findings {
            println!("\n{}: {}\n  {:?}", target.name, finding.message, finding.input);
        }
    }
}
