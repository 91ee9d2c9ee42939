//! Depends on the library and the grammar crate with all features, for `.ci/msrv/check`.
