//! The progress of `check`, on a terminal.

use std::fs;
use std::path::PathBuf;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::input::is_stdin;

/// The total size of files from which on a progress bar is shown.
const WORTH_A_BAR: u64 = 4 << 20;

/// Returns a bar for all the files together, which is hidden if they are small.
pub(crate) fn bar(files: &[PathBuf]) -> ProgressBar {
    let sizes = files.iter().filter(|file| !is_stdin(file)).filter_map(|file| fs::metadata(file).ok());
    let total = sizes.fold(0, |total: u64, file| total.saturating_add(file.len()));
    // indicatif hides the bar if standard error is not a terminal.
    let target =
        if total > WORTH_A_BAR { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(Some(total), target);
    match ProgressStyle::with_template("{bar:40} {percent:>3} %  {binary_bytes_per_sec}  {eta} left") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
