//! The value that belongs to a key in a query, as Spark finds it: by a regular expression of Java, of which the key is a
//! part.

use std::collections::{HashMap, VecDeque};

use datafusion::common::{DataFusionError, Result, exec_datafusion_err};
use regex::{CaptureLocations, Regex};
use urigram_arrow::internal::Excerpt;

use super::java_regex::translated;
use super::uri::Span;

/// How many regular expressions are kept: for a column of more keys than these, they are compiled anew. Each takes some
/// tens of kilobytes.
const KEPT: usize = 64;

/// The regular expressions of the keys of a batch, for those keys that are more than names.
#[derive(Default)]
pub(super) struct Keys<'a> {
    compiled: HashMap<&'a str, (Regex, CaptureLocations)>,
    /// Those which are kept, in the order in which they were compiled.
    order: VecDeque<&'a str>,
}

impl<'a> Keys<'a> {
    /// Returns where the value of a key is in a query. Of several, it is the first.
    ///
    /// # Errors
    ///
    /// If the key is not part of a regular expression, or not of one that `java-util-regex.pest` has.
    pub(super) fn value(&mut self, function: &str, key: &'a str, query: &str) -> Result<Option<Span>> {
        if is_name(key) {
            return Ok(value_of_name(key, query));
        }
        if let Some((regex, locations)) = self.compiled.get_mut(key) {
            return Ok(value_by(regex, locations, query));
        }
        let regex = regex(function, key)?;
        let mut locations = regex.capture_locations();
        let value = value_by(&regex, &mut locations, query);
        if self.order.len() == KEPT
            && let Some(oldest) = self.order.pop_front()
        {
            self.compiled.remove(oldest);
        }
        self.order.push_back(key);
        self.compiled.insert(key, (regex, locations));
        Ok(value)
    }
}

/// Returns whether each character of a key stands for itself in a regular expression. With a `&`, it may begin anywhere in
/// a query, so that a search for it as a name would not take linear time.
fn is_name(key: &str) -> bool {
    !key.bytes().any(|byte| {
        matches!(
            byte,
            b'\\' | b'^' | b'$' | b'.' | b'|' | b'?' | b'*' | b'+' | b'(' | b')' | b'[' | b'{' | b'&'
        )
    })
}

/// Returns what the regular expression of [`regex`] finds, if the key is a name.
fn value_of_name(name: &str, query: &str) -> Option<Span> {
    let mut start = 0;
    for pair in query.split('&') {
        if let Some(value) = pair.strip_prefix(name).and_then(|rest| rest.strip_prefix('=')) {
            let end = start + pair.len();
            return Some((end - value.len(), end));
        }
        start += pair.len() + 1;
    }
    None
}

fn value_by(regex: &Regex, locations: &mut CaptureLocations, query: &str) -> Option<Span> {
    regex.captures_read(locations, query)?;
    // The second group: the value, unless the key has a group of its own.
    locations.get(2)
}

/// Compiles Spark's regular expression for a key.
fn regex(function: &str, key: &str) -> Result<Regex> {
    let translated = translated(&format!("(&|^){key}=([^&]*)")).ok_or_else(|| refused(function, key))?;
    Regex::new(&translated).map_err(|error| {
        // Lines before the last repeat the expression, as it is translated.
        let error = error.to_string();
        let why = error.lines().next_back().unwrap_or_default().trim_start_matches("error: ");
        exec_datafusion_err!(
            "{function}: the key `{}` is not a regular expression: {why}",
            Excerpt::of(key, 0)
        )
    })
}

