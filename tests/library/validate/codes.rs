//! The table of codes.

use std::collections::BTreeSet;

use urigram::validate::{Code, Severity};

use super::{codes, findings};

/// Every code has an example that has it, and the nearest reference that has not.
#[test]
fn each_is_found_in_its_example_only() {
    for &code in Code::ALL {
        assert!(codes(code.example()).contains(&code), "{code}: {:?}", codes(code.example()));
        assert!(!codes(code.counterexample()).contains(&code), "{code}: {}", code.counterexample());
    }
}

#[test]
fn each_has_a_name_of_its_own() {
    let names: BTreeSet<_> = Code::ALL.iter().map(|code| code.as_str()).collect();
    assert_eq!(names.len(), Code::ALL.len());
    for &code in Code::ALL {
        let is_kebab = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        assert!(code.as_str().bytes().all(is_kebab), "{code}");
        assert_eq!(code.as_str().parse(), Ok(code));
    }
    assert!("".parse::<Code>().is_err());
}

/// Messages are phrases that fit after a colon, and explanations are sentences.
#[test]
fn texts_are_written_alike() {
    for &code in Code::ALL {
        assert!(!code.summary().ends_with('.') && code.summary().starts_with(char::is_uppercase), "{code}");
        assert!(code.explanation().ends_with('.'), "{code}");
        assert!(!code.section().is_empty(), "{code}");
        for finding in findings(code.example()) {
            let (message, help) = (finding.message().to_string(), finding.help().to_string());
            for text in [message, help] {
                assert!(
                    !text.is_empty() && !text.contains(['{', '}']) && !text.ends_with('.'),
                    "{code}: {text}"
                );
            }
        }
    }
}

#[test]
fn severities_are_ordered() {
    assert!(Severity::Note < Severity::Warning && Severity::Warning < Severity::Error);
    for severity in [Severity::Note, Severity::Warning, Severity::Error] {
        assert!(Code::ALL.iter().any(|code| code.severity() == severity));
    }
}
