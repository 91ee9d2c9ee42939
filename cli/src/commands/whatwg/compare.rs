//! Where the two standards read a reference in different ways, and why.

use std::collections::HashSet;

use urigram::{Uri, UriReference};
use url::Url;

use super::reading::{COMPONENTS, Reading};
use super::reasons;
use super::repair::{Repaired, encode, percent, repair};
use super::rewrites::{REWRITES, Rewrite};
use crate::output::differences::Difference;

/// The number of characters that a reason names.
const NAMED: usize = 3;

/// A base as both standards read it.
pub(super) struct Base<'a> {
    pub(super) uri: Uri<&'a str>,
    pub(super) url: Url,
}

/// A text on its way, as RFC 3986 reads it once it is repaired.
struct Stage {
    repaired: Repaired,
    /// The components of the target; `None` if the text is rejected all the same.
    reading: Option<Reading>,
}

impl Stage {
    fn of(text: &str, base: Option<&Base<'_>>) -> Self {
        let repaired = repair(text);
        let reading = by_rfc(&repaired.text, base);
        Self { repaired, reading }
    }

    /// Returns whether the rewrite that leads to the next stage is a reason for how the component is read.
    fn differs(&self, next: &Self, component: &str) -> bool {
        match (&self.reading, &next.reading, &self.repaired.fault) {
            (Some(before), Some(after), _) => before.get(component) != after.get(component),
            (_, _, Some(fault)) => fault.component().name() == component,
            _ => false,
        }
    }

    /// Returns the component, unless RFC 3986 allows it only with characters encoded.
    fn accepted(&self, component: &str) -> Option<String> {
        if self.encoded(component).is_empty() { self.reading.as_ref()?.get(component) } else { None }
    }

    /// Returns whether this is the path of the reference, before it is resolved.
    fn has_path(&self, path: &Option<String>) -> bool {
        let reference = UriReference::parse(self.repaired.text.as_str());
        reference.is_ok_and(|reference| path.as_deref() == Some(reference.path().as_str()))
    }

