//! Encoded data are valid in the component and decode to the original, and decoding piece by piece gives the
//! same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use urigram::percent::{self, Component, Encoder};
use urigram::{Fragment, Grammar, Path, Query, RegName, Rfc3986, Rfc3987, Rule, Segment, Userinfo};

fuzz_target!(|raw: &[u8]| {
    round_trip::<Userinfo, Rfc3986>(Rule::userinfo, raw);
    round_trip::<RegName, Rfc3986>(Rule::reg_name, raw);
    round_trip::<Path, Rfc3986>(Rule::path, raw);
    round_trip::<Segment, Rfc3986>(Rule::segment, raw);
    round_trip::<Query, Rfc3986>(Rule::query, raw);
    round_trip::<Fragment, Rfc3986>(Rule::fragment, raw);
    round_trip::<Query<Rfc3987>, Rfc3987>(Rule::query, raw);
    round_trip::<Segment<Rfc3987>, Rfc3987>(Rule::segment, raw);
    if let Some(decoded) = str::from_utf8(raw).ok().and_then(|text| percent::decode(text).ok()) {
        assert_eq!(decoded.chunks().collect::<Vec<_>>().concat(), *decoded.to_bytes());
    }
});

fn round_trip<C: Component, G: Grammar>(rule: Rule, raw: &[u8]) {
    for encoder in [Encoder::<C>::new(), Encoder::data()] {
        let text = encoder.encode(raw).to_cow();
        assert!(G::components(rule, &text).is_ok(), "{text}");
        assert_eq!(*percent::decode(&text).unwrap().to_bytes(), *raw, "{text}");
        assert_eq!(encoder.encode(raw).to_string(), text);
    }
    let form = Encoder::<C>::form();
    let text = form.encode(raw).to_cow();
    assert!(G::components(rule, &text).is_ok(), "{text}");
    assert_eq!(*percent::decode_form(&text).unwrap().to_bytes(), *raw, "{text}");
}
