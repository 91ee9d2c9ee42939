//! The parts of a URI that `parse_url` extracts, under Spark's names.

use super::uri::{Components, Span};

/// A part, for which Spark calls the getter of `java.net.URI` that returns it as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Protocol,
    Authority,
    UserInfo,
    Host,
    Path,
    /// The path and, if there is one, the query with its `?`.
    File,
    Query,
    Ref,
}

impl Part {
    /// Returns the part of that name, in capitals; there may be none.
    pub(super) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "PROTOCOL" => Self::Protocol,
            "AUTHORITY" => Self::Authority,
            "USERINFO" => Self::UserInfo,
            "HOST" => Self::Host,
            "PATH" => Self::Path,
            "FILE" => Self::File,
            "QUERY" => Self::Query,
            "REF" => Self::Ref,
            _ => return None,
        })
    }

    /// Returns where the part is in a URI with these components.
    pub(super) fn of(self, components: &Components) -> Option<Span> {
        match self {
            Self::Protocol => components.scheme,
            Self::Authority => components.authority,
            Self::UserInfo => components.userinfo,
            Self::Host => components.host,
            Self::Path => components.path,
            // A query follows a path and one character.
            Self::File => {
                components.path.map(|(start, end)| (start, components.query.map_or(end, |query| query.1)))
            }
            Self::Query => components.query,
            Self::Ref => components.fragment,
        }
    }
}