    /// Returns the characters in this component that were encoded.
    fn encoded(&self, component: &str) -> Vec<char> {
        let Ok(reference) = UriReference::parse(self.repaired.text.as_str()) else { return Vec::new() };
        let at = reference.components();
        let range = match component {
            "userinfo" => at.userinfo(),
            "host" => at.host(),
            "path" => at.path(),
            "query" => at.query(),
            "fragment" => at.fragment(),
            _ => None,
        };
        let Some(range) = range else { return Vec::new() };
        let inside = self.repaired.encoded.iter().filter(|(place, _)| range.contains(place));
        let mut found: Vec<char> = inside.map(|(_, c)| *c).collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// Returns the components of a reference or, with a base, of its target; `None` if RFC 3986 rejects the text.
pub(super) fn by_rfc(text: &str, base: Option<&Base<'_>>) -> Option<Reading> {
    let reference = UriReference::parse(text).ok()?;
    let Some(base) = base else { return Some(Reading::by_rfc(&reference)) };
    let target = base.uri.resolve(&reference).ok()?;
    Some(Reading::by_rfc(&target.borrowed().into()))
}

/// Returns the components that the two read in different ways. `rfc` is the reading of the input as it is.
pub(super) fn differences(
    input: &str,
    base: Option<&Base<'_>>,
    rfc: Option<&Reading>,
    url: &Url,
) -> Vec<Difference> {
    let whatwg = Reading::by_whatwg(url);
    let mut text = input.to_owned();
    let mut last = Stage::of(&text, base);
    let mut reasons: [Vec<String>; COMPONENTS.len()] = Default::default();
    for Rewrite { apply, why } in REWRITES {
        let rewritten = apply(&text, base.map(|base| &base.url));
        if rewritten == text {
            continue;
        }
        text = rewritten;
        let next = Stage::of(&text, base);
        for (component, reasons) in COMPONENTS.iter().zip(&mut reasons) {
            if last.differs(&next, component) {
                reasons.push((*why).to_owned());
            }
        }
        last = next;
    }
    let mut differences = Vec::new();
    for (component, mut reasons) in COMPONENTS.into_iter().zip(reasons) {
        let whatwg = whatwg.get(component);
        let as_read = match rfc {
            Some(rfc) => rfc.get(component),
            None => last.accepted(component).filter(|text| Some(text) != whatwg.as_ref()),
        };
        reasons.extend(of_component(url, component, &last, &whatwg));
        let differs = match rfc {
            Some(_) => as_read != whatwg,
            None => !reasons.is_empty(),
        };
        if differs {
            if reasons.is_empty() {
                reasons.push(reasons::OTHERWISE.to_owned());
            }
            differences.push(Difference { component, rfc: as_read, whatwg, why: reasons.join("; ") });
        }
    }
    differences
}

/// Returns why the URL Standard reads a component of the rewritten text as it does.
fn of_component(url: &Url, component: &'static str, last: &Stage, whatwg: &Option<String>) -> Vec<String> {
    let Some(reading) = &last.reading else {
        let is_blamed =
            last.repaired.fault.as_ref().is_some_and(|fault| fault.component().name() == component);
        return if is_blamed { vec![reasons::ACCEPTED.to_owned()] } else { Vec::new() };
    };
    let rfc = reading.get(component);
    let encoded = last.encoded(component);
    if component == "path" && rfc != *whatwg && url.cannot_be_a_base() && last.has_path(whatwg) {
        return vec![reasons::OPAQUE.to_owned()];
    }
    if encoded.is_empty() {
        return if rfc == *whatwg {
            Vec::new()
        } else {
            reasons::of(url, component, &rfc, whatwg).into_iter().map(str::to_owned).collect()
        };
    }
    let text = whatwg.as_deref().unwrap_or_default();
    let in_url: HashSet<char> = text.chars().collect();
    let (kept, others): (Vec<char>, Vec<char>) = encoded.iter().partition(|c| in_url.contains(c));
    let is_written = others.iter().take(NAMED).any(|c| text.contains(&percent(*c)));
    let what_of_others = if is_written { ", which the URL Standard percent-encodes" } else { "" };
    let groups = [(kept, ", which the URL Standard keeps"), (others, what_of_others)];
    let mut reasons = Vec::new();
    for (characters, what) in groups.iter().filter(|(characters, _)| !characters.is_empty()) {
        reasons.push(format!("RFC 3986 does not allow {} here{what}", named(characters)));
    }
    let repaired = whatwg.as_ref().map(|text| repair_component(text, &encoded));
    if rfc != repaired {
        // A host is compared as it was before the repair, other components as they are after it.
        let (rfc, whatwg) = match component {
            "host" => (rfc.map(|host| reasons::percent_decoded(&host)), whatwg),
            _ => (rfc, &repaired),
        };
        reasons.extend(reasons::of(url, component, &rfc, whatwg).into_iter().map(str::to_owned));
    }
    reasons
}

/// Returns a component of the URL with the characters percent-encoded that are so in the repaired text.
fn repair_component(text: &str, encoded: &[char]) -> String {
    let (mut text, _) = encode(text);
    for c in encoded.iter().filter(|c| "[]#@".contains(**c)) {
        text = text.replace(*c, &percent(*c));
    }
    text
}

/// Returns the characters as a list in a sentence.
fn named(characters: &[char]) -> String {
    let shown = |c: &char| match c {
        ' ' => "a space".to_owned(),
        '`' => "a backtick".to_owned(),
        c => format!("`{c}`"),
    };
    let list = characters.iter().take(NAMED).map(shown).collect::<Vec<_>>().join(", ");
    match characters.len().saturating_sub(NAMED) {
        0 => list,
        more => format!("{list} and {more} other characters"),
    }
}
