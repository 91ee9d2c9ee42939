//! Writes `RESULTS.md`: the tables, with explanations and the commands that reproduce them.

use std::io::{self, Write};
use std::time::SystemTime;
use std::{fs, thread};

use crate::corpus::Corpus;
use crate::count::{Count, Counter};
use crate::measure::Row;
use crate::ops;
use crate::report::{Ranked, counted, groups, ranked};

/// The text before the tables.
const INTRODUCTION: &str = include_str!("introduction.md");

/// The parameters of the measurement.
pub struct Effort {
    /// The number of rounds of each process.
    pub rounds: u32,
    /// The number of processes.
    pub processes: u32,
    /// The program that counted instructions, if they were counted.
    pub counter: Option<Counter>,
}

/// Writes the whole document.
///
/// # Errors
///
/// If the output fails.
pub fn markdown(
    out: &mut impl Write,
    corpora: &[Corpus],
    rows: &[Row],
    counts: &[Count],
    effort: &Effort,
) -> io::Result<()> {
    write!(out, "{INTRODUCTION}")?;
    writeln!(out, "- Machine: {}.\n- Date: {}.", machine(), date())?;
    writeln!(out, "- Rounds: {}; processes: {}.", effort.rounds, effort.processes)?;
    if let Some(counter) = effort.counter {
        writeln!(out, "- Instructions: {}.", counter.description())?;
    }
    writeln!(out, "- Versions: {}.", versions())?;
    for corpus in corpora {
        let lines = corpus.lines();
        let bytes: usize = lines.iter().map(|line| line.len()).sum();
        writeln!(out, "\n## {}", corpus.name)?;
        writeln!(out, "\n{} strings, {} bytes each on average.", lines.len(), bytes / lines.len().max(1))?;
        for group in groups(rows).filter(|group| group[0].corpus == corpus.name) {
            table(out, group)?;
        }
        for group in counted(counts).filter(|group| group[0].corpus == corpus.name) {
            table_of_counts(out, group)?;
        }
    }
    Ok(())
}

fn table(out: &mut impl Write, group: &[Row]) -> io::Result<()> {
    writeln!(out, "\n| {} | ns/ref | MB/s | ratio | accepted |", group[0].op)?;
    writeln!(out, "|---|---:|---:|---:|---:|")?;
    for Ranked { row, ratio } in ranked(group) {
        let Row { library, ns_per_ref, mb_per_s, accepted, .. } = row;
        writeln!(out, "| {library} | {ns_per_ref:.1} | {mb_per_s:.0} | {ratio} | {accepted} |")?;
    }
    Ok(())
}

fn table_of_counts(out: &mut impl Write, group: &[Count]) -> io::Result<()> {
    writeln!(out, "\n| {} | instructions/ref | branches/ref | mispredictions/ref |", group[0].op)?;
    writeln!(out, "|---|---:|---:|---:|")?;
    for Count { library, instructions_per_ref, branches_per_ref, mispredictions_per_ref, .. } in group {
        writeln!(
            out,
            "| {library} | {instructions_per_ref:.1} | {branches_per_ref:.1} | {mispredictions_per_ref:.2} |"
        )?;
    }
    Ok(())
}

fn versions() -> String {
    let version = |library| Some(format!("{library} {}", version(library)?));
    ops::libraries().into_iter().filter_map(version).collect::<Vec<_>>().join(", ")
}

/// The workspace's lock file, with the versions of the libraries.
const LOCK: &str = include_str!("../../Cargo.lock");

/// Returns the processor, its number of cores, and the compiler.
pub fn machine() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let model = model.map_or(std::env::consts::ARCH, |(_, model)| model.trim());
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let plural = if cores == 1 { "" } else { "s" };
    format!("{model}, {cores} core{plural}, {}", env!("RUSTC_VERSION"))
}

/// Returns the version of the package with this name. If there are several versions, this crate depends on the newest,
/// which is the last in the lock file.
pub fn version(package: &str) -> Option<&'static str> {
    let (_, rest) = LOCK.rsplit_once(&format!("\nname = \"{package}\"\nversion = \""))?;
    rest.split('"').next()
}

/// Returns today's date in UTC, as `2026-11-20`.
pub fn date() -> String {
    let seconds = SystemTime::UNIX_EPOCH.elapsed().map_or(0, |since| since.as_secs());
    civil_from_days(seconds / 86_400)
}

/// Returns the date this many days after 1970-01-01.
fn civil_from_days(days: u64) -> String {
    // Years begin in March here, so that a leap day is the last day of its year: Hinnant,
    // "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`.
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day = day_of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, carry) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{}-{month:02}-{day:02}", year + era * 400 + carry)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::civil_from_days;

    #[rstest]
    #[case::first(0, "1970-01-01")]
    #[case::end_of_a_year(10_956, "1999-12-31")]
    #[case::leap_day_of_a_400th_year(11_016, "2000-02-29")]
    #[case::after_it(11_017, "2000-03-01")]
    #[case::leap_day(19_782, "2024-02-29")]
    #[case::end_of_a_leap_year(20_088, "2024-12-31")]
    #[case::start_of_a_year(20_089, "2025-01-01")]
    #[case::in_between(20_778, "2026-11-21")]
    #[case::a_100th_year(47_540, "2100-02-28")]
    #[case::has_no_leap_day(47_541, "2100-03-01")]
    fn dates(#[case] days: u64, #[case] date: &str) {
        assert_eq!(civil_from_days(days), date);
    }
}
