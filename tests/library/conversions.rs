//! Conversions to the types of other crates and back: the same value or an error.

#[cfg(feature = "std")]
mod sockets {
    use proptest::prelude::*;
    use rstest::rstest;
    use urigram::convert::SocketAddrsError;
    use urigram::scheme::{SchemeRules, Schemes};
    use urigram::{Authority, Host, Iri, Uri, UriReference, rfc6874};

    #[rstest]
    #[case::ipv4("//127.0.0.1:80", "127.0.0.1:80")]
    #[case::ipv6("s://[::1]:1/a", "[::1]:1")]
    #[case::leading_zeros("//127.0.0.1:000443", "127.0.0.1:443")]
    #[case::of_the_scheme("https://127.0.0.1/", "127.0.0.1:443")]
    #[case::of_the_scheme_in_upper_case("WSS://127.0.0.1/", "127.0.0.1:443")]
    #[case::of_the_scheme_for_empty("http://[::1]:/", "[::1]:80")]
    #[case::not_of_the_scheme("http://127.0.0.1:443/", "127.0.0.1:443")]
    fn addresses(#[case] text: &str, #[case] address: &str) {
        let reference = UriReference::parse(text).unwrap();
        assert_eq!(reference.socket_addrs().unwrap(), [address.parse().unwrap()]);
    }

    #[rstest]
    #[case::given("//127.0.0.1:80", "127.0.0.1:80")]
    #[case::undefined("//127.0.0.1", "127.0.0.1:8042")]
    #[case::empty("//127.0.0.1:", "127.0.0.1:8042")]
    #[case::whatever_the_scheme("http://127.0.0.1", "127.0.0.1:8042")]
    fn at_a_port_of_ones_own(#[case] text: &str, #[case] address: &str) {
        let reference = UriReference::parse(text).unwrap();
        let looked_up = reference.authority().unwrap().socket_addrs(8042);
        assert_eq!(looked_up.unwrap(), [address.parse().unwrap()]);
    }

    struct At(u16);

    impl SchemeRules for At {
        fn default_port(&self) -> Option<u16> {
            Some(self.0)
        }
    }

    #[test]
    fn at_the_port_of_a_scheme_of_ones_own() {
        let schemes = Schemes::new().with("s", At(1)).unwrap().with("http", At(2)).unwrap();
        for (text, address) in
            [("S://[::1]", "[::1]:1"), ("http://[::1]", "[::1]:2"), ("ws://[::1]", "[::1]:80")]
        {
            let uri = Uri::parse(text).unwrap();
            let looked_up = uri.authority().unwrap().socket_addrs(uri.port_or_default_by(&schemes));
            assert_eq!(looked_up.unwrap(), [address.parse().unwrap()]);
        }
        let looked_up = Authority::parse("[::1]").unwrap().socket_addrs(None);
        assert!(matches!(looked_up, Err(SocketAddrsError::NoPort)));
    }

    #[rstest]
    #[case::default_port("a.example", Some(("a.example", 8042)))]
    #[case::own_port("user@a.example:1", Some(("a.example", 1)))]
    #[case::decoded("%61%C3%A9", Some(("a\u{E9}", 8042)))]
    #[case::address("127.0.0.1", None)]
    #[case::ipv6("[::1]:1", None)]
    #[case::read_as_an_address("0x7f.1", None)]
    #[case::read_as_an_address_decoded("%31%32%37.0.0.1", None)]
    #[case::not_utf8("%FF", None)]
    #[case::future("[v1.a]", None)]
    #[case::port_too_large("a.example:65536", None)]
    #[case::empty("", None)]
    fn only_names_are_looked_up(#[case] text: &str, #[case] expected: Option<(&str, u16)>) {
        let mut asked = None;
        let found = Authority::parse(text).unwrap().socket_addrs_with(8042, |name, port| {
            asked = Some((name.to_owned(), port));
            Ok([([192, 0, 2, 7], port).into()])
        });
        assert_eq!(asked.as_ref().map(|(name, port)| (&**name, *port)), expected);
        if let Some((_, port)) = expected {
            assert_eq!(found.unwrap(), [([192, 0, 2, 7], port).into()]);
        }
    }

