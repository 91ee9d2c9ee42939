//! `url`.

guide! {
    theirs {
        use url::form_urlencoded;
        use url::{Host, Position, Url};

        const TEXT: &str = "http://user:pass@example.com:8042/over/there?name=ferret#nose";
        let url = Url::parse(TEXT)?;
        let base = Url::parse("http://example.com/docs/guide")?;
        let mut owned = url.clone();
    }
    ours {
        use urigram::normalize::{Level, Normalizer};
        use urigram::query::QueryPairs;
        use urigram::{Host, Iri, Uri, UriReference};

        const TEXT: &str = "http://user:pass@example.com:8042/over/there?name=ferret#nose";
        let uri = Uri::parse(TEXT)?;
        let base = Uri::parse("http://example.com/docs/guide")?;
        let mut owned = uri.to_owned();
    }
    calls {
        "parse"
            { Url::parse(TEXT)? }
            { Uri::parse(TEXT)? }
            "http://user:pass@example.com:8042/over/there?name=ferret#nose"
        "an owned value"
            { TEXT.parse::<Url>()? }
            { TEXT.parse::<Uri>()? }
            "http://user:pass@example.com:8042/over/there?name=ferret#nose"
        "a relative reference"
            {}
            { UriReference::parse("../a")? }
            "../a"
        "the text"
            { url.as_str() }
            { uri.as_str() }
            "http://user:pass@example.com:8042/over/there?name=ferret#nose"
        "into a `String`"
            { String::from(owned) }
            { String::from(owned) }
            "http://user:pass@example.com:8042/over/there?name=ferret#nose"
        "the scheme"
            { url.scheme() }
            { uri.scheme() }
            "http"
        "the authority"
            { url.authority() }
            { uri.authority() }
            "user:pass@example.com:8042"
        "the user and the password"
            { &url[Position::BeforeUsername..Position::AfterPassword] }
            { uri.userinfo() }
            "user:pass"
        "the password"
            { url.password() }
            { uri.userinfo().unwrap().as_str().split_once(':').unwrap().1 }
            "pass"
        "the host"
            { url.host_str() }
            { uri.host_str() }
            "example.com"
        "the kind of the host"
            { matches!(url.host(), Some(Host::Domain(_))) }
            { matches!(uri.host(), Some(Host::RegName(_))) }
            "true"
        "the port"
            { url.port() }
            { uri.port().unwrap().to_u16()? }
            "8042"
        "the port or the default one"
            { base.port_or_known_default() }
            { base.port_or_default() }
            "80"
        "the origin"
            { url.origin().ascii_serialization() }
            { format!("{}://{}:{}", uri.scheme(), uri.host_str().unwrap(), uri.port_or_default().unwrap()) }
            "http://example.com:8042"
        "the path"
            { url.path() }
            { uri.path() }
            "/over/there"
        "the segments"
            { url.path_segments().unwrap().next_back() }
            { uri.path().segments().next_back() }
            "there"
        "the query"
            { url.query() }
            { uri.query() }
            "name=ferret"
        "the value of a key"
            { url.query_pairs().find_map(|(key, value)| (key == "name").then_some(value)) }
            { uri.query().unwrap().form_pairs().get("name") }
            "ferret"
        "the path and the query"
            { &url[Position::BeforePath..Position::AfterQuery] }
            { &uri.without_fragment().as_str()[uri.components().path().unwrap().start..] }
            "/over/there?name=ferret"
        "the fragment"
            { url.fragment() }
            { uri.fragment() }
            "nose"
        "pairs as text"
            { form_urlencoded::Serializer::new(String::new()).append_pair("a b", "c&d").finish() }
            { { let mut pairs = QueryPairs::form(); pairs.append("a b", "c&d"); pairs.into_string() } }
            "a+b=c%26d"
        "resolve"
            { base.join("../a")? }
            { base.resolve_str("../a")? }
            "http://example.com/a"
        "relativize"
            { base.make_relative(&Url::parse("http://example.com/docs/api/a")?) }
            { base.relativize(&Uri::parse("http://example.com/docs/api/a")?)? }
            "api/a"
        "normalize"
            { Url::parse("HTTP://EXAMPLE.com:80/a/../b")? }
            { Uri::parse("HTTP://EXAMPLE.com:80/a/../b")?.normalize_to(Level::Scheme) }
            "http://example.com/b"
        "compare the normal forms"
            { Url::parse("HTTP://EXAMPLE.com:80")? == Url::parse("http://example.com/")? }
            { Normalizer::new(Level::Scheme).normalized(Uri::parse("HTTP://EXAMPLE.com:80")?) == Normalizer::new(Level::Scheme).normalized(Uri::parse("http://example.com/")?) }
            "true"
        "build"
            {}
            { Uri::builder("http").host("h").path("/a").build()? }
            "http://h/a"
        "set the scheme"
            { { owned.set_scheme("https").unwrap(); owned } }
            { { owned.set_scheme("https")?; owned } }
            "https://user:pass@example.com:8042/over/there?name=ferret#nose"
        "remove user and password"
            { { owned.set_username("").unwrap(); owned.set_password(None).unwrap(); owned } }
            { { owned.remove_userinfo(); owned } }
            "http://example.com:8042/over/there?name=ferret#nose"
        "set the host"
            { { owned.set_host(Some("example.org"))?; owned } }
            { { owned.set_host("example.org")?; owned } }
            "http://user:pass@example.org:8042/over/there?name=ferret#nose"
        "set the port"
            { { owned.set_port(Some(81)).unwrap(); owned } }
            { { owned.set_port(81)?; owned } }
            "http://user:pass@example.com:81/over/there?name=ferret#nose"
        "remove the port"
            { { owned.set_port(None).unwrap(); owned } }
            { { owned.remove_port(); owned } }
            "http://user:pass@example.com/over/there?name=ferret#nose"
        "set the path"
            { { owned.set_path("/a"); owned } }
            { { owned.set_path("/a")?; owned } }
            "http://user:pass@example.com:8042/a?name=ferret#nose"
        "push a segment, which is encoded"
            { { owned.path_segments_mut().unwrap().push("a/b c"); owned } }
            { { owned.push_segment("a/b c")?; owned } }
            "http://user:pass@example.com:8042/over/there/a%2Fb%20c?name=ferret#nose"
        "pop a segment"
            { { owned.path_segments_mut().unwrap().pop(); owned } }
            { { owned.pop_segment(); owned } }
            "http://user:pass@example.com:8042/over?name=ferret#nose"
        "remove the query"
            { { owned.set_query(None); owned } }
            { { owned.remove_query(); owned } }
            "http://user:pass@example.com:8042/over/there#nose"
        "append a pair"
            { { owned.query_pairs_mut().append_pair("a b", "c&d"); owned } }
            { { owned.edit_form_pairs(|pairs| pairs.append("a b", "c&d"))?; owned } }
            "http://user:pass@example.com:8042/over/there?name=ferret&a+b=c%26d#nose"
        "set the value of a key"
            {}
            { { owned.edit_form_pairs(|pairs| pairs.set("name", "stoat"))?; owned } }
            "http://user:pass@example.com:8042/over/there?name=stoat#nose"
        "set the fragment"
            { { owned.set_fragment(Some("top")); owned } }
            { { owned.set_fragment("top")?; owned } }
            "http://user:pass@example.com:8042/over/there?name=ferret#top"
        "remove the fragment"
            { { owned.set_fragment(None); owned } }
            { { owned.remove_fragment(); owned } }
            "http://user:pass@example.com:8042/over/there?name=ferret"
        "a host in punycode"
            { Url::parse("http://é/")?.host_str() }
            { Iri::parse("http://é/")?.to_uri_idna()?.host_str() }
            "xn--9ca"
        "serde"
            { serde_json::from_str::<Url>(r#""http://a/""#)? }
            { serde_json::from_str::<Uri>(r#""http://a/""#)? }
            "http://a/"
        "from one to the other"
            { Url::try_from(urigram::Uri::parse("http://a/")?)? }
            { Uri::try_from(url::Url::parse("http://a/")?)? }
            "http://a/"
        "the component of an error"
            {}
            { Uri::parse("http://exa mple.com/").unwrap_err().component().as_str() }
            "host"
    }
    differences {
        "the text is kept"
            { Url::parse("HTTP://EXAMPLE.com:80/a/../%7Eb")? } "http://example.com/%7Eb"
            { Uri::parse("HTTP://EXAMPLE.com:80/a/../%7Eb")? } "HTTP://EXAMPLE.com:80/a/../%7Eb"
        "an empty path"
            { Url::parse("http://a")?.path() } "/"
            { Uri::parse("http://a")?.path() } r#""""#
        "a default port"
            { Url::parse("http://a:80/")?.port() } "None"
            { Uri::parse("http://a:80/")?.port() } "80"
        "a port that is too large"
            { Url::parse("http://a:99999/") } "error"
            { Uri::parse("http://a:99999/")?.port() } "99999"
        "a backslash"
            { Url::parse(r"http:\\a\b")? } "http://a/b"
            { Uri::parse(r"http:\\a\b") } "error"
        "a space"
            { Url::parse("http://a/b c")? } "http://a/b%20c"
            { Uri::parse("http://a/b c") } "error"
        "a character beyond ASCII"
            { Url::parse("http://a/é")? } "http://a/%C3%A9"
            { Uri::parse("http://a/é") } "error"
        "a host as a number"
            { Url::parse("http://0x7f.1/")?.host_str() } "127.0.0.1"
            { Uri::parse("http://0x7f.1/")?.host_str() } "0x7f.1"
        "a percent-encoded host"
            { Url::parse("http://a%2Eb/")?.host_str() } "a.b"
            { Uri::parse("http://a%2Eb/")?.host_str() } "a%2Eb"
        "two slashes more"
            { Url::parse("http:////a")? } "http://a/"
            { Uri::parse("http:////a")?.path() } "//a"
        "no slashes"
            { Url::parse("http:a")? } "http://a/"
            { Uri::parse("http:a")?.path() } "a"
        "the scheme alone"
            { base.join("http:g")? } "http://example.com/docs/g"
            { base.resolve_str("http:g")? } "http:g"
        "percent-encoded dot segments"
            { base.join("%2e%2e/g")? } "http://example.com/g"
            { base.resolve_str("%2e%2e/g")? } "http://example.com/docs/%2e%2e/g"
        "a base without a hierarchy"
            { Url::parse("mailto:a@b")?.join("?c") } "error"
            { Uri::parse("mailto:a@b")?.resolve_str("?c")? } "mailto:a@b?c"
        "a reference to a sibling with a colon"
            { Url::parse("http://a/b")?.make_relative(&Url::parse("http://a/d:e")?) } "d:e"
            { Uri::parse("http://a/b")?.relativize(&Uri::parse("http://a/d:e")?)? } "/d:e"
        "a reference to another host"
            { base.make_relative(&Url::parse("http://x/")?) } "None"
            { base.relativize(&Uri::parse("http://x/")?)? } "//x/"
        "a plus in a pair"
            { Url::parse("http://a/?b=c+d")?.query_pairs().next().unwrap().1 } "c d"
            { Uri::parse("http://a/?b=c+d")?.query().unwrap().pairs().get("b") } "c+d"
        "a key without a value"
            { Url::parse("http://a/?b")?.query_pairs().next().unwrap().1 } r#""""#
            { Uri::parse("http://a/?b")?.query().unwrap().form_pairs().get("b") } "None"
        "an edit with an invalid text"
            { { owned.set_fragment(Some("a b")); owned.fragment() } } "a%20b"
            { owned.set_fragment("a b").is_err() } "true"
        "a path with a space"
            { { owned.set_path("a b"); owned.path() } } "/a%20b"
            { owned.set_path("a b").is_err() } "true"
        "a host in other schemes"
            { Url::parse("x://É/")?.host_str() } "%C3%89"
            { Iri::parse("x://É/")?.host_str() } "É"
    }
}
