//! Depends on the library, the grammar crate and the workbench with all features, for `.ci/msrv/check`.
