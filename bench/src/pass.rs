//! A pass, which runs one library's operation once on every string of a corpus.

use std::hint::black_box;

use pest::RuleType;
use pest::iterators::Pairs;

/// An operation to be timed, ready to run repeatedly.
pub struct Pass<'c> {
    /// The number of strings that the library accepts, counted beforehand.
    pub accepted: usize,
    /// The number of strings that a run processes: all strings, or those that could be prepared.
    pub strings: usize,
    /// The total length of those strings in bytes.
    pub bytes: usize,
    /// Processes the strings, accepted or not. The loop is inside the closure, so that there is only one indirect call
    /// per corpus, and a parser can be inlined into the loop as it would be in a program.
    pub run: Box<dyn FnMut() + 'c>,
}

/// A function that makes a pass over the strings of a corpus. Its own time is not measured.
pub type Prepare = for<'c> fn(&'c [&'c str]) -> Pass<'c>;

/// Libraries by the names of their packages, urigram first.
pub type Table = &'static [(&'static str, Prepare)];

/// The name of this project's rows.
pub const OURS: &str = "urigram";

impl<'c> Pass<'c> {
    /// Returns a pass over all strings.
    pub(crate) fn over(lines: &[&str], accepted: usize, run: impl FnMut() + 'c) -> Self {
        let bytes = lines.iter().map(|line| line.len()).sum();
        Self { accepted, strings: lines.len(), bytes, run: Box::new(run) }
    }
}

/// Values that are made beforehand from the strings that the library accepts.
pub struct Prepared<V> {
    /// The values, in the order of the strings.
    pub values: Vec<V>,
    /// The total length of these strings in bytes.
    pub bytes: usize,
}

impl<V> Prepared<V> {
    /// Makes a value from each string, and leaves out strings for which `prepare` returns `None`.
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

/// Returns a pass that parses each string. The result is passed to `black_box` by reference, so that no library pays
/// for copying a large value.
pub fn parsing<'c, T, E>(lines: &'c [&'c str], parse: impl Fn(&'c str) -> Result<T, E> + 'c) -> Pass<'c> {
    let accepted = lines.iter().filter(|line| parse(line).is_ok()).count();
    Pass::over(lines, accepted, move || {
        for line in lines {
            black_box(&parse(line));
        }
    })
}

/// Returns a pass that parses each string and reads the value. As in a program, the optimizer can remove the
/// computation of parts that are not read.
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

/// Parsed strings, each paired with one of a few other values, in rotation.
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

/// Returns a pass that applies an operation to each parsed string and another value. The strings are
/// parsed beforehand.
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

/// Returns a pass like [`applying`] whose operation writes to a buffer, which is passed to
/// `black_box`.
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

/// Returns a pass that runs an operation once on all strings joined by spaces. If `prepare` returns `None`, the pass has
/// no strings, because the time of a failure is meaningless. The joined text is leaked, so that the prepared value can
/// borrow it.
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

/// Returns a pass over prepared values.
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

/// Passes a component to `black_box`, so that its value has to be computed.
#[inline(always)]
pub fn see<T>(value: T) {
    black_box(&value);
}

// The nodes of pest's parse tree, as compiled parsers report them.

/// A rule, and the start and end of its match.
pub(crate) type Node<R> = (R, u32, u32);

/// The nodes of a text, in the order in which their rules end.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Nodes<R>(pub(crate) Vec<Node<R>>);

impl<R> Default for Nodes<R> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<R> Nodes<R> {
    #[inline(always)]
    pub(crate) fn capture(&mut self, rule: R, start: usize, end: usize) {
        self.0.push(node(rule, start, end));
    }

    #[inline(always)]
    pub(crate) fn mark(&self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    pub(crate) fn rewind(&mut self, mark: usize) {
        self.0.truncate(mark);
    }
}

impl<R: RuleType> Nodes<R> {
    /// Returns the nodes of pest's tree. Recurses as deep as the tree.
    pub(crate) fn of(tree: Pairs<'_, R>) -> Self {
        let mut nodes = Self::default();
        nodes.add(tree);
        nodes
    }

    fn add(&mut self, pairs: Pairs<'_, R>) {
        for pair in pairs {
            let (rule, span) = (pair.as_rule(), pair.as_span());
            self.add(pair.into_inner());
            self.capture(rule, span.start(), span.end());
        }
    }
}

#[inline(always)]
fn node<R>(rule: R, start: usize, end: usize) -> Node<R> {
    (rule, start as u32, end as u32)
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
