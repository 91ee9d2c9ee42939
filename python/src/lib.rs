//! The Python module `urigram._urigram`, with which `python/urigram/` makes the package `urigram`.
//!
//! In: `str`s, and references that were made of them.
//! Out: references, which never change, and exceptions. `reference` has the two types, `policy` decides what an
//! application accepts, and `values` reads arguments and makes exceptions, whose types are written in Python.
//! Next: none. `python/urigram/_urigram.pyi` declares the same for type checkers; the tests compare the two.
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
