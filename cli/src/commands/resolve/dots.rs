//! Section 5.2.4, step by step, with the two buffers after each.

use std::borrow::Cow;

/// The number of bytes of buffers that are recorded. A path has up to as many steps as bytes, and each would repeat
/// all of it.
const RECORDED: usize = 1 << 16;

/// Returns the path without dot segments. `record` is called with each step, the output buffer and the input buffer.
pub(super) fn remove(path: &str, mut record: impl FnMut(Cow<'static, str>, &str, &str)) -> String {
    let (mut input, mut output) = (path, String::new());
    let (mut recorded, mut left_out) = (path.len(), 0);
    record("1. the input is the path".into(), "", path);
    while !input.is_empty() {
        let rule;
        if let Some(rest) = input.strip_prefix("../").or_else(|| input.strip_prefix("./")) {
            (rule, input) = ("2A. \"../\" or \"./\" at the start is removed", rest);
        } else if input.starts_with("/./") || input == "/." {
            (rule, input) = ("2B. \"/./\" or \"/.\" becomes \"/\"", after(input, "/."));
        } else if input.starts_with("/../") || input == "/.." {
            output.truncate(output.rfind('/').unwrap_or(0));
            let removed = "2C. \"/../\" or \"/..\" becomes \"/\", and the output loses its last segment";
            (rule, input) = (removed, after(input, "/.."));
        } else if input == "." || input == ".." {
            (rule, input) = ("2D. \".\" or \"..\" that is left alone is removed", "");
        } else {
            let slash = input.bytes().skip(1).position(|byte| byte == b'/');
            let (segment, rest) = input.split_at(slash.map_or(input.len(), |slash| slash + 1));
            output += segment;
            (rule, input) = ("2E. the first segment is moved to the output", rest);
        }
        recorded += path.len();
        match recorded > RECORDED {
            true => left_out += 1,
            false => record(rule.into(), &output, input),
        }
    }
    if left_out > 0 {
        record(format!("2. {left_out} more times, until the input is empty").into(), &output, "");
    }
    output
}

/// Returns what replaces an input buffer that begins with these dots: "/" and what is after them.
fn after<'i>(input: &'i str, dots: &str) -> &'i str {
    match input.strip_prefix(dots) {
        Some("") | None => "/",
        Some(rest) => rest,
    }
}
