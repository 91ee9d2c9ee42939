//! Texts that a rule accepts.

/// The texts that are kept at most.
const COUNT: usize = 8;
/// The bytes of each.
const LENGTH: usize = 1_000;

/// Short texts that a rule accepts, the shortest first: one for each part of its definition that texts were
/// derived for, so that they differ in more than single characters.
#[derive(Clone, Default)]
pub(super) struct Known {
    texts: Vec<String>,
    /// The part that each text was derived for.
    parts: Vec<usize>,
}

impl Known {
    pub(super) fn texts(&self) -> &[String] {
        &self.texts
    }

    /// Adds the text, unless there are shorter ones.
    #[expect(clippy::indexing_slicing, reason = "an index of the texts")]
    pub(super) fn add(&mut self, text: &str, part: usize) {
        if text.len() > LENGTH || self.texts.iter().any(|known| known == text) {
            return;
        }
        let of_part = self.parts.iter().position(|&known| known == part);
        let replaced = of_part.or((self.texts.len() == COUNT).then_some(COUNT - 1));
        if let Some(index) = replaced {
            if self.texts[index].len() <= text.len() {
                return;
            }
            self.texts.remove(index);
            self.parts.remove(index);
        }
        let place = self.texts.partition_point(|known| known.len() <= text.len());
        self.texts.insert(place, text.to_owned());
        self.parts.insert(place, part);
    }
}
