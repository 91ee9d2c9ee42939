//! Reads ABNF by RFC 5234, section 4: splits a file into rules, parses each, and merges them into a base.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::string_slice,
    reason = "offsets lie in the text, on character boundaries; a depth is decremented once for each \
              increment, and limited by `MAX_NESTING`"
)]

use std::collections::HashMap;

use crate::abnf::rules::{Abnf, Element, Rule, key};
use crate::error::{Error, Fault};

/// The core rules of RFC 5234, Appendix B.1, which every file may call.
const CORE: &str = r#"
ALPHA  = %x41-5A / %x61-7A
BIT    = "0" / "1"
CHAR   = %x01-7F
CR     = %x0D
CRLF   = CR LF
CTL    = %x00-1F / %x7F
DIGIT  = %x30-39
DQUOTE = %x22
HEXDIG = DIGIT / "A" / "B" / "C" / "D" / "E" / "F"
HTAB   = %x09
LF     = %x0A
LWSP   = *(WSP / CRLF WSP)
OCTET  = %x00-FF
SP     = %x20
VCHAR  = %x21-7E
WSP    = SP / HTAB
"#;

/// A position in a file: line and column in characters, both from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Position {
    line: usize,
    column: usize,
}

impl Position {
    fn fault(self, file: &str, message: String) -> Fault {
        Fault { file: file.into(), line: self.line, column: self.column, message, fix: None }
    }
}

#[derive(Debug)]
struct Cursor<'s> {
    rest: &'s str,
    place: Position,
    file: &'s str,
}

impl<'s> Cursor<'s> {
    /// Returns a cursor at the beginning of a line.
    fn new(rest: &'s str, line: usize, file: &'s str) -> Cursor<'s> {
        Cursor { rest, place: Position { line, column: 1 }, file }
    }

    fn place(&self) -> Position {
        self.place
    }

    /// Returns the character at the cursor. Both LF and CRLF are returned as `\n`.
    fn peek(&self) -> Option<char> {
        if self.rest.starts_with("\r\n") { Some('\n') } else { self.rest.chars().next() }
    }

    fn bump(&mut self) {
        let Some(c) = self.peek() else { return };
        self.rest = self.rest.strip_prefix("\r\n").unwrap_or_else(|| {
            let mut chars = self.rest.chars();
            chars.next();
            chars.as_str()
        });
        self.place = match c {
            '\n' => Position { line: self.place.line + 1, column: 1 },
            _ => Position { column: self.place.column + 1, ..self.place },
        };
    }

    fn eat(&mut self, expected: char) -> bool {
        let is_next = self.peek() == Some(expected);
        if is_next {
            self.bump();
        }
        is_next
    }

    fn take_while(&mut self, predicate: impl Fn(char) -> bool) -> &'s str {
        let whole = self.rest;
        while self.peek().is_some_and(&predicate) {
            self.bump();
        }
        &whole[..whole.len() - self.rest.len()]
    }

    /// Skips white space, line breaks and comments.
    fn skip(&mut self) {
        loop {
            match self.peek() {
                Some(' ' | '\t' | '\n') => self.bump(),
                Some(';') => {
                    self.take_while(|c| c != '\n');
                }
                _ => return,
            }
        }
    }

    /// Returns a fault at the cursor, where something else than `what` was found.
    fn expected(&self, what: &str) -> Fault {
        let found = match self.peek() {
            None => "the end of the rule".to_owned(),
            Some('\n') => "the end of the line".to_owned(),
            Some(' ') => "a space".to_owned(),
            Some(c) if c.is_control() => format!("U+{:04X}", c as u32),
            Some(c) => format!("`{c}`"),
        };
        self.place.fault(self.file, format!("expected {what}, found {found}"))
    }

    fn fault(&self, place: Position, message: String) -> Fault {
        place.fault(self.file, message)
    }
}

/// The lines of a rule, up to the beginning of the next rule.
#[derive(Debug, PartialEq, Eq)]
struct Lines<'s> {
    /// The number of the first line, from 1.
    number: usize,
    text: &'s str,
}

/// Splits a file into rules. Blank lines and comments before the first rule are skipped.
///
/// By RFC 5234, section 2.2, all rules begin in the same column, and continuation lines are indented further. Text with
/// other indentation, such as copied text, is accepted too: a line that does not begin with a name always continues a
/// rule, and a line that begins with a name and `=` always begins a rule.
fn split(source: &str) -> Vec<Lines<'_>> {
    let mut margin = None;
    let mut starts = Vec::new();
    let mut at = 0;
    for (number, line) in (1..).zip(source.split_inclusive('\n')) {
        let text = line.trim_start_matches([' ', '\t']);
        if !matches!(text.chars().next(), None | Some('\r' | '\n' | ';')) {
            let indent = line.len() - text.len();
            if begins_rule(text, indent, margin) {
                margin = margin.or(Some(indent));
                starts.push((number, at));
            }
        }
        at += line.len();
    }
    let ends = starts.iter().skip(1).map(|&(_, end)| end).chain([source.len()]);
    starts
        .iter()
        .zip(ends)
        .map(|(&(number, start), end)| Lines { number, text: &source[start..end] })
        .collect()
}

