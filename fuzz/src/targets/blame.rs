//! Faults of rejected texts. The component, the offset and the character are those of Appendix B and the
//! automata of the ABNF, and each suggestion parses.

use urigram::{AbsoluteUri, IriReference, ParseError, RelativeRef, Rule, Uri, UriReference};

use crate::input::pools::Of;
use crate::input::source::Source;
use crate::oracle::automata::{self, Automata};
use crate::oracle::blame::blame;
use crate::target::{Seen, Target};

/// One text.
pub(super) const TARGET: Target = Target { name: "blame", generate, check };

fn generate(source: &mut Source, input: &mut Vec<String>) {
    let of = if source.once_in(8) { Of::Iris } else { Of::Uris };
    let mut text = String::new();
    source.reference(of, &mut text);
    source.edit(&mut text);
    input.push(text);
}

fn check(input: &[String], seen: &mut Seen) {
    let Some(text) = input.first() else { return };
    let uris = &automata::URIS;
    let error = UriReference::parse(text).err();
    check_fault(Rule::URI_reference, text, error.as_ref(), uris, seen);
    check_fault(Rule::URI, text, Uri::parse(text).err().as_ref(), uris, seen);
    check_fault(Rule::absolute_URI, text, AbsoluteUri::parse(text).err().as_ref(), uris, seen);
    check_fault(Rule::relative_ref, text, RelativeRef::parse(text).err().as_ref(), uris, seen);
    let iri = IriReference::parse(text).err();
    check_fault(Rule::URI_reference, text, iri.as_ref(), &automata::IRIS, seen);
    // What takes as much time as all of this together, and depends on little more than the fault.
    if text.len().is_multiple_of(8) {
        check_messages(text, error.as_ref());
    }
}

fn check_fault(start: Rule, text: &str, error: Option<&ParseError>, rules: &Automata, seen: &mut Seen) {
    let place = error.map(|error| (error.component(), error.offset()));
    assert_eq!(place, blame(start, text, rules), "the fault: {start}");
    let Some(error) = error else { return seen.count("accepted") };
    assert_eq!(text[error.offset()..].chars().next(), error.found(), "the character found: {start}");
    seen.count(error.component().name());
}

fn check_messages(text: &str, error: Option<&ParseError>) {
    if let Some(error) = error {
        assert!(!error.to_string().is_empty() && !error.help().to_string().is_empty(), "a message and help");
        assert!(!error.explain(text).help().to_string().is_empty(), "help in the text");
        assert!(!error.explain(text).to_string().is_empty(), "a snippet");
    }
    for mend in UriReference::mends(text) {
        assert!(UriReference::parse(mend.reference().as_str()).is_ok(), "what is suggested");
        for change in mend.changes() {
            assert!(text.get(change.range()).is_some(), "where it differs");
        }
    }
}
