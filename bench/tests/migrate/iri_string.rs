//! `iri-string`.

guide! {
    theirs {
        use iri_string::build::Builder;
        use iri_string::format::ToDedicatedString;
        use iri_string::percent_encode::{PercentEncodedForUri, decode::decode_whatwg_bytes};
        use iri_string::resolve::FixedBaseResolver;
        use iri_string::types::{IriStr, UriAbsoluteStr, UriFragmentStr, UriReferenceStr, UriStr, UriString};

        const TEXT: &str = "http://user@example.com:8042/over/there?name=ferret#nose";
        let uri = UriStr::new(TEXT)?;
        let base = UriAbsoluteStr::new("http://example.com/docs/guide")?;
        let mut owned = uri.to_owned();
    }
    ours {
        use urigram::normalize::Level;
        use urigram::{AbsoluteUri, Host, Iri, Segment, Uri, UriReference, percent};

        const TEXT: &str = "http://user@example.com:8042/over/there?name=ferret#nose";
        let uri = Uri::parse(TEXT)?;
        let base = AbsoluteUri::parse("http://example.com/docs/guide")?;
        let mut owned = uri.to_owned();
    }
    calls {
        "a borrowed URI"
            { UriStr::new(TEXT)? }
            { Uri::parse(TEXT)? }
            "http://user@example.com:8042/over/there?name=ferret#nose"
        "an owned URI"
            { TEXT.parse::<UriString>()? }
            { TEXT.parse::<Uri>()? }
            "http://user@example.com:8042/over/there?name=ferret#nose"
        "from a `String`, which the error returns"
            { UriString::try_from("a b".to_owned()).unwrap_err().into_source() }
            { Uri::try_new("a b".to_owned()).unwrap_err().into_inner() }
            "a b"
        "a URI reference"
            { UriReferenceStr::new("../a")? }
            { UriReference::parse("../a")? }
            "../a"
        "an absolute URI"
            { UriAbsoluteStr::new("http://a/#b") }
            { AbsoluteUri::parse("http://a/#b") }
            "error"
        "an IRI"
            { IriStr::new("http://é/")? }
            { Iri::parse("http://é/")? }
            "http://é/"
        "owned to borrowed"
            { owned.as_slice() }
            { owned.borrowed() }
            "http://user@example.com:8042/over/there?name=ferret#nose"
        "the text"
            { uri.as_str() }
            { uri.as_str() }
            "http://user@example.com:8042/over/there?name=ferret#nose"
        "into a `String`"
            { String::from(owned) }
            { String::from(owned) }
            "http://user@example.com:8042/over/there?name=ferret#nose"
        "the scheme"
            { uri.scheme_str() }
            { uri.scheme() }
            "http"
        "the authority"
            { uri.authority_str() }
            { uri.authority() }
            "user@example.com:8042"
        "the userinfo"
            { uri.authority_components().unwrap().userinfo() }
            { uri.userinfo() }
            "user"
        "the host"
            { uri.authority_components().unwrap().host() }
            { uri.host_str() }
            "example.com"
        "the kind of the host"
            {}
            { matches!(uri.host(), Some(Host::RegName(_))) }
            "true"
        "the port"
            { uri.authority_components().unwrap().port() }
            { uri.port() }
            "8042"
        "the port as a number"
            { uri.authority_components().unwrap().port().unwrap().parse::<u16>()? }
            { uri.port().unwrap().to_u16()? }
            "8042"
        "the path"
            { uri.path_str() }
            { uri.path() }
            "/over/there"
        "the segments"
            { uri.path_str().rsplit('/').next() }
            { uri.path().segments().next_back() }
            "there"
        "the query"
            { uri.query_str() }
            { uri.query() }
            "name=ferret"
        "the value of a key"
            { uri.query_str().unwrap().split('&').find_map(|pair| pair.strip_prefix("name=")) }
            { uri.query().unwrap().pairs().get("name") }
            "ferret"
        "the fragment"
            { uri.fragment_str() }
            { uri.fragment() }
            "nose"
        "percent-decode"
            { decode_whatwg_bytes(b"%C3%A9").into_string()? }
            { percent::decode("%C3%A9")?.to_str()? }
            "é"
        "percent-encode"
            { PercentEncodedForUri::from_path_segment("a/b c").to_string() }
            { Segment::encode("a/b c").to_string() }
            "a%2Fb%20c"
        "resolve"
            { UriReferenceStr::new("../a")?.resolve_against(base).to_dedicated_string() }
            { base.resolve(&UriReference::parse("../a")?)? }
            "http://example.com/a"
        "resolve many"
            { FixedBaseResolver::new(base).resolve(UriReferenceStr::new("../a")?).to_string() }
            { base.resolve_str("../a")? }
            "http://example.com/a"
        "resolve many, with a base that has a fragment"
            { FixedBaseResolver::new(uri.to_absolute()).resolve(UriReferenceStr::new("../a")?).to_string() }
            { uri.resolve_str("../a")? }
            "http://user@example.com:8042/a"
        "resolve and normalize"
            { UriReferenceStr::new("../%7Ea")?.resolve_against(base).and_normalize().to_string() }
            { base.resolve_str("../%7Ea")?.normalize() }
            "http://example.com/~a"
        "relativize"
            {}
            { base.relativize(&Uri::parse("http://example.com/docs/api/a")?)? }
            "api/a"
        "normalize"
            { UriStr::new("HTTP://EXAMPLE.com/%7Ea/../b")?.normalize().to_string() }
            { Uri::parse("HTTP://EXAMPLE.com/%7Ea/../b")?.normalize() }
            "http://example.com/b"
        "whether it is normalized"
            { UriStr::new("HTTP://a/")?.is_normalized() }
            { Uri::parse("HTTP://a/")?.normalize() == "HTTP://a/" }
            "false"
        "whether it is normalized, without the `/.` that RFC 3986 does not name"
            { UriStr::new("a:/.//b")?.is_normalized_rfc3986() }
            { { let uri = Uri::parse("a:/.//b")?; uri.normalize() == uri && !uri.path().as_str().starts_with("/.//") } }
            "false"
        "whether the normal form has no such `/.`"
            { UriStr::new("a:/..//b")?.normalize().ensure_rfc3986_normalizable().is_ok() }
            { !Uri::parse("a:/..//b")?.normalize().path().as_str().starts_with("/.//") }
            "false"
        "compare the texts"
            { uri == UriStr::new(TEXT)? }
            { uri == Uri::parse(TEXT)? }
            "true"
        "build"
            { { let mut builder = Builder::new(); builder.scheme("http"); builder.host("h"); builder.port(80_u16); builder.path("/a"); builder.build::<UriStr>()?.to_dedicated_string() } }
            { Uri::builder("http").host("h").port(80).path("/a").build()? }
            "http://h:80/a"
        "replace the host"
            { { let mut uri = base.to_owned(); uri.replace_host("example.org"); uri } }
            { { let mut uri = base.to_owned(); uri.set_host("example.org")?; uri } }
            "http://example.org/docs/guide"
        "set another component"
            {}
            { { owned.set_port(80)?; owned } }
            "http://user@example.com:80/over/there?name=ferret#nose"
        "set the fragment"
            { { owned.set_fragment(Some(UriFragmentStr::new("top")?)); owned } }
            { { owned.set_fragment("top")?; owned } }
            "http://user@example.com:8042/over/there?name=ferret#top"
        "without the fragment, borrowed"
            { uri.to_absolute() }
            { uri.without_fragment() }
            "http://user@example.com:8042/over/there?name=ferret"
        "hide the password"
            { UriStr::new("http://u:secret@a/")?.mask_password().replace_password("***").to_string() }
            { Uri::parse("http://u:secret@a/")?.redacted().to_string() }
            "http://u:***@a/"
        "a reference that must be a URI"
            { UriReferenceStr::new("../a")?.to_iri() }
            { Uri::try_from(UriReference::parse("../a")?) }
            "error"
        "a URI as a reference"
            { <&UriReferenceStr>::from(uri) }
            { UriReference::from(uri) }
            "http://user@example.com:8042/over/there?name=ferret#nose"
        "an IRI to a URI"
            { IriStr::new("http://é/")?.encode_to_uri().to_dedicated_string() }
            { Iri::parse("http://é/")?.to_uri()? }
            "http://%C3%A9/"
        "serde"
            { serde_json::from_str::<UriString>(r#""http://a/""#)? }
            { serde_json::from_str::<Uri>(r#""http://a/""#)? }
            "http://a/"
        "the component of an error"
            { UriStr::new("http://exa mple.com/").unwrap_err().to_string().rsplit(' ').next() }
            { Uri::parse("http://exa mple.com/").unwrap_err().component().as_str() }
            "host"
        "the place of an error"
            {}
            { Uri::parse("http://exa mple.com/").unwrap_err().offset() }
            "10"
    }
    differences {
        "percent-encoded dot segments in a reference"
            { UriReferenceStr::new("%2e%2e/g")?.resolve_against(base).to_string() } "http://example.com/g"
            { base.resolve(&UriReference::parse("%2e%2e/g")?)? } "http://example.com/docs/%2e%2e/g"
        "a host with an octet that stays encoded"
            { UriStr::new("http://B%C3/")?.normalize().to_string() } "http://B%C3/"
            { Uri::parse("http://B%C3/")?.normalize() } "http://b%C3/"
        "a relative reference has a normal form"
            {} "—"
            { UriReference::parse("../a/%7Eb")?.normalize() } "../a/~b"
        "a default port"
            { UriStr::new("http://a:80/")?.normalize().to_string() } "http://a:80/"
            { Uri::parse("http://a:80/")?.normalize_to(Level::Scheme) } "http://a/"
        "a percent sign without digits, decoded"
            { decode_whatwg_bytes(b"100%").into_string()? } "100%"
            { percent::decode("100%").map(|data| data.to_string_lossy()) } "error"
        "a hidden password"
            { UriStr::new("http://u:secret@a/")?.mask_password().to_string() } "http://u:@a/"
            { Uri::parse("http://u:secret@a/")?.redacted() } "http://u:***@a/"
        "the password in `Debug`"
            { format!("{:?}", UriStr::new("http://u:secret@a/")?).contains("secret") } "true"
            { format!("{:?}", Uri::parse("http://u:secret@a/")?).contains("secret") } "false"
        "the bytes of a borrowed value"
            { size_of::<&UriStr>() } "16"
            { size_of::<Uri<&str>>() } "64"
    }
}
