//! Findings, as `Finding` of `python/urigram/_finding.py`.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PyType};
use urigram::validate::Finding;

use crate::kinds::component;

/// Returns the list of findings. Their places are in a reference, which is ASCII, so bytes are characters.
pub(crate) fn list<'py>(py: Python<'py>, found: &[Finding<'_>]) -> PyResult<Bound<'py, PyList>> {
    static TYPE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let list = PyList::empty(py);
    if found.is_empty() {
        return Ok(list);
    }
    let finding_type = TYPE.import(py, "urigram._finding", "Finding")?;
    for finding in found {
        list.append(finding_type.call1((
            finding.code().as_str(),
            finding.severity().as_str(),
            component(finding.component()),
            finding.range().start,
            finding.range().end,
            finding.message().to_string(),
            finding.help().to_string(),
            finding.code().section(),
        ))?)?;
    }
    Ok(list)
}
