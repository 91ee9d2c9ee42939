//! The argument FIELDS of `uri get`: text with fields in braces.

use std::borrow::Cow;

use urigram::percent;
use urigram_grammar::closest;

use super::fields::{FIELDS, Field, Form, Of, Part, QUERY, SEGMENT};
use crate::fault::Fault;
use crate::output::visible;

/// A text with fields.
pub(super) struct Layout {
    pub(super) pieces: Vec<Piece>,
    /// The list of which each item has an answer.
    pub(super) list: Option<List>,
}

pub(super) enum Piece {
    Text(String),
    Asked(Asked),
}

/// A field with its form, and the text that is written if it is undefined.
pub(super) struct Asked {
    what: What,
    form: Option<Form>,
    undefined: String,
}

enum What {
    Field(&'static Field),
    /// A segment, by its number from the start, or from the end, where the last is 0.
    Segment {
        number: usize,
        from_end: bool,
    },
    /// The value of the first pair with this key.
    Value(Key),
    /// The item of the list, or a half of it.
    Item(Half),
}

/// The data of a key, by how percent-encoded text is read.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Key {
    data: Vec<u8>,
    is_form: bool,
}

/// A list of the parts of a reference.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum List {
    Segments,
    Pairs,
    Values(Key),
}

#[derive(Clone, Copy)]
enum Half {
    Whole,
    Key,
    Value,
}

impl Key {
    fn is_of(&self, pair: Part<'_>) -> bool {
        let key = pair.key().text;
        let key = if self.is_form { percent::decode_form_lenient(key) } else { percent::decode_lenient(key) };
        key == *self.data
    }
}

impl List {
    /// Returns the items in a reference.
    pub(super) fn items<'i>(&self, of: Of<'i>) -> Vec<Part<'i>> {
        match self {
            Self::Segments => of.segments().collect(),
            Self::Pairs => of.pairs().collect(),
            Self::Values(key) => of.pairs().filter(|&pair| key.is_of(pair)).collect(),
        }
    }

    fn name(&self) -> &'static str {
        match self {
            Self::Segments => "path.*",
            Self::Pairs => "query.*",
            Self::Values(_) => "query.KEY.*",
        }
    }
}

impl Asked {
    pub(super) const fn is_of_item(&self) -> bool {
        matches!(self.what, What::Item(_))
    }

    /// Returns what is written for a reference, and for an item of the list.
    pub(super) fn of<'i>(&self, of: Of<'i>, item: Option<Part<'i>>) -> Result<Cow<'i, str>, Fault> {
        let part = match &self.what {
            What::Field(field) => (field.part)(of, field.name),
            What::Segment { number, from_end: false } => of.segments().nth(*number),
            What::Segment { number, from_end: true } => {
                let segments: Vec<_> = of.segments().collect();
                segments.into_iter().rev().nth(*number)
            }
            What::Value(key) => of.pairs().find(|&pair| key.is_of(pair)).and_then(Part::value),
            What::Item(Half::Whole) => item,
            What::Item(Half::Key) => item.map(Part::key),
            What::Item(Half::Value) => item.and_then(Part::value),
        };
        let value = match self.form {
            Some(form) => form.of(of, part)?,
            None => part.map(|part| Cow::Borrowed(part.text)),
        };
        Ok(value.unwrap_or_else(|| Cow::Owned(self.undefined.clone())))
    }
}

impl Layout {
    /// Reads the argument. An error is a message for its user.
    pub(super) fn read(typed: &str) -> Result<Self, String> {
        let mut layout = Self { pieces: Vec::new(), list: None };
        let mut text = String::new();
        let mut rest = typed;
        while let Some(at) = rest.find(['{', '}', '\\']) {
            text.push_str(&rest[..at]);
            let offset = typed.len() - rest.len() + at;
            let (mark, after) = rest[at..].split_at(1);
            if mark == "\\" {
                text.push(escape(after, offset)?);
                rest = &after[1..];
            } else if let Some(after) = after.strip_prefix(mark) {
                text.push_str(mark);
                rest = after;
            } else if mark == "{" {
                let Some((field, after)) = after.split_once('}') else {
                    return Err(format!("the `{{` at byte {offset} has no `}}`; a brace itself is `{{{{`"));
                };
                layout.pieces.push(Piece::Text(std::mem::take(&mut text)));
                let asked = layout.asked(field, offset + 1)?;
                layout.pieces.push(Piece::Asked(asked));
                rest = after;
            } else {
                return Err(format!("the `}}` at byte {offset} has no `{{`; a brace itself is `}}}}`"));
            }
        }
        text.push_str(rest);
        layout.pieces.push(Piece::Text(text));
        if layout.pieces.len() == 1 {
            let name = FIELDS.iter().map(|field| field.name).find(|name| typed == *name).unwrap_or("host");
            let typed = visible::quoted(typed);
            return Err(format!("there is no field in {typed}; fields are in braces, such as `{{{name}}}`"));
        }
        Ok(layout)
    }

