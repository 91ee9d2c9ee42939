//! Section 3.4: the query, and the pairs in it.

use std::borrow::Cow;
use std::collections::HashSet;

use proptest::prelude::*;
use rstest::rstest;
use urigram::grammar::Rfc3987;
use urigram::percent::Decoded;
use urigram::query::{Glob, Pairs, QueryPairs, is_tracking};
use urigram::{Query, Rule};

use crate::common::pieces::{Pieces, matches};

type Owned = Vec<(String, Option<String>)>;

fn owned<'a>(pairs: impl Iterator<Item = (Decoded<'a>, Option<Decoded<'a>>)>) -> Owned {
    pairs.map(|(key, value)| (key.to_string(), value.map(|value| value.to_string()))).collect()
}

fn plain(query: &str) -> Pairs<'_> {
    Query::parse(query).unwrap().pairs()
}

fn form(query: &str) -> Pairs<'_> {
    Query::parse(query).unwrap().form_pairs()
}

#[rstest]
#[case::none("", &[])]
#[case::of_3_4("key=value", &[("key", Some("value"))])]
#[case::several("a=1&b=2", &[("a", Some("1")), ("b", Some("2"))])]
#[case::empty_value("a=", &[("a", Some(""))])]
#[case::no_value("a", &[("a", None)])]
#[case::no_key("=a", &[("", Some("a"))])]
#[case::neither("=", &[("", Some(""))])]
#[case::no_pair("&", &[])]
#[case::empty_pieces("&&a=1&&&b&", &[("a", Some("1")), ("b", None)])]
#[case::equals_signs("a=b==c", &[("a", Some("b==c"))])]
#[case::encoded_delimiters("a%3D%26=%26%3D", &[("a=&", Some("&="))])]
#[case::semicolon("a=1;b=2", &[("a", Some("1;b=2"))])]
#[case::same_key("a=1&a=2", &[("a", Some("1")), ("a", Some("2"))])]
#[case::of_a_reference("q=http://a/?b=c", &[("q", Some("http://a/?b=c"))])]
fn pairs(#[case] query: &str, #[case] expected: &[(&str, Option<&str>)]) {
    let expected: Owned =
        expected.iter().map(|(key, value)| ((*key).to_owned(), value.map(str::to_owned))).collect();
    assert_eq!(owned(plain(query)), expected);
    assert_eq!(owned(form(query)), expected);
    let mut backwards = owned(plain(query).rev());
    backwards.reverse();
    assert_eq!(backwards, expected);
    assert_eq!(QueryPairs::from(plain(query)).is_empty(), expected.is_empty());
}

#[test]
fn a_plus_is_a_space_in_a_form_only() {
    assert_eq!(plain("a+b=%2B+c").next().unwrap().0, "a+b");
    assert_eq!(plain("a+b=%2B+c").get("a+b").unwrap(), "++c");
    let (key, value) = form("a+b=%2B+c").next().unwrap();
    assert_eq!(key.to_str().unwrap(), "a b");
    assert_eq!(value.unwrap().to_bytes(), &b"+ c"[..]);
    assert_eq!(value.unwrap().chunks().collect::<Vec<_>>(), [b"+", b" ", b"c"]);
    assert_eq!(form("a=+%FF").get("a").unwrap().to_str().unwrap_err().offset(), 1);
    assert_eq!(form("a=b+%FF").get("a").unwrap().to_string_lossy(), "b \u{FFFD}");
}

#[test]
fn pairs_are_borrowed_where_they_can_be() {
    let (key, value) = form("key=a+b").next().unwrap();
    assert!(matches!(key.to_str(), Ok(Cow::Borrowed("key"))));
    assert!(matches!(value.unwrap().to_str(), Ok(Cow::Owned(_))));
    assert!(matches!(plain("key=a+b").get("key").unwrap().to_str(), Ok(Cow::Borrowed("a+b"))));
}