    #[test]
    fn the_error_of_a_look_up_is_the_source() {
        let authority = Authority::parse("a.example").unwrap();
        let error =
            authority.socket_addrs_with(80, |_, _| Err::<[_; 0], _>(std::io::ErrorKind::TimedOut.into()));
        let error = error.unwrap_err();
        assert!(matches!(&error, SocketAddrsError::Lookup(_)));
        assert_eq!(std::error::Error::source(&error).unwrap().to_string(), "timed out");
    }

    #[rstest]
    #[case::no_authority("mailto:a@b", "there is no host")]
    #[case::empty_host("file:///a", "there is no host")]
    #[case::no_port("//[::1]", "there is no port")]
    #[case::empty_port("//[::1]:", "there is no port")]
    #[case::unknown_scheme("s://[::1]", "there is no port")]
    #[case::scheme_without_a_port("data://[::1]", "there is no port")]
    #[case::port_too_large("//[::1]:65536", "the port is greater than 65535")]
    #[case::future("//[v1.a]:1", "no socket address can have the address of the host")]
    #[case::not_utf8("//%FF:1", "the host is not text")]
    #[case::like_an_address("//0x7f.1:1", "the host is a name that may be read as an address, ")]
    fn none(#[case] text: &str, #[case] message: &str) {
        let error = UriReference::parse(text).unwrap().socket_addrs().unwrap_err();
        assert!(error.to_string().starts_with(message), "{error}");
    }

    #[test]
    fn a_default_is_not_needed_without_a_host() {
        let reference = UriReference::parse("//:80").unwrap();
        assert!(matches!(reference.socket_addrs(), Err(SocketAddrsError::NoHost)));
    }

    /// A host name cannot contain NUL, so the look-up fails without using the network.
    #[rstest]
    #[case::decoded("//a%00b:1")]
    #[case::digit_first("//1a%00:1")]
    #[case::number_before_a_name("//127.0.0.1.example%00:1")]
    #[case::like_a_hexadecimal_number("//0xfg%00:1")]
    #[case::x("//x7f%00:1")]
    #[case::number_in_the_last_label("//a.1b%00:1")]
    #[case::dots("//..%00:1")]
    #[case::no_name("//%00:1")]
    fn names_are_looked_up(#[case] text: &str) {
        let reference = UriReference::parse(text).unwrap();
        let looked_up = reference.socket_addrs();
        assert!(matches!(looked_up, Err(SocketAddrsError::Lookup(_))), "{looked_up:?}");
    }

    /// Section 7.4: texts that are names by the syntax, but that `getaddrinfo` reads as addresses on some systems.
    #[rstest]
    #[case::encoded("http://%31%32%37.0.0.1:80/")]
    #[case::encoded_dots("//127%2E0%2e0%2E1:80")]
    #[case::one_number("//2130706433:1")]
    #[case::two_numbers("//127.1:1")]
    #[case::hexadecimal("//0x7f.1:1")]
    #[case::hexadecimal_at_the_end("//127.0.0.0X1:1")]
    #[case::encoded_hexadecimal("//%30%78%37%66%30%30%30%30%30%31:1")]
    #[case::octal("//0177.0.0.01:1")]
    #[case::leading_zeros("//127.0.0.001:1")]
    #[case::too_large("//256.256.256.256:1")]
    #[case::too_many_numbers("//1.2.3.4.5:1")]
    #[case::dot_at_the_end("//127.0.0.1.:1")]
    #[case::followed_by_a_space("//127.0.0.1%20a:1")]
    #[case::followed_by_a_tab("//127.0.0.1%09a:1")]
    #[case::space_before("//%20127.0.0.1:1")]
    #[case::followed_by_nul("//127.0.0.1%00a:1")]
    #[case::number_as_the_last_label("//a.example.1:1")]
    #[case::prefix_of_hexadecimal_alone("//a.0x:1")]
    #[case::wide_digits("//%EF%BC%91%EF%BC%92%EF%BC%97.0.0.%EF%BC%91:1")]
    #[case::wide_dots("//127%EF%BC%8E0%E3%80%820%EF%BD%A11:1")]
    #[case::wide_hexadecimal("//%EF%BC%90%EF%BD%98%EF%BC%97%EF%BD%86:1")]
    #[case::soft_hyphen("//127.0.0.1%C2%AD:1")]
    #[case::zero_width_space("//127.0.0.%E2%80%8B1:1")]
    #[case::number_behind_a_space("//x%20.1:1")]
    #[case::number_behind_nul("//example.com%00.1:1")]
    #[case::ipv6("//%3A%3A1:80")]
    #[case::ipv6_in_brackets("//%5B%3A%3A1%5D:80")]
    #[case::ipv4_in_ipv6("//%3A%3Affff%3a127.0.0.1:80")]
    #[case::ipv6_with_a_zone("//fe80%3A%3A1%25lo:80")]
    #[case::port_in_the_name("//localhost%3A22:80")]
    fn no_name_is_looked_up_as_an_address(#[case] text: &str) {
        let reference = UriReference::parse(text).unwrap();
        assert!(matches!(reference.host(), Some(Host::RegName(_))));
        let authority = reference.authority().unwrap();
        for looked_up in [reference.socket_addrs(), authority.socket_addrs(80)] {
            assert!(matches!(looked_up, Err(SocketAddrsError::ReadsAsAddress)), "{looked_up:?}");
        }
    }

