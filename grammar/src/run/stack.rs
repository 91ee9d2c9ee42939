//! pest's stack of matched texts. Any earlier state can be restored in constant time.
#![expect(
    clippy::indexing_slicing,
    reason = "the top and what is below an entry are entries, which are kept while they can be restored"
)]

use std::iter;
use std::ops::Range;

#[derive(Default)]
pub(super) struct Stack {
    /// Each entry with the index of the one below it. Entries that were popped are kept for states that may
    /// be restored.
    entries: Vec<Entry>,
    top: Option<usize>,
}

pub(super) struct Entry {
    text: Range<usize>,
    below: Option<usize>,
}

/// An earlier state.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    entries: usize,
    top: Option<usize>,
}

impl Stack {
    pub(super) fn push(&mut self, text: Range<usize>) {
        let below = self.top.replace(self.entries.len());
        self.entries.push(Entry { text, below });
    }

    pub(super) fn pop(&mut self) -> Option<Range<usize>> {
        let Entry { text, below } = &self.entries[self.top?];
        self.top = *below;
        Some(text.clone())
    }

    /// The entries, the last one first.
    pub(super) fn downwards(&self) -> impl Iterator<Item = Range<usize>> {
        let entry = |index: usize| &self.entries[index];
        let entries = iter::successors(self.top.map(entry), move |above| above.below.map(entry));
        entries.map(|entry| entry.text.clone())
    }

    pub(super) fn mark(&self) -> Mark {
        Mark { entries: self.entries.len(), top: self.top }
    }

    pub(super) fn restore(&mut self, Mark { entries, top }: Mark) {
        self.entries.truncate(entries);
        self.top = top;
    }
}
