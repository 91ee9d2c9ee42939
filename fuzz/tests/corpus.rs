//! The corpora, and the known differences.
#![allow(clippy::unwrap_used, reason = "tests")]

use urigram_fuzz::corpus::file;
use urigram_fuzz::peers::known;
use urigram_fuzz::target::Seen;
use urigram_fuzz::targets::ALL;

/// Every input that showed something new in some run is checked again.
#[test]
fn has_no_finding() {
    for target in ALL {
        let inputs = file::read(target.name).unwrap();
        assert!(!inputs.is_empty(), "{} has no corpus", target.name);
        for input in inputs {
            println!("{}: {input:?}", target.name);
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
        assert!(seen.outcomes().contains_key(known.name), "{}: {:?}", known.name, seen.outcomes());
    }
}