    #[test]
    fn no_name_of_an_iri_is_looked_up_as_an_address() {
        let looked_up = Iri::parse("http://１２７。０.０.１/").unwrap().socket_addrs();
        assert!(matches!(looked_up, Err(SocketAddrsError::ReadsAsAddress)), "{looked_up:?}");
    }

    #[rstest]
    #[case::begins_with_a_digit("3com.example")]
    #[case::letters_beyond_ascii("3年b組")]
    #[case::begins_as_hexadecimal("0xylo")]
    #[case::digits_and_a_letter("127.0.0.1a")]
    #[case::soft_hyphen("exa\u{AD}mple")]
    fn other_names_are_looked_up(#[case] name: &str) {
        let iri = Iri::try_new(format!("http://{name}/")).unwrap();
        let looked_up = iri.authority().unwrap().socket_addrs_with(80, |name, port| {
            Ok::<_, std::io::Error>(vec![std::net::SocketAddr::from(([192, 0, 2, name.len() as u8], port))])
        });
        assert_eq!(looked_up.unwrap().len(), 1);
    }

    proptest! {
        /// For any text that `core::net` parses as an address, in any encoding.
        #[test]
        fn no_encoded_address_is_connected_to(
            address: std::net::IpAddr,
            encoded in prop::collection::vec(any::<bool>(), 40),
        ) {
            let text = address.to_string();
            let encode = |(byte, encode)| match byte {
                byte @ (b':' | b'0'..=b'9' | b'a'..=b'f' | b'.') if encode || byte == b':' => format!("%{byte:02X}"),
                byte => char::from(byte).to_string(),
            };
            let host: String = text.bytes().zip(encoded).map(encode).collect();
            prop_assume!(host != text);
            let reference = UriReference::try_new(format!("//{host}:1")).unwrap();
            assert!(matches!(reference.socket_addrs(), Err(SocketAddrsError::ReadsAsAddress)));
        }
    }

    #[test]
    fn zones_are_numbers() {
        let zone = |text| rfc6874::Uri::parse(text).unwrap().socket_addrs();
        let address = zone("s://[fe80::1%257]:1").unwrap();
        assert_eq!(address, ["[fe80::1%7]:1".parse().unwrap()]);
        assert!(matches!(zone("s://[fe80::1%25eth0]:1"), Err(SocketAddrsError::Address)));
    }
}

#[cfg(feature = "url")]
mod url {
    use rstest::rstest;
    use urigram::convert::ConversionError;
    use urigram::{AbsoluteUri, Rule, Uri, UriReference};
    use url::Url;

    #[rstest]
    #[case::http("http://user:p@example.com:8042/over/there?name=ferret#nose")]
    #[case::ipv6("http://[::1]/")]
    #[case::urn("urn:isbn:0451450523")]
    #[case::mailto("mailto:a@example.com")]
    #[case::empty_query_and_fragment("http://h/?#")]
    #[case::unknown_scheme("s://h")]
    #[case::file("file:///a%20b")]
    fn same(#[case] text: &str) {
        let uri = Uri::parse(text).unwrap();
        let url = Url::try_from(&uri).unwrap();
        assert_eq!(Url::try_from(uri.to_owned()), Ok(url.clone()));
        assert_eq!(url.as_str(), text);
        assert_eq!(Uri::try_from(&url).unwrap(), uri);
        assert_eq!(Uri::try_from(url).unwrap(), uri);
        if let Ok(absolute) = AbsoluteUri::parse(text) {
            assert_eq!(Url::try_from(&absolute).unwrap().as_str(), text);
        }
    }