#[test]
fn finding() {
    let pairs = plain("a&b=1&a=2&%62=3&c=%FF");
    assert!(pairs.contains("a") && pairs.contains("b") && !pairs.contains("d"));
    assert_eq!(pairs.get("a"), None);
    assert_eq!(pairs.get("b").unwrap(), "1");
    assert_eq!(pairs.get("d"), None);
    assert_eq!(pairs.get_all("a").map(|value| value.is_some()).collect::<Vec<_>>(), [false, true]);
    assert_eq!(pairs.get_all("b").flatten().collect::<Vec<_>>(), ["1", "3"]);
    assert_eq!(pairs.get(b"c").unwrap().to_bytes(), &[0xFF][..]);
    let mut rest = pairs.clone();
    rest.next();
    rest.next_back();
    assert!(!rest.contains("c"));
    assert_eq!(QueryPairs::from(rest).as_str(), "b=1&a=2&%62=3");
}

#[rstest]
#[case::several("a=1;b=2", &[("a", Some("1")), ("b", Some("2"))])]
#[case::ampersand("a=1&b;c", &[("a", Some("1&b")), ("c", None)])]
#[case::empty_pieces(";;a;", &[("a", None)])]
#[case::encoded("a%3Bb=%3B", &[("a;b", Some(";"))])]
fn pairs_separated_by_semicolons(#[case] query: &str, #[case] expected: &[(&str, Option<&str>)]) {
    let expected: Owned =
        expected.iter().map(|(key, value)| ((*key).to_owned(), value.map(str::to_owned))).collect();
    for pairs in [plain(query), form(query)].map(Pairs::separated_by_semicolons) {
        assert_eq!(owned(pairs.clone()), expected);
        let mut backwards = owned(pairs.clone().rev());
        backwards.reverse();
        assert_eq!(backwards, expected);
        let mut edited = QueryPairs::from(pairs);
        edited.append("k", "v;w&x");
        assert!(edited.as_str().ends_with("k=v%3Bw%26x"));
        assert_eq!(owned(edited.iter()).len(), expected.len() + 1);
    }
}

#[test]
fn pairs_with_another_separator_are_encoded_again() {
    let mut pairs = QueryPairs::from(plain("a=1;b=2&c").separated_by_semicolons());
    pairs.set_pairs(plain("b=x;y&d"));
    assert_eq!(pairs.as_str(), "a=1;b=x%3By;d");
    pairs.sort();
    pairs.retain(|key, _| key != "a");
    assert_eq!(pairs.as_str(), "b=x%3By;d");
}

#[rstest]
#[case::whole("utm_id", "utm_id", true)]
#[case::no_prefix("utm", "utm_id", false)]
#[case::prefix("utm_*", "utm_id", true)]
#[case::empty_rest("utm_*", "utm_", true)]
#[case::suffix("*_id", "utm_id", true)]
#[case::both("a*a", "aa", true)]
#[case::overlap("a*a", "a", false)]
#[case::middle("*b*", "abc", true)]
#[case::middles("*b*d*", "abcd", true)]
#[case::middles_in_another_order("*d*b*", "abcd", false)]
#[case::middle_in_the_suffix("*a*ab", "ab", false)]
#[case::all("*", "", true)]
#[case::stars("***", "a", true)]
#[case::nothing("", "", true)]
#[case::something("", "a", false)]
#[case::case("utm_*", "UTM_id", false)]
#[case::star("\\*", "*", true)]
#[case::star_alone("\\*", "a", false)]
#[case::backslash("a\\b\\", "a\\b\\", true)]
#[case::escaped_backslash("a\\\\", "a\\", true)]
#[case::escaped_backslash_is_one("a\\\\", "a\\\\", false)]
#[case::backslash_then_any("a\\\\*", "a\\b", true)]
#[case::backslash_then_any_without_it("a\\\\*", "ab", false)]
#[case::backslash_then_star("a\\\\\\*", "a\\*", true)]
#[case::backslash_then_star_alone("a\\\\\\*", "a\\b", false)]
#[case::three_backslashes("a\\\\\\b", "a\\\\b", true)]
#[case::question_mark("a?", "ab", false)]
#[case::brackets("tags[]", "tags[]", true)]
fn globs(#[case] pattern: &str, #[case] key: &str, #[case] expected: bool) {
    assert_eq!(Glob::new(pattern).matches(key), expected);
}

