//! Values with a base: one base for all of them, or pairs of a base and a value.

use std::ffi::OsStr;

use urigram::{Rule, Uri};

use crate::answer::{self, Unanswered};
use crate::args::WithBase;
use crate::fault::{Fault, decode};
use crate::input::pair;
use crate::outcome::{Error, Status};
use crate::output::diagnostic;
use crate::output::{self, Output};

pub(crate) const BASE: &str = "base";

/// The kind of value that has a base.
pub(crate) struct ValueKind {
    pub(crate) name: &'static str,
    pub(crate) rule: Rule,
    /// Advice on what a pair is.
    pub(crate) pair: &'static str,
}

/// Calls `answer` for each base and value. It writes the answer, or returns an error and writes nothing. A
/// fault that already names a part is a fault of the base, with an offset in the base.
pub(crate) fn each(
    arguments: &WithBase,
    kind: &ValueKind,
    status: &mut Status,
    mut answer: impl FnMut(&mut Output, &Uri<&str>, &str) -> Result<(), Unanswered>,
) -> Result<(), Error> {
    let WithBase { base, format, values } = arguments;
    let rule = kind.rule.name();
    let mut out = output::plain();
    let mut answer = |out: &mut Output, base: &Uri<&str>, value: &[u8]| {
        let text = decode(rule, value)?;
        answer(out, base, text)
    };
    let Some(typed) = &base.base else {
        return answer::each(values, *format, status, &mut out, |out, pair| {
            let (first, second, start) = pair::split(pair, kind.pair)?;
            let base = parse(first).map_err(|fault| fault.of_part(BASE, 0))?;
            let of_value = |fault: Fault| match fault.part() {
                Some(_) => fault,
                None => fault.of_part(kind.name, start),
            };
            answer(out, &base, second).map_err(|unanswered| unanswered.with(of_value))
        });
    };
    let Some(base) = typed_base(typed, status, Ok) else { return Ok(()) };
    answer::each(values, *format, status, &mut out, |out, value| {
        let of_base = |fault: Fault| fault.with_part_beside(base.as_str());
        answer(out, &base, value).map_err(|unanswered| unanswered.with(of_base))
    })
}

/// Returns what `then` makes of the base URI that was typed for all values. Where it has a fault nothing can be
/// answered: this reports it.
pub(crate) fn typed_base<'t, T>(
    typed: &'t OsStr,
    status: &mut Status,
    then: impl FnOnce(Uri<&'t str>) -> Result<T, Fault>,
) -> Option<T> {
    let typed = typed.as_encoded_bytes();
    match parse(typed).and_then(then) {
        Ok(base) => Some(base),
        Err(fault) => {
            *status = Status::Failed;
            diagnostic::report(typed, None, &fault.of_part(BASE, 0));
            None
        }
    }
}

fn parse(base: &[u8]) -> Result<Uri<&str>, Fault> {
    Ok(Uri::parse(decode(Rule::URI.name(), base)?)?)
}
