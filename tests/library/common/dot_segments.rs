//! Section 5.2.4, transcribed literally from its steps.

/// `remove_dot_segments`. Returns the path and the number of `..` that had no segment to remove; after each
/// step, it calls back with the step, the output buffer and the input buffer.
pub(crate) fn remove_dot_segments(
    path: &str,
    mut after: impl FnMut(&'static str, &str, &str),
) -> (String, usize) {
    let (mut input, mut output, mut dropped) = (path, String::new(), 0);
    while !input.is_empty() {
        let step;
        if let Some(rest) = input.strip_prefix("../").or_else(|| input.strip_prefix("./")) {
            dropped += usize::from(input.starts_with(".."));
            (step, input) = ("2A", rest);
        } else if input.starts_with("/./") {
            (step, input) = ("2B", &input[2..]);
        } else if input == "/." {
            (step, input) = ("2B", "/");
        } else if input.starts_with("/../") || input == "/.." {
            (step, input) = ("2C", if input == "/.." { "/" } else { &input[3..] });
            dropped += usize::from(output.is_empty());
            output.truncate(output.rfind('/').unwrap_or(0));
        } else if input == "." || input == ".." {
            dropped += usize::from(input == "..");
            (step, input) = ("2D", "");
        } else {
            let rest = input.strip_prefix('/').unwrap_or(input);
            let end = input.len() - rest.len() + rest.find('/').unwrap_or(rest.len());
            output += &input[..end];
            (step, input) = ("2E", &input[end..]);
        }
        after(step, &output, input);
    }
    (output, dropped)
}
