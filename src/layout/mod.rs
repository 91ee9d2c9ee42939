//! Where components lie in a text that is made rather than parsed (sections 5.2.4 and 5.3).

mod dots;
pub(crate) mod guard;
pub(crate) mod recompose;

pub use dots::remove_dot_segments;

pub(crate) use dots::{
    Above, above, first_dot_segment, has_dot_segment, keep_segments, leading_dots, may_have_dot_segment,
    remove_dot_segments_within,
};
pub(crate) use recompose::Pieces;
