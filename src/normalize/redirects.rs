//! Known redirects (section 6.2.4).

use alloc::borrow::Cow;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::mem;

use crate::bytes::shown;

/// URIs that are known to lead to one another (section 6.2.4), for example because a server redirects one to
/// the other. A [`Normalizer`](crate::Normalizer) applies them on [`Rung::Protocol`](crate::Rung::Protocol).
///
/// Such a normalization is *only appropriate when equivalence is clearly indicated by both the result of
/// accessing the resources and the common conventions of their scheme's dereference algorithm*: do not add a
/// temporary redirect.
///
/// ```
/// use urigram::{Normalizer, Redirects, Rung, Uri};
///
/// let (data, directory) = (Uri::parse("http://example.com/data")?, Uri::parse("http://example.com/data/")?);
/// let normalizer = Normalizer::to(Rung::Protocol);
/// let mut redirects = Redirects::new();
/// redirects.add(normalizer, &data, &directory);
///
/// let normalizer = normalizer.redirects(&redirects);
/// assert_eq!(normalizer.compare(&data, &directory), Some(Rung::Protocol));
/// assert_eq!(normalizer.normalize(&data), "http://example.com/data/");
/// assert_eq!(data.compare(&directory), None);
/// # Ok::<(), urigram::ParseError>(())
/// ```
///
/// Each set of URIs that lead to one another has a representative: one that redirects to no other, or, if all
/// do, any of them. Among several it is the shortest, and among those of equal length the first in the order
/// of the text. It does not depend on the order in which redirects were added. Fragments are ignored: the
/// fragment of a URI is kept when the URI is replaced by the representative.
#[derive(Clone, Default)]
pub struct Redirects {
    /// The number of each URI, by its normal form on the scheme rung.
    numbers: BTreeMap<Arc<str>, usize>,
    /// Union-find: for each URI its parent, or itself if it is the root of its set.
    leads_to: Vec<usize>,
    /// For each root, the URIs of its set. The first is the representative.
    members: Vec<BTreeSet<Member>>,
}

/// Sorted so that the representative is first.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Member {
    redirects: bool,
    length: usize,
    form: Arc<str>,
}

impl Member {
    fn new(form: Arc<str>, redirects: bool) -> Self {
        Self { redirects, length: form.len(), form }
    }
}

impl Redirects {
    /// Returns an empty set of redirects.
    pub const fn new() -> Self {
        Self { numbers: BTreeMap::new(), leads_to: Vec::new(), members: Vec::new() }
    }

    /// Adds a redirect from one normal form to another.
    #[expect(
        clippy::indexing_slicing,
        reason = "each number is an index of both: `number` pushes to one when it pushes to the other"
    )]
    pub(super) fn lead(&mut self, from: Cow<'_, str>, to: Cow<'_, str>) {
        if from == to {
            return;
        }
        let from: Arc<str> = from.into();
        let (one, other) = (self.number(from.clone()), self.number(to.into()));
        let (one, other) = (self.last(one), self.last(other));
        let members = &mut self.members[one];
        members.remove(&Member::new(from.clone(), false));
        members.insert(Member::new(from, true));
        if one == other {
            return;
        }
        let is_fewer = self.members[one].len() < self.members[other].len();
        let (few, many) = if is_fewer { (one, other) } else { (other, one) };
        self.leads_to[few] = many;
        let few = mem::take(&mut self.members[few]);
        self.members[many].extend(few);
    }

    /// Returns the representative of this normal form, if it is known.
    pub(super) fn stands_for(&self, form: &str) -> Option<&str> {
        let number = *self.numbers.get(form)?;
        self.members.get(self.last(number))?.first().map(|member| member.form.as_ref())
    }

    /// Returns the root of the set. The path to it is short, because the smaller set is always attached to
    /// the larger.
    fn last(&self, mut number: usize) -> usize {
        while let Some(&next) = self.leads_to.get(number).filter(|next| **next != number) {
            number = next;
        }
        number
    }

    fn number(&mut self, form: Arc<str>) -> usize {
        if let Some(&number) = self.numbers.get(&form) {
            return number;
        }
        let number = self.leads_to.len();
        self.leads_to.push(number);
        let mut members = BTreeSet::new();
        members.insert(Member::new(form.clone(), false));
        self.members.push(members);
        self.numbers.insert(form, number);
        number
    }
}

/// Shows each URI and its representative, without passwords.
impl fmt::Debug for Redirects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = self.numbers.keys();
        let pairs = known.map(|form| (shown(form), shown(self.stands_for(form).unwrap_or(form))));
        f.debug_map().entries(pairs).finish()
    }
}
