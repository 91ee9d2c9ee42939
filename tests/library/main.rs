//! Tests of the library: by the sections of the RFC, and properties that hold for every string.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod allocations;
mod appendix_a;
mod appendix_b;
mod appendix_c;
mod build;
mod bulk;
mod common;
mod conversions;
mod draft_1996;
mod edit;
mod edit_properties;
mod errors;
mod fault_properties;
mod faults;
#[cfg(feature = "form")]
mod form;
mod hostile;
#[cfg(feature = "html")]
mod html;
mod join;
mod other_extractors;
mod policy;
mod properties;
mod relativize;
mod rfc3987;
mod rfc6570;
mod rfc6874;
mod rfc8089;
mod section_1_1_2;
mod section_2;
mod section_3;
mod section_3_2_1;
mod section_3_2_2;
mod section_3_2_3;
mod section_3_3;
mod section_3_4;
mod section_4;
mod section_5_1;
mod section_5_2;
mod section_5_2_4;
mod section_5_3;
mod section_5_4;
mod section_6_1;
mod section_6_2;
mod section_6_2_2;
mod section_6_2_3;
#[cfg(feature = "serde")]
mod serde;
#[cfg(feature = "psl")]
mod site;
mod suggest;
mod types;
mod validate;
