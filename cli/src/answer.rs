//! Answers each value: each argument, or each line of standard input.
//!
//! Answers are written in the order of the values, as soon as they are known. Faults are written as diagnostics, or as JSON.

use std::ffi::OsStr;
use std::io::Write;
use std::sync::mpsc::sync_channel;
use std::thread::Builder;
use std::{io, panic, thread};

use urigram::generic::{Uri, UriReference};
use urigram::grammar::Grammar;
use urigram::{ParseError, Rule};

use crate::args::{Format, Inputs, Values, WithBase};
use crate::fault::{Fault, decode};
use crate::input::{Blocks, Texts, is_stdin};
use crate::outcome::{Error, Status};
use crate::output::{Output, diagnostic, json};
use crate::{input, output};

/// Why there is no answer.
pub(crate) enum Unanswered {
    Invalid(Fault),
    /// The earlier values that `answer` keeps fill the memory, so no further value can be answered.
    Full,
    Output(io::Error),
}

impl Unanswered {
    /// Applies `change` to the fault, if there is one.
    pub(crate) fn with(self, change: impl FnOnce(Fault) -> Fault) -> Self {
        match self {
            Self::Invalid(fault) => Self::Invalid(change(fault)),
            other => other,
        }
    }
}

impl From<Fault> for Unanswered {
    fn from(fault: Fault) -> Self {
        Self::Invalid(fault)
    }
}

impl From<ParseError> for Unanswered {
    fn from(error: ParseError) -> Self {
        Self::Invalid(error.into())
    }
}

impl From<io::Error> for Unanswered {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// Calls `answer` for each value. `answer` writes the answer, or returns an error and writes nothing.
pub(crate) fn each<W: Write>(
    values: &Values,
    format: Format,
    status: &mut Status,
    out: &mut W,
    answer: impl FnMut(&mut W, &[u8]) -> Result<(), Unanswered>,
) -> Result<(), Error> {
    each_of(Texts::Lines, values, format, status, out, answer)
}

/// Like [`each`], with standard input split into texts of this kind.
pub(crate) fn each_of<W: Write>(
    texts: Texts,
    values: &Values,
    format: Format,
    status: &mut Status,
    out: &mut W,
    answer: impl FnMut(&mut W, &[u8]) -> Result<(), Unanswered>,
) -> Result<(), Error> {
    let Values { values, literal } = values;
    let mut answerer = Answerer { texts, format, status, out, answer };
    if values.is_empty() && literal.is_empty() {
        answerer.all_of_stdin()?;
    }
    for value in values {
        if is_stdin(value) {
            answerer.all_of_stdin()?;
        } else {
            answerer.one(value.as_encoded_bytes(), None)?;
        }
    }
    for value in literal {
        answerer.one(value.as_encoded_bytes(), None)?;
    }
    Ok(answerer.out.flush()?)
}

struct Answerer<'a, W, F> {
    texts: Texts,
    format: Format,
    status: &'a mut Status,
    out: &'a mut W,
    answer: F,
}

impl<W: Write, F: FnMut(&mut W, &[u8]) -> Result<(), Unanswered>> Answerer<'_, W, F> {
    fn all_of_stdin(&mut self) -> Result<(), Error> {
        let whole = self.texts == Texts::Whole;
        let mut blocks = Blocks::of_stdin_in(self.texts).peekable();
        if whole && blocks.peek().is_none() {
            self.one(b"", None)?;
        }
        for block in blocks {
            match block {
                Ok(block) => {
                    let number = |number| if whole { None } else { Some(number) };
                    block.lines().try_for_each(|line| self.one(line.bytes, number(line.number)))?;
                }
                Err(unreadable) => {
                    *self.status = Status::Failed;
                    self.out.flush()?;
                    unreadable.report();
                }
            }
            // Reading the next line may block.
            self.out.flush()?;
        }
        Ok(())
    }

    /// Answers an argument or, with its number, a line of standard input.
    fn one(&mut self, bytes: &[u8], line: Option<u64>) -> Result<(), Error> {
        let name = |line| format!("<stdin>: {}: ", self.texts.name(line));
        let place = || line.map(name).unwrap_or_default();
        let fault = match (self.answer)(self.out, bytes) {
            Ok(()) => return Ok(()),
            Err(Unanswered::Output(error)) => return Err(error.into()),
            Err(Unanswered::Full) => {
                self.out.flush()?;
                let why = "there is no memory left for what was read before; the rest is not read";
                return Err(Error::Refused(format!("uri: {}{why}", place())));
            }
            Err(Unanswered::Invalid(fault)) => fault,
        };
        *self.status |= Status::Invalid;
        match self.format {
            Format::Json => Ok(json::write_line(self.out, &json::Invalid::new(bytes, &fault))?),
            Format::Text => {
                // If both streams go to the same terminal or file, flushing keeps their order.
                self.out.flush()?;
                diagnostic::report(bytes, line, &fault);
                Ok(())
            }
        }
    }
}

pub(crate) const BASE: &str = "base";

/// The kind of value that has a base.
pub(crate) struct ValueKind {
    pub(crate) name: &'static str,
    pub(crate) rule: Rule,
    /// The rule of its base: `URI`, or `URI_reference` if the base may be relative.
    pub(crate) base: Rule,
    /// The advice for a line that does not contain a base and a value.
    pub(crate) pair: &'static str,
}

