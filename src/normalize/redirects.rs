//! What is known of redirects (section 6.2.4).

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::options::Normalizer;
use super::rung::Rung;
use crate::grammar::Grammar;
use crate::reference::{Identifier, Reference};

/// URIs that are known to lead to one another (section 6.2.4), such as one that a server redirects to
/// another. A [`Normalizer`] takes them along to [`Rung::Protocol`].
///
/// ```
/// use urigram::{Normalizer, Redirects, Rung, Uri};
///
/// let (data, directory) = (Uri::parse("http://example.com/data")?, Uri::parse("http://example.com/data/")?);
/// let mut redirects = Redirects::new();
/// redirects.add(&data, &directory);
///
/// let normalizer = Normalizer::to(Rung::Protocol).redirects(&redirects);
/// assert_eq!(normalizer.compare(&data, &directory), Some(Rung::Protocol));
/// assert_eq!(data.compare(&directory), None);
/// # Ok::<(), urigram::ParseError>(())
/// ```
///
/// Of all that lead to one another the shortest stands for them, and of those as short the first in the
/// order of the text; it does not depend on the order in which they were added. Fragments are not part of it:
/// that of a URI goes with it wherever it leads.
#[derive(Clone, Debug, Default)]
pub struct Redirects {
    /// The number of each URI, by its normal form on the scheme rung.
    numbers: BTreeMap<String, usize>,
    /// What each leads to, or itself.
    leads_to: Vec<usize>,
    /// What stands for it, of those that lead to themselves, and how many lead there.
    stands: Vec<(String, usize)>,
}

impl Redirects {
    /// None are known.
    pub const fn new() -> Self {
        Self { numbers: BTreeMap::new(), leads_to: Vec::new(), stands: Vec::new() }
    }

    /// Notes that one redirects to the other: from then on they and all that lead to either are equivalent.
    ///
    /// Takes time in the logarithm of how many are known, as a look-up does.
    pub fn add<T: AsRef<str>, U: AsRef<str>, G: Grammar>(
        &mut self,
        from: &Identifier<T, G>,
        to: &Identifier<U, G>,
    ) {
        self.add_by(Normalizer::default(), from, to);
    }

    /// The same, where schemes and addresses are treated as that normalizer does. It should be the one that is
    /// used for the comparison.
    pub fn add_by<T: AsRef<str>, U: AsRef<str>, G: Grammar>(
        &mut self,
        normalizer: Normalizer<'_>,
        from: &Identifier<T, G>,
        to: &Identifier<U, G>,
    ) {
        let from = self.number(form(normalizer, from));
        let to = self.number(form(normalizer, to));
        let (from, to) = (self.last(from), self.last(to));
        if from == to {
            return;
        }
        let (many, few) = if self.stands[from].1 < self.stands[to].1 { (to, from) } else { (from, to) };
        self.leads_to[few] = many;
        let (text, count) = core::mem::take(&mut self.stands[few]);
        let stands = &mut self.stands[many];
        stands.1 += count;
        if (text.len(), &text) < (stands.0.len(), &stands.0) {
            stands.0 = text;
        }
    }

    /// What stands for the URI of this normal form, if anything is known of it.
    pub(super) fn stands_for(&self, form: &str) -> Option<&str> {
        let number = *self.numbers.get(form)?;
        self.stands.get(self.last(number)).map(|(text, _)| text.as_str())
    }

    /// Where it leads in the end. The way is short: the fewer are put below the more.
    fn last(&self, mut number: usize) -> usize {
        while self.leads_to[number] != number {
            number = self.leads_to[number];
        }
        number
    }

    fn number(&mut self, form: Cow<'_, str>) -> usize {
        if let Some(&number) = self.numbers.get(form.as_ref()) {
            return number;
        }
        let number = self.leads_to.len();
        self.leads_to.push(number);
        self.stands.push((form.clone().into_owned(), 1));
        self.numbers.insert(form.into_owned(), number);
        number
    }
}

/// The normal form on the scheme rung, without the fragment.
fn form<'a, T: AsRef<str>, G: Grammar>(normalizer: Normalizer<'_>, uri: &'a Reference<T, G>) -> Cow<'a, str> {
    normalizer.rung(Rung::Scheme).fragment(false).normalize(uri).into_text()
}