fn refused(function: &str, key: &str) -> DataFusionError {
    exec_datafusion_err!(
        "{function}: the key `{}` uses regular-expression syntax that this function does not support; Spark makes the key \
         a part of a regular expression, where `\\` before a character stands for the character itself; there are `.`, \
         `[a-z]`, `[^a-z]`, `\\d`, `\\w`, `\\s`, `\\Q…\\E`, `|`, `^`, `$`, `?`, `*`, `+`, `{{1,2}}`, `(…)`, `(?:…)`, `(?i)`, but \
         neither look-around, back-references and possessive quantifiers, nor groups that capture and repeat",
        Excerpt::of(key, 0)
    )
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::{KEPT, Keys, is_name, regex, value_by, value_of_name};

    /// As `java.util.regex` of JDK 17 answers: the second group of the first match, if there is one.
    #[rstest]
    #[case::first("a", "a=1&b=2", Some("1"))]
    #[case::last("b", "a=1&b=2", Some("2"))]
    #[case::absent("c", "a=1&b=2", None)]
    #[case::within_a_name("b", "ab=1&cb=2", None)]
    #[case::begins_alike("a", "ab=1", None)]
    #[case::twice("a", "a=1&a=2", Some("1"))]
    #[case::empty("a", "a=&b", Some(""))]
    #[case::no_value("a", "a&b", None)]
    #[case::equals_sign("a", "a=b=c", Some("b=c"))]
    #[case::equals_sign_in_the_key("a=b", "a=b=c", Some("c"))]
    #[case::empty_key("", "a=1&=2", Some("2"))]
    #[case::percent_encoded("a%20b", "a%20b=%41", Some("%41"))]
    #[case::capitals("A", "a=1", None)]
    #[case::point("a.c", "abc=1", Some("1"))]
    #[case::point_is_a_character("a.c", "a\u{e9}c=1", Some("1"))]
    #[case::escaped("a\\.c", "abc=1&a.c=2", Some("2"))]
    #[case::quoted("\\Qa.[\\E", "a.[=1", Some("1"))]
    #[case::quote_in_a_quote("\\Q\\Qa\\E", "a=1&\\Qa=2", Some("2"))]
    #[case::brackets("ids\\[\\]", "ids[]=1", Some("1"))]
    #[case::class("[ab]+", "x=0&abba=1", Some("1"))]
    #[case::negated("[^b]", "b=1&\u{e9}=2", Some("2"))]
    #[case::hyphens("[-a-c-]+", "a-b=1", Some("1"))]
    #[case::any_case("(?i)AbC", "aBc=1", Some("1"))]
    #[case::any_case_is_of_ascii("(?i)k", "\u{212a}=1&K=2", Some("2"))]
    #[case::one_case_beyond_ascii("(?i)\u{e9}", "\u{c9}=1&\u{e9}=2", Some("2"))]
    #[case::any_case_of_a_class("(?i)[k-l]", "\u{212a}=1&L=2", Some("2"))]
    #[case::any_case_in_a_group("(?i:a)b", "AB=1&Ab=2", Some("2"))]
    #[case::digits_are_of_ascii("\\d", "\u{661}=1&1=2", Some("2"))]
    #[case::not_a_digit("\\D", "1=1&\u{661}=2", Some("2"))]
    #[case::letters_are_of_ascii("\\w", "\u{e9}=1&_=2", Some("2"))]
    #[case::set_in_a_class("[\\d.]+", "1.2=3", Some("3"))]
    #[case::group("(a|b)c", "bc=1", Some("b"))]
    #[case::named_group("(?<n>a)", "a=1", Some("a"))]
    #[case::group_that_captures_nothing("(?:a|b)c", "bc=1", Some("1"))]
    #[case::first_alternative_without_a_value("a|b", "a=1", None)]
    #[case::second_alternative("a|b", "b=1", Some("1"))]
    #[case::lazy("a.*?", "ab=c=1", Some("c=1"))]
    #[case::greedy("a.*", "ab=c=1", Some("1"))]
    #[case::repeated("a{2,3}", "a=1&aaa=2", Some("2"))]
    #[case::anchor("$a|b", "a=1&b=2", Some("2"))]
    #[case::closing_brackets("a}]", "a}]=1", Some("1"))]
    fn as_java_util_regex(#[case] key: &str, #[case] query: &str, #[case] java: Option<&str>) {
        let found = Keys::default().value("parse_url", key, query).unwrap();
        assert_eq!(found.map(|(start, end)| &query[start..end]), java);
    }

    /// Java takes some of these, which mean nothing to `regex`, or something else.
    #[rstest]
    #[case::look_ahead("(?=a)a")]
    #[case::look_behind("(?<!a)b")]
    #[case::back_reference("(a)\\1")]
    #[case::possessive("a*+")]
    #[case::twice_repeated("a**")]
    #[case::again_repeated("a{2}{3}")]
    #[case::atomic("(?>a)")]
    #[case::property("\\p{Alpha}")]
    #[case::word_boundary("\\bid")]
    #[case::intersection("[a-z&&b]")]
    #[case::class_in_a_class("[[:alpha:]]")]
    #[case::group_repeated("(a*)*")]
    #[case::any_case_of_a_negated_class("(?i)[^k]")]
    #[case::only_a_flag_of_regex("(?U)a+")]
    #[case::only_an_escape_of_regex("\\z")]
    #[case::not_closed("(a")]
    #[case::class_not_closed("[]")]
    #[case::not_opened("a)")]
    #[case::nothing_repeated("|*")]
    #[case::brace("a{")]
    fn refused(#[case] key: &str) {
        let error = regex("try_parse_url", key).unwrap_err().to_string();
        let said = format!("try_parse_url: the key `{key}` uses regular-expression syntax");
        assert!(error.contains(&said), "{error}");
    }

    #[rstest]
    #[case::range("[z-a]", "invalid character class range")]
    #[case::too_large("(?:(?:a{999}){999}){999}", "exceeds size limit")]
    fn not_compiled(#[case] key: &str, #[case] why: &str) {
        let error = regex("parse_url", key).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }

    #[test]
    fn deeply_nested() {
        let key = "(?:".repeat(100_000);
        let error = regex("parse_url", &key).unwrap_err().to_string();
        assert!(error.len() < 1000, "{error}");
    }

    /// What is searched as a name is found where the regular expression finds it.
    #[rstest]
    fn a_name_is_a_regular_expression(
        #[values("a", "=", "a=", "=a", "]", "}", "-", "#~,;:@%! '<\"/", "aa", "\u{e9}", "")] key: &str,
        #[values("=", "==", "&", "&&", "", "=a", "=a&", "a", "\u{e9}")] last: &str,
    ) {
        assert!(is_name(key));
        let regex = regex("parse_url", key).unwrap();
        let mut locations = regex.capture_locations();
        for first in ["", "&", "b&", "b", "a", "aa=&", "&&", "=", "=&", "a=b=", "\u{e9}"] {
            for query in [format!("{first}{key}{last}"), format!("{first}{key}{last}&{key}=x&{key}=y")] {
                let found = value_by(&regex, &mut locations, &query);
                assert_eq!(value_of_name(key, &query), found, "{key:?} in {query:?}");
            }
        }
    }

    #[test]
    fn the_oldest_makes_room() {
        let names: Vec<String> = (0..3 * KEPT).map(|n| format!("k.{n}")).collect();
        let mut keys = Keys::default();
        for (n, name) in names.iter().enumerate() {
            let query = format!("k.{n}={n}");
            for _ in 0..2 {
                let found = keys.value("parse_url", name, &query).unwrap();
                assert_eq!(found.map(|(start, end)| &query[start..end]), Some(n.to_string().as_str()));
            }
            assert_eq!(keys.compiled.len(), KEPT.min(n + 1));
            assert!(keys.order.iter().all(|key| keys.compiled.contains_key(key)));
        }
        assert_eq!(keys.order.front(), Some(&names[2 * KEPT].as_str()));
    }

    #[test]
    fn a_name_is_not_compiled() {
        let mut keys = Keys::default();
        assert_eq!(keys.value("parse_url", "a-b_c~d", "a-b_c~d=1").unwrap(), Some((8, 9)));
        assert!(keys.compiled.is_empty());
    }
}
