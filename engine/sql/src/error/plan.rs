//! The error of a statement that cannot be planned.

use super::sentence::cleaned;
use crate::outcome::Failure;

/// Returns the error for the user.
pub(super) fn of_plan(said: &str) -> Failure {
    let said = match said.split_once(" failed to match any signature, errors: ") {
        Some((_, why)) => closest(&cleaned(why)),
        None => cleaned(said),
    };
    if let Some(field) =
        said.strip_prefix("field ").and_then(|rest| rest.strip_suffix(" not found in struct"))
    {
        return Failure::unable(format!("there is no field {field}"))
            .help("the whole value shows which fields there are: leave out the brackets");
    }
    // What it says of types comes three times.
    let Some((_, call)) = said.split_once("No function matches the given name and argument types '") else {
        return Failure::unable(said.replace("'datafusion.public.", "'"));
    };
    let (call, more) = call.split_once('\'').unwrap_or((call, ""));
    let failure = Failure::unable(format!("no function matches {call}"));
    match more.split_once("Candidate functions:") {
        Some((_, candidates)) => {
            let candidates: Vec<_> = candidates.split_whitespace().collect();
            failure.help(format!("there is {}", candidates.join(" ").replace(") ", "), ")))
        }
        None => failure,
    }
}

/// Returns the error of what DataFusion does not support for the user.
pub(super) fn of_unsupported(said: &str) -> Failure {
    let said = cleaned(said);
    let field = said
        .strip_prefix("dot access not supported for non-string expr: Identifier(Ident { value: \"")
        .and_then(|rest| rest.split_once('"'));
    match field {
        Some((field, _)) => Failure::unable(format!("`.{field}` is not supported behind an expression"))
            .help(format!("write ['{field}']")),
        None => Failure::unable(format!("not supported: {said}")),
    }
}

/// Returns why a call does not match the signature that has as many arguments, or how many arguments there may be.
fn closest(why: &str) -> String {
    let mut numbers = Vec::new();
    let mut call = ("", "");
    for (index, why) in why.split(",Function ").enumerate() {
        let Some((name, expected, received)) = of_numbers(why) else {
            return if index == 0 { why.to_owned() } else { format!("function {why}") };
        };
        if index == 0 {
            call = (name, received);
        }
        if !numbers.contains(&expected) {
            numbers.push(expected);
        }
    }
    let (name, received) = call;
    format!("{name} expects {} arguments but received {received}", numbers.join(" or "))
}

/// Returns the function, and how many arguments it expects and receives, if that is what does not match.
fn of_numbers(why: &str) -> Option<(&str, &str, &str)> {
    let (name, rest) = why.split_once(" expects ")?;
    let (expected, received) = rest.split_once(" arguments but received ")?;
    Some((name, expected, received))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::number(
        "function 'f' expects 2 arguments but received 1,Function 'f' expects 3 arguments but received 1",
        "function 'f' expects 2 or 3 arguments but received 1"
    )]
    #[case::same_number(
        "function 'f' expects 2 arguments but received 1,Function 'f' expects 2 arguments but received 1",
        "function 'f' expects 2 arguments but received 1"
    )]
    #[case::one(
        "function 'f' expects 2 arguments but received 1",
        "function 'f' expects 2 arguments but received 1"
    )]
    #[case::types(
        "function 'f' expects 2 arguments but received 3,Function 'f' requires Boolean, but received Int64",
        "function 'f' requires Boolean, but received Int64"
    )]
    #[case::first_types(
        "function 'f' requires Boolean, but received Int64,Function 'f' expects 3 arguments but received 2",
        "function 'f' requires Boolean, but received Int64"
    )]
    fn signatures(#[case] why: &str, #[case] expected: &str) {
        assert_eq!(closest(why), expected);
    }
}
