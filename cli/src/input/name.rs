//! The name of an input in messages.

use std::path::Path;

use serde::{Serialize, Serializer};

use crate::output::sarif::artifact;
use crate::output::visible;

pub(crate) struct Name {
    /// On one line, escaped for a terminal; of a long name, the end.
    pub(crate) shown: String,
    /// Unescaped, if it is UTF-8.
    pub(crate) text: String,
    /// As a URI reference.
    pub(crate) artifact: String,
}

impl Name {
    pub(crate) fn of_stdin() -> Self {
        let text = "<stdin>".to_owned();
        Self { shown: text.clone(), artifact: artifact::of_name(&text), text }
    }

    pub(crate) fn of_file(path: &Path) -> Self {
        let whole = visible::name(path.as_os_str().as_encoded_bytes());
        let text = path.to_str().unwrap_or(&whole).to_owned();
        Self { shown: visible::end(whole), text, artifact: artifact::of_path(path) }
    }
}

impl Serialize for Name {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}
