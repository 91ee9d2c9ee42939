// The cookbook, a page for each kind of task.
//
// In: the files in `docs/cookbook/`.
// Out: a page for each file. The definitions of links here link to pages, and override those in the Markdown files, which
// link to files: of several definitions, rustdoc uses the first.
// Next: none.

//! [Parse a URL]: crate::_documentation::cookbook::read#parse-a-url
//! [Get the domain (host) from a URL]: crate::_documentation::cookbook::read#get-the-domain-host-from-a-url
//! [Get the registrable domain (eTLD+1) from a URL]: crate::_documentation::cookbook::read#get-the-registrable-domain-etld1-from-a-url
//! [Get the port, or the default port]: crate::_documentation::cookbook::read#get-the-port-or-the-default-port
//! [Get a query parameter from a URL]: crate::_documentation::cookbook::read#get-a-query-parameter-from-a-url
//! [Get all query parameters of a URL]: crate::_documentation::cookbook::read#get-all-query-parameters-of-a-url
//! [Get the path segments, the file name or the extension]: crate::_documentation::cookbook::read#get-the-path-segments-the-file-name-or-the-extension
//! [Get the path and query (the target of a request)]: crate::_documentation::cookbook::read#get-the-path-and-query-the-target-of-a-request
//! [Check whether a URL is absolute or relative]: crate::_documentation::cookbook::read#check-whether-a-url-is-absolute-or-relative
//! [Show where a URL is wrong: error messages with a position]: crate::_documentation::cookbook::read#show-where-a-url-is-wrong-error-messages-with-a-position
//! [Turn an error offset into the line and column of a file]: crate::_documentation::cookbook::read#turn-an-error-offset-into-the-line-and-column-of-a-file
//! [Check a URL at compile time: constants]: crate::_documentation::cookbook::read#check-a-url-at-compile-time-constants
//! [Store URLs in a struct without lifetimes]: crate::_documentation::cookbook::read#store-urls-in-a-struct-without-lifetimes
//! [Build a URL from parts]: crate::_documentation::cookbook::change#build-a-url-from-parts
//! [Build a query string from key-value pairs]: crate::_documentation::cookbook::change#build-a-query-string-from-key-value-pairs
//! [Add, set or remove a query parameter]: crate::_documentation::cookbook::change#add-set-or-remove-a-query-parameter
//! [Strip tracking parameters such as utm_source]: crate::_documentation::cookbook::change#strip-tracking-parameters-such-as-utm_source
//! [Remove the fragment or the credentials]: crate::_documentation::cookbook::change#remove-the-fragment-or-the-credentials
//! [Redact the password in a URL for logs]: crate::_documentation::cookbook::change#redact-the-password-in-a-url-for-logs
//! [URL-encode and decode (percent-encoding) a string]: crate::_documentation::cookbook::change#url-encode-and-decode-percent-encoding-a-string
//! [Append to the path of a URL]: crate::_documentation::cookbook::change#append-to-the-path-of-a-url
//! [Replace the host, the scheme or the port]: crate::_documentation::cookbook::change#replace-the-host-the-scheme-or-the-port
//! [Expand a URI template, and match URLs against it]: crate::_documentation::cookbook::change#expand-a-uri-template-and-match-urls-against-it
//! [Join a base URL and a relative link]: crate::_documentation::cookbook::resolve#join-a-base-url-and-a-relative-link
//! [Join two relative references]: crate::_documentation::cookbook::resolve#join-two-relative-references
//! [Resolve the links of an HTML page]: crate::_documentation::cookbook::resolve#resolve-the-links-of-an-html-page
//! [Resolve many links without allocating]: crate::_documentation::cookbook::resolve#resolve-many-links-without-allocating
//! [Refuse links that go above the root (path traversal)]: crate::_documentation::cookbook::resolve#refuse-links-that-go-above-the-root-path-traversal
//! [Make a relative link to a URL]: crate::_documentation::cookbook::resolve#make-a-relative-link-to-a-url
//! [Normalize a URL]: crate::_documentation::cookbook::resolve#normalize-a-url
//! [Compare two URLs: are they the same?]: crate::_documentation::cookbook::resolve#compare-two-urls-are-they-the-same
//! [Compare the origins of two URLs]: crate::_documentation::cookbook::resolve#compare-the-origins-of-two-urls
//! [Remove duplicate URLs from a list]: crate::_documentation::cookbook::resolve#remove-duplicate-urls-from-a-list
//! [Use URLs as keys of a HashMap]: crate::_documentation::cookbook::resolve#use-urls-as-keys-of-a-hashmap
//! [Validate a URL that a user typed]: crate::_documentation::cookbook::check#validate-a-url-that-a-user-typed
//! [Validate a field with garde]: crate::_documentation::cookbook::check#validate-a-field-with-garde
//! [Validate a field with validator]: crate::_documentation::cookbook::check#validate-a-field-with-validator
//! [Fix spaces in URLs of a file]: crate::_documentation::cookbook::check#fix-spaces-in-urls-of-a-file
//! [Suggest a correction for a mistyped URL: "did you mean"]: crate::_documentation::cookbook::check#suggest-a-correction-for-a-mistyped-url-did-you-mean
//! [Accept a domain typed without a scheme, such as example.com]: crate::_documentation::cookbook::check#accept-a-domain-typed-without-a-scheme-such-as-examplecom
//! [Allow only some hosts (allow-list)]: crate::_documentation::cookbook::check#allow-only-some-hosts-allow-list
//! [Prevent SSRF: fetch URLs from strangers]: crate::_documentation::cookbook::check#prevent-ssrf-fetch-urls-from-strangers
//! [Prevent open redirects: check a `next` or `return_to` parameter]: crate::_documentation::cookbook::check#prevent-open-redirects-check-a-next-or-return_to-parameter
//! [Allow only links to the same site, with its subdomains]: crate::_documentation::cookbook::check#allow-only-links-to-the-same-site-with-its-subdomains
//! [Detect suspicious URLs: phishing and typos]: crate::_documentation::cookbook::check#detect-suspicious-urls-phishing-and-typos
//! [Draw errors and findings with miette]: crate::_documentation::cookbook::check#draw-errors-and-findings-with-miette
//! [Require https, a host or a maximum length]: crate::_documentation::cookbook::check#require-https-a-host-or-a-maximum-length
//! [Extract URLs from text]: crate::_documentation::cookbook::text#extract-urls-from-text
//! [Find e-mail addresses and URLs in text]: crate::_documentation::cookbook::text#find-e-mail-addresses-and-urls-in-text
//! [Extract links from an HTML page]: crate::_documentation::cookbook::text#extract-links-from-an-html-page
//! [Extract links from Markdown or HTML]: crate::_documentation::cookbook::text#extract-links-from-markdown-or-html
//! [Find bare domains such as www.example.com in text]: crate::_documentation::cookbook::text#find-bare-domains-such-as-wwwexamplecom-in-text
//! [Extract URLs from a large file or a stream]: crate::_documentation::cookbook::text#extract-urls-from-a-large-file-or-a-stream
//! [Read a file with one URL per line]: crate::_documentation::cookbook::text#read-a-file-with-one-url-per-line
//! [Get the host of a URL in a shell script]: crate::_documentation::cookbook::shell#get-the-host-of-a-url-in-a-shell-script
//! [Get a query parameter in a shell script]: crate::_documentation::cookbook::shell#get-a-query-parameter-in-a-shell-script
//! [Remove tracking parameters]: crate::_documentation::cookbook::shell#remove-tracking-parameters
//! [Sort query parameters]: crate::_documentation::cookbook::shell#sort-query-parameters
//! [Deduplicate a list of URLs]: crate::_documentation::cookbook::shell#deduplicate-a-list-of-urls
//! [Change the port or the scheme of a URL in a shell script]: crate::_documentation::cookbook::shell#change-the-port-or-the-scheme-of-a-url-in-a-shell-script
//! [Add query parameters to a URL in a shell script]: crate::_documentation::cookbook::shell#add-query-parameters-to-a-url-in-a-shell-script
//! [URL-encode and decode a string in a shell script]: crate::_documentation::cookbook::shell#url-encode-and-decode-a-string-in-a-shell-script
//! [Resolve a relative link in a shell script]: crate::_documentation::cookbook::shell#resolve-a-relative-link-in-a-shell-script
//! [Extract the URLs of a text or of an HTML page]: crate::_documentation::cookbook::shell#extract-the-urls-of-a-text-or-of-an-html-page
//! [Find invalid URLs in a file, and correct them]: crate::_documentation::cookbook::shell#find-invalid-urls-in-a-file-and-correct-them
//! [Convert a domain to punycode in a shell script]: crate::_documentation::cookbook::shell#convert-a-domain-to-punycode-in-a-shell-script
//! [Get the registrable domain of a URL in a shell script]: crate::_documentation::cookbook::shell#get-the-registrable-domain-of-a-url-in-a-shell-script
//! [Convert a file path to a URL and back]: crate::_documentation::cookbook::types#convert-a-file-path-to-a-url-and-back
//! [Convert a Windows path to a file URI]: crate::_documentation::cookbook::types#convert-a-windows-path-to-a-file-uri
//! [Get the path of a file URI]: crate::_documentation::cookbook::types#get-the-path-of-a-file-uri
//! [Use the base href of an HTML page]: crate::_documentation::cookbook::types#use-the-base-href-of-an-html-page
//! [Unicode URLs: IRIs and punycode]: crate::_documentation::cookbook::types#unicode-urls-iris-and-punycode
//! [Convert an IRI to a URI (punycode)]: crate::_documentation::cookbook::types#convert-an-iri-to-a-uri-punycode
//! [Deserialize URLs with serde]: crate::_documentation::cookbook::types#deserialize-urls-with-serde
//! [Deserialize only URLs that a policy accepts]: crate::_documentation::cookbook::types#deserialize-only-urls-that-a-policy-accepts
//! [Parse a query string into a struct]: crate::_documentation::cookbook::types#parse-a-query-string-into-a-struct
//! [Convert to and from url::Url]: crate::_documentation::cookbook::types#convert-to-and-from-urlurl
//! [Convert to and from http::Uri (hyper, reqwest, axum)]: crate::_documentation::cookbook::types#convert-to-and-from-httpuri-hyper-reqwest-axum
//! [Connect to the host of a URL]: crate::_documentation::cookbook::types#connect-to-the-host-of-a-url
//! [Parse URLs in no_std]: crate::_documentation::cookbook::types#parse-urls-in-no_std
//! [Parse mailto, urn, data and tel URIs]: crate::_documentation::cookbook::schemes#parse-mailto-urn-data-and-tel-uris
//! [Normalize URIs of a scheme of one's own]: crate::_documentation::cookbook::schemes#normalize-uris-of-a-scheme-of-ones-own
//! [IPv6 zone identifiers (fe80::1%eth0)]: crate::_documentation::cookbook::schemes#ipv6-zone-identifiers-fe801eth0
//! [Parse a part of a URL alone, such as a host or a port]: crate::_documentation::cookbook::schemes#parse-a-part-of-a-url-alone-such-as-a-host-or-a-port
//! [See the parse tree of a URL]: crate::_documentation::cookbook::schemes#see-the-parse-tree-of-a-url
//! [Change the grammar: accept more, or less]: crate::_documentation::cookbook::schemes#change-the-grammar-accept-more-or-less
#![doc = include_str!("../../docs/cookbook/README.md")]