fn begins_rule(text: &str, indent: usize, margin: Option<usize>) -> bool {
    let Some(margin) = margin else { return true };
    let after_name = text.trim_start_matches(in_name);
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && (indent <= margin || after_name.trim_start_matches([' ', '\t']).starts_with('='))
}

/// Returns whether a rule name may contain the character after its first letter.
fn in_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-'
}

/// Parses a quoted string, beginning at its opening quote.
fn string(cursor: &mut Cursor<'_>, any_case: bool) -> Result<Element, Fault> {
    cursor.bump();
    let text = cursor.take_while(|c| matches!(c, ' '..='~') && c != '"');
    if cursor.eat('"') {
        return Ok(Element::Text { text: text.to_owned(), any_case });
    }
    match cursor.peek() {
        None | Some('\n') => Err(cursor.expected("`\"`")),
        Some(other) => {
            let message = format!(
                "a string may only contain printable ASCII: end it, and write `%x{:X}`",
                other as u32
            );
            Err(cursor.fault(cursor.place(), message))
        }
    }
}

/// Parses a terminal value that begins with `%`.
fn terminal(cursor: &mut Cursor<'_>) -> Result<Element, Fault> {
    cursor.bump();
    let kind = cursor.peek().map(|c| c.to_ascii_lowercase());
    let radix = match kind {
        Some('x') => 16,
        Some('d') => 10,
        Some('b') => 2,
        Some('s' | 'i') => {
            cursor.bump();
            return match cursor.peek() {
                Some('"') => string(cursor, kind == Some('i')),
                _ => Err(cursor.expected("a string in quotes")),
            };
        }
        _ => return Err(cursor.expected("`x`, `d`, `b`, `s` or `i` after `%`")),
    };
    cursor.bump();
    numbers(cursor, radix)
}

/// Parses the rest of a numeric value (RFC 5234, sections 2.3 and 3.4): a character such as `41`, a range such as
/// `41-5A`, or a string such as `41.42.43`.
fn numbers(cursor: &mut Cursor<'_>, radix: u32) -> Result<Element, Fault> {
    let place = cursor.place();
    let first = character(cursor, radix)?;
    if cursor.eat('-') {
        let last = character(cursor, radix)?;
        if last < first {
            return Err(cursor.fault(place, "the range ends before it begins".to_owned()));
        }
        return Ok(Element::Range(first, last));
    }
    let mut text = String::from(first);
    while cursor.eat('.') {
        text.push(character(cursor, radix)?);
    }
    Ok(Element::Text { text, any_case: false })
}

fn character(cursor: &mut Cursor<'_>, radix: u32) -> Result<char, Fault> {
    let place = cursor.place();
    let digits = cursor.take_while(|c| c.is_digit(radix));
    if digits.is_empty() {
        return Err(cursor.expected(match radix {
            16 => "a hexadecimal digit",
            10 => "a decimal digit",
            _ => "a binary digit",
        }));
    }
    let code = u32::from_str_radix(digits, radix).ok();
    code.and_then(char::from_u32)
        .ok_or_else(|| cursor.fault(place, format!("`{digits}` is not a Unicode character")))
}

/// The maximum depth of nested brackets, which limits the recursion of the parser and of functions on [`Element`].
const MAX_NESTING: usize = 200;

/// The parsed rules of a file, not yet checked for duplicate and undefined names.
#[derive(Debug, Default)]
struct Parsed {
    definitions: Vec<Definition>,
    /// The called names, with the positions of the calls.
    calls: Vec<(String, Position)>,
    /// The syntax errors, at most one per rule.
    faults: Vec<Fault>,
}

#[derive(Debug)]
struct Definition {
    pub(super) name: String,
    place: Position,
    /// Whether the rule is defined with `=/`, which adds alternatives to an existing rule.
    adds: bool,
    element: Element,
}

fn parse(source: &str, file: &str) -> Parsed {
    let mut parsed = Parsed::default();
    for lines in split(source) {
        let cursor = Cursor::new(lines.text, lines.number, file);
        let mut parser = Parser { cursor, calls: &mut parsed.calls, depth: 0 };
        match parser.definition() {
            Ok(definition) => parsed.definitions.push(definition),
            Err(fault) => parsed.faults.push(fault),
        }
    }
    parsed
}

