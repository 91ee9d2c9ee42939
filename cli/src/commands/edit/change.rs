//! An edit, from its option and value to the edited reference.

use urigram::edit::EditError;
use urigram::{Fragment, Path, Query, Rule, Segment, UriReference, Userinfo};

use super::pairs::{self, Pair};
use super::text;
use crate::args::{EditOption, Written};
use crate::fault::Fault;

/// An edit whose value is valid by itself.
pub(crate) struct Change {
    option: EditOption,
    action: Action,
    written: Written,
}

/// What an edit does, with the text of a component, a pair, or the data of a key, if it needs one.
enum Action {
    Scheme(String),
    NoScheme,
    NoAuthority,
    Userinfo(String),
    NoUserinfo,
    Host(String),
    Port(String),
    NoPort,
    Path(String),
    Push(String),
    Pop,
    Query(String),
    NoQuery,
    Set(Pair),
    Append(Pair),
    Unset(Vec<u8>),
    Sort,
    Fragment(String),
    NoFragment,
}

impl Change {
    /// Returns the edit of this option with the typed value, or the fault of the value.
    pub(crate) fn new(option: EditOption, typed: &[u8], written: Written) -> Result<Self, Fault> {
        let action =
            Action::new(option, typed, written).map_err(|fault| fault.of_option(option.as_typed()))?;
        Ok(Self { option, action, written })
    }

    /// Makes the edit, or leaves the reference unchanged. The offset of a fault is in the reference.
    pub(crate) fn make(&self, reference: &mut UriReference<String>) -> Result<(), Fault> {
        self.try_on(reference)
            .map_err(|error| self.cannot_be_made(error, reference).of_option(self.option.as_typed()))
    }

    fn try_on(&self, reference: &mut UriReference<String>) -> Result<(), EditError> {
        let written = self.written;
        match &self.action {
            Action::Scheme(text) => reference.set_scheme(text)?,
            Action::NoScheme => _ = reference.remove_scheme(),
            Action::NoAuthority => _ = reference.remove_authority(),
            Action::Userinfo(text) => reference.set_userinfo(text)?,
            Action::NoUserinfo => _ = reference.remove_userinfo(),
            Action::Host(text) => reference.set_host(text)?,
            Action::Port(text) => reference.set_port(text)?,
            Action::NoPort => _ = reference.remove_port(),
            Action::Path(text) => reference.set_path(text)?,
            Action::Push(text) => reference.push_segment(Segment::parse(text)?)?,
            Action::Pop => drop(reference.pop_segment()),
            Action::Query(text) => reference.set_query(text)?,
            Action::NoQuery => _ = reference.remove_query(),
            Action::Set(pair) => reference.set_query(pair.set(reference.query(), written))?,
            Action::Append(pair) => reference.set_query(pair.append(reference.query()))?,
            Action::Unset(key) => match reference.query().and_then(|query| pairs::unset(query, key, written))
            {
                None => {}
                Some(text) if text.is_empty() => _ = reference.remove_query(),
                Some(text) => reference.set_query(text)?,
            },
            Action::Sort => {
                if let Some(query) = reference.query() {
                    reference.set_query(pairs::sort(query, written))?;
                }
            }
            Action::Fragment(text) => reference.set_fragment(text)?,
            Action::NoFragment => _ = reference.remove_fragment(),
        }
        Ok(())
    }

    fn cannot_be_made(&self, error: EditError, reference: &UriReference<String>) -> Fault {
        let path = reference.components().path().map_or(0, |path| path.start);
        let (component, offset) = match error {
            EditError::Invalid(error) => return error.into(),
            EditError::PathAfterAuthority | EditError::EmptyFirstSegment => ("path", path),
            EditError::NoAuthority(_) => ("authority", path),
            _ => ("URI-reference", 0),
        };
        let found = reference.as_str().get(offset..).and_then(|rest| rest.chars().next());
        let message = match error {
            EditError::PathAfterAuthority => {
                "after an authority, the path has to be empty or begin with `/`".to_owned()
            }
            error => error.to_string(),
        };
        let help = error.help().to_string();
        Fault::NoAnswer { component, offset, found, message, help: help.into() }
    }
}

impl Action {
    fn new(option: EditOption, typed: &[u8], written: Written) -> Result<Self, Fault> {
        let encoded = written.encoded;
        Ok(match option {
            EditOption::Scheme => Self::Scheme(text::as_written(typed, Rule::scheme)?),
            EditOption::NoScheme => Self::NoScheme,
            EditOption::NoAuthority => Self::NoAuthority,
            EditOption::Userinfo => Self::Userinfo(text::data::<Userinfo>(typed, Rule::userinfo, encoded)?),
            EditOption::NoUserinfo => Self::NoUserinfo,
            EditOption::Host => Self::Host(text::host(typed, encoded)?),
            EditOption::Port => Self::Port(text::as_written(typed, Rule::port)?),
            EditOption::NoPort => Self::NoPort,
            EditOption::Path => Self::Path(text::data::<Path>(typed, Rule::path, encoded)?),
            EditOption::NoPath => Self::Path(String::new()),
            EditOption::Push => Self::Push(text::segment(typed, encoded)?),
            EditOption::Pop => Self::Pop,
            EditOption::Query => Self::Query(text::data::<Query>(typed, Rule::query, encoded)?),
            EditOption::NoQuery => Self::NoQuery,
            EditOption::Set => Self::Set(Pair::new(typed, written)?),
            EditOption::Append => Self::Append(Pair::new(typed, written)?),
            EditOption::Unset => Self::Unset(pairs::key(typed, written)?),
            EditOption::Sort => Self::Sort,
            EditOption::Fragment => Self::Fragment(text::data::<Fragment>(typed, Rule::fragment, encoded)?),
            EditOption::NoFragment => Self::NoFragment,
        })
    }
}
