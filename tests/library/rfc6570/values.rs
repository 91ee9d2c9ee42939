//! Values from lists, maps, structs and JSON.

use std::collections::{BTreeMap, HashMap};

use rstest::rstest;
#[cfg(feature = "serde")]
use urigram::template::Template;
use urigram::template::{Value, Values};

#[rstest]
#[case::array(["a", "b"].into())]
#[case::array_of_strings(["a".to_owned(), "b".to_owned()].into())]
#[case::array_by_reference((&["a", "b"]).into())]
#[case::slice(["a", "b"].as_slice().into())]
#[case::vector(vec!["a", "b"].into())]
#[case::vector_of_strings(vec!["a".to_owned(), "b".to_owned()].into())]
#[case::option(Some(["a", "b"]).into())]
fn lists(#[case] value: Value<'_>) {
    assert_eq!(value, Value::List(vec!["a".into(), "b".into()]));
}

#[test]
fn lists_that_are_borrowed() {
    let strings = vec!["a".to_owned(), "b".to_owned()];
    let (texts, shared) = (vec!["a", "b"], [std::borrow::Cow::Borrowed("a"), "b".into()]);
    for value in [Value::from(&strings), strings.as_slice().into(), (&texts).into(), (&shared).into()] {
        let Value::List(members) = &value else { panic!("{value:?}") };
        assert!(members.iter().all(|member| matches!(member, std::borrow::Cow::Borrowed(_))));
        assert_eq!(value, ["a", "b"].into());
    }
}

#[rstest]
#[case::array(Value::map([("a", "1"), ("b", "2")]))]
#[case::ordered(BTreeMap::from([("b", "2"), ("a", "1")]).into())]
#[case::ordered_strings(BTreeMap::from([("b".to_owned(), "2".to_owned()), ("a".to_owned(), "1".to_owned())]).into())]
#[case::hashed(HashMap::from([("b", "2"), ("a", "1")]).into())]
#[case::hashed_strings(HashMap::from([("b".to_owned(), "2".to_owned()), ("a".to_owned(), "1".to_owned())]).into())]
fn maps(#[case] value: Value<'_>) {
    assert_eq!(value, Value::Map(vec![("a".into(), "1".into()), ("b".into(), "2".into())]));
}

#[cfg(feature = "serde")]
#[derive(serde::Serialize)]
struct Fields {
    text: &'static str,
    number: i32,
    none: Option<u8>,
    list: (bool, char, Option<u8>),
    map: std::collections::BTreeMap<u8, Option<&'static str>>,
    kind: Kind,
}

#[cfg(feature = "serde")]
#[derive(serde::Serialize)]
enum Kind {
    Small,
    Other(u8),
    Nested { a: u8 },
}

#[cfg(feature = "serde")]
#[test]
fn values_of_a_struct() {
    let fields = Fields {
        text: "a",
        number: -1,
        none: None,
        list: (true, 'x', None),
        map: [(1, Some("b")), (2, None)].into(),
        kind: Kind::Small,
    };
    let values = Values::new()
        .with("text", "a")
        .with("number", -1)
        .with("list", ["true", "x"])
        .with("map", Value::map([("1", "b")]))
        .with("kind", "Small");
    assert_eq!(Values::from_fields(&fields).unwrap(), values);
    let other = Values::from_fields(
        &[("kind", Kind::Other(1))].into_iter().collect::<std::collections::BTreeMap<_, _>>(),
    );
    assert_eq!(other.unwrap().get("kind"), Some(&"1".into()));
}

#[cfg(feature = "serde")]
#[test]
fn values_and_templates_as_json() {
    let text = r#"{"a":"x","b":["y","z"],"c":{"l":"2","k":"1"}}"#;
    let values: Values<'_> = serde_json::from_str(text).unwrap();
    assert_eq!(values.get("c"), Some(&Value::map([("l", "2"), ("k", "1")])));
    assert_eq!(serde_json::to_string(&values).unwrap(), text);
    let values: Values<'_> = serde_json::from_str(r#"{"a":[1,null,true],"b":null,"c":-1.5,"d":[]}"#).unwrap();
    assert_eq!(values, Values::new().with("a", ["1", "true"]).with("c", "-1.5"));

    let template: Template = serde_json::from_str("\"/{a}\"").unwrap();
    assert_eq!(serde_json::to_string(&template).unwrap(), "\"/{a}\"");
}

#[cfg(feature = "serde")]
#[rstest]
#[case(r#"{"a":[["x"]]}"#, "a list or map is in another one at line 1 column 12")]
#[case("[]", "invalid type: sequence, expected a map of values by the names of variables at line 1 column 0")]
fn values_that_cannot_be_deserialized(#[case] text: &str, #[case] message: &str) {
    let error = serde_json::from_str::<Values<'_>>(text).unwrap_err();
    assert_eq!(error.to_string(), message);
}

#[cfg(feature = "serde")]
#[test]
fn a_text_that_is_no_template_is_refused() {
    let error = serde_json::from_str::<Template>("\"{\"").unwrap_err();
    let expected = Template::parse("{").unwrap_err();
    assert_eq!(error.to_string(), format!("invalid URI Template: {expected} ({})", expected.help()));
}

#[cfg(feature = "serde")]
#[test]
fn values_that_cannot_be_serialized() {
    use urigram::template::ValuesError;

    let message = |error: Result<Values<'_>, ValuesError>| error.unwrap_err().to_string();
    assert_eq!(message(Values::from_fields("a")), "the values have no names");
    assert_eq!(message(Values::from_fields(&[1])), "the values have no names");
    let nested = std::collections::BTreeMap::from([("a", [[1]])]);
    assert_eq!(message(Values::from_fields(&nested)), "a list or map is in another one");
    let variant = std::collections::BTreeMap::from([("a", Kind::Nested { a: 1 })]);
    assert_eq!(message(Values::from_fields(&variant)), "the variant `Nested` is not a value");
}
