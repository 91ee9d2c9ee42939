//! Editing of the components other than the authority.
#![expect(
    clippy::arithmetic_side_effects,
    reason = "a guard begins its path, `:` follows a scheme, and the new text has at most `LONGEST` bytes"
)]

use super::{EditError, Editor};
use crate::grammar::defined;
use crate::layout::guard;

impl Editor<'_> {
    /// Sets the scheme. Removes the guard that the first segment needed without one.
    pub(super) fn set_scheme(&mut self, scheme: &str) -> Result<(), EditError> {
        let len = scheme.len() as u32;
        if self.has(defined::SCHEME) {
            return self.replace(0..self.at.scheme_end(), ["", scheme, ""], |lengths| lengths.scheme = len);
        }
        let path = if self.has(defined::AUTHORITY) { "" } else { self.parts().path() };
        let guard = guard::against_scheme(path) as u32;
        self.replace(0..guard, [scheme, ":", ""], |lengths| {
            lengths.defined |= defined::SCHEME;
            lengths.scheme = len;
            lengths.path -= guard;
        })
    }

    pub(super) fn remove_scheme(&mut self) -> Result<bool, EditError> {
        if !self.has(defined::SCHEME) {
            return Ok(false);
        }
        let path = self.parts().path();
        let guard = guard::before(path, false, self.has(defined::AUTHORITY));
        self.replace(0..self.at.scheme_end() + 1, ["", guard, ""], |lengths| {
            lengths.defined &= !defined::SCHEME;
            lengths.scheme = 0;
            lengths.path += guard.len() as u32;
        })?;
        Ok(true)
    }

    pub(super) fn set_path(&mut self, path: &str) -> Result<(), EditError> {
        if self.has(defined::AUTHORITY) && !path.is_empty() && !path.starts_with('/') {
            return Err(EditError::PathAfterAuthority);
        }
        let guard = self.guard(path);
        let part = self.at.path_span().start..self.at.path_span().end;
        self.replace(part, [guard, path, ""], |lengths| lengths.path = (guard.len() + path.len()) as u32)
    }

    pub(super) fn set_query(&mut self, query: &str) -> Result<(), EditError> {
        let part = self.at.path_span().end..self.parts().after_query();
        self.replace(part, ["?", query, ""], |lengths| {
            lengths.defined |= defined::QUERY;
            lengths.query = query.len() as u32;
        })
    }

    pub(super) fn remove_query(&mut self) -> Result<bool, EditError> {
        if !self.has(defined::QUERY) {
            return Ok(false);
        }
        let part = self.at.path_span().end..self.parts().after_query();
        self.replace(part, [""; 3], |lengths| {
            lengths.defined &= !defined::QUERY;
            lengths.query = 0;
        })?;
        Ok(true)
    }

    pub(super) fn set_fragment(&mut self, fragment: &str) -> Result<(), EditError> {
        let part = self.parts().after_query()..self.at.end();
        self.replace(part, ["#", fragment, ""], |lengths| {
            lengths.defined |= defined::FRAGMENT;
            lengths.fragment = fragment.len() as u32;
        })
    }

    pub(super) fn remove_fragment(&mut self) -> Result<bool, EditError> {
        if !self.has(defined::FRAGMENT) {
            return Ok(false);
        }
        let part = self.parts().after_query()..self.at.end();
        self.replace(part, [""; 3], |lengths| {
            lengths.defined &= !defined::FRAGMENT;
            lengths.fragment = 0;
        })?;
        Ok(true)
    }
}
