//! Instructions of each call of one function, by callgrind, which writes them to a file for each call.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, hint};

use super::each;

/// The name of the test that callgrind runs.
const COUNTED: &str = "callgrind::counted";

/// The one function whose instructions are counted, with those that it calls.
#[inline(never)]
fn count_instructions_of(operation: fn(&str), text: &str) {
    operation(text);
    // With a call at its end, the function would end in a jump, and callgrind would not see it return.
    hint::black_box(text);
}

#[test]
#[ignore = "callgrind runs it"]
fn counted() {
    each(count_instructions_of);
}

/// Returns the instructions of each call; `None` if there is no valgrind.
pub(super) fn instructions() -> Option<Vec<u64>> {
    Command::new("valgrind").arg("--version").output().ok()?;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("growth");
    // What an earlier run left.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let output = Command::new("valgrind")
        .args([
            "--tool=callgrind",
            "--toggle-collect=*::count_instructions_of",
            "--dump-after=*::count_instructions_of",
        ])
        .arg(format!("--callgrind-out-file={}", folder.join("out").display()))
        .arg(env::current_exe().unwrap())
        .args(["--exact", COUNTED, "--ignored", "--test-threads", "1"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let count = |number: usize| total(&folder.join(format!("out.{}", number + 1)));
    Some((0..).map_while(count).collect())
}

/// Returns the total of a file, if it is that of a call. The last one is written when the process ends.
fn total(file: &PathBuf) -> Option<u64> {
    let text = fs::read_to_string(file).ok()?;
    assert!(text.contains("count_instructions_of"), "{}", file.display());
    let total = text
        .lines()
        .find_map(|line| line.strip_prefix("summary: ").or_else(|| line.strip_prefix("totals: ")));
    Some(total.unwrap().trim().parse().unwrap())
}
