//! Sentences of Ballista, without what stands around what is wrong.
//!
//! Where Ballista 55 says something itself, or repeats what an error says that is none of a stage, there is only text:
//!
//! | text | of |
//! |---|---|
//! | `Job … failed: …` | the client, of a job that failed |
//! | `Job failed due to stage … failed: …` | the scheduler, of a stage |
//! | `Task … failed … times, …, most recent failure reason: "…"` | the scheduler, of a task that was repeated in vain |
//! | `Task failed due to … error: …` | an executor, of a task, with an error in its `Debug` form |
//! | `Status { code: …, message: "…", … }` | gRPC, of a request that was refused |
//! | `failed to serialize logical plan: …` | the client, of a plan, likewise |
//! | `Could not parse plan: …` | the scheduler, of a plan |
//! | `code: …, message: "h2 protocol error: …"` | gRPC, of a scheduler that has ended |

/// What stands before the sentence, up to the end of each, from the outermost on.
const PREFIXES: [(&str, &str); 5] = [
    ("Job ", " failed: "),
    ("Job failed due to stage ", " failed: "),
    ("Task ", "most recent failure reason: "),
    ("Stage ", "most recent failure reason: "),
    ("Could not parse plan", ": "),
];

/// What stands before an error in its `Debug` form, likewise.
const DEBUG: [(&str, &str); 4] = [
    ("Status {", "message: "),
    ("Task failed due to ", " error: "),
    ("failed to serialize logical plan", ": "),
    ("failed to encode logical plan", ": "),
];

/// What gRPC says of a connection that has ended.
const LOST: [&str; 3] = ["h2 protocol error", "transport error", "tcp connect error"];

/// Returns the sentence in the text.
pub(super) fn of(text: &str) -> String {
    let mut said = text.trim().to_owned();
    loop {
        let stripped = strip(&said, &PREFIXES).map(|rest| match rest.starts_with('"') {
            true => literal(rest).unwrap_or_else(|| rest.to_owned()),
            false => rest.to_owned(),
        });
        // A sentence that cannot be found is not lost.
        let found = stripped.or_else(|| strip(&said, &DEBUG).and_then(literal));
        match found {
            Some(found) => said = found.trim().to_owned(),
            None if said.starts_with("code: ") && LOST.iter().any(|lost| said.contains(lost)) => {
                return "the scheduler has ended, or cannot be reached any more; run the statement again"
                    .to_owned();
            }
            None => return said,
        }
    }
}

/// Returns what follows the first of the beginnings and its end.
fn strip<'a>(text: &'a str, of: &[(&str, &str)]) -> Option<&'a str> {
    of.iter().find_map(|(begin, end)| Some(text.strip_prefix(begin)?.split_once(end)?.1))
}

/// Returns the first string in the `Debug` form of a value.
fn literal(debug: &str) -> Option<String> {
    let mut text = String::new();
    let mut characters = debug.split_once('"')?.1.chars();
    loop {
        match characters.next()? {
            '"' => return Some(text),
            '\\' => match characters.next()? {
                'n' => text.push('\n'),
                't' => text.push('\t'),
                'r' => text.push('\r'),
                '0' => text.push('\0'),
                'u' => {
                    let digits: String =
                        characters.by_ref().take_while(|&c| c != '}').filter(|&c| c != '{').collect();
                    text.push(char::from_u32(u32::from_str_radix(&digits, 16).ok()?)?);
                }
                other => text.push(other),
            },
            other => text.push(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::of;

    #[rstest]
    #[case::plain("the disk is full", "the disk is full")]
    #[case::job("Job Ab3 failed: the disk is full\n", "the disk is full")]
    #[case::scheduler(
        "Status { code: Internal, message: \"No \\\"a\\\".\\nEnd\\u{1b}\", source: None }",
        "No \"a\".\nEnd\u{1b}"
    )]
    #[case::plan(
        "Status { code: InvalidArgument, message: \"Could not parse plan: no such table\", source: None }",
        "no such table"
    )]
    #[case::executor(
        "Job 1 failed: Job failed due to stage 2 failed: Task failed due to runtime execution error: \
         DataFusionError(Execution(\"No 'a'\"))\n",
        "No 'a'"
    )]
    #[case::repeated(
        "Job 1 failed: Job failed due to stage 2 failed: Task 1 in Stage 2 failed 4 times, fail the stage, most recent \
         failure reason: \"Task failed due to IO error: IoError(Custom { kind: Other, error: \\\"No\\\\n\\\" })\"",
        "No"
    )]
    #[case::killed_scheduler(
        "code: 'Unknown error', message: \"h2 protocol error: error reading a body from connection\", source: hyper::Error",
        "the scheduler has ended, or cannot be reached any more; run the statement again"
    )]
    #[case::executor_that_has_ended(
        "Error connecting to Ballista scheduler or executor at http://a:1: tcp connect error",
        "Error connecting to Ballista scheduler or executor at http://a:1: tcp connect error"
    )]
    #[case::quoted("no such table 'transport error'", "no such table 'transport error'")]
    #[case::without_a_string(
        "Task failed due to IO error: Cancelled",
        "Task failed due to IO error: Cancelled"
    )]
    #[case::cut(
        "failed to serialize logical plan: Internal(\"a",
        "failed to serialize logical plan: Internal(\"a"
    )]
    fn the_sentence_is_found(#[case] text: &str, #[case] said: &str) {
        assert_eq!(of(text), said);
    }
}
