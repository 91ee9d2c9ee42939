//! One library doing one operation to every string of a corpus, once.

use std::hint::black_box;

/// Something to be timed, ready to run again and again.
pub struct Pass<'c> {
    /// How many strings the library accepts, counted before any timing.
    pub accepted: usize,
    /// Runs over all strings, accepted or not. The loop is in here, so that the one indirect call
    /// is a call a corpus, and a parser may be inlined into the loop as it may in a program.
    pub run: Box<dyn FnMut() + 'c>,
}

/// Parses each string. The result is shown to the optimizer where it lies, whatever its size: no
/// library pays for a copy that another has not.
pub fn parsing<'c, T, E>(lines: &'c [&'c str], parse: impl Fn(&'c str) -> Result<T, E> + 'c) -> Pass<'c> {
    Pass {
        accepted: lines.iter().filter(|line| parse(line).is_ok()).count(),
        run: Box::new(move || {
            for line in lines {
                black_box(&parse(line));
            }
        }),
    }
}

/// Parses each string and reads what was parsed. Here the value itself stays with the optimizer, as
/// it does in a program: only what is read from it has to exist.
pub fn reading<'c, T, E>(
    lines: &'c [&'c str],
    parse: impl Fn(&'c str) -> Result<T, E> + 'c,
    read: impl Fn(T) + 'c,
) -> Pass<'c> {
    Pass {
        accepted: lines.iter().filter(|line| parse(line).is_ok()).count(),
        run: Box::new(move || {
            for line in lines {
                match parse(line) {
                    Ok(value) => read(value),
                    Err(error) => see(error),
                }
            }
        }),
    }
}

/// Makes something of each value, which was prepared before.
pub fn each<'c, V: 'c, T>(values: Vec<V>, mut make: impl FnMut(&V) -> T + 'c) -> Pass<'c> {
    Pass {
        accepted: values.len(),
        run: Box::new(move || {
            for value in &values {
                black_box(&make(value));
            }
        }),
    }
}

/// Reads a component, that is makes its value exist.
#[inline(always)]
pub fn see<T>(value: T) {
    black_box(&value);
}
