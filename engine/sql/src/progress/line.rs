//! The line that shows progress.

use std::time::Duration;

use super::scans::Scans;

/// Returns the line, without its end.
pub(super) fn line(scans: &Scans, time: Duration) -> String {
    let mut parts = Vec::new();
    if scans.rows > 0 || scans.all_files > 0 {
        parts.push(match scans.all_rows {
            Some(all) if all >= scans.rows && all > 0 => {
                let percent = scans.rows * 100 / all;
                format!("{percent} %  {} of {} rows", grouped(scans.rows), grouped(all))
            }
            _ => format!("{} rows", grouped(scans.rows)),
        });
    }
    match scans.bytes {
        Some(bytes) if scans.all_bytes > 0 => {
            // Bytes on both sides of where a file is divided are read twice.
            parts.push(format!("{} of {}", size(bytes.min(scans.all_bytes)), size(scans.all_bytes)));
        }
        _ if scans.all_files > 1 => parts.push(format!("{} of {} files", scans.files, scans.all_files)),
        _ if scans.all_bytes > 0 => parts.push(format!("{} in all", size(scans.all_bytes))),
        _ => {}
    }
    let seconds = time.as_secs_f64();
    if scans.rows > 0 && seconds > 0.0 {
        parts.push(format!("{} rows/s", short(scans.rows as f64 / seconds)));
    }
    parts.push(elapsed(time));
    parts.join("  ")
}

/// Returns a number with commas between thousands.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3 + 1);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns a number of bytes in three digits.
fn size(bytes: u64) -> String {
    format!("{}B", short(bytes as f64))
}

fn short(number: f64) -> String {
    let units = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")];
    match units.into_iter().find(|&(factor, _)| number >= factor) {
        Some((factor, unit)) => {
            let scaled = number / factor;
            if scaled < 10.0 { format!("{scaled:.1} {unit}") } else { format!("{scaled:.0} {unit}") }
        }
        None => format!("{number:.0} "),
    }
}

/// Returns a time as it is read aloud: `0.31 s`, `12 s`, `2:05`, `1:02:05`.
pub(crate) fn elapsed(time: Duration) -> String {
    let seconds = time.as_secs();
    let (minutes, hours) = (seconds / 60, seconds / 3600);
    match seconds {
        0..10 => format!("{:.2} s", time.as_secs_f64()),
        10..60 => format!("{seconds} s"),
        60..3600 => format!("{minutes}:{:02}", seconds % 60),
        _ => format!("{hours}:{:02}:{:02}", minutes % 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    const SCANS: Scans =
        Scans { rows: 1_234_567, all_rows: None, bytes: None, all_bytes: 0, files: 1, all_files: 0 };

    #[rstest]
    #[case::stream(SCANS, "1,234,567 rows  617 k rows/s  2.00 s")]
    #[case::rows_known(
        Scans { all_rows: Some(5_000_000), all_files: 1, ..SCANS },
        "24 %  1,234,567 of 5,000,000 rows  617 k rows/s  2.00 s"
    )]
    #[case::bytes_counted(
        Scans { bytes: Some(52_000_000), all_bytes: 2_000_000_000, all_files: 3, ..SCANS },
        "1,234,567 rows  52 MB of 2.0 GB  617 k rows/s  2.00 s"
    )]
    #[case::bytes_read_twice(
        Scans { bytes: Some(2_000_065_536), all_bytes: 2_000_000_000, all_files: 2, ..SCANS },
        "1,234,567 rows  2.0 GB of 2.0 GB  617 k rows/s  2.00 s"
    )]
    #[case::files(Scans { all_files: 3, all_bytes: 9, ..SCANS }, "1,234,567 rows  1 of 3 files  617 k rows/s  2.00 s")]
    #[case::one_file(Scans { all_files: 1, all_bytes: 9000, ..SCANS }, "1,234,567 rows  9.0 kB in all  617 k rows/s  2.00 s")]
    #[case::more_than_expected(Scans { all_rows: Some(7), ..SCANS }, "1,234,567 rows  617 k rows/s  2.00 s")]
    #[case::nothing_yet(Scans { rows: 0, ..SCANS }, "2.00 s")]
    fn lines(#[case] scans: Scans, #[case] expected: &str) {
        assert_eq!(line(&scans, Duration::from_secs(2)), expected);
    }

    #[rstest]
    #[case(0, "0")]
    #[case(999, "999")]
    #[case(1000, "1,000")]
    #[case(1_234_567, "1,234,567")]
    fn thousands(#[case] number: u64, #[case] expected: &str) {
        assert_eq!(grouped(number), expected);
    }

    #[rstest]
    #[case(310, "0.31 s")]
    #[case(12_900, "12 s")]
    #[case(125_000, "2:05")]
    #[case(3_725_000, "1:02:05")]
    fn times(#[case] milliseconds: u64, #[case] expected: &str) {
        assert_eq!(elapsed(Duration::from_millis(milliseconds)), expected);
    }
}
