//! A target parses to the components that it was composed of, and the shortest reference to it resolves back
//! to it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use urigram::{Resolver, Uri, UriReference};

fuzz_target!(|input: (&str, &str)| {
    let (Ok(base), Ok(reference)) = (Uri::parse(input.0), UriReference::parse(input.1)) else { return };
    for resolver in [Resolver::new(), Resolver::new().lenient(true), Resolver::new().draft_1996(true)] {
        let target = resolver.resolve(&base, &reference).unwrap();
        let parsed = Uri::parse(target.as_str()).unwrap();
        assert_eq!(target.components(), parsed.components(), "{target}");
    }

    let target = base.resolve(&reference).unwrap();
    let shortest = base.relativize(&target).unwrap();
    assert!(shortest.as_str().len() <= reference.as_str().len(), "{shortest}");
    assert_eq!(base.resolve(&shortest).unwrap(), target, "{shortest}");
});
