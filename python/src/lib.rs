//! The Python module `urigram._urigram`, the native part of the package `urigram` in `python/urigram/`.
//!
//! In: `str`s, and references made from them.
//! Out: references, which are immutable, and exceptions. `reference` has the two types, `policy` decides
//! which references an application accepts, and `values` reads arguments and makes exceptions, whose types
//! are written in Python.
//! Next: none. `python/urigram/_urigram.pyi` contains the declarations for type checkers, and the tests
//! compare them with this module.
#![forbid(unsafe_code)]

mod policy;
mod reference;
mod values;

/// The classes of the package that are written in Rust.
#[pyo3::pymodule(gil_used = false)]
mod _urigram {
    #[pymodule_export]
    use crate::policy::Policy;
    #[pymodule_export]
    use crate::reference::Reference;
    #[pymodule_export]
    use crate::reference::Uri;
}
