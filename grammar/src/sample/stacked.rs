//! What a derivation does with pest's stack.

use crate::sample::derivation::Derivation;
use crate::sample::shape::Operation;

impl Derivation<'_, '_> {
    pub(super) fn unstack(&mut self, operation: Operation) -> Option<()> {
        let count = self.stack.len();
        match operation {
            Operation::Peek => self.copy(count.checked_sub(1)?),
            Operation::Pop => {
                self.copy(count.checked_sub(1)?)?;
                self.stack.pop().map(drop)
            }
            Operation::Drop => self.stack.pop().map(drop),
            Operation::PeekAll => (0..count).rev().try_for_each(|index| self.copy(index)),
            Operation::PopAll => {
                (0..count).rev().try_for_each(|index| self.copy(index))?;
                self.stack.clear();
                Some(())
            }
            Operation::Slice(from, to) => {
                let place = |index: i32| match usize::try_from(index) {
                    Ok(index) => (index <= count).then_some(index),
                    Err(_) => count.checked_sub(index.unsigned_abs() as usize),
                };
                let (from, to) = (place(from)?, to.map_or(Some(count), place)?);
                (from..to).try_for_each(|index| self.copy(index))
            }
        }
    }

    /// Adds an entry of the stack.
    #[expect(clippy::indexing_slicing, reason = "the callers give places of entries")]
    fn copy(&mut self, index: usize) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        let entry = self.stack[index].clone();
        self.add(&entry)
    }
}