struct Parser<'s, 'c> {
    cursor: Cursor<'s>,
    calls: &'c mut Vec<(String, Position)>,
    depth: usize,
}

impl Parser<'_, '_> {
    fn definition(&mut self) -> Result<Definition, Fault> {
        self.cursor.skip();
        let place = self.cursor.place();
        let name = self.name().ok_or_else(|| self.cursor.expected("the name of a rule"))?;
        self.cursor.skip();
        if !self.cursor.eat('=') {
            return Err(self.cursor.expected("`=` or `=/` after the name of the rule"));
        }
        let adds = self.cursor.eat('/');
        let element = self.alternation()?;
        match self.cursor.peek() {
            None => Ok(Definition { name, place, adds, element }),
            Some(_) => Err(self.cursor.expected("`/`, another element or the next rule")),
        }
    }

    /// Parses alternatives. This and the methods below recurse once for each bracket; [`Parser::bracketed`] limits the
    /// depth.
    fn alternation(&mut self) -> Result<Element, Fault> {
        let mut parts = vec![self.concatenation()?];
        while self.cursor.eat('/') {
            parts.push(self.concatenation()?);
        }
        Ok(Element::choice(parts))
    }

    /// Parses a concatenation, with the white space before and after it.
    fn concatenation(&mut self) -> Result<Element, Fault> {
        self.cursor.skip();
        let mut parts = vec![self.repetition()?];
        self.cursor.skip();
        while self.cursor.peek().is_some_and(begins_repetition) {
            parts.push(self.repetition()?);
            self.cursor.skip();
        }
        Ok(Element::seq(parts))
    }

    fn repetition(&mut self) -> Result<Element, Fault> {
        let place = self.cursor.place();
        let least = self.count()?;
        let (least, most) = if self.cursor.eat('*') {
            (least.unwrap_or(0), self.count()?)
        } else {
            (least.unwrap_or(1), Some(least.unwrap_or(1)))
        };
        if let Some(most) = most.filter(|&most| most < least) {
            let message = format!("`{least}*{most}`: at least {least} and at most {most} is impossible");
            return Err(self.cursor.fault(place, message));
        }
        let counted = self.cursor.place() != place;
        let element = match self.cursor.peek() {
            Some('<') => self.prose(most == Some(0))?,
            _ => self.element(counted)?,
        };
        Ok(element.repeat(least, most))
    }

    fn count(&mut self) -> Result<Option<u32>, Fault> {
        let place = self.cursor.place();
        let digits = self.cursor.take_while(|c| c.is_ascii_digit());
        if digits.is_empty() {
            return Ok(None);
        }
        let large = |_| self.cursor.fault(place, format!("more than {} repetitions", u32::MAX));
        digits.parse().map(Some).map_err(large)
    }

    fn element(&mut self, counted: bool) -> Result<Element, Fault> {
        let place = self.cursor.place();
        match self.cursor.peek() {
            Some('(') => self.bracketed(')'),
            Some('[') => Ok(self.bracketed(']')?.repeat(0, Some(1))),
            Some('"') => string(&mut self.cursor, true),
            Some('%') => terminal(&mut self.cursor),
            _ => match self.name() {
                Some(name) => Ok(self.call(name, place)),
                None if counted => Err(self.cursor.expected("an element right after the count")),
                None => Err(self.cursor.expected("a rule, a string, a `%` value, `(` or `[`")),
            },
        }
    }

    fn bracketed(&mut self, close: char) -> Result<Element, Fault> {
        let place = self.cursor.place();
        self.depth += 1;
        if self.depth > MAX_NESTING {
            return Err(self.cursor.fault(place, format!("nesting deeper than {MAX_NESTING}")));
        }
        self.cursor.bump();
        let element = self.alternation()?;
        self.depth -= 1;
        if self.cursor.eat(close) {
            return Ok(element);
        }
        let Position { line, column } = place;
        Err(self.cursor.expected(&format!("`{close}` for the bracket in line {line}, column {column}")))
    }

    /// Parses angle brackets, which enclose the name of a rule (RFC 5234, section 2.1) or prose. If it is repeated zero
    /// times (`never`), prose is the empty string. Any other prose is a fault.
    fn prose(&mut self, never: bool) -> Result<Element, Fault> {
        let place = self.cursor.place();
        self.cursor.bump();
        let text = self.cursor.take_while(|c| matches!(c, ' '..='~') && c != '>');
        if !self.cursor.eat('>') {
            return Err(self.cursor.expected("`>`"));
        }
        if never {
            return Ok(Element::EMPTY);
        }
        if text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.chars().all(in_name) {
            return Ok(self.call(text.to_owned(), place));
        }
        Err(self.cursor.fault(place, format!("`<{text}>` is prose: write it in ABNF")))
    }

