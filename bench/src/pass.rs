//! One library doing one operation to every string of a corpus, once.

use std::hint::black_box;

/// Something to be timed, ready to run again and again.
pub struct Pass<'c> {
    /// How many strings the library accepts, counted before any timing.
    pub accepted: usize,
    /// How many strings a run is given: all, or those that could be prepared.
    pub strings: usize,
    /// How many bytes those have.
    pub bytes: usize,
    /// Runs over these strings, accepted or not. The loop is in here, so that the one indirect call
    /// is a call a corpus, and a parser may be inlined into the loop as it may in a program.
    pub run: Box<dyn FnMut() + 'c>,
}

impl<'c> Pass<'c> {
    /// Over all strings.
    fn over(lines: &[&str], accepted: usize, run: impl FnMut() + 'c) -> Self {
        let bytes = lines.iter().map(|line| line.len()).sum();
        Self { accepted, strings: lines.len(), bytes, run: Box::new(run) }
    }
}

/// What strings are made into before any timing: those of them that the library accepts.
pub struct Prepared<V> {
    /// In the order of the strings.
    pub values: Vec<V>,
    /// How many bytes these strings have.
    pub bytes: usize,
}

impl<V> Prepared<V> {
    /// Makes a value of each string, or none.
    pub fn of<S: AsRef<str>>(strings: impl IntoIterator<Item = S>, prepare: impl Fn(S) -> Option<V>) -> Self {
        let mut prepared = Self { values: Vec::new(), bytes: 0 };
        for string in strings {
            let bytes = string.as_ref().len();
            if let Some(value) = prepare(string) {
                prepared.values.push(value);
                prepared.bytes += bytes;
            }
        }
        prepared
    }
}

/// Parses each string. The result is shown to the optimizer where it lies, whatever its size: no
/// library pays for a copy that another has not.
pub fn parsing<'c, T, E>(lines: &'c [&'c str], parse: impl Fn(&'c str) -> Result<T, E> + 'c) -> Pass<'c> {
    let accepted = lines.iter().filter(|line| parse(line).is_ok()).count();
    Pass::over(lines, accepted, move || {
        for line in lines {
            black_box(&parse(line));
        }
    })
}

/// Parses each string and reads what was parsed. Here the value itself stays with the optimizer, as
/// it does in a program: only what is read from it has to exist.
pub fn reading<'c, T, E>(
    lines: &'c [&'c str],
    parse: impl Fn(&'c str) -> Result<T, E> + 'c,
    read: impl Fn(T) + 'c,
) -> Pass<'c> {
    let accepted = lines.iter().filter(|line| parse(line).is_ok()).count();
    Pass::over(lines, accepted, move || {
        for line in lines {
            match parse(line) {
                Ok(value) => read(value),
                Err(error) => see(error),
            }
        }
    })
}

/// Parsed strings, each with one of a few other values, which take turns.
struct Turns<V, W> {
    prepared: Prepared<V>,
    others: Vec<W>,
}

impl<V, W> Turns<V, W> {
    fn of<'c, E>(lines: &[&'c str], others: Vec<W>, parse: impl Fn(&'c str) -> Result<V, E>) -> Self {
        Self { prepared: Prepared::of(lines.iter().copied(), |line| parse(line).ok()), others }
    }

    fn each(&self) -> impl Iterator<Item = (&W, &V)> {
        self.others.iter().cycle().zip(&self.prepared.values)
    }
}

/// Does something with each string, which is parsed beforehand, and another value.
pub fn applying<'c, V: 'c, W: 'c, T, E, F>(
    lines: &'c [&'c str],
    others: Vec<W>,
    parse: impl Fn(&'c str) -> Result<V, E>,
    apply: impl Fn(&W, &V) -> Result<T, F> + 'c,
) -> Pass<'c> {
    let turns = Turns::of(lines, others, parse);
    Pass {
        accepted: turns.each().filter(|(other, value)| apply(other, value).is_ok()).count(),
        strings: turns.prepared.values.len(),
        bytes: turns.prepared.bytes,
        run: Box::new(move || {
            for (other, value) in turns.each() {
                black_box(&apply(other, value));
            }
        }),
    }
}

/// The same into a buffer, which is seen as it is left.
pub fn applying_into<'c, V: 'c, W: 'c, E>(
    lines: &'c [&'c str],
    others: Vec<W>,
    parse: impl Fn(&'c str) -> Result<V, E>,
    apply: impl Fn(&W, &V, &mut String) -> bool + 'c,
) -> Pass<'c> {
    let turns = Turns::of(lines, others, parse);
    let mut buffer = String::new();
    Pass {
        accepted: turns.each().filter(|(other, value)| apply(other, value, &mut buffer)).count(),
        strings: turns.prepared.values.len(),
        bytes: turns.prepared.bytes,
        run: Box::new(move || {
            for (other, value) in turns.each() {
                see(apply(other, value, &mut buffer));
                see(buffer.as_str());
            }
        }),
    }
}

/// Does something to all strings as one, with a space between each two; to none if what is prepared of that text is
/// none, as an operation that fails has no time. The text is kept as long as the process runs, so that what is
/// prepared of it can borrow it.
pub fn whole<'c, T, F: Fn() -> T + 'c>(
    lines: &'c [&'c str],
    prepare: impl FnOnce(&'static str) -> Option<F>,
) -> Pass<'c> {
    match prepare(lines.join(" ").leak()) {
        Some(operation) => Pass::over(lines, lines.len(), move || {
            black_box(&operation());
        }),
        None => Pass::over(&[], 0, || {}),
    }
}

/// Makes something of each value, which was prepared before.
pub fn each<'c, V: 'c, T>(prepared: Prepared<V>, mut make: impl FnMut(&V) -> T + 'c) -> Pass<'c> {
    Pass {
        accepted: prepared.values.len(),
        strings: prepared.values.len(),
        bytes: prepared.bytes,
        run: Box::new(move || {
            for value in &prepared.values {
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

#[cfg(test)]
mod tests {
    use super::whole;

    #[test]
    fn an_operation_that_fails_is_given_no_strings() {
        let lines = ["a", "%4"];
        assert_eq!(whole(&lines, |text| (!text.contains('%')).then_some(move || text)).strings, 0);
        assert_eq!(whole(&lines[..1], |text| (!text.contains('%')).then_some(move || text)).strings, 1);
    }
}