#[rstest]
#[case::same("utm_*", "utm_*", "utm_*", true)]
#[case::adjacent_stars("a***b", "a*b", "a*b", true)]
#[case::only_stars("**", "*", "*", true)]
#[case::optional_escape("a\\b", "a\\\\b", "a\\\\b", true)]
#[case::escaped_star("a\\*", "a*", "a\\*", false)]
#[case::escaped_backslash("a\\\\*", "a\\*", "a\\\\*", false)]
#[case::empty("", "*", "", false)]
fn globs_are_compared_and_shown(
    #[case] pattern: &str,
    #[case] other: &str,
    #[case] shown: &str,
    #[case] is_equal: bool,
) {
    let [pattern, other]: [Glob; 2] = [pattern, other].map(|text| text.parse().unwrap());
    assert_eq!(pattern.to_string(), shown);
    assert_eq!(pattern == other, is_equal);
    assert_eq!(HashSet::from([pattern, other]).len() == 1, is_equal);
}

proptest! {
    #[test]
    fn globs_match_as_by_trying_all(pattern in r"[ab*\\]{0,6}", key in r"[ab*\\]{0,8}") {
        let glob = Glob::new(&pattern);
        prop_assert_eq!(glob.matches(&key), matches(pattern.as_bytes(), key.as_bytes()));
        prop_assert_eq!(glob.to_string().parse(), Ok(glob));
    }
}

#[test]
fn trackers() {
    for name in ["utm_source", "utm_", "gclid", "fbclid", "msclkid", "mc_eid", "igshid", "yclid"] {
        assert!(is_tracking(name), "{name}");
    }
    for name in ["", "id", "ref", "utm", "Gclid", "gclid2", "si", "source", "mkt_tok"] {
        assert!(!is_tracking(name), "{name}");
    }
}

#[test]
fn from_both_ends() {
    let mut pairs = plain("a&b&&c");
    assert_eq!(pairs.next_back().unwrap().0, "c");
    assert_eq!(pairs.next().unwrap().0, "a");
    assert_eq!(pairs.next_back().unwrap().0, "b");
    assert!(pairs.next().is_none() && pairs.next_back().is_none());
}

#[rstest]
#[case("k", "v&w", "k=v%26w", "k=v%26w")]
#[case("a=b", "c=d", "a%3Db=c%3Dd", "a%3Db=c%3Dd")]
#[case("a b", "1+1", "a%20b=1%2B1", "a+b=1%2B1")]
#[case("", "", "=", "=")]
#[case("é", "100%", "%C3%A9=100%25", "%C3%A9=100%25")]
#[case("a;b", "/?:@!$'()*,~", "a%3Bb=/?:@!$'()*,~", "a%3Bb=%2F%3F%3A%40%21%24%27%28%29*%2C%7E")]
#[case("#", "\0", "%23=%00", "%23=%00")]
fn appended(#[case] key: &str, #[case] value: &str, #[case] plain: &str, #[case] form: &str) {
    for (mut pairs, expected) in [(QueryPairs::plain(), plain), (QueryPairs::form(), form)] {
        pairs.append(key, value);
        assert_eq!(pairs.as_str(), expected);
        assert_eq!(pairs.iter().get(key).unwrap().to_str().unwrap(), value);
        pairs.append(key, value);
        assert_eq!(pairs.as_str(), format!("{expected}&{expected}"));
    }
}

