//! `http`.

guide! {
    theirs {
        use http::Uri;
        use http::uri::Authority;

        const TEXT: &str = "http://user@example.com:8042/over/there?name=ferret";
        let uri = Uri::try_from(TEXT)?;
    }
    ours {
        use urigram::{Host, Uri, UriReference, uri};

        const TEXT: &str = "http://user@example.com:8042/over/there?name=ferret";
        let uri = Uri::parse(TEXT)?;
        let base = Uri::parse("http://example.com/docs/guide")?;
    }
    calls {
        "parse"
            { TEXT.parse::<Uri>()? }
            { TEXT.parse::<Uri>()? }
            "http://user@example.com:8042/over/there?name=ferret"
        "from a `String`"
            { Uri::try_from(TEXT.to_owned())? }
            { Uri::try_from(TEXT.to_owned())? }
            "http://user@example.com:8042/over/there?name=ferret"
        "borrowed"
            {}
            { Uri::parse(TEXT)? }
            "http://user@example.com:8042/over/there?name=ferret"
        "a literal"
            { Uri::from_static("http://a/") }
            { Uri::from_static("http://a/") }
            "http://a/"
        "a literal, checked by the compiler"
            {}
            { uri!("http://a/") }
            "http://a/"
        "a target without a scheme"
            { Uri::try_from("/a?b")? }
            { UriReference::parse("/a?b")? }
            "/a?b"
        "the text"
            { uri.to_string() }
            { uri.to_string() }
            "http://user@example.com:8042/over/there?name=ferret"
        "the scheme"
            { uri.scheme() }
            { uri.scheme() }
            "http"
        "the scheme as text"
            { uri.scheme_str() }
            { uri.scheme() }
            "http"
        "the authority"
            { uri.authority() }
            { uri.authority() }
            "user@example.com:8042"
        "the userinfo"
            { uri.authority().unwrap().as_str().split_once('@').unwrap().0 }
            { uri.userinfo() }
            "user"
        "the host"
            { uri.host() }
            { uri.host_str() }
            "example.com"
        "the kind of the host"
            {}
            { matches!(uri.host(), Some(Host::RegName(_))) }
            "true"
        "the port"
            { uri.port() }
            { uri.port() }
            "8042"
        "the port as a number"
            { uri.port_u16() }
            { uri.port().unwrap().to_u16()? }
            "8042"
        "the port or the default one"
            {}
            { base.port_or_default() }
            "80"
        "the path"
            { uri.path() }
            { uri.path() }
            "/over/there"
        "the segments"
            { uri.path().rsplit('/').next() }
            { uri.path().segments().next_back() }
            "there"
        "the query"
            { uri.query() }
            { uri.query() }
            "name=ferret"
        "the path and the query"
            { uri.path_and_query() }
            { &uri.without_fragment().as_str()[uri.components().path().unwrap().start..] }
            "/over/there?name=ferret"
        "the value of a key"
            {}
            { uri.query().unwrap().form_pairs().get("name") }
            "ferret"
        "percent-decode"
            {}
            { Uri::parse("http://a/%C3%A9")?.path().segments().next().unwrap().decode().to_str()? }
            "é"
        "resolve"
            {}
            { base.resolve_str("../a")? }
            "http://example.com/a"
        "normalize"
            {}
            { Uri::parse("HTTP://EXAMPLE.com/%7Ea/../b")?.normalize() }
            "http://example.com/b"
        "compare with a text"
            { uri == TEXT }
            { uri == TEXT }
            "true"
        "build"
            { Uri::builder().scheme("http").authority("h:80").path_and_query("/a?b").build()? }
            { Uri::builder("http").authority("h:80").path("/a").query("b").build()? }
            "http://h:80/a?b"
        "replace a part"
            { { let mut parts = uri.into_parts(); parts.authority = Some("h".parse()?); Uri::from_parts(parts)? } }
            { { let mut uri = uri.to_owned(); uri.set_authority("h")?; uri } }
            "http://h/over/there?name=ferret"
        "replace the path and the query"
            { { let mut parts = uri.into_parts(); parts.path_and_query = Some("/a".parse()?); Uri::from_parts(parts)? } }
            { { let mut uri = uri.to_owned(); uri.set_path("/a")?; uri.remove_query(); uri } }
            "http://user@example.com:8042/a"
        "an authority by itself"
            { "user@h:80".parse::<Authority>()?.host().to_owned() }
            { urigram::Authority::parse("user@h:80")?.host_str() }
            "h"
        "from one to the other"
            { Uri::try_from(&urigram::Uri::parse("http://a/")?)? }
            { Uri::try_from(&http::Uri::from_static("http://a/"))? }
            "http://a/"
        "from a target"
            { Uri::try_from(&urigram::UriReference::parse("/a?b")?)? }
            { UriReference::try_from(&http::Uri::from_static("/a?b"))? }
            "/a?b"
        "the place of an error"
            {}
            { Uri::parse("http://exa mple.com/").unwrap_err().offset() }
            "10"
    }
    differences {
        "a fragment"
            { Uri::try_from("http://a/b#c")? } "http://a/b"
            { Uri::parse("http://a/b#c")? } "http://a/b#c"
        "an empty path"
            { Uri::try_from("http://a")?.path() } "/"
            { Uri::parse("http://a")?.path() } r#""""#
        "the text of an empty path"
            { Uri::try_from("http://a")?.to_string() } "http://a/"
            { Uri::parse("http://a")?.to_string() } "http://a"
        "a name and a port"
            { Uri::try_from("example.com:80")?.host() } "example.com"
            { Uri::parse("example.com:80")?.path() } "80"
        "a relative reference"
            { Uri::try_from("../a") } "error"
            { UriReference::parse("../a")? } "../a"
        "a scheme without an authority"
            { Uri::try_from("urn:a:b") } "error"
            { Uri::parse("urn:a:b")? } "urn:a:b"
        "an address of mail"
            { Uri::try_from("mailto:a@b")?.host() } "b"
            { Uri::parse("mailto:a@b")?.host_str() } "None"
        "a file"
            { Uri::try_from("file:///a") } "error"
            { Uri::parse("file:///a")?.host_str() } r#""""#
        "a port that is no number"
            { Uri::try_from("http://h:8a/")?.port_u16() } "None"
            { Uri::parse("http://h:8a/") } "error"
        "a port that is too large"
            { Uri::try_from("http://h:99999/")?.port() } "None"
            { Uri::parse("http://h:99999/")?.port() } "99999"
        "an address that is none"
            { Uri::try_from("http://[1::2::3]/")?.host() } "[1::2::3]"
            { Uri::parse("http://[1::2::3]/") } "error"
        "brackets in a path"
            { Uri::try_from("http://a/[")?.path() } "/["
            { Uri::parse("http://a/[") } "error"
        "a percent sign without digits"
            { Uri::try_from("http://a/%zz")?.path() } "/%zz"
            { Uri::parse("http://a/%zz") } "error"
        "a percent-encoded host"
            { Uri::try_from("http://exa%6Dple/") } "error"
            { Uri::parse("http://exa%6Dple/")?.host_str() } "exa%6Dple"
        "bytes beyond ASCII"
            { Uri::try_from("http://a/é")?.path() } "/é"
            { Uri::parse("http://a/é") } "error"
        "`==` of schemes and hosts"
            { Uri::try_from("HTTP://EXAMPLE.com/")? == Uri::try_from("http://example.com/")? } "true"
            { Uri::parse("HTTP://EXAMPLE.com/")? == Uri::parse("http://example.com/")? } "false"
        "a dot segment"
            { Uri::try_from("/a/../b")?.path() } "/a/../b"
            { Uri::parse("http://h/a/../b")?.normalize() } "http://h/b"
    }
}
