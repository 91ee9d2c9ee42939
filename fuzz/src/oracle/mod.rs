//! What the answers are compared with: automata of the ABNF, pest's tree, and transcriptions of the RFC.
//!
//! In: a text.
//! Out: what is right. `appendix_b`, `dot_segments` and `section_5_2` are those of the library's tests; `automata` has
//! the rules of the ABNF, and `reading` the components by both.
//! Next: `targets`.

#[path = "../../../tests/library/common/appendix_b.rs"]
pub(crate) mod appendix_b;
pub(crate) mod automata;
pub(crate) mod blame;
#[path = "../../../tests/library/common/dot_segments.rs"]
pub(crate) mod dot_segments;
#[path = "../../../tests/library/common/draft_1996.rs"]
pub(crate) mod draft_1996;
pub(crate) mod nodes;
pub(crate) mod reading;
#[path = "../../../tests/library/common/section_5_2.rs"]
pub(crate) mod section_5_2;