#[test]
fn an_iri_keeps_its_characters_but_in_a_form() {
    let query = Query::<Rfc3987>::try_from("é").unwrap();
    let mut pairs = QueryPairs::from(query.pairs());
    pairs.append("ü", "\u{E000} ");
    assert_eq!(pairs.as_str(), "é&ü=\u{E000}%20");
    let mut pairs = QueryPairs::from(query.form_pairs());
    pairs.append("ü", "ä");
    assert_eq!(pairs.as_str(), "é&%C3%BC=%C3%A4");
}

#[test]
fn a_key_alone() {
    let mut pairs = QueryPairs::plain();
    pairs.append_key("");
    assert!(pairs.is_empty() && pairs.as_str().is_empty());
    pairs.append_key("a=");
    pairs.append_key("b");
    assert_eq!(pairs.as_str(), "a%3D&b");
}

#[rstest]
#[case::where_it_is("a=1&b=2&c=3", "a=1&b=x%20&c=3")]
#[case::where_it_is_first("b=1&a&b=2&b", "b=x%20&a")]
#[case::in_another_spelling("a&%62", "a&b=x%20")]
#[case::at_the_end("a", "a&b=x%20")]
#[case::alone("", "b=x%20")]
#[case::beside_empty_pieces("&a&&b&&b&", "&a&&b=x%20&&")]
#[case::behind_empty_pieces("a&&", "a&&&b=x%20")]
#[case::with_nothing_but_empty_pieces("&", "&&b=x%20")]
fn set(#[case] before: &str, #[case] after: &str) {
    let mut pairs = QueryPairs::from(plain(before));
    pairs.set("b", "x ");
    assert_eq!(pairs.as_str(), after);
}

#[rstest]
#[case::all_at_once("a=1&b=2&c=3", &[("c", "x"), ("a", "y")], "a=y&b=2&c=x")]
#[case::the_last_value_counts("a=1", &[("a", "x"), ("b", "y"), ("a", "z"), ("b", "")], "a=z&b=")]
#[case::new_keys_in_their_order("a", &[("c", "x"), ("b", "y"), ("c", "z")], "a&c=z&b=y")]
#[case::none("a&&%7e", &[], "a&&%7e")]
#[case::the_empty_key("a&=1&", &[("", "2")], "a&=2&")]
fn set_all(#[case] before: &str, #[case] given: &[(&str, &str)], #[case] after: &str) {
    let mut pairs = QueryPairs::from(plain(before));
    pairs.set_all(given.iter().copied());
    assert_eq!(pairs.as_str(), after);
}

#[rstest]
#[case::as_they_are_written("a=1&b&c", "b=%7e%2b&%61", "%61&b=%7e%2b&c")]
#[case::in_another_spelling("a%20b=1&%61%20b", "a%20%62=2", "a%20%62=2")]
#[case::the_last_counts("a", "b=1&a=2&b", "a=2&b")]
#[case::empty_pieces_are_no_pairs("&a&", "&&b&", "&a&&b")]
#[case::none("&a", "&", "&a")]
fn set_pairs(#[case] before: &str, #[case] given: &str, #[case] after: &str) {
    let mut pairs = QueryPairs::from(plain(before));
    pairs.set_pairs(plain(given));
    assert_eq!(pairs.as_str(), after);
    let mut pairs = QueryPairs::from(form(before));
    pairs.set_pairs(form(given));
    assert_eq!(pairs.as_str(), after);
}

#[test]
fn pairs_of_a_form_are_set_by_their_data() {
    let mut pairs = QueryPairs::from(plain("a+b=1&a%20b=2&c"));
    pairs.set_pairs(form("a+b=3+4&c"));
    assert_eq!(pairs.as_str(), "a+b=1&a%20b=3%204&c");
    let mut pairs = QueryPairs::from(form("a+b=1&c"));
    pairs.set_pairs(plain("a%20b=3+4&c=~"));
    assert_eq!(pairs.as_str(), "a+b=3%2B4&c=%7E");
}