    #[rstest]
    #[case::scheme("HTTP://h/", Rule::scheme)]
    #[case::userinfo("http://@h/", Rule::userinfo)]
    #[case::host("http://H/", Rule::host)]
    #[case::ipv4_spelling("http://0x7f.1/", Rule::host)]
    #[case::port("http://h:80/", Rule::port)]
    #[case::path("http://h", Rule::path)]
    #[case::dots("http://h/a/%2E%2E/b", Rule::path)]
    #[case::query("http://h/?'", Rule::query)]
    fn changed(#[case] text: &str, #[case] component: Rule) {
        let uri = Uri::parse(text).unwrap();
        assert_eq!(Url::try_from(&uri), Err(ConversionError::Changed { component }));
    }

    #[rstest]
    #[case::uri("http://h/", None)]
    #[case::normalized("http://h", Some(ConversionError::Changed { component: Rule::path }))]
    #[case::relative("/a", Some(ConversionError::Refused(url::ParseError::RelativeUrlWithoutBase)))]
    fn of_a_reference(#[case] text: &str, #[case] error: Option<ConversionError<url::ParseError>>) {
        let reference = UriReference::parse(text).unwrap();
        assert_eq!(Url::try_from(&reference).err(), error);
    }

    #[rstest]
    #[case::no_host("http:///")]
    #[case::port("http://h:65536/")]
    #[case::host("http://a%00b/")]
    fn refused(#[case] text: &str) {
        let uri = Uri::parse(text).unwrap();
        assert!(matches!(Url::try_from(&uri), Err(ConversionError::Refused(_))));
    }

    #[rstest]
    #[case::path("http://h/a|b", Rule::path, 10)]
    #[case::query("http://h/?{}", Rule::query, 10)]
    fn no_uri(#[case] text: &str, #[case] component: Rule, #[case] offset: usize) {
        let url = Url::parse(text).unwrap();
        let rejected = Uri::try_from(url.clone()).unwrap_err();
        assert_eq!((rejected.error().component(), rejected.error().offset()), (component, offset));
        assert_eq!(rejected.into_inner(), url);
    }
}

#[cfg(feature = "http")]
mod http {
    use http::Uri as HttpUri;
    use proptest::prelude::*;
    use rstest::rstest;
    use urigram::build::BuildError;
    use urigram::convert::ConversionError;
    use urigram::{AbsoluteUri, RelativeRef, Rule, Uri, UriReference};

    #[rstest]
    #[case::absolute_form("http://user:p@example.com:8042/over/there?name=ferret")]
    #[case::another_scheme("s+1://h/")]
    #[case::upper_case("HTTP://H/%4A")]
    #[case::ipv6("https://[::1]:443/a")]
    #[case::origin_form("/a/b?c")]
    #[case::root("/")]
    #[case::asterisk_form("*")]
    #[case::authority_form("//example.com:443")]
    #[case::largest_port("http://h:65535/")]
    #[case::zeros_before_the_port("http://h:00000080/")]
    #[case::no_port_but_a_password("http://u:80@h/")]
    #[case::empty_query("/?")]
    fn same(#[case] text: &str) {
        let reference = UriReference::parse(text).unwrap();
        assert_same(&HttpUri::try_from(&reference).unwrap(), &reference);
    }

    /// Compares each component with the one that the other type returns.
    fn assert_same(http: &HttpUri, reference: &UriReference<&str>) {
        let part = |text: Option<&str>| text.map(str::to_owned);
        assert_eq!(part(http.scheme_str()), reference.scheme().map(|scheme| scheme.to_string()));
        let authority = reference.authority().map(|authority| authority.to_string());
        assert_eq!(part(http.authority().map(|authority| authority.as_str())), authority);
        assert_eq!(http.host(), reference.host_str());
        assert_eq!(http.port_u16().map(Ok), reference.port().map(|port| port.to_u16()));
        // An `http::Uri` that is an authority alone has no path, but `path` returns `/`.
        if http.path_and_query().is_some() {
            assert_eq!(reference.path(), http.path());
        }
        assert_eq!(part(http.query()), reference.query().map(|query| query.to_string()));
        assert_eq!(UriReference::try_from(http).unwrap(), *reference);
    }

