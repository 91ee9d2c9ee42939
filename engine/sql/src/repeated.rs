//! Columns with one name.

use datafusion::arrow::datatypes::Schema;

/// Returns a name that two columns have.
pub(crate) fn repeated(schema: &Schema) -> Option<&str> {
    let mut names: Vec<_> = schema.fields().iter().map(|field| field.name().as_str()).collect();
    names.sort_unstable();
    names.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0])
}
