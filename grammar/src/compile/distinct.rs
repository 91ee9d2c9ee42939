//! Values without duplicates, in the order in which they were first needed.

use std::collections::HashMap;
use std::hash::Hash;

#[derive(Debug, Clone)]
pub(super) struct Distinct<T> {
    values: Vec<T>,
    places: HashMap<T, usize>,
}

impl<T> Default for Distinct<T> {
    fn default() -> Self {
        Distinct { values: Vec::new(), places: HashMap::new() }
    }
}

impl<T: Clone + Eq + Hash> Distinct<T> {
    /// Returns the place of the value, which is appended if it is new.
    pub(super) fn place(&mut self, value: T) -> usize {
        let next = self.values.len();
        let place = *self.places.entry(value.clone()).or_insert(next);
        if place == next {
            self.values.push(value);
        }
        place
    }

    pub(super) fn values(&self) -> &[T] {
        &self.values
    }
}
