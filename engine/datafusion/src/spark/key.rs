//! The value that belongs to a key in a query, as Spark finds it: by a regular expression of Java, of which the key is a
//! part.

use std::collections::HashMap;

use datafusion::common::{DataFusionError, Result, exec_datafusion_err};
use regex::{CaptureLocations, Regex};

use super::java_regex::translated;
use super::uri::Span;

/// How many regular expressions are kept: for a column of more keys than these, they are compiled anew. Each takes some
/// tens of kilobytes.
const KEPT: usize = 64;

/// The regular expressions of the keys of a batch.
#[derive(Default)]
pub(super) struct Keys(HashMap<String, (Regex, CaptureLocations)>);

impl Keys {
    /// Returns where the value of a key is in a query. Of several, it is the first.
    ///
    /// # Errors
    ///
    /// If the key is not part of a regular expression, or not of one that `java-util-regex.pest` has.
    pub(super) fn value(&mut self, function: &str, key: &str, query: &str) -> Result<Option<Span>> {
        if !self.0.contains_key(key) {
            if self.0.len() == KEPT {
                self.0.clear();
            }
            let regex = regex(function, key)?;
            let locations = regex.capture_locations();
            self.0.insert(key.to_owned(), (regex, locations));
        }
        let found = self.0.get_mut(key).and_then(|(regex, locations)| {
            regex.captures_read(locations, query)?;
            // The second group: the value, unless the key has a group of its own.
            locations.get(2)
        });
        Ok(found)
    }
}

/// Compiles Spark's regular expression for a key.
fn regex(function: &str, key: &str) -> Result<Regex> {
    let translated = translated(&format!("(&|^){key}=([^&]*)")).ok_or_else(|| refused(function, key))?;
    Regex::new(&translated).map_err(|error| {
        exec_datafusion_err!("{function}: the key `{key}` is no regular expression: {error}")
    })
}

fn refused(function: &str, key: &str) -> DataFusionError {
    exec_datafusion_err!(
        "{function}: the key `{key}` is no regular expression that this function has; Spark makes the key a part of one, \
         and `\\` before a character stands for the character itself; \
         there are `.`, `[a-z]`, `[^a-z]`, `\\d`, `\\w`, `\\s`, `\\Q…\\E`, `|`, `^`, `$`, `?`, `*`, `+`, `{{1,2}}`, `(…)`, \
         `(?:…)`, `(?i)`, but neither look-around, back-references and possessive quantifiers, nor groups that capture and \
         repeat"
    )
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::{KEPT, Keys, regex};

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
        assert!(
            error.contains(&format!("try_parse_url: the key `{key}` is no regular expression")),
            "{error}"
        );
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
        assert!(regex("parse_url", &key).is_err());
    }

    #[test]
    fn few_are_kept() {
        let mut keys = Keys::default();
        for n in 0..3 * KEPT {
            let query = format!("k{n}={n}");
            let found = keys.value("parse_url", &format!("k{n}"), &query).unwrap();
            assert_eq!(found.map(|(start, end)| &query[start..end]), Some(n.to_string().as_str()));
            assert!(keys.0.len() <= KEPT);
        }
    }
}
