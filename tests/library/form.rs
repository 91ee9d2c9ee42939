//! Structs serialized to, and deserialized from, the pairs of a query.

use std::collections::BTreeMap;

use proptest::prelude::*;
use rstest::rstest;
use serde::{Deserialize, Serialize};
use urigram::Query;
use urigram::query::QueryPairs;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Search {
    q: String,
    page: Option<u32>,
    #[serde(default)]
    tag: Vec<String>,
}

fn search(q: &str, page: Option<u32>, tag: &[&str]) -> Search {
    Search { q: q.to_owned(), page, tag: tag.iter().map(|&tag| tag.to_owned()).collect() }
}

#[rstest]
#[case("q=a%20b", "q=a+b", search("a b", None, &[]))]
#[case("q=1%2B1&page=2&tag=x&tag=%26", "q=1%2B1&page=2&tag=x&tag=%26", search("1+1", Some(2), &["x", "&"]))]
#[case("q=", "q=", search("", None, &[]))]
#[case("q=%C3%A9/", "q=%C3%A9%2F", search("é/", None, &[]))]
fn a_struct(#[case] plain: &str, #[case] form: &str, #[case] value: Search) {
    assert_eq!(Query::parse(plain).unwrap().pairs().deserialize::<Search>().unwrap(), value);
    assert_eq!(Query::parse(form).unwrap().form_pairs().deserialize::<Search>().unwrap(), value);
    for (mut pairs, expected) in [(QueryPairs::plain(), plain), (QueryPairs::form(), form)] {
        pairs.append_fields(&value).unwrap();
        assert_eq!(pairs.as_str(), expected);
    }
}

#[test]
fn a_plus_is_a_space_in_a_form_only() {
    let query = Query::parse("q=a+b").unwrap();
    assert_eq!(query.pairs().deserialize::<Search>().unwrap().q, "a+b");
    assert_eq!(query.form_pairs().deserialize::<Search>().unwrap().q, "a b");
}

#[test]
fn other_shapes() {
    let query = Query::parse("a=1&b&c=").unwrap();
    let map: BTreeMap<String, String> = query.pairs().deserialize().unwrap();
    assert_eq!(map, [("a", "1"), ("b", ""), ("c", "")].map(|(k, v)| (k.to_owned(), v.to_owned())).into());
    let list: Vec<(String, String)> = query.pairs().deserialize().unwrap();
    assert_eq!(list.len(), 3);
    let mut pairs = QueryPairs::from(query.pairs());
    pairs.append_fields(&[("d", 4)][..]).unwrap();
    assert_eq!(pairs.as_str(), "a=1&b&c=&d=4");
}

#[rstest]
#[case("page=1", "missing field `q`")]
#[case("q=a&page=x", "invalid digit")]
#[case("q=%FF", "not UTF-8")]
#[case("%FF=1&q=a", "not UTF-8")]
fn what_does_not_fit(#[case] query: &str, #[case] message: &str) {
    let error = Query::parse(query).unwrap().pairs().deserialize::<Search>().unwrap_err();
    assert!(error.to_string().contains(message), "{error}");
}

#[test]
fn what_is_no_pair() {
    let mut pairs = QueryPairs::plain();
    pairs.append("a", "b");
    assert!(pairs.append_fields(&"c").is_err());
    assert!(pairs.append_fields(&BTreeMap::from([("d", BTreeMap::from([("e", 1)]))])).is_err());
    assert_eq!(pairs.as_str(), "a=b");
}

fn any_search() -> impl Strategy<Value = Search> {
    let text = || "([a&=+;%# é]|.){0,4}";
    let tag = prop::collection::vec(text(), 0..4);
    (text(), any::<Option<u32>>(), tag).prop_map(|(q, page, tag)| Search { q, page, tag })
}

proptest! {
    #[test]
    fn structs_round_trip(value in any_search()) {
        for mut pairs in [QueryPairs::plain(), QueryPairs::form()] {
            pairs.append_fields(&value).unwrap();
            prop_assert!(Query::parse(pairs.as_str()).is_ok(), "{}", pairs);
            prop_assert_eq!(pairs.iter().deserialize::<Search>().unwrap(), value.clone());
        }
    }
}
