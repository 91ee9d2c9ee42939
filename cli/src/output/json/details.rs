//! What is in the components of a reference.

use std::ops::Range;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use crate::output::details::Details;

impl Serialize for Details<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(5))?;
        map.serialize_entry("spans", &Spans(*self))?;
        map.serialize_entry("port", &self.port())?;
        map.serialize_entry("segments", &Segments(*self))?;
        map.serialize_entry("pairs", &Pairs(*self))?;
        map.serialize_entry("decoded", &Decoded(*self))?;
        map.end()
    }
}

struct Spans<'i>(Details<'i>);

impl Serialize for Spans<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let ends = |range: Range<usize>| [range.start, range.end];
        serializer.collect_map(self.0.spans().map(|(name, range)| (name, range.map(ends))))
    }
}

/// The segments are written one by one, because there can be very many.
struct Segments<'i>(Details<'i>);

impl Serialize for Segments<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.segments())
    }
}

struct Pairs<'i>(Details<'i>);

impl Serialize for Pairs<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.pairs())
    }
}

struct Decoded<'i>(Details<'i>);

impl Serialize for Decoded<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.decoded())
    }
}