    proptest! {
        /// Conversion does not panic, and the result has the same components.
        #[test]
        fn converted_is_the_same(
            scheme in "(|http:|HTTPS:|s:)",
            authority in "(//([a-z]?[:@]){0,2}([a-z%4]|\\[::1\\]|\\[v1.a:1\\]){0,3}(:[0-9]{0,7})?)?",
            rest in "(/[a-z%4:@]{0,3}){0,2}(\\?[a-z?/]{0,2})?",
        ) {
            let text = scheme + &authority + &rest;
            let Ok(reference) = UriReference::parse(&text) else { return Ok(()) };
            if let Ok(http) = HttpUri::try_from(&reference) {
                assert_same(&http, &reference);
            }
        }
    }

    #[test]
    fn every_type_is_converted() {
        assert_eq!(HttpUri::try_from(&Uri::parse("http://h/").unwrap()).unwrap(), "http://h/");
        assert_eq!(HttpUri::try_from(&AbsoluteUri::parse("http://h/").unwrap()).unwrap(), "http://h/");
        assert_eq!(HttpUri::try_from(&RelativeRef::parse("/a").unwrap()).unwrap(), "/a");

        let (whole, path) = (HttpUri::from_static("http://h/a"), HttpUri::from_static("/a"));
        assert_eq!(UriReference::try_from(&whole).unwrap(), "http://h/a");
        assert_eq!(UriReference::try_from(path.clone()).unwrap(), "/a");
        assert_eq!(Uri::try_from(&whole).unwrap(), "http://h/a");
        assert_eq!(AbsoluteUri::try_from(whole.clone()).unwrap(), "http://h/a");
        assert_eq!(RelativeRef::try_from(&path).unwrap(), "/a");
        let no_scheme = Uri::try_from(path).unwrap_err();
        assert_eq!(no_scheme.to_string(), "the scheme is missing");
        assert!(RelativeRef::try_from(whole).is_err());
    }

    #[rstest]
    #[case::empty_path("http://h", Rule::path)]
    #[case::empty_path_and_query("http://h?q", Rule::path)]
    #[case::nothing("", Rule::path)]
    #[case::query_alone("?q", Rule::path)]
    #[case::relative_path("a/b", Rule::path)]
    #[case::like_an_authority("example.com", Rule::path)]
    #[case::large_port("http://h:65536/", Rule::port)]
    #[case::huge_port("//h:99999999999", Rule::port)]
    #[case::empty_port("http://h:/", Rule::port)]
    #[case::fragment("http://h/#f", Rule::fragment)]
    #[case::empty_fragment("/#", Rule::fragment)]
    fn changed(#[case] text: &str, #[case] component: Rule) {
        match HttpUri::try_from(&UriReference::parse(text).unwrap()) {
            Err(ConversionError::Changed { component: changed }) => assert_eq!(changed, component),
            other => panic!("{other:?}"),
        }
    }

    #[rstest]
    #[case::no_authority("file:/a")]
    #[case::path_after_authority_alone("//h/a")]
    #[case::empty_authority("file:///a")]
    fn refused(#[case] text: &str) {
        let refused = HttpUri::try_from(&UriReference::parse(text).unwrap());
        assert!(matches!(refused, Err(ConversionError::Refused(_))), "{refused:?}");
    }

    /// An `http::Uri` has offsets of 16 bits, so it cannot hold longer texts.
    #[rstest]
    #[case::path(format!("http://h/{}", "a".repeat(70_000)))]
    #[case::query(format!("/{}?q", "a".repeat(0xFFFF)))]
    #[case::authority(format!("http://{}/", "a".repeat(70_000)))]
    fn too_long(#[case] text: String) {
        let error = HttpUri::try_from(&UriReference::parse(&text).unwrap()).unwrap_err();
        assert!(matches!(error, ConversionError::TooLong), "{error}");
    }

    #[test]
    fn no_uri() {
        assert_eq!(UriReference::try_from(&HttpUri::from_static("//a/b")), Err(BuildError::ReadsAsAuthority));
        let http = HttpUri::from_static("http://h/{a}");
        assert!(matches!(UriReference::try_from(&http), Err(BuildError::Invalid(_))));
        assert_eq!(UriReference::try_from(&HttpUri::from_static("http://h")).unwrap(), "http://h/");
    }
}