#[rstest]
#[case("a=1&b=2&%61&c", true, "b=2&c")]
#[case("a", true, "")]
#[case("b=%7e&c", false, "b=%7e&c")]
#[case::beside_empty_pieces("b&&a&&c&", true, "b&&&c&")]
#[case::the_last_beside_empty_pieces("&a&", true, "&")]
#[case::none_beside_empty_pieces("&b&&", false, "&b&&")]
fn removed(#[case] before: &str, #[case] had: bool, #[case] after: &str) {
    let mut pairs = QueryPairs::from(plain(before));
    assert_eq!(pairs.remove("a"), had);
    assert_eq!(pairs.as_str(), after);
}

#[test]
fn retained_and_cleared() {
    let mut pairs = QueryPairs::from(form("&a=+&&b=%2b&c&d="));
    pairs.retain(|key, value| key != *"a" && value.is_some_and(|value| value != *" "));
    assert_eq!(pairs.to_string(), "&&b=%2b&d=");
    pairs.clear();
    assert_eq!(pairs.into_string(), "");
}

/// Pairs are sorted by their decoded keys, and pairs with equal keys keep their order.
#[test]
fn sorted() {
    let mut pairs = QueryPairs::from(plain("b=2&%C3%A9&a=9&%61=1&B&b&aa&=0"));
    pairs.sort();
    assert_eq!(pairs.as_str(), "=0&B&a=9&%61=1&aa&b=2&b&%C3%A9");
    let mut pairs = QueryPairs::from(plain("&b&&a=%7e&"));
    pairs.sort();
    assert_eq!(pairs.as_str(), "&a=%7e&&b&");
}

#[test]
fn extended() {
    let mut pairs = QueryPairs::form();
    pairs.extend([("a", "1 2")]);
    pairs.extend([(String::from("b"), vec![0xFF])]);
    assert_eq!(pairs.as_str(), "a=1+2&b=%FF");
    assert_eq!((&pairs).into_iter().count(), 2);
    assert_eq!(format!("{pairs:?} {:?}", pairs.iter()), "QueryPairs(\"a=1+2&b=%FF\") Pairs(\"a=1+2&b=%FF\")");
}

/// Pairs are equal if their text and their format are equal.
#[test]
fn equal() {
    assert_eq!(QueryPairs::from(plain("a=1+2")), QueryPairs::from(plain("a=1+2")));
    assert_ne!(QueryPairs::from(plain("a=1+2")), QueryPairs::from(plain("a=%31+2")));
    assert_ne!(QueryPairs::from(plain("a=1+2")), QueryPairs::from(form("a=1+2")));
}

#[test]
fn long_queries() {
    let mut pairs = QueryPairs::from(plain(&"&".repeat(1 << 20)));
    assert!(pairs.is_empty());
    pairs.append("a", "b");
    assert_eq!(pairs.iter().count(), 1);
    let many = "a=%41&b&".repeat(1 << 16);
    let mut pairs = QueryPairs::from(plain(&many));
    assert_eq!(pairs.iter().get_all("a").flatten().filter(|value| value == "A").count(), 1 << 16);
    pairs.sort();
    assert_eq!(pairs.as_str().len(), many.len());
    assert!(pairs.remove("a"));
    pairs.set("b", "c");
    assert_eq!(pairs.as_str(), "b=c&");
}

fn any_pairs() -> impl Strategy<Value = Owned> {
    let text = || "([a-c&=+;%# é]|.){0,4}";
    prop::collection::vec((text(), prop::option::of(text())), 0..6)
}

#[derive(Clone, Debug)]
enum Edit {
    Append(String, String),
    AppendKey(String),
    Set(String, String),
    Remove(String),
    Retain(usize),
    Sort,
    Clear,
}

