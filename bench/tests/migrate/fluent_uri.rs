//! `fluent-uri`.

guide! {
    theirs {
        use fluent_uri::build::Builder;
        use fluent_uri::component::{Host, Scheme};
        use fluent_uri::pct_enc::{EStr, EString, encoder};
        use fluent_uri::resolve::Resolver;
        use fluent_uri::{Iri, Uri, UriRef};

        const TEXT: &str = "http://user@example.com:8042/over/there?name=ferret#nose";
        let uri = Uri::parse(TEXT)?;
        let base = Uri::parse("http://example.com/docs/guide")?;
        let other = Uri::parse("HTTP://example.com/./docs/guide")?;
        let mut owned = uri.to_owned();
    }
    ours {
        use urigram::normalize::Level;
        use urigram::resolve::Resolver;
        use urigram::{Host, Iri, Segment, Uri, UriReference};

        const TEXT: &str = "http://user@example.com:8042/over/there?name=ferret#nose";
        let uri = Uri::parse(TEXT)?;
        let base = Uri::parse("http://example.com/docs/guide")?;
        let other = Uri::parse("HTTP://example.com/./docs/guide")?;
        let mut owned = uri.to_owned();
    }
    calls {
        "a borrowed URI"
            { Uri::parse(TEXT)? }
            { Uri::parse(TEXT)? }
            "http://user@example.com:8042/over/there?name=ferret#nose"
        "an owned URI"
            { TEXT.parse::<Uri<String>>()? }
            { TEXT.parse::<Uri>()? }
            "http://user@example.com:8042/over/there?name=ferret#nose"
        "from a `String`, which the error returns"
            { Uri::parse("a b".to_owned()).unwrap_err().1 }
            { Uri::try_new("a b".to_owned()).unwrap_err().into_inner() }
            "a b"
        "a URI reference"
            { UriRef::parse("../a")? }
            { UriReference::parse("../a")? }
            "../a"
        "an IRI"
            { Iri::parse("http://é/")? }
            { Iri::parse("http://é/")? }
            "http://é/"
        "owned to borrowed"
            { owned.borrow() }
            { owned.borrowed() }
            "http://user@example.com:8042/over/there?name=ferret#nose"
        "the text"
            { uri.as_str() }
            { uri.as_str() }
            "http://user@example.com:8042/over/there?name=ferret#nose"
        "into a `String`"
            { owned.into_string() }
            { owned.into_inner() }
            "http://user@example.com:8042/over/there?name=ferret#nose"
        "the scheme"
            { uri.scheme() }
            { uri.scheme() }
            "http"
        "whether it is a scheme, in any case"
            { uri.scheme() == Scheme::new_or_panic("HTTP") }
            { uri.scheme().is("HTTP") }
            "true"
        "the authority"
            { uri.authority() }
            { uri.authority() }
            "user@example.com:8042"
        "the userinfo"
            { uri.authority().unwrap().userinfo() }
            { uri.userinfo() }
            "user"
        "the host"
            { uri.authority().unwrap().host() }
            { uri.host_str() }
            "example.com"
        "the kind of the host"
            { matches!(uri.authority().unwrap().host_parsed(), Host::RegName(_)) }
            { matches!(uri.host(), Some(Host::RegName(_))) }
            "true"
        "the port"
            { uri.authority().unwrap().port() }
            { uri.port() }
            "8042"
        "the port as a number"
            { uri.authority().unwrap().port_to_u16()? }
            { uri.port().unwrap().to_u16()? }
            "8042"
        "the default port of the scheme"
            { base.scheme().default_port() }
            { base.port_or_default() }
            "80"
        "the path"
            { uri.path() }
            { uri.path() }
            "/over/there"
        "the segments"
            { uri.path().segments_if_absolute().unwrap().next_back() }
            { uri.path().segments().next_back() }
            "there"
        "the query"
            { uri.query() }
            { uri.query() }
            "name=ferret"
        "the value of a key"
            { uri.query().unwrap().split('&').find_map(|pair| pair.as_str().strip_prefix("name=")) }
            { uri.query().unwrap().pairs().get("name") }
            "ferret"
        "the fragment"
            { uri.fragment() }
            { uri.fragment() }
            "nose"
        "percent-decode"
            { Uri::parse("a:#%C3%A9")?.fragment().unwrap().decode().to_string().unwrap() }
            { Uri::parse("a:#%C3%A9")?.fragment().unwrap().decode().to_str()? }
            "é"
        "percent-encode"
            { { let mut text = EString::<encoder::Path>::new(); text.encode_str::<encoder::Data>("a/b c"); text } }
            { Segment::encode("a/b c") }
            "a%2Fb%20c"
        "resolve"
            { UriRef::parse("../a")?.resolve_against(&base)? }
            { base.resolve(&UriReference::parse("../a")?)? }
            "http://example.com/a"
        "`..` above the root as an error"
            { Resolver::with_base(base).allow_path_underflow(false).resolve(&UriRef::parse("../../a")?) }
            { Resolver::new().deny_above_root(true).resolve(&base, &UriReference::parse("../../a")?) }
            "error"
        "relativize"
            {}
            { base.relativize(&Uri::parse("http://example.com/docs/api/a")?)? }
            "api/a"
        "normalize, with default ports left out"
            { Uri::parse("HTTP://EXAMPLE.com:80/%7Ea/../b")?.normalize() }
            { Uri::parse("HTTP://EXAMPLE.com:80/%7Ea/../b")?.normalize_to(Level::Scheme) }
            "http://example.com/b"
        "compare the texts"
            { uri == Uri::parse(TEXT)? }
            { uri == Uri::parse(TEXT)? }
            "true"
        "compare the normal forms"
            { base.normalize() == other.normalize() }
            { base.equivalent(&other, Level::Path) }
            "true"
        "build"
            { Uri::builder().scheme(Scheme::new_or_panic("http")).authority_with(|it| it.host(EStr::new_or_panic("h")).port(80)).path(EStr::new_or_panic("/a")).build()? }
            { Uri::builder("http").host("h").port(80).path("/a").build()? }
            "http://h:80/a"
        "build with what may be undefined"
            { UriRef::builder().path(EStr::new_or_panic("a")).optional(Builder::query, Some(EStr::new_or_panic("q"))).build()? }
            { UriReference::builder().path("a").optional(Some("q"), |it, query| it.query(query)).build()? }
            "a?q"
        "set the fragment"
            { { owned.set_fragment(Some(EStr::new_or_panic("top"))); owned } }
            { { owned.set_fragment("top")?; owned } }
            "http://user@example.com:8042/over/there?name=ferret#top"
        "remove the fragment"
            { { owned.set_fragment(None); owned } }
            { { owned.remove_fragment(); owned } }
            "http://user@example.com:8042/over/there?name=ferret"
        "without the fragment, borrowed"
            { uri.strip_fragment() }
            { uri.without_fragment() }
            "http://user@example.com:8042/over/there?name=ferret"
        "set another component"
            {}
            { { owned.set_host("example.org")?; owned } }
            "http://user@example.org:8042/over/there?name=ferret#nose"
        "a reference that must be a URI"
            { Uri::try_from(UriRef::parse("../a")?) }
            { Uri::try_from(UriReference::parse("../a")?) }
            "error"
        "a URI as a reference"
            { UriRef::from(uri) }
            { UriReference::from(uri) }
            "http://user@example.com:8042/over/there?name=ferret#nose"
        "an IRI to a URI"
            { Iri::parse("http://é/")?.to_uri() }
            { Iri::parse("http://é/")?.to_uri()? }
            "http://%C3%A9/"
        "serde"
            { serde_json::from_str::<Uri<String>>(r#""http://a/""#)? }
            { serde_json::from_str::<Uri>(r#""http://a/""#)? }
            "http://a/"
        "the place of an error"
            { Uri::parse("http://exa mple.com/").unwrap_err().index() }
            { Uri::parse("http://exa mple.com/").unwrap_err().offset() }
            "10"
        "the component of an error"
            {}
            { Uri::parse("http://exa mple.com/").unwrap_err().component().as_str() }
            "host"
    }
    differences {
        "a base with a fragment"
            { UriRef::parse("a")?.resolve_against(&uri) } "error"
            { uri.resolve(&UriReference::parse("a")?)? } "http://user@example.com:8042/over/a"
        "a rootless path in the base"
            { UriRef::parse("../c")?.resolve_against(&Uri::parse("foo:a/b")?) } "error"
            { Uri::parse("foo:a/b")?.resolve(&UriReference::parse("../c")?)? } "foo:/c"
        "a query alone, and a base without a hierarchy"
            { UriRef::parse("?c")?.resolve_against(&Uri::parse("mailto:a@b")?) } "error"
            { Uri::parse("mailto:a@b")?.resolve(&UriReference::parse("?c")?)? } "mailto:a@b?c"
        "dot segments in the base"
            { UriRef::parse("c")?.resolve_against(&Uri::parse("http://a/b/..")?)? } "http://a/c"
            { Uri::parse("http://a/b/..")?.resolve_str("c")? } "http://a/b/c"
        "percent-encoded dot segments in a reference"
            { UriRef::parse("%2e%2e/g")?.resolve_against(&base)? } "http://example.com/g"
            { base.resolve(&UriReference::parse("%2e%2e/g")?)? } "http://example.com/docs/%2e%2e/g"
        "a default port in the normal form"
            { Uri::parse("http://a:80/")?.normalize() } "http://a/"
            { Uri::parse("http://a:80/")?.normalize() } "http://a:80/"
        "an empty path in the normal form"
            { Uri::parse("http://a")?.normalize() } "http://a"
            { Uri::parse("http://a")?.normalize_to(Level::Scheme) } "http://a/"
        "the spelling of an IPv6 address"
            { Uri::parse("http://[2001:DB8::0:1]/")?.normalize() } "http://[2001:db8::1]/"
            { Uri::parse("http://[2001:DB8::0:1]/")?.normalize() } "http://[2001:db8::0:1]/"
        "a rootless path with dot segments"
            { Uri::parse("a:b/../c")?.normalize() } "a:b/../c"
            { Uri::parse("a:b/../c")?.normalize() } "a:/c"
        "a rootless path with dot segments, resolved"
            { UriRef::parse("a:b/../c")?.resolve_against(&base)? } "a:b/../c"
            { base.resolve(&UriReference::parse("a:b/../c")?)? } "a:/c"
        "a default port by the table of schemes"
            { Uri::parse("ssh://a:22")?.normalize() } "ssh://a:22"
            { Uri::parse("ssh://a:22")?.normalize_to(Level::Scheme) } "ssh://a"
        "an empty port as a number"
            { Uri::parse("http://a:/")?.authority().unwrap().port_to_u16()? } "None"
            { Uri::parse("http://a:/")?.port().unwrap().to_u16() } "error"
        "the place of an incomplete percent-encoding"
            { Uri::parse("http://a/%6G").unwrap_err().index() } "9"
            { Uri::parse("http://a/%6G").unwrap_err().offset() } "11"
        "the password in `Debug`"
            { format!("{:?}", Uri::parse("http://u:secret@a/")?).contains("secret") } "true"
            { format!("{:?}", Uri::parse("http://u:secret@a/")?).contains("secret") } "false"
        "data in a segment"
            { EStr::<encoder::Path>::new("/b c") } "None"
            { Uri::builder("a").segments(["b c"]).build()? } "a:/b%20c"
    }
}
