//! What the answers are compared with: automata of the ABNF, pest's tree, and transcriptions of the RFC.
//!
//! In: a text.
//! Out: what is right. Those with a path are oracles of the library's tests too; `automata` has the rules of the ABNF,
//! `reading` the components by both, `references` those to a target, `given` what a builder is given, `appendix_c` the URIs
//! in a text, and `percent` what stays when data are encoded.
//! Next: `targets`.

#[path = "../../../tests/library/common/appendix_b.rs"]
pub(crate) mod appendix_b;
pub(crate) mod appendix_c;
pub(crate) mod automata;
pub(crate) mod blame;
#[path = "../../../tests/library/common/dot_segments.rs"]
pub(crate) mod dot_segments;
#[path = "../../../tests/library/common/draft_1996.rs"]
pub(crate) mod draft_1996;
#[path = "../../../page/tests/page/exact.rs"]
pub(crate) mod exact;
pub(crate) mod given;
pub(crate) mod iana;
pub(crate) mod nodes;
pub(crate) mod percent;
#[path = "../../../tests/library/common/pieces.rs"]
pub(crate) mod pieces;
pub(crate) mod reading;
pub(crate) mod references;
#[path = "../../../tests/library/common/section_2_1.rs"]
pub(crate) mod section_2_1;
#[allow(clippy::unwrap_used, reason = "a base has a scheme")]
#[path = "../../../tests/library/common/section_5_2.rs"]
pub(crate) mod section_5_2;
#[path = "../../../tests/library/common/section_6_2.rs"]
pub(crate) mod section_6_2;
pub(crate) mod shell;
#[path = "../../../grammar/tests/grammar/vm.rs"]
pub(crate) mod vm;
#[path = "../../../tests/library/common/whatwg.rs"]
pub(crate) mod whatwg;
