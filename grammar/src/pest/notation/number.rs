//! The numbers of repetitions with bounds, and of slices of the stack.

use std::ops::Range;

use super::cursor::Cursor;
use crate::pest::meta::fault::FaultAt;
use crate::pest::meta::tree::{Kind, Times};

/// Reads `{2}`, `{2,}`, `{,3}` or `{2, 3}` from its opening brace, and skips what follows.
pub(super) fn bounds(cursor: &mut Cursor<'_>) -> Result<Times, FaultAt> {
    let open = cursor.at();
    cursor.require("{", "`{`")?;
    let Some(least) = number(cursor)? else {
        cursor.require(",", "a number or `,`")?;
        let Some(most) = number(cursor)? else { return Err(cursor.expected("a number")) };
        close(cursor, open, "}", "`}`")?;
        return Ok(Times::Most(most.positive()?));
    };
    if cursor.eat("}")? {
        return Ok(Times::Exactly(least.positive()?));
    }
    if !cursor.eat(",")? {
        return Err(cursor.unended_in_term(open, "}", "`,` or `}`"));
    }
    let Some(most) = number(cursor)? else {
        close(cursor, open, "}", "a number or `}`")?;
        return Ok(Times::Least(least.value));
    };
    close(cursor, open, "}", "`}`")?;
    Ok(Times::Between(least.value, most.positive()?))
}

/// Reads `[1..-1]` from its opening bracket, and skips what follows. Each of the numbers may be missing.
pub(super) fn slice<'t>(cursor: &mut Cursor<'t>) -> Result<Kind<'t>, FaultAt> {
    let open = cursor.at();
    cursor.require("[", "`[`")?;
    let from = integer(cursor)?;
    cursor.require("..", if from.is_some() { "`..`" } else { "a number or `..`" })?;
    let to = integer(cursor)?;
    close(cursor, open, "]", if to.is_some() { "`]`" } else { "a number or `]`" })?;
    Ok(Kind::Slice(from.unwrap_or(0), to))
}

/// Consumes the closing bracket, and skips what follows. `what` names it, and what else may be next, in the fault.
fn close(cursor: &mut Cursor<'_>, open: usize, closing: &str, what: &str) -> Result<(), FaultAt> {
    if cursor.eat(closing)? { Ok(()) } else { Err(cursor.unended_in_term(open, closing, what)) }
}

struct Number {
    value: u32,
    range: Range<usize>,
}

impl Number {
    fn positive(self) -> Result<u32, FaultAt> {
        match self.value {
            0 => Err(FaultAt { range: self.range, message: "cannot repeat 0 times".to_owned() }),
            value => Ok(value),
        }
    }
}

/// Reads a number, if one is next, and skips what follows.
fn number(cursor: &mut Cursor<'_>) -> Result<Option<Number>, FaultAt> {
    let start = cursor.at();
    let digits = cursor.take_while(|c| c.is_ascii_digit());
    if digits.is_empty() {
        return Ok(None);
    }
    let range = start..cursor.at();
    let Ok(value) = digits.parse() else {
        return Err(FaultAt { range, message: "number cannot overflow u32".to_owned() });
    };
    cursor.skip()?;
    Ok(Some(Number { value, range }))
}

/// Reads an integer, if one is next, and skips what follows.
#[expect(clippy::string_slice, reason = "a sign and digits, which are ASCII, were consumed")]
fn integer(cursor: &mut Cursor<'_>) -> Result<Option<i32>, FaultAt> {
    let (start, rest) = (cursor.at(), cursor.rest());
    let is_negative = cursor.take("-");
    let digits = cursor.take_while(|c| c.is_ascii_digit());
    if is_negative && digits.bytes().all(|digit| digit == b'0') {
        let message = "expected a number other than 0 after `-`".to_owned();
        return Err(FaultAt { range: start..cursor.at(), message });
    }
    if digits.is_empty() {
        return Ok(None);
    }
    let range = start..cursor.at();
    let Ok(value) = rest[..range.len()].parse() else {
        return Err(FaultAt { range, message: "number cannot overflow i32".to_owned() });
    };
    cursor.skip()?;
    Ok(Some(value))
}
