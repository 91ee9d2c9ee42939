//! `oxiri`.

guide! {
    theirs {
        use oxiri::{Iri, IriRef};

        const TEXT: &str = "http://user@example.com:8042/over/there?name=ferret#nose";
        let iri = Iri::parse(TEXT)?;
        let base = Iri::parse("http://example.com/docs/guide")?;
    }
    ours {
        use urigram::resolve::Resolver;
        use urigram::{AbsoluteIri, Host, Iri, IriReference, Uri};

        const TEXT: &str = "http://user@example.com:8042/over/there?name=ferret#nose";
        let iri = Iri::parse(TEXT)?;
        let base = Iri::parse("http://example.com/docs/guide")?;
    }
    calls {
        "a borrowed IRI"
            { Iri::parse(TEXT)? }
            { Iri::parse(TEXT)? }
            "http://user@example.com:8042/over/there?name=ferret#nose"
        "an owned IRI"
            { TEXT.parse::<Iri<String>>()? }
            { TEXT.parse::<Iri>()? }
            "http://user@example.com:8042/over/there?name=ferret#nose"
        "from a `String`"
            { Iri::parse(TEXT.to_owned())? }
            { Iri::try_new(TEXT.to_owned())? }
            "http://user@example.com:8042/over/there?name=ferret#nose"
        "an IRI reference"
            { IriRef::parse("../é")? }
            { IriReference::parse("../é")? }
            "../é"
        "owned to borrowed"
            { TEXT.parse::<Iri<String>>()?.as_ref().into_inner() }
            { TEXT.parse::<Iri>()?.borrowed().into_inner() }
            "http://user@example.com:8042/over/there?name=ferret#nose"
        "borrowed to owned"
            { Iri::<String>::from(iri) }
            { iri.to_owned() }
            "http://user@example.com:8042/over/there?name=ferret#nose"
        "the text"
            { iri.as_str() }
            { iri.as_str() }
            "http://user@example.com:8042/over/there?name=ferret#nose"
        "the text that it was made of"
            { iri.into_inner() }
            { iri.into_inner() }
            "http://user@example.com:8042/over/there?name=ferret#nose"
        "a URI"
            {}
            { Uri::parse(TEXT)? }
            "http://user@example.com:8042/over/there?name=ferret#nose"
        "whether a reference has a scheme"
            { IriRef::parse("../a")?.is_absolute() }
            { IriReference::parse("../a")?.is_uri() }
            "false"
        "the scheme"
            { iri.scheme() }
            { iri.scheme() }
            "http"
        "the authority"
            { iri.authority() }
            { iri.authority() }
            "user@example.com:8042"
        "the userinfo"
            {}
            { iri.userinfo() }
            "user"
        "the host"
            {}
            { iri.host_str() }
            "example.com"
        "the kind of the host"
            {}
            { matches!(iri.host(), Some(Host::RegName(_))) }
            "true"
        "the port"
            {}
            { iri.port().unwrap().to_u16()? }
            "8042"
        "the path"
            { iri.path() }
            { iri.path() }
            "/over/there"
        "the segments"
            { iri.path().rsplit('/').next() }
            { iri.path().segments().next_back() }
            "there"
        "the query"
            { iri.query() }
            { iri.query() }
            "name=ferret"
        "the value of a key"
            {}
            { iri.query().unwrap().pairs().get("name") }
            "ferret"
        "the fragment"
            { iri.fragment() }
            { iri.fragment() }
            "nose"
        "percent-decode"
            {}
            { Iri::parse("a:#%C3%A9")?.fragment().unwrap().decode().to_str()? }
            "é"
        "resolve"
            { base.resolve(&IriRef::parse("../a")?)? }
            { base.resolve(&IriReference::parse("../a")?)? }
            "http://example.com/a"
        "resolve a text"
            {}
            { base.resolve_str("../a")? }
            "http://example.com/a"
        "resolve into a buffer"
            { { let mut buffer = String::new(); base.resolve_into(&IriRef::parse("../a")?, &mut buffer)?; buffer } }
            { { let mut buffer = String::new(); Resolver::new().resolve_into(&base, &IriReference::parse("../a")?, &mut buffer)?; buffer } }
            "http://example.com/a"
        "relativize"
            { base.relativize(&Iri::parse("http://example.com/docs/api/a")?)? }
            { base.relativize(&Iri::parse("http://example.com/docs/api/a")?)? }
            "api/a"
        "normalize"
            {}
            { Iri::parse("HTTP://EXAMPLE.com/%7Ea/../b")?.normalize() }
            "http://example.com/b"
        "compare the texts"
            { iri == Iri::parse(TEXT)? }
            { iri == Iri::parse(TEXT)? }
            "true"
        "with a text"
            { iri == TEXT }
            { iri == TEXT }
            "true"
        "build"
            {}
            { Iri::builder("http").host("é").path("/a").build()? }
            "http://é/a"
        "edit"
            {}
            { { let mut owned = iri.to_owned(); owned.set_host("é")?; owned } }
            "http://user@é:8042/over/there?name=ferret#nose"
        "a reference that must be an IRI"
            { Iri::try_from(IriRef::parse("../a")?) }
            { Iri::try_from(IriReference::parse("../a")?) }
            "error"
        "an IRI as a reference"
            { IriRef::from(iri) }
            { IriReference::from(iri) }
            "http://user@example.com:8042/over/there?name=ferret#nose"
        "an IRI to a URI"
            {}
            { Iri::parse("http://é/")?.to_uri()? }
            "http://%C3%A9/"
        "serde"
            { serde_json::from_str::<Iri<String>>(r#""http://a/""#)? }
            { serde_json::from_str::<Iri>(r#""http://a/""#)? }
            "http://a/"
        "the place of an error"
            {}
            { Iri::parse("http://exa mple.com/").unwrap_err().offset() }
            "10"
    }
    differences {
        "a character beyond ASCII"
            { Iri::parse("http://é/")? } "http://é/"
            { Uri::parse("http://é/") } "error"
        "what is called absolute"
            { IriRef::parse("http://a/#b")?.is_absolute() } "true"
            { AbsoluteIri::parse("http://a/#b") } "error"
        "a path that would be read as an authority"
            { Iri::parse("f:/a")?.resolve(&IriRef::parse(".//g")?) } "error"
            { Iri::parse("f:/a")?.resolve_str(".//g")? } "f:/.//g"
        "a reference to a directory above"
            { Iri::parse("http://a/b/c/d")?.relativize(&Iri::parse("http://a/b/")?)? } "/b/"
            { Iri::parse("http://a/b/c/d")?.relativize(&Iri::parse("http://a/b/")?)? } ".."
        "a reference to a path with an empty segment"
            { Iri::parse("http://a/b")?.relativize(&Iri::parse("http://a//x")?)? } "//a//x"
            { Iri::parse("http://a/b")?.relativize(&Iri::parse("http://a//x")?)? } ".//x"
        "the message of an error"
            { Iri::parse("http://[::1").unwrap_err().to_string() } "'[' bracket must be paired with a closing one in host"
            { Iri::parse("http://[::1").unwrap_err().to_string() } "the host ends too early at byte 11"
        "the password in `Debug`"
            { format!("{:?}", Iri::parse("http://u:secret@a/")?).contains("secret") } "true"
            { format!("{:?}", Iri::parse("http://u:secret@a/")?).contains("secret") } "false"
    }
}
