//! The corpora, and the known differences.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::fs;

use urigram_fuzz::peers::known;
use urigram_fuzz::target::Seen;
use urigram_fuzz::targets::ALL;

/// No input of a corpus fails.
#[test]
fn has_no_finding() {
    for target in ALL {
        let path = format!("{}/corpus/{}.jsonl", env!("CARGO_MANIFEST_DIR"), target.name);
        for line in fs::read_to_string(path).unwrap().lines() {
            println!("{}: {line}", target.name);
            let input: Vec<String> = serde_json::from_str(line).unwrap();
            (target.check)(&input, &mut Seen::default());
        }
    }
}

/// Each known difference is shown by its example.
#[test]
fn a_known_difference_is_one() {
    for known in known::all() {
        let target = ALL.iter().find(|target| target.name == known.target).unwrap();
        let input: Vec<String> = known.example.iter().map(|&text| text.to_owned()).collect();
        let mut seen = Seen::default();
        (target.check)(&input, &mut seen);
        assert!(seen.outcomes().contains(known.name), "{}: {:?}", known.name, seen.outcomes());
    }
}
