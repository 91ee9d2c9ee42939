//! `iref`.

guide! {
    theirs {
        use iref::{Iri, Uri, UriBuf, UriRef, UriRefBuf};

        const TEXT: &str = "http://user@example.com:8042/over/there?name=ferret#nose";
        let uri = Uri::new(TEXT)?;
        let base = Uri::new("http://example.com/docs/guide")?;
        let mut owned = uri.to_owned();
    }
    ours {
        use urigram::{Host, Iri, Uri, UriReference, uri};

        const TEXT: &str = "http://user@example.com:8042/over/there?name=ferret#nose";
        let uri = Uri::parse(TEXT)?;
        let base = Uri::parse("http://example.com/docs/guide")?;
        let mut owned = uri.to_owned();
    }
    calls {
        "a borrowed URI"
            { Uri::new(TEXT)? }
            { Uri::parse(TEXT)? }
            "http://user@example.com:8042/over/there?name=ferret#nose"
        "an owned URI"
            { UriBuf::new(TEXT.to_owned())? }
            { Uri::try_new(TEXT.to_owned())? }
            "http://user@example.com:8042/over/there?name=ferret#nose"
        "from a `String`, which the error returns"
            { UriBuf::new("a b".to_owned()).unwrap_err().0 }
            { Uri::try_new("a b".to_owned()).unwrap_err().into_inner() }
            "a b"
        "a URI reference"
            { UriRef::new("../a")? }
            { UriReference::parse("../a")? }
            "../a"
        "an IRI"
            { Iri::new("http://é/")? }
            { Iri::parse("http://é/")? }
            "http://é/"
        "a literal, checked by the compiler"
            { iref::uri!("http://a/") }
            { uri!("http://a/") }
            "http://a/"
        "owned to borrowed"
            { owned.as_uri() }
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
        "the authority"
            { uri.authority() }
            { uri.authority() }
            "user@example.com:8042"
        "the userinfo"
            { uri.authority().unwrap().user_info() }
            { uri.userinfo() }
            "user"
        "the host"
            { uri.authority().unwrap().host() }
            { uri.host_str() }
            "example.com"
        "the kind of the host"
            { uri.authority().unwrap().host().is_ipv4() }
            { matches!(uri.host(), Some(Host::Ipv4(_))) }
            "false"
        "the port"
            { uri.authority().unwrap().port() }
            { uri.port() }
            "8042"
        "the port as a number"
            { uri.authority().unwrap().port().unwrap().as_u16() }
            { uri.port().unwrap().to_u16()? }
            "8042"
        "the path"
            { uri.path() }
            { uri.path() }
            "/over/there"
        "the segments"
            { uri.path().segments().next_back() }
            { uri.path().segments().next_back() }
            "there"
        "the last segment, if it is not empty"
            { uri.path().file_name() }
            { uri.path().file_name() }
            "there"
        "the query"
            { uri.query() }
            { uri.query() }
            "name=ferret"
        "the value of a key"
            { uri.query().unwrap().as_str().split('&').find_map(|pair| pair.strip_prefix("name=")) }
            { uri.query().unwrap().pairs().get("name") }
            "ferret"
        "the fragment"
            { uri.fragment() }
            { uri.fragment() }
            "nose"
        "percent-decode"
            { Uri::new("a:#%C3%A9")?.fragment().unwrap().as_pct_str().decode() }
            { Uri::parse("a:#%C3%A9")?.fragment().unwrap().decode().to_str()? }
            "é"
        "resolve"
            { base.joined(UriRef::new("../a")?) }
            { base.resolve(&UriReference::parse("../a")?)? }
            "http://example.com/a"
        "resolve a text"
            { base.try_joined("../a")? }
            { base.resolve_str("../a")? }
            "http://example.com/a"
        "relativize"
            { Uri::new("http://example.com/docs/api/a")?.relative_to(base) }
            { base.relativize(&Uri::parse("http://example.com/docs/api/a")?)? }
            "api/a"
        "remove dot segments"
            { { let mut uri = UriBuf::new("http://a/b/../c".to_owned())?; uri.path_mut().normalize(); uri } }
            { Uri::parse("http://a/b/../c")?.normalize() }
            "http://a/c"
        "compare, without dot segments"
            { Uri::new("http://a/b/../c")? == Uri::new("http://a/c")? }
            { Uri::parse("http://a/b/../c")?.normalize() == "http://a/c" }
            "true"
        "build"
            { { let mut uri = UriBuf::from_scheme("http".to_owned().try_into()?); uri.set_authority(Some("h:80".try_into()?)); uri.set_path("/a".try_into()?); uri } }
            { Uri::builder("http").authority("h:80").path("/a").build()? }
            "http://h:80/a"
        "set the scheme"
            { { owned.set_scheme("https".try_into()?); owned } }
            { { owned.set_scheme("https")?; owned } }
            "https://user@example.com:8042/over/there?name=ferret#nose"
        "set the host"
            { { owned.authority_mut().unwrap().set_host("example.org".try_into()?); owned } }
            { { owned.set_host("example.org")?; owned } }
            "http://user@example.org:8042/over/there?name=ferret#nose"
        "set the port"
            { { owned.authority_mut().unwrap().set_port_u32(Some(80)); owned } }
            { { owned.set_port(80)?; owned } }
            "http://user@example.com:80/over/there?name=ferret#nose"
        "remove the port"
            { { owned.authority_mut().unwrap().set_port(None); owned } }
            { { owned.remove_port(); owned } }
            "http://user@example.com/over/there?name=ferret#nose"
        "set the path"
            { { owned.set_path("/a".try_into()?); owned } }
            { { owned.set_path("/a")?; owned } }
            "http://user@example.com:8042/a?name=ferret#nose"
        "push a segment"
            { { owned.path_mut().push("a".try_into()?); owned } }
            { { owned.push_segment("a")?; owned } }
            "http://user@example.com:8042/over/there/a?name=ferret#nose"
        "pop a segment"
            { { owned.path_mut().pop(); owned } }
            { { owned.pop_segment(); owned } }
            "http://user@example.com:8042/over?name=ferret#nose"
        "remove the query"
            { { owned.set_query(None); owned } }
            { { owned.remove_query(); owned } }
            "http://user@example.com:8042/over/there#nose"
        "set the fragment"
            { { owned.set_fragment(Some("top".try_into()?)); owned } }
            { { owned.set_fragment("top")?; owned } }
            "http://user@example.com:8042/over/there?name=ferret#top"
        "without the fragment, borrowed"
            { uri.without_fragment() }
            { uri.without_fragment() }
            "http://user@example.com:8042/over/there?name=ferret"
        "a reference that must be a URI"
            { UriRef::new("http://a/")?.as_uri() }
            { Uri::try_from(UriReference::parse("http://a/")?)? }
            "http://a/"
        "a URI as a reference"
            { uri.as_uri_ref() }
            { UriReference::from(uri) }
            "http://user@example.com:8042/over/there?name=ferret#nose"
        "an IRI that is a URI"
            { Iri::new("http://a/")?.as_uri() }
            { Uri::try_from(Iri::parse("http://a/")?)? }
            "http://a/"
        "serde"
            { serde_json::from_str::<UriBuf>(r#""http://a/""#)? }
            { serde_json::from_str::<Uri>(r#""http://a/""#)? }
            "http://a/"
        "the place of an error"
            {}
            { Uri::parse("http://exa mple.com/").unwrap_err().offset() }
            "10"
    }
    differences {
        "`==` of URIs with dot segments"
            { Uri::new("http://a/b/../c")? == Uri::new("http://a/c")? } "true"
            { Uri::parse("http://a/b/../c")? == Uri::parse("http://a/c")? } "false"
        "`==` of URIs with percent-encoded octets"
            { Uri::new("http://a/%62")? == Uri::new("http://a/b")? } "true"
            { Uri::parse("http://a/%62")? == Uri::parse("http://a/b")? } "false"
        "`==` of a delimiter and its encoding"
            { Uri::new("http://a/?b%26c")? == Uri::new("http://a/?b&c")? } "true"
            { Uri::parse("http://a/?b%26c")?.normalize() == Uri::parse("http://a/?b&c")?.normalize() } "false"
        "`==` of schemes"
            { Uri::new("HTTP://a/")? == Uri::new("http://a/")? } "true"
            { Uri::parse("HTTP://a/")? == Uri::parse("http://a/")? } "false"
        "a normal form"
            {} "—"
            { Uri::parse("HTTP://A/%7eb/%c3")?.normalize() } "http://a/~b/%C3"
        "`..` at the beginning of a path"
            { { let mut uri = UriRefBuf::new("../a/../b".to_owned())?; uri.path_mut().normalize(); uri } } "../b"
            { UriReference::parse("../a/../b")?.normalize() } "../a/../b"
        "an empty segment after a dot segment"
            { UriRef::new(".//g")?.resolved(Uri::new("http://a/b")?) } "http://a/.//g"
            { Uri::parse("http://a/b")?.resolve_str(".//g")? } "http://a//g"
        "a rootless path in the base"
            { UriRef::new("../c")?.resolved(Uri::new("foo:a/b")?) } "foo:c"
            { Uri::parse("foo:a/b")?.resolve_str("../c")? } "foo:/c"
        "the reference to a parent"
            { Uri::new("http://a/b/")?.relative_to(Uri::new("http://a/b/c/d")?) } "../"
            { Uri::parse("http://a/b/c/d")?.relativize(&Uri::parse("http://a/b/")?)? } ".."
        "a reference to a segment with a colon"
            { Uri::new("http://a/c:d")?.relative_to(Uri::new("http://a/b")?) } "./c:d"
            { Uri::parse("http://a/b")?.relativize(&Uri::parse("http://a/c:d")?)? } "/c:d"
        "a reference to another host"
            { Uri::new("http://x/")?.relative_to(base) } "http://x/"
            { base.relativize(&Uri::parse("http://x/")?)? } "//x/"
        "an IPv4 address"
            { Uri::new("http://127.0.0.1/")?.authority().unwrap().host().to_ipv4() } "2130706433"
            { Uri::parse("http://127.0.0.1/")?.host() } "127.0.0.1"
    }
}
