//! `bulk` and `lines`: the strings of one buffer, from the buffer to the library's own type for each. In `bulk`, they lie one after the
//! other, as in an array, and their ends are known. In `lines`, a line feed ends each, and has to be found.

use std::hint::black_box;

use urigram::UriReference;

use crate::pass::{OURS, Pass, Table};

/// The strings, one after the other.
pub const TABLE: Table = &[
    (OURS, |lines| {
        let (buffer, ends) = joined(lines, "");
        over(lines, UriReference::parse, move || {
            let mut bulk = UriReference::bulk(&buffer);
            let mut start = 0;
            for &end in &ends {
                black_box(&bulk.parse(start..end));
                start = end;
            }
        })
    }),
    ("urigram (parse)", |lines| one_by_one(lines, UriReference::parse)),
    ("fluent-uri", |lines| one_by_one(lines, fluent_uri::UriRef::<&str>::parse)),
    ("oxiri", |lines| one_by_one(lines, oxiri::IriRef::parse)),
];

/// The strings, as lines.
pub const LINES: Table = &[
    (OURS, |lines| {
        let (buffer, _) = joined(lines, "\n");
        over(lines, UriReference::parse, move || {
            for line in UriReference::bulk(&buffer).lines() {
                black_box(&line);
            }
        })
    }),
    ("urigram (parse)", |lines| line_by_line(lines, UriReference::parse)),
    ("fluent-uri", |lines| line_by_line(lines, fluent_uri::UriRef::<&str>::parse)),
    ("oxiri", |lines| line_by_line(lines, oxiri::IriRef::parse)),
];

/// Returns the strings as one buffer, and the end of each.
fn joined(lines: &[&str], after: &str) -> (String, Vec<usize>) {
    let mut buffer = String::new();
    let mut ends = Vec::new();
    for line in lines {
        buffer += line;
        ends.push(buffer.len());
        buffer += after;
    }
    (buffer, ends)
}

fn over<'c, T, E>(
    lines: &[&'c str],
    parse: impl Fn(&'c str) -> Result<T, E>,
    run: impl FnMut() + 'c,
) -> Pass<'c> {
    let accepted = lines.iter().filter(|line| parse(line).is_ok()).count();
    Pass::over(lines, accepted, run)
}

fn one_by_one<'c, T, E>(lines: &[&'c str], parse: fn(&'c str) -> Result<T, E>) -> Pass<'c>
where
    T: 'c,
    E: 'c,
{
    let (buffer, ends) = joined(lines, "");
    // The parsers take a type that borrows the strings.
    let buffer: &'static str = buffer.leak();
    over(lines, parse, move || {
        let mut start = 0;
        for &end in &ends {
            black_box(&parse(&buffer[start..end]));
            start = end;
        }
    })
}

fn line_by_line<'c, T, E>(lines: &[&'c str], parse: fn(&'c str) -> Result<T, E>) -> Pass<'c>
where
    T: 'c,
    E: 'c,
{
    let buffer: &'static str = joined(lines, "\n").0.leak();
    over(lines, parse, move || {
        for line in buffer.lines() {
            black_box(&parse(line));
        }
    })
}

#[cfg(test)]
mod tests {
    use super::{LINES, TABLE};
    use crate::pass::Pass;

    #[test]
    fn each_row_runs() {
        for (library, prepare) in TABLE.iter().chain(LINES) {
            let Pass { accepted, strings, mut run, .. } = prepare(&["http://a/b", "c", "d e"]);
            run();
            assert_eq!((accepted, strings), (2, 3), "{library}");
        }
    }
}