/// The message of an error does not repeat that of its source.
#[test]
fn causes_are_said_once() {
    use core::error::Error;

    let mut uri = urigram::Uri::parse("http://h/").unwrap().to_owned();
    let builder = urigram::Uri::builder("http").host("h").query("a b");
    let mut errors: Vec<Box<dyn Error>> =
        vec![Box::new(uri.set_query("a b").unwrap_err()), Box::new(builder.build().unwrap_err())];
    #[cfg(feature = "std")]
    for text in ["//h:65536", "//%FF:1", "//a%00b:1", "//0x7f.1:1"] {
        let reference = urigram::UriReference::parse(text).unwrap();
        errors.push(Box::new(reference.socket_addrs().unwrap_err()));
    }
    #[cfg(feature = "url")]
    errors.push(Box::new(::url::Url::try_from(&urigram::Uri::parse("http:///").unwrap()).unwrap_err()));
    #[cfg(feature = "http")]
    errors.push(Box::new(::http::Uri::try_from(&urigram::Uri::parse("file:/a").unwrap()).unwrap_err()));
    for error in errors {
        let mut cause = error.source();
        while let Some(said) = cause {
            assert!(!error.to_string().contains(&said.to_string()), "{error}: {said}");
            cause = said.source();
        }
    }
}

/// RFC 3987, section 3.1, step 2: the conversion of hosts to their DNS form.
#[cfg(feature = "idna")]
mod idna {
    use rstest::rstest;
    use urigram::{
        AbsoluteIri, AbsoluteUri, Iri, IriReference, RegName, RelativeIriRef, RelativeRef, Uri, UriReference,
    };

    #[rstest]
    #[case("http://r\u{E9}sum\u{E9}.example.org", "http://xn--rsum-bpad.example.org")]
    #[case("//\u{E9}@\u{4F8B}.jp:80/\u{E9}?\u{E9}#\u{E9}", "//%C3%A9@xn--fsq.jp:80/%C3%A9?%C3%A9#%C3%A9")]
    #[case::ascii_stays("//EXAMPLE.com/", "//EXAMPLE.com/")]
    #[case::not_a_name("//[::1]/\u{E9}", "//[::1]/%C3%A9")]
    #[case::no_host("\u{E9}", "%C3%A9")]
    #[case::encoded_host("//b%C3%BCcher.example/", "//xn--bcher-kva.example/")]
    #[case::root("//b\u{FC}cher.example./", "//xn--bcher-kva.example./")]
    #[case::ideographic_root("//b\u{FC}cher.example\u{3002}/", "//xn--bcher-kva.example./")]
    #[case::partly_encoded_host("//b\u{FC}%63h%C3%A9.example/", "//xn--bch-dma6g.example/")]
    #[case::encoded_ascii_host("//b%61/", "//b%61/")]
    fn maps_to(#[case] iri: &str, #[case] uri: &str) {
        assert_eq!(IriReference::parse(iri).unwrap().to_uri_reference_idna().unwrap(), uri);
    }

    #[rstest]
    #[case::punycode("xn--bcher-kva.example", "b\u{FC}cher.example", "xn--bcher-kva.example")]
    #[case::root("xn--bcher-kva.example.", "b\u{FC}cher.example.", "xn--bcher-kva.example.")]
    #[case::capitals("XN--BCHER-KVA.Example", "b\u{FC}cher.example", "XN--BCHER-KVA.Example")]
    #[case::percent_encoded("b%C3%BCcher.example", "b\u{FC}cher.example", "xn--bcher-kva.example")]
    #[case::ascii("Example.com", "Example.com", "Example.com")]
    #[case::ascii_percent_encoded("ex%41mple.com", "example.com", "ex%41mple.com")]
    #[case::no_punycode("xn--a", "xn--a", "xn--a")]
    #[case::not_normal("xn--a-0ga.xn--\u{2D}", "xn--a-0ga.xn--\u{2D}", "xn--a-0ga.xn--\u{2D}")]
    #[case::space("a%20b", "a%20b", "a%20b")]
    #[case::underscore("_dmarc.xn--bcher-kva", "_dmarc.xn--bcher-kva", "_dmarc.xn--bcher-kva")]
    #[case::empty("", "", "")]
    fn names_for_people_and_for_the_dns(#[case] name: &str, #[case] unicode: &str, #[case] ascii: &str) {
        let name = RegName::parse(name).unwrap();
        assert_eq!((&*name.to_unicode(), &*name.to_ascii().unwrap()), (unicode, ascii));
    }