/// Calls `answer` for each base and value. `answer` writes the answer, or returns an error and writes
/// nothing. If the returned fault names a part, the base is at fault, and the offset is in the base.
pub(crate) fn each_with_base<G: Grammar>(
    arguments: &WithBase,
    kind: &ValueKind,
    status: &mut Status,
    mut answer: impl FnMut(&mut Output, &UriReference<&str, G>, &str) -> Result<(), Unanswered>,
) -> Result<(), Error> {
    let WithBase { base, inputs: Inputs { format, values }, .. } = arguments;
    let rule = kind.rule.as_str();
    let mut out = output::plain();
    let mut answer = |out: &mut Output, base: &UriReference<&str, G>, value: &[u8]| {
        let text = decode(rule, value)?;
        answer(out, base, text)
    };
    let Some(typed) = &base.base else {
        return each(values, *format, status, &mut out, |out, pair| {
            let (first, second, start) = input::split_pair(pair, kind.pair)?;
            let base = parse(kind.base, first).map_err(|fault| fault.of_part(BASE, 0))?;
            let of_value = |fault: Fault| match fault.part() {
                Some(_) => fault,
                None => fault.of_part(kind.name, start),
            };
            answer(out, &base, second).map_err(|unanswered| unanswered.with(of_value))
        });
    };
    let Some(base) = typed_base(typed, status, |typed| parse(kind.base, typed)) else { return Ok(()) };
    each(values, *format, status, &mut out, |out, value| {
        let of_base = |fault: Fault| fault.with_part_beside(base.as_str());
        answer(out, &base, value).map_err(|unanswered| unanswered.with(of_base))
    })
}

/// Returns the result of `then` for the base of all values. Reports a fault of the base, without which no value can be
/// answered.
pub(crate) fn typed_base<'t, T>(
    typed: &'t OsStr,
    status: &mut Status,
    parse: impl FnOnce(&'t [u8]) -> Result<T, Fault>,
) -> Option<T> {
    let typed = typed.as_encoded_bytes();
    match parse(typed) {
        Ok(base) => Some(base),
        Err(fault) => {
            *status = Status::Failed;
            diagnostic::report(typed, None, &fault.of_part(BASE, 0));
            None
        }
    }
}

pub(crate) fn base_uri<G: Grammar>(base: &[u8]) -> Result<Uri<&str, G>, Fault> {
    Ok(Uri::try_from(decode(Rule::URI.as_str(), base)?)?)
}

fn parse<G: Grammar>(rule: Rule, base: &[u8]) -> Result<UriReference<&str, G>, Fault> {
    Ok(match rule {
        Rule::URI => base_uri(base)?.into(),
        rule => UriReference::try_from(decode(rule.as_str(), base)?)?,
    })
}

/// More workers would only wait for the threads that read and write, and take memory.
const MOST_WORKERS: usize = 8;

/// Passes each result of `work` to `take`, in the order of the tasks, as soon as it is available.
pub(crate) fn in_parallel<T: Send + 'static, R: Send + 'static>(
    mut tasks: impl Iterator<Item = T> + Send + 'static,
    work: impl Fn(T) -> R + Clone + Send + 'static,
    mut take: impl FnMut(R) -> Result<(), Error>,
) -> Result<(), Error> {
    let workers = thread::available_parallelism().map_or(1, |cores| cores.get().min(MOST_WORKERS));
    if workers == 1 || cfg!(target_family = "wasm") {
        return tasks.try_for_each(|task| take(work(task)));
    }

    // Tasks are assigned to the workers in turn, and results are received in the same turn, which preserves
    // the order. The threads are not scoped, because a scoped thread that waits for a task would keep the
    // command alive after its output is closed.
    let mut threads = Vec::new();
    let mut senders = Vec::new();
    let mut results = Vec::new();
    for _ in 0..workers {
        let (sender, tasks) = sync_channel(1);
        let (done, result) = sync_channel(1);
        let work = work.clone();
        let worker = move || drop(tasks.into_iter().try_for_each(|task| done.send(work(task))));
        threads.push(Builder::new().spawn(worker).map_err(Error::Thread)?);
        senders.push(sender);
        results.push(result);
    }
    let reader = move || {
        drop(tasks.zip(senders.iter().cycle()).try_for_each(|(task, sender)| sender.send(task)));
    };
    let reader = Builder::new().spawn(reader).map_err(Error::Thread)?;

    for turn in (0..workers).cycle() {
        if let Ok(result) = results[turn].recv() {
            take(result)?;
        } else {
            // The worker has panicked, or has no more tasks because the reader has ended or panicked.
            let ended = threads.swap_remove(turn).join().and_then(|()| reader.join());
            ended.unwrap_or_else(|panic| panic::resume_unwind(panic));
            break;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_order() {
        let mut taken = Vec::new();
        let slow = |task: u64| {
            thread::sleep(std::time::Duration::from_micros(task * 7919 % 1000));
            task
        };
        let take = |task| {
            taken.push(task);
            Ok(())
        };
        in_parallel(0..200, slow, take).unwrap();
        assert!(taken.into_iter().eq(0..200));
    }

    #[test]
    #[should_panic = "at task 7"]
    fn does_not_take_a_panic_for_the_end() {
        // The reader never ends, so only the panic can end the loop.
        let tasks = (0..20).chain(std::iter::from_fn(|| {
            loop {
                thread::park();
            }
        }));
        let _ = in_parallel(tasks, |task| assert!(task != 7, "at task {task}"), |()| Ok(()));
    }
}
