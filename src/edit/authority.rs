//! Editing of the authority and its parts.
#![expect(
    clippy::arithmetic_side_effects,
    reason = "a guard begins its path, `//` comes before an authority, and the new text has at most `LONGEST` bytes"
)]

use core::ops::Range;

use super::{EditError, Editor};
use crate::grammar::{AuthorityParts, Lengths, Rule, defined};
use crate::layout::guard;

impl Editor<'_> {
    /// Sets an authority whose parts have these lengths. Removes the guard that the path needed without one.
    pub(super) fn set_authority(&mut self, authority: &str, of: AuthorityParts) -> Result<(), EditError> {
        let path = self.parts().path();
        let (part, slashes, guard) = if self.has(defined::AUTHORITY) {
            (self.parts().after_scheme() + 2..self.at.path_span().start, "", 0)
        } else if path.is_empty() || path.starts_with('/') {
            let guard = guard::against_authority(path) as u32;
            (self.at.path_span().start..self.at.path_span().start + guard, "//", guard)
        } else {
            return Err(EditError::PathAfterAuthority);
        };
        let len = |part: Option<Range<usize>>| part.map_or(0, |part| part.len() as u32);
        self.replace(part, [slashes, authority, ""], |lengths| {
            *lengths = Lengths {
                defined: lengths.defined & !AuthorityParts::BITS | of.defined(),
                userinfo: len(of.userinfo()),
                host: len(of.host()),
                host_kind: of.host_kind_code(),
                port: len(of.port(authority.len())),
                path: lengths.path - guard,
                ..*lengths
            }
        })
    }

    pub(super) fn remove_authority(&mut self) -> Result<bool, EditError> {
        if !self.has(defined::AUTHORITY) {
            return Ok(false);
        }
        let guard = guard::before(self.parts().path(), self.has(defined::SCHEME), false);
        self.replace(self.parts().after_scheme()..self.at.path_span().start, [guard, "", ""], |lengths| {
            *lengths = Lengths {
                defined: lengths.defined & !AuthorityParts::BITS,
                userinfo: 0,
                host: 0,
                host_kind: 0,
                port: 0,
                path: lengths.path + guard.len() as u32,
                ..*lengths
            }
        })?;
        Ok(true)
    }

    /// Sets a host of this kind, and adds an authority if there is none.
    pub(super) fn set_host(&mut self, host: &str, of: AuthorityParts) -> Result<(), EditError> {
        if !self.has(defined::AUTHORITY) {
            return self.set_authority(host, of);
        }
        self.replace(self.at.host_span().start..self.at.host_span().end, [host, "", ""], |lengths| {
            lengths.host = host.len() as u32;
            lengths.host_kind = of.host_kind_code();
        })
    }

    pub(super) fn set_userinfo(&mut self, userinfo: &str) -> Result<(), EditError> {
        if !self.has(defined::AUTHORITY) {
            return Err(EditError::NoAuthority(Rule::userinfo));
        }
        let part = self.parts().after_scheme() + 2..self.at.host_span().start;
        self.replace(part, [userinfo, "@", ""], |lengths| {
            lengths.defined |= defined::USERINFO;
            lengths.userinfo = userinfo.len() as u32;
        })
    }

    pub(super) fn remove_userinfo(&mut self) -> Result<bool, EditError> {
        if !self.has(defined::USERINFO) {
            return Ok(false);
        }
        self.replace(self.at.userinfo_span().start..self.at.host_span().start, [""; 3], |lengths| {
            lengths.defined &= !defined::USERINFO;
            lengths.userinfo = 0;
        })?;
        Ok(true)
    }

    pub(super) fn set_port(&mut self, port: &str) -> Result<(), EditError> {
        if !self.has(defined::AUTHORITY) {
            return Err(EditError::NoAuthority(Rule::port));
        }
        self.replace(self.at.host_span().end..self.at.path_span().start, [":", port, ""], |lengths| {
            lengths.defined |= defined::PORT;
            lengths.port = port.len() as u32;
        })
    }

    pub(super) fn remove_port(&mut self) -> Result<bool, EditError> {
        if !self.has(defined::PORT) {
            return Ok(false);
        }
        self.replace(self.at.host_span().end..self.at.path_span().start, [""; 3], |lengths| {
            lengths.defined &= !defined::PORT;
            lengths.port = 0;
        })?;
        Ok(true)
    }
}
