//! What rows add to the columns, and what is an error.

use rstest::rstest;

use super::*;

fn columns(rows: &[&str]) -> Result<Columns, String> {
    let mut columns = Columns::default();
    rows.iter().try_for_each(|row| columns.add(row.as_bytes())).map_err(|error| error.to_string())?;
    Ok(columns)
}

fn types(columns: &Columns) -> Vec<String> {
    let schema = columns.schema();
    schema.fields().iter().map(|field| format!("{} {}", field.name(), field.data_type())).collect()
}

#[rstest]
#[case::scalars(&[r#"{"i":-1,"b":true,"t":"","f":1e0,"n":null}"#], &["i Int64", "b Boolean", "t Utf8", "f Float64", "n Null"])]
#[case::null(&[r#"{"a":null}"#, r#"{"a":1}"#, r#"{"a":null}"#], &["a Int64"])]
#[case::float(&[r#"{"a":1}"#, r#"{"a":0.5}"#, r#"{"a":1}"#], &["a Float64"])]
#[case::largest(&[r#"{"a":9223372036854775807}"#, r#"{"a":-9223372036854775808}"#], &["a Int64"])]
#[case::unsigned(&[r#"{"a":1}"#, r#"{"a":18446744073709551615}"#, r#"{"a":1}"#], &["a UInt64"])]
#[case::neither(&[r#"{"a":-1}"#, r#"{"a":9223372036854775808}"#], &["a Float64"])]
#[case::nor_in_another_order(&[r#"{"a":9223372036854775808}"#, r#"{"a":-1}"#], &["a Float64"])]
#[case::larger(&[r#"{"a":18446744073709551616}"#], &["a Float64"])]
#[case::list(&[r#"{"a":[]}"#, r#"{"a":[1,null,0.5]}"#], &["a List(Float64)"])]
#[case::object(&[r#"{"a":{}}"#, r#"{"a":{"c":1}}"#, r#"{"a":{"b":"x"}}"#], &[r#"a Struct("c": Int64, "b": Utf8)"#])]
#[case::keys(&[r#"{"b":1}"#, "{}", r#"{"a":1,"\u0062":2}"#], &["b Int64", "a Int64"])]
fn of_rows(#[case] rows: &[&str], #[case] expected: &[&str]) {
    assert_eq!(types(&columns(rows).unwrap()), expected);
}

#[rstest]
#[case::text(&[r#"{"a":1}"#, r#"{"a":"x"}"#], "`a` is a string here, and was an integer before at line 1 column 8")]
#[case::list(&[r#"{"b":{"a":[1,{}]}}"#], "`b.a[]` is an object here, and was an integer before at line 1 column 15")]
#[case::no_object(&["7"], "invalid type: integer `7`, expected an object at line 1 column 1")]
#[case::more(&["{} {}"], "trailing characters at line 1 column 4")]
fn faults(#[case] rows: &[&str], #[case] said: &str) {
    assert_eq!(columns(rows).unwrap_err(), said);
}

fn added(columns: &mut Columns, row: &str) -> Option<String> {
    let said = columns.add(row.as_bytes()).err()?.to_string();
    Some(said.split_once(" at line").map_or(said.as_str(), |(said, _)| said).to_owned())
}

#[rstest]
#[case::same(r#"{"i":-2,"f":1,"u":1,"l":[{"x":null}]}"#, None)]
#[case::key(r#"{"late":1}"#, Some("earlier rows do not have the key `late`"))]
#[case::inner_key(r#"{"l":[{"late":1}]}"#, Some("earlier rows do not have the key `l[].late`"))]
#[case::float(r#"{"i":0.5}"#, Some("`i` is a floating-point number here, and was an integer before"))]
#[case::negative(
    r#"{"u":-1}"#,
    Some("`u` is an integer here, and was an integer above 9223372036854775807 before")
)]
#[case::null(r#"{"n":1}"#, Some("`n` is an integer here, and was null before"))]
fn what_closed_columns_do_not_have(#[case] row: &str, #[case] said: Option<&str>) {
    let mut columns =
        columns(&[r#"{"i":1,"f":0.5,"u":9223372036854775808,"n":null,"l":[{"x":1}]}"#]).unwrap();
    let before = types(&columns);
    columns.close();
    assert_eq!(added(&mut columns, row).as_deref(), said);
    assert_eq!(types(&columns), before);
}

#[rstest]
#[case::key(r#"{"late":1,"i":2}"#, None)]
#[case::another_column(r#"{"t":7}"#, None)]
#[case::inner_key(r#"{"o":{"late":1}}"#, Some("earlier rows do not have the key `o.late`"))]
#[case::float(r#"{"i":0.5}"#, Some("`i` is a floating-point number here, and was an integer before"))]
fn what_some_of_the_columns_do_not_have(#[case] row: &str, #[case] said: Option<&str>) {
    let mut columns = columns(&[r#"{"o":{},"t":"","i":1}"#]).unwrap();
    columns.close();
    let mut some = columns.project(&[2, 0]);
    assert_eq!(types(&some), ["i Int64", "o Struct()"]);
    assert_eq!(added(&mut some, row).as_deref(), said);
    assert_eq!(added(&mut columns.project(&[]), row), None, "no column is read");
}
