//! Counts the instructions of single calls with callgrind, which writes a file for each call of one
//! function.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, hint, thread};

use super::each_of;
use super::shapes::SHAPES;

/// The test that callgrind runs.
const COUNTED: &str = "callgrind::counted";

/// The environment variable with the number of the half to run. Each half of the work uses one
/// core.
const HALF: &str = "GROWTH_HALF";

/// The function whose calls callgrind counts, including the functions that it calls.
#[inline(never)]
fn count_instructions_of(operation: fn(&str), text: &str) {
    operation(text);
    // Prevents a tail call, after which callgrind would not see the function return.
    hint::black_box(text);
}

#[test]
#[ignore = "callgrind runs it"]
fn counted() {
    let (first, second) = SHAPES.split_at(SHAPES.len() / 2);
    let shapes = match env::var(HALF).as_deref() {
        Ok("1") => first,
        Ok("2") => second,
        _ => SHAPES,
    };
    each_of(shapes, count_instructions_of);
}

/// Returns the number of instructions of each call, or `None` if valgrind is not installed.
pub(super) fn instructions() -> Option<Vec<u64>> {
    Command::new("valgrind").arg("--version").output().ok()?;
    let halves = thread::scope(|scope| {
        ["1", "2"].map(|half| scope.spawn(move || instructions_of(half))).map(|half| half.join().unwrap())
    });
    Some(halves.concat())
}

fn instructions_of(half: &str) -> Vec<u64> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("growth").join(half);
    // Removes the files of an earlier run.
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
        .env(HALF, half)
        .args(["--exact", COUNTED, "--ignored", "--test-threads", "1"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let count = |number: usize| total(&folder.join(format!("out.{}", number + 1)));
    (0..).map_while(count).collect()
}

/// Returns the number of instructions in a file, or `None` if the file is not about a call: the last
/// file is written when the process ends.
fn total(file: &PathBuf) -> Option<u64> {
    let text = fs::read_to_string(file).ok()?;
    assert!(text.contains("count_instructions_of"), "{}", file.display());
    let total = text
        .lines()
        .find_map(|line| line.strip_prefix("summary: ").or_else(|| line.strip_prefix("totals: ")));
    Some(total.unwrap().trim().parse().unwrap())
}
