//! Recomposition of references from components (sections 4.2, 5.2.4 and 5.3).
//!
//! In: components, or their lengths, and paths.
//! Out: the offsets in the new text, the recomposed text, paths without dot segments, and the guard that
//! keeps a path from being read as an authority or a scheme.
//! Next: `component` and `reference`, then the operations that write new text: `resolve`, `normalize`, `build`
//! and `edit`.

mod dots;
pub(crate) mod guard;
pub(crate) mod recompose;

pub use dots::remove_dot_segments;

pub(crate) use dots::{
    Above, above, first_dot_segment, has_dot_segment, leading_dots, may_have_dot_segment,
    push_without_dot_segments, remove_dot_segments_within,
};
pub(crate) use recompose::Pieces;
