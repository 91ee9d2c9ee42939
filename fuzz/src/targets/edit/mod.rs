//! Edits in place. Each of a sequence of edits is compared with a model of the components, recomposed by
//! section 5.3 with the guards of sections 3.3 and 4.2. A failed edit changes nothing.

mod model;

use urigram::edit::EditError;
use urigram::{AbsoluteUri, RelativeRef, Uri, UriReference};

use self::model::{Edited, after};
use crate::input::pools::Of;
use crate::input::source::Source;
use crate::target::{Seen, Target};

/// The name of a type, a text of it, and names of edits, each with a value, which some ignore.
pub(super) const TARGET: Target = Target { name: "edit", generate, check };

const TYPES: &[&str] = &["UriReference", "Uri", "AbsoluteUri", "RelativeRef"];

/// The edits, with the rules of their values.
const EDITS: &[(&str, &str)] = &[
    ("set_scheme", "scheme"),
    ("remove_scheme", ""),
    ("set_authority", "authority"),
    ("remove_authority", ""),
    ("set_userinfo", "userinfo"),
    ("remove_userinfo", ""),
    ("set_host", "host"),
    ("set_port", "port"),
    ("remove_port", ""),
    ("set_path", "path"),
    ("set_path", "path"),
    ("push_segment", "data"),
    ("extend_segments", "data"),
    ("append_path", "path"),
    ("insert_segment", "data"),
    ("pop_segment", ""),
    ("pop_segment", ""),
    ("set_query", "query"),
    ("remove_query", ""),
    ("clear_pairs", ""),
    ("keep_pairs", ""),
    ("set_fragment", "fragment"),
    ("remove_fragment", ""),
];

/// Segments as data, some of which need a guard if they come first.
const DATA: &[&str] = &["", "", "a", "a:b", ":", ".", "..", "a/b", "%2e", "é", "a b", "..."];

fn generate(source: &mut Source, input: &mut Vec<String>) {
    let name = *source.one_of(TYPES);
    let start = source.valid(
        |text| match name {
            "UriReference" => UriReference::parse(text).is_ok(),
            "Uri" => Uri::parse(text).is_ok(),
            "AbsoluteUri" => AbsoluteUri::parse(text).is_ok(),
            _ => RelativeRef::parse(text).is_ok(),
        },
        |source, text| source.reference(Of::Uris, text),
    );
    input.extend([name.to_owned(), start]);
    for _ in 0..=source.below(6) {
        let &(edit, component) = source.one_of(EDITS);
        let mut value = String::new();
        match component {
            "" => {}
            "data" => {
                if edit == "insert_segment" {
                    value.push_str(["0", "1", "2", "7"][source.below(4)]);
                }
                value.push_str(source.one_of::<&str>(DATA));
            }
            _ => {
                source.component(component, &mut value);
                if source.once_in(32) {
                    source.edit(&mut value);
                }
            }
        }
        input.extend([edit.to_owned(), value]);
    }
}

fn check(input: &[String], seen: &mut Seen) {
    let [name, start, edits @ ..] = input else { return };
    let is_done = match &**name {
        "UriReference" => check_edits(UriReference::parse(start).map(|value| value.to_owned()), edits, seen),
        "Uri" => check_edits(Uri::parse(start).map(|value| value.to_owned()), edits, seen),
        "AbsoluteUri" => check_edits(AbsoluteUri::parse(start).map(|value| value.to_owned()), edits, seen),
        "RelativeRef" => check_edits(RelativeRef::parse(start).map(|value| value.to_owned()), edits, seen),
        _ => false,
    };
    if !is_done {
        seen.count("nothing to edit");
    }
}