#[cfg(any(not(doctest), feature = "psl"))]
#[doc = include_str!("../../docs/cookbook/read.md")]
pub mod read {}

#[cfg(any(not(doctest), feature = "template"))]
#[doc = include_str!("../../docs/cookbook/change.md")]
pub mod change {}

/// [the links of a page]: crate::_documentation::cookbook::text#extract-links-from-an-html-page
#[cfg(any(not(doctest), feature = "idna"))]
#[doc = include_str!("../../docs/cookbook/resolve.md")]
pub mod resolve {}

/// [`examples/fetcher.rs`]: https://github.com/urigram/urigram/blob/main/examples/fetcher.rs
/// [`examples/web_form.rs`]: https://github.com/urigram/urigram/blob/main/examples/web_form.rs
#[cfg(any(not(doctest), feature = "psl"))]
#[doc = include_str!("../../docs/cookbook/check.md")]
pub mod check {}

/// [resolve]: crate::_documentation::cookbook::resolve
#[cfg(any(not(doctest), all(feature = "html", feature = "idna", feature = "psl")))]
#[doc = include_str!("../../docs/cookbook/text.md")]
pub mod text {}

/// [The command line]: https://github.com/urigram/urigram/blob/main/docs/command/README.md
#[doc = include_str!("../../docs/cookbook/shell.md")]
pub mod shell {}

#[cfg(any(
    not(doctest),
    all(
        feature = "form",
        feature = "html",
        feature = "http",
        feature = "idna",
        feature = "serde",
        feature = "url"
    )
))]
/// [`examples/config_linter.rs`]: https://github.com/urigram/urigram/blob/main/examples/config_linter.rs
#[doc = include_str!("../../docs/cookbook/types.md")]
pub mod types {}

/// [grammar]: crate::_documentation::grammar
/// [`variants/strict-dns.pest`]: https://github.com/urigram/urigram/blob/main/variants/strict-dns.pest
#[cfg(any(not(doctest), feature = "tree"))]
#[doc = include_str!("../../docs/cookbook/schemes.md")]
pub mod schemes {}