    /// Reads a field without its braces.
    fn asked(&mut self, typed: &str, offset: usize) -> Result<Asked, String> {
        let (typed, undefined) = typed.split_once('?').unwrap_or((typed, ""));
        let mut plain = String::new();
        let mut rest = undefined;
        while let Some((before, after)) = rest.split_once('\\') {
            plain.push_str(before);
            plain.push(escape(after, offset + typed.len() + undefined.len() - after.len())?);
            rest = &after[1..];
        }
        plain.push_str(rest);

        let (name, form) = typed.split_once(':').map_or((typed, None), |(name, form)| (name, Some(form)));
        let is_form = form == Some(Form::PlusIsSpace.name());
        let (what, forms) = self.what(name, is_form)?;
        let form = match form {
            None => None,
            Some(typed) => match forms.iter().find(|form| form.name() == typed) {
                Some(form) => Some(*form),
                None => return Err(no_form(name, typed, forms)),
            },
        };
        Ok(Asked { what, form, undefined: plain })
    }

    fn what(&mut self, name: &str, is_form: bool) -> Result<(What, &'static [Form]), String> {
        if let Some(field) = FIELDS.iter().find(|field| field.name == name) {
            return Ok((What::Field(field), field.forms));
        }
        match name.split_once('.') {
            Some(("path", "*")) => Ok((self.item(List::Segments, Half::Whole)?, SEGMENT)),
            Some(("path", number)) => {
                let (from_end, digits) =
                    number.strip_prefix('-').map_or((false, number), |digits| (true, digits));
                // `-1` is the last segment.
                let number =
                    digits.parse().ok().and_then(|digits: usize| digits.checked_sub(from_end.into()));
                let number = number.filter(|_| digits.bytes().all(|byte| byte.is_ascii_digit()));
                number.map(|number| (What::Segment { number, from_end }, SEGMENT)).ok_or_else(|| {
                    let name = visible::quoted(name);
                    format!(
                        "there is no field {name}: segments are numbered `path.0`, `path.1` and so on, and from the end \
                         `path.-1`; `path.*` is each of them"
                    )
                })
            }
            Some(("query", "*")) => Ok((self.item(List::Pairs, Half::Whole)?, QUERY)),
            Some(("query", "*.key")) => Ok((self.item(List::Pairs, Half::Key)?, QUERY)),
            Some(("query", "*.value")) => Ok((self.item(List::Pairs, Half::Value)?, QUERY)),
            Some(("query", key)) => {
                let (key, is_list) = key.strip_suffix(".*").map_or((key, false), |key| (key, true));
                let data = percent::decode_lenient(key).to_bytes().into_owned();
                let key = Key { data, is_form };
                let what =
                    if is_list { self.item(List::Values(key), Half::Value)? } else { What::Value(key) };
                Ok((what, QUERY))
            }
            _ => Err(no_field(name)),
        }
    }

    /// Returns an item of the list, which has to be the only one.
    fn item(&mut self, list: List, half: Half) -> Result<What, String> {
        match &self.list {
            Some(other) if *other != list => Err(format!(
                "an answer for each item is for one list, and there are two: `{}` and `{}`",
                other.name(),
                list.name()
            )),
            _ => {
                self.list = Some(list);
                Ok(What::Item(half))
            }
        }
    }
}

/// Returns the character of an escape. `after` is the text after its backslash.
fn escape(after: &str, offset: usize) -> Result<char, String> {
    match after.chars().next() {
        Some('t') => Ok('\t'),
        Some('n') => Ok('\n'),
        Some('\\') => Ok('\\'),
        _ => Err(format!(
            "the `\\` at byte {offset} is no escape; they are `\\t`, `\\n` and, for itself, `\\\\`"
        )),
    }
}

fn no_field(name: &str) -> String {
    let names = || FIELDS.iter().map(|field| field.name);
    let meant = closest(name, names()).map_or(String::new(), |meant| format!("; did you mean `{meant}`?"));
    let all: Vec<_> = names().collect();
    format!(
        "there is no field {}{meant}\n\n  [fields: {}, path.N, path.*, query.KEY, query.KEY.*, query.*, query.*.key, query.*.value]",
        visible::quoted(name),
        all.join(", ")
    )
}

fn no_form(name: &str, typed: &str, forms: &[Form]) -> String {
    let names = || forms.iter().map(|form| form.name());
    let meant = closest(typed, names()).map_or(String::new(), |meant| format!("; did you mean `{meant}`?"));
    let all: Vec<_> = names().collect();
    let has = if all.is_empty() { "it has none".to_owned() } else { format!("it has {}", all.join(", ")) };
    format!("`{name}` has no form {}{meant}\n\n  [{has}]", visible::quoted(typed))
}