fn check_edits<V: Editable, E>(value: Result<V, E>, edits: &[String], seen: &mut Seen) -> bool {
    let Ok(mut value) = value else { return false };
    for edit in edits.chunks_exact(2) {
        let (edit, with) = (&*edit[0], &*edit[1]);
        let before = value.text().to_owned();
        let Some(outcome) = value.apply(edit, with) else { continue };
        let model = after(&before, edit, with);
        match (&outcome, model) {
            (Ok(was), Edited::To(text, should)) => {
                assert_eq!(value.text(), text, "`{edit}` of `{before}`");
                assert_eq!(*was, should, "whether there was something: `{edit}` of `{before}`");
                seen.count(if text == before { "no change" } else { "a change" });
            }
            (Err(error), Edited::Not(should)) => {
                assert_eq!(kind(error), should, "`{edit}` of `{before}`");
                assert_eq!(value.text(), before, "nothing is changed: `{edit}`");
                seen.count(should);
            }
            (outcome, model) => panic!("`{edit}` of `{before}` is {outcome:?}, and should be {model:?}"),
        }
        value.check_components();
    }
    true
}

fn kind(error: &EditError) -> &'static str {
    match error {
        EditError::Invalid(_) => "an invalid value",
        EditError::PathAfterAuthority => "a rootless path after an authority",
        EditError::NoAuthority(_) => "no authority",
        EditError::DotSegment => "a dot segment",
        EditError::EmptyFirstSegment => "an empty first segment",
        EditError::NoSuchIndex { .. } => "no such index",
        error => panic!("under the grammar of the RFC: {error}"),
    }
}

/// A type of reference, of which the edits have names.
trait Editable {
    fn text(&self) -> &str;

    /// Makes an edit, unless the type does not allow it. Returns whether there was something to remove.
    fn apply(&mut self, edit: &str, value: &str) -> Option<Result<Option<bool>, EditError>>;

    /// Checks that the text parses to the components.
    fn check_components(&self);
}

/// Implements the trait with the edits that all types have, and `more` that this type has.
macro_rules! editable {
    ($($Type:ident { $($set:literal $setter:ident)* } { $($remove:literal $remover:ident)* })*) => {$(
        impl Editable for $Type<String> {
            fn text(&self) -> &str {
                self.as_str()
            }

            fn apply(&mut self, edit: &str, value: &str) -> Option<Result<Option<bool>, EditError>> {
                let done = match edit {
                    $($set => self.$setter(value),)*
                    "set_authority" => self.set_authority(value),
                    "set_userinfo" => self.set_userinfo(value),
                    "set_host" => self.set_host(value),
                    "set_port" => self.set_port(value),
                    "set_path" => self.set_path(value),
                    "push_segment" => self.push_segment(value),
                    "extend_segments" => self.extend_segments(value.split('/')),
                    "append_path" => self.append_path(value),
                    "insert_segment" => {
                        let (index, data) = value.split_at_checked(1)?;
                        self.insert_segment(index.parse().ok()?, data)
                    }
                    "set_query" => self.set_query(value),
                    "clear_pairs" => self.edit_pairs(|pairs| pairs.clear()),
                    "keep_pairs" => self.edit_pairs(|_| ()),
                    _ => {
                        let was = match edit {
                            $($remove => self.$remover(),)*
                            "remove_authority" => self.remove_authority(),
                            "remove_userinfo" => self.remove_userinfo(),
                            "remove_port" => self.remove_port(),
                            "pop_segment" => self.pop_segment(),
                            "remove_query" => self.remove_query(),
                            _ => return None,
                        };
                        return Some(Ok(Some(was)));
                    }
                };
                Some(done.map(|()| None))
            }

            fn check_components(&self) {
                let parsed = $Type::parse(self.as_str());
                let parsed = parsed.unwrap_or_else(|error| panic!("not of its type: {error}"));
                assert_eq!(parsed.components(), self.components(), "the components of `{self}`");
            }
        }
    )*};
}

editable! {
    UriReference
        { "set_scheme" set_scheme "set_fragment" set_fragment }
        { "remove_scheme" remove_scheme "remove_fragment" remove_fragment }
    Uri { "set_scheme" set_scheme "set_fragment" set_fragment } { "remove_fragment" remove_fragment }
    AbsoluteUri { "set_scheme" set_scheme } {}
    RelativeRef { "set_fragment" set_fragment } { "remove_fragment" remove_fragment }
}