    #[rstest]
    #[case::not_utf8("%FF")]
    #[case::direction("%E2%80%AE")]
    #[case::address("%EF%BC%91.2.3.4")]
    fn names_without_a_dns_form(#[case] name: &str) {
        let name = RegName::parse(name).unwrap();
        assert!(name.to_ascii().is_err());
        assert_eq!(name.to_unicode(), name.as_str());
    }

    /// RFC 3987, section 3.2.
    #[rstest]
    #[case("http://xn--rsum-bpad.example.org", "http://r\u{E9}sum\u{E9}.example.org")]
    #[case("//%C3%A9@XN--fsq.JP:80/%C3%A9?%C3%A9#%C3%A9", "//\u{E9}@\u{4F8B}.jp:80/\u{E9}?\u{E9}#\u{E9}")]
    #[case::ascii_stays("//EXAMPLE.com/", "//EXAMPLE.com/")]
    #[case::root("//xn--bcher-kva.example./", "//b\u{FC}cher.example./")]
    #[case::no_punycode("//xn--a-ecp.example/%C3%A9", "//xn--a-ecp.example/\u{E9}")]
    #[case::ascii_only("//xn--abc-/", "//xn--abc-/")]
    #[case::invisible("//xn--a-0ju/", "//xn--a-0ju/")]
    #[case::encoded_host("//%C3%A9.xn--fsq.jp/", "//\u{E9}.\u{4F8B}.jp/")]
    #[case::encoded_name("//%C3%A9.jp/", "//\u{E9}.jp/")]
    #[case::encoded_in_dns_form("//xn%2D%2Dfsq.jp/", "//\u{4F8B}.jp/")]
    #[case::encoded_without_dns_form("//%C3%A9_.jp/%FF", "//\u{E9}_.jp/%FF")]
    #[case::not_a_name("//[::1]/", "//[::1]/")]
    #[case::no_host("xn--fsq", "xn--fsq")]
    fn maps_back_to(#[case] uri: &str, #[case] iri: &str) {
        assert_eq!(UriReference::parse(uri).unwrap().to_iri_reference_idna().unwrap(), iri);
    }

    #[test]
    fn each_type_maps_back_to_its_own() {
        assert_eq!(Uri::parse("s://xn--fsq.jp/#").unwrap().to_iri_idna().unwrap(), "s://\u{4F8B}.jp/#");
        let iri = AbsoluteUri::parse("s://xn--fsq.jp/").unwrap().to_absolute_iri_idna().unwrap();
        assert_eq!(iri, "s://\u{4F8B}.jp/");
        let iri = RelativeRef::parse("//xn--fsq.jp/").unwrap().to_relative_iri_ref_idna().unwrap();
        assert_eq!(iri, "//\u{4F8B}.jp/");
    }

    #[test]
    fn each_type_maps_to_its_own() {
        let uri: Uri = Iri::parse("s://\u{4F8B}.jp/#\u{E9}").unwrap().to_uri_idna().unwrap();
        assert_eq!(uri, "s://xn--fsq.jp/#%C3%A9");
        let uri: AbsoluteUri =
            AbsoluteIri::parse("s://\u{4F8B}.jp/").unwrap().to_absolute_uri_idna().unwrap();
        assert_eq!(uri, "s://xn--fsq.jp/");
        let uri: RelativeRef =
            RelativeIriRef::parse("//\u{4F8B}.jp/").unwrap().to_relative_ref_idna().unwrap();
        assert_eq!(uri, "//xn--fsq.jp/");
    }

    #[test]
    fn a_name_that_would_become_an_address_is_an_error() {
        let error = IriReference::parse("//\u{FF11}.2.3.4/").unwrap().to_uri_reference_idna().unwrap_err();
        assert_eq!(error.to_string(), "the host `\u{FF11}.2.3.4` is not an internationalized domain name");
    }

    #[test]
    fn what_is_no_domain_name_is_an_error() {
        let error = IriReference::parse("//\u{E9}%20/").unwrap().to_uri_reference_idna().unwrap_err();
        assert_eq!(error.to_string(), "the host `\u{E9}%20` is not an internationalized domain name");
    }
}
