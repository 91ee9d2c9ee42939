//! Rows of characters that a state machine reads in one step.

use fastrand::Rng;

use crate::common;
use crate::compiled::compare;
use crate::compiled::program::compiled;
use crate::compiled::subject::Subject;

/// Every short text is tested, so that each row ends at each of its offsets and before each character.
#[test]
#[ignore = "compiles 60 grammars with rustc"]
fn of_random_machines() {
    let subject =
        |seed| Subject::new(format!("random row {seed}"), &alike(&mut Rng::with_seed(seed)), |_| true);
    let row = |subject: &Subject| compiled(subject).source.contains("let end = scan::up_to");
    let subjects: Vec<Subject> = (0..500).map(subject).filter(row).take(60).collect();
    assert_eq!(subjects.len(), 60, "few grammars have such a row");
    let texts = common::strings("01a.:", 5);
    let question = |text: &String| ("top".to_owned(), text.clone());
    let questions: Vec<Vec<_>> = subjects.iter().map(|_| texts.iter().map(question).collect()).collect();
    compare::all("rows", &subjects, &questions);
}

/// Returns a choice of short sequences that begin with the same characters, and what follows it. The compiler
/// makes a state machine of the choice where it matches the longest prefix, so the longer sequences stand
/// first.
fn alike(random: &mut Rng) -> String {
    let digits = [
        "'0'..'1'",
        "\"1\" ~ \"0\" | '0'..'1'",
        "\"1\" ~ '0'..'1' | \"0\"",
        "\"1\" ~ \"1\" ~ \"0\" | \"1\"",
        "'0'..'1'{1,2}",
    ];
    let others = ["'0'..'1' | \"a\"", "\"a\" | \"0\"", "'0'..'1'"];
    let counts = ["", "{2}", "{1,2}", "{1,2}", "{1,3}", "{1,3}", "{2,3}"];
    let usual = counts[random.usize(..counts.len())];
    let longer = ["h ~ \":\" ~ d ~ \".\" ~ d", "h ~ \":\" ~ h ~ \".\"", "d ~ \".\" ~ d", "h ~ \":\" ~ h"];
    let shorter = ["h ~ \":\"", "d ~ \".\"", "h", "d"];
    let mut sequences = Vec::new();
    for sequence in longer.into_iter().chain(shorter) {
        if random.usize(..2) == 0 {
            let count = if random.usize(..4) == 0 { counts[random.usize(..counts.len())] } else { usual };
            sequences.push(sequence.replace('h', &format!("h{count}")));
        }
    }
    sequences.push("d ~ \"a\"".to_owned());
    let bodies = [
        ("top", "$", "m ~ rest".to_owned()),
        ("m", "@", sequences.join(" | ")),
        ("d", "@", digits[random.usize(..digits.len())].to_owned()),
        ("h", "@", others[random.usize(..others.len())].to_owned()),
        ("rest", "@", "ANY*".to_owned()),
    ];
    bodies.map(|(name, modifier, body)| format!("{name} = {modifier}{{ {body} }}\n")).concat()
}