fn edit() -> impl Strategy<Value = Edit> {
    let text = || "[ab&=+ é]{0,2}";
    prop_oneof![
        3 => (text(), text()).prop_map(|(key, value)| Edit::Append(key, value)),
        1 => text().prop_map(Edit::AppendKey),
        2 => (text(), text()).prop_map(|(key, value)| Edit::Set(key, value)),
        1 => text().prop_map(Edit::Remove),
        1 => (0..5usize).prop_map(Edit::Retain),
        1 => Just(Edit::Sort),
        1 => Just(Edit::Clear),
    ]
}

/// Applies an edit to a list of pairs.
fn model(edit: &Edit, pairs: &mut Owned) {
    match edit {
        Edit::Append(key, value) => pairs.push((key.clone(), Some(value.clone()))),
        Edit::AppendKey(key) if key.is_empty() => {}
        Edit::AppendKey(key) => pairs.push((key.clone(), None)),
        Edit::Set(key, value) => {
            let at = pairs.iter().position(|(own, _)| own == key).unwrap_or(pairs.len());
            pairs.retain(|(own, _)| own != key);
            pairs.insert(at, (key.clone(), Some(value.clone())));
        }
        Edit::Remove(key) => pairs.retain(|(own, _)| own != key),
        Edit::Retain(length) => {
            pairs.retain(|(_, value)| value.as_ref().is_some_and(|it| it.len() < *length))
        }
        Edit::Sort => pairs.sort_by(|(a, _), (b, _)| a.cmp(b)),
        Edit::Clear => pairs.clear(),
    }
}

/// Applies an edit to the strings between the `&` of a query.
fn model_of_pieces(edit: &Edit, pieces: &mut Pieces) {
    match edit {
        Edit::Append(key, value) => pieces.append(key.as_bytes(), Some(value.as_bytes())),
        Edit::AppendKey(key) => pieces.append(key.as_bytes(), None),
        Edit::Set(key, value) => pieces.set(key.as_bytes(), value.as_bytes()),
        Edit::Remove(key) => drop(pieces.remove(key.as_bytes())),
        Edit::Retain(length) => {
            pieces.retain(|(_, value)| value.as_ref().is_some_and(|it| it.len() < *length))
        }
        Edit::Sort => pieces.sort(),
        Edit::Clear => pieces.clear(),
    }
}

/// Returns the strings between the `&` of a percent-encoded query.
fn pieces(query: &str) -> Pieces {
    let decode = |text: &str| Query::parse(text).unwrap().decode().to_bytes().into_owned();
    let encode = |octets: &[u8]| {
        let mut pairs = QueryPairs::plain();
        pairs.append_key(octets);
        pairs.into_string()
    };
    Pieces::of(query, decode, encode)
}

fn apply(edit: &Edit, pairs: &mut QueryPairs) {
    match edit {
        Edit::Append(key, value) => pairs.append(key, value),
        Edit::AppendKey(key) => pairs.append_key(key),
        Edit::Set(key, value) => pairs.set(key, value),
        Edit::Remove(key) => {
            let was_there = pairs.iter().contains(key);
            assert_eq!(pairs.remove(key), was_there);
        }
        Edit::Retain(length) => {
            pairs.retain(|_, value| value.is_some_and(|it| it.to_bytes().len() < *length))
        }
        Edit::Sort => pairs.sort(),
        Edit::Clear => pairs.clear(),
    }
}