    fn name(&mut self) -> Option<String> {
        self.cursor.peek().filter(char::is_ascii_alphabetic)?;
        Some(self.cursor.take_while(in_name).to_owned())
    }

    fn call(&mut self, name: String, place: Position) -> Element {
        let element = Element::Call(key(&name));
        self.calls.push((name, place));
        element
    }
}

fn begins_repetition(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '*' | '(' | '[' | '"' | '%' | '<')
}

/// Merges the definitions of a file into the base.
fn define(base: &Abnf, parsed: Parsed, file: &str) -> Result<Abnf, Vec<Fault>> {
    let Parsed { definitions, calls, mut faults } = parsed;
    // Report only the syntax errors, because each call of a rule with an error would be reported as undefined.
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut abnf = base.clone();
    let mut lines: HashMap<String, usize> = HashMap::new();
    for Definition { name, place, adds, element } in definitions {
        let key = key(&name);
        if adds {
            let Some(rule) = abnf.rule_mut(&name) else {
                faults.push(place.fault(file, format!("no rule `{name}` to add to: write `=`")));
                continue;
            };
            rule.element.add(element);
            lines.entry(key).or_insert(place.line);
        } else if let Some(line) = lines.get(&key) {
            faults.push(place.fault(file, format!("rule `{name}` is already defined in line {line}")));
        } else {
            lines.insert(key, place.line);
            abnf.set(Rule { name, element, core: false });
        }
    }
    let undefined = calls.into_iter().filter(|(name, _)| abnf.rule(name).is_none());
    faults.extend(undefined.map(|(name, place)| place.fault(file, format!("rule `{name}` is not defined"))));
    if faults.is_empty() {
        return Ok(abnf);
    }
    faults.sort_by_key(|fault| (fault.line, fault.column));
    Err(faults)
}

impl Abnf {
    /// Parses the text of a file. `file_name` is only used in messages; no file is opened.
    ///
    /// The core rules of RFC 5234, Appendix B.1 (`ALPHA`, `DIGIT` and so on) are predefined and may be redefined. Lines
    /// end with LF or CRLF, and all of them may be indented, as in RFCs. Numbers are Unicode code points: `%xE9` is `é`.
    /// Prose (`<...>`) is accepted if it is the name of a rule, or if it is repeated zero times, as in RFC 3986.
    ///
    /// # Errors
    ///
    /// [`Error::Faulty`] with a fault for each rule that is not ABNF, or has brackets nested more than 200 deep. If there
    /// are no such rules, [`Error::Faulty`] with a fault for each duplicate rule, each `=/` without an existing rule, and
    /// each call of an undefined rule.
    ///
    /// ```
    /// # use urigram_grammar::Abnf;
    /// let error = Abnf::read("h16 = 1*4HEXDIGIT", "uri.abnf").unwrap_err();
    /// assert_eq!(error.to_string(), "uri.abnf:1:10: rule `HEXDIGIT` is not defined");
    /// ```
    pub fn read(source: &str, file_name: &str) -> Result<Abnf, Error> {
        Abnf::read_over(&Abnf::core(), source, file_name)
    }

    /// Parses the text of a file and merges its rules into `base`. They replace rules of the same name in `base`, or are
    /// added to it. The text may call rules of `base`, and add alternatives to them with `=/`.
    ///
    /// # Errors
    ///
    /// The errors of [`Abnf::read`].
    ///
    /// ```
    /// # use urigram_grammar::Abnf;
    /// let digits = Abnf::read("number = 1*figure\nfigure = DIGIT", "digits.abnf")?;
    /// let grouped = Abnf::read_over(&digits, "figure =/ \"_\"", "grouped.abnf")?;
    /// assert!(grouped.dfa("number")?.accepts("1_000"));
    /// # Ok::<(), urigram_grammar::Error>(())
    /// ```
    pub fn read_over(base: &Abnf, source: &str, file_name: &str) -> Result<Abnf, Error> {
        define(base, parse(source, file_name), file_name).map_err(Error::Faulty)
    }

    /// Returns the core rules.
    fn core() -> Abnf {
        let core = parse(CORE, "RFC 5234");
        let mut abnf = define(&Abnf::default(), core, "RFC 5234").expect("the core rules have no faults");
        abnf.rules.iter_mut().for_each(|rule| rule.core = true);
        abnf
    }
}
