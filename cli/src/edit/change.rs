//! An edit: ready to be made, and made.

use urigram::{EditError, Fragment, Path, Query, Rule, Segment, UriReference, Userinfo};

use super::pairs::{self, Pair};
use super::text;
use crate::args::{Asked, Written};
use crate::fault::Fault;

/// An edit whose value is known to be right, whatever the reference.
pub(crate) struct Change {
    asked: Asked,
    value: Value,
    written: Written,
}

enum Value {
    None,
    /// The text of a component.
    Text(String),
    Pair(Pair),
    /// Data.
    Key(Vec<u8>),
}

impl Change {
    /// The edit with the value that was typed, which may not be one for it.
    pub(crate) fn new(asked: Asked, typed: &[u8], written: Written) -> Result<Self, Fault> {
        let value = value(asked, typed, written).map_err(|fault| fault.of_option(asked.option()))?;
        Ok(Self { asked, value, written })
    }

    /// Makes the edit, or leaves the reference as it is. The fault counts in that.
    pub(crate) fn make(&self, reference: &mut UriReference<String>) -> Result<(), Fault> {
        self.try_on(reference)
            .map_err(|error| self.cannot_be_made(error, reference).of_option(self.asked.option()))
    }

    fn try_on(&self, reference: &mut UriReference<String>) -> Result<(), EditError> {
        let written = self.written;
        match (self.asked, &self.value) {
            (Asked::Scheme, Value::Text(text)) => reference.set_scheme(text)?,
            (Asked::Userinfo, Value::Text(text)) => reference.set_userinfo(text)?,
            (Asked::Host, Value::Text(text)) => reference.set_host(text)?,
            (Asked::Port, Value::Text(text)) => reference.set_port(text)?,
            (Asked::Path, Value::Text(text)) => reference.set_path(text)?,
            (Asked::Push, Value::Text(text)) => reference.push_segment(Segment::parse(text)?)?,
            (Asked::Query, Value::Text(text)) => reference.set_query(text)?,
            (Asked::Fragment, Value::Text(text)) => reference.set_fragment(text)?,
            (Asked::Set, Value::Pair(pair)) => reference.set_query(pair.set(reference.query(), written))?,
            (Asked::Append, Value::Pair(pair)) => reference.set_query(pair.append(reference.query()))?,
            (Asked::Unset, Value::Key(key)) => {
                match reference.query().and_then(|query| pairs::unset(query, key, written)) {
                    None => {}
                    Some(pairs) if pairs.is_empty() => reference.remove_query(),
                    Some(pairs) => reference.set_query(pairs.as_query())?,
                }
            }
            (Asked::Sort, _) => {
                if let Some(query) = reference.query() {
                    reference.set_query(pairs::sort(query, written))?;
                }
            }
            (Asked::NoScheme, _) => reference.remove_scheme(),
            (Asked::NoAuthority, _) => reference.remove_authority(),
            (Asked::NoUserinfo, _) => reference.remove_userinfo(),
            (Asked::NoPort, _) => reference.remove_port(),
            (Asked::NoPath, _) => reference.set_path("")?,
            (Asked::Pop, _) => drop(reference.pop_segment()),
            (Asked::NoQuery, _) => reference.remove_query(),
            (Asked::NoFragment, _) => reference.remove_fragment(),
            // [`value`] has made a value of another kind for none of the others.
            _ => {}
        }
        Ok(())
    }

    fn cannot_be_made(&self, error: EditError, reference: &UriReference<String>) -> Fault {
        let path = reference.components().path().map_or(0, |path| path.start);
        let (component, offset, help) = match (error, self.asked) {
            (EditError::Invalid(error), _) => return error.into(),
            (EditError::PathAfterAuthority, Asked::Path) => ("path", path, "begin the path with `/`"),
            (EditError::PathAfterAuthority, _) => {
                ("path", path, "set a path that begins with `/` before, or an empty one")
            }
            (EditError::NoAuthority(_), _) => ("authority", path, "set a host before, which may be empty"),
            (EditError::EmptyFirstSegment, _) => ("path", path, "set a path that begins with `/` before"),
            (EditError::TooLong, _) => {
                ("URI-reference", 0, "the places of components are counted in 32 bits")
            }
            _ => ("URI-reference", 0, "the grammar that `uri` was built with has no such reference"),
        };
        let found = reference.as_str().get(offset..).and_then(|rest| rest.chars().next());
        let message = match error {
            EditError::PathAfterAuthority => {
                "after an authority, the path has to be empty or begin with `/`".to_owned()
            }
            error => error.to_string(),
        };
        Fault::NoAnswer { component, offset, found, message, help }
    }
}

fn value(asked: Asked, typed: &[u8], written: Written) -> Result<Value, Fault> {
    let encoded = written.encoded;
    Ok(match asked {
        Asked::Scheme => Value::Text(text::as_written(typed, Rule::scheme)?),
        Asked::Userinfo => Value::Text(text::data::<Userinfo>(typed, Rule::userinfo, encoded)?),
        Asked::Host => Value::Text(text::host(typed, encoded)?),
        Asked::Port => Value::Text(text::as_written(typed, Rule::port)?),
        Asked::Path => Value::Text(text::data::<Path>(typed, Rule::path, encoded)?),
        Asked::Push => Value::Text(text::segment(typed, encoded)?),
        Asked::Query => Value::Text(text::data::<Query>(typed, Rule::query, encoded)?),
        Asked::Fragment => Value::Text(text::data::<Fragment>(typed, Rule::fragment, encoded)?),
        Asked::Set | Asked::Append => Value::Pair(Pair::new(typed, written)?),
        Asked::Unset => Value::Key(pairs::key(typed, written)?),
        Asked::NoScheme
        | Asked::NoAuthority
        | Asked::NoUserinfo
        | Asked::NoPort
        | Asked::NoPath
        | Asked::Pop
        | Asked::NoQuery
        | Asked::Sort
        | Asked::NoFragment => Value::None,
    })
}