proptest! {
    #[test]
    fn pairs_round_trip(expected in any_pairs()) {
        for mut pairs in [QueryPairs::plain(), QueryPairs::form()] {
            for (key, value) in &expected {
                match value {
                    Some(value) => pairs.append(key, value),
                    None => pairs.append_key(key),
                }
            }
            prop_assert!(Query::parse(pairs.as_str()).is_ok(), "{}", pairs);
            let mut expected = expected.clone();
            expected.retain(|(key, value)| !key.is_empty() || value.is_some());
            prop_assert_eq!(owned(pairs.iter()), expected);
        }
    }

    #[test]
    fn edits_do_what_they_do_to_a_list(edits in prop::collection::vec(edit(), 0..50)) {
        for mut pairs in [QueryPairs::plain(), QueryPairs::form()] {
            let mut expected = Owned::new();
            for edit in &edits {
                apply(edit, &mut pairs);
                model(edit, &mut expected);
                prop_assert_eq!(owned(pairs.iter()), &*expected);
                prop_assert!(Query::parse(pairs.as_str()).is_ok(), "{}", pairs);
            }
        }
    }

    /// Adjacent `&`, and the text of pairs that are not edited, are kept.
    #[test]
    fn edits_do_what_they_do_to_the_pieces(
        query in "(&|[ab%]=?[a%]?&){0,8}",
        edits in prop::collection::vec(edit(), 1..5),
    ) {
        let query = query.replace('%', "%62");
        let mut pairs = QueryPairs::from(plain(&query));
        let mut pieces = pieces(&query);
        for edit in &edits {
            apply(edit, &mut pairs);
            model_of_pieces(edit, &mut pieces);
            prop_assert_eq!(pairs.as_str(), pieces.text());
        }
    }

    /// Setting many pairs at once equals setting one after another.
    #[test]
    fn many_are_set_as_one_by_one(
        query in "(&|[ab%]=?[a%]?&){0,8}",
        given in prop::collection::vec(("[abc]{0,2}", "[ab&=+ é]{0,2}"), 0..8),
    ) {
        let query = query.replace('%', "%62");
        for before in [plain(&query), form(&query)] {
            let (mut together, mut one_by_one) = (QueryPairs::from(before.clone()), QueryPairs::from(before));
            together.set_all(given.iter().map(|(key, value)| (key, value)));
            given.iter().for_each(|(key, value)| one_by_one.set(key, value));
            prop_assert_eq!(together, one_by_one);
        }
    }

    /// The sort is stable for long lists too, which the standard library sorts by another algorithm than short ones.
    #[test]
    fn those_with_the_same_key_stay_in_their_order(keys in prop::collection::vec("[abc]", 40..80)) {
        let mut pairs = QueryPairs::plain();
        pairs.extend(keys.iter().enumerate().map(|(number, key)| (key, number.to_string())));
        let mut expected = owned(pairs.iter());
        model(&Edit::Sort, &mut expected);
        pairs.sort();
        prop_assert_eq!(owned(pairs.iter()), expected);
    }

    /// For any query, iteration from both ends returns the same pairs, and skips only delimiters.
    #[test]
    fn any_query(query in "[a&=+;]{0,12}") {
        let forwards = owned(plain(&query));
        let mut backwards = owned(plain(&query).rev());
        backwards.reverse();
        prop_assert_eq!(&forwards, &backwards);
        let pieces = query.split('&').filter(|piece| !piece.is_empty());
        let joined = forwards.iter().map(|(key, value)| match value {
            Some(value) => format!("{key}={value}"),
            None => key.clone(),
        });
        prop_assert!(joined.eq(pieces));
    }

    /// The range of each pair is that of its text in the reference.
    #[test]
    fn places_of_pairs(query in "[a&=+;]{0,12}", fragment in "(#[a&=]{0,3})?") {
        let text = format!("//a/b?{query}{fragment}");
        let components = Rule::URI_reference.parse(&text).unwrap();
        let placed = components.pairs(&text).map(|(key, value)| (&text[key], value.map(|value| &text[value])));
        let pairs = plain(&query).map(|(key, value)| (key.as_encoded(), value.map(|value| value.as_encoded())));
        prop_assert_eq!(placed.collect::<Vec<_>>(), pairs.collect::<Vec<_>>());
        prop_assert_eq!(Rule::path.parse("a=b").unwrap().pairs("a=b").count(), 0);
    }
}
