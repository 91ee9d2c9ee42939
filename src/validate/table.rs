//! The table of codes, with the names, severities and explanations of all findings.

use super::row::{Explained, Row, Severity, codes};

codes! {
    SchemeTypo "scheme-typo" Warning "RFC 3986, section 3.1" {
        summary: "The scheme is unknown, and one edit away from a well-known one",
        message: "`{found}` is not a known scheme",
        help: "is it meant to be `{detail}`?",
        why: "A URI with an unknown scheme is valid, so a typing error in the scheme is not a syntax error. Software that opens the \
              URI refuses it, or asks the system for an application. An edit inserts, removes or changes a letter, or swaps two.",
        example: "htp://example.com/",
        counterexample: "http://example.com/",
    }
    HostAsScheme "host-as-scheme" Warning "RFC 3986, section 4.5" {
        summary: "A host and a port are read as a scheme and a path",
        message: "`{found}` is read as the scheme, and the apparent port as the path",
        help: "if it is a host, write `//` or a scheme and `://` before it",
        why: "The text before the first colon is the scheme, if its characters are valid in a scheme. So a host with a port, but \
              without a scheme before it, is a URI whose scheme is the host.",
        example: "localhost:8080/path",
        counterexample: "//localhost:8080/path",
    }
    UrlPrefix "url-prefix" Warning "RFC 3986, Appendix C" {
        summary: "The prefix `URL:` is read as the scheme",
        message: "`{found}` is read as the scheme",
        help: "leave out `{found}:`",
        why: "RFC 1738 recommended the prefix `URL:` for URIs in text; Appendix C no longer does. It is not part of the URI, and \
              there is no scheme of this name.",
        example: "URL:http://example.com/",
        counterexample: "http://example.com/",
    }
    DriveLetter "drive-letter" Warning "RFC 8089, appendix E.2" {
        summary: "The letter of a drive is read as the scheme",
        message: "the letter of a drive, `{found}`, is read as the scheme",
        help: "the URI of a file on this drive begins with `file:///{found}:/`",
        why: "A path of Windows that is written with slashes is a valid URI whose scheme is one letter. No such scheme is registered.",
        example: "c:/windows/win.ini",
        counterexample: "file:///c:/windows/win.ini",
    }
    SuffixReference "suffix-reference" Warning "RFC 3986, section 4.5" {
        summary: "A host is read as a relative path, because neither a scheme nor `//` precedes it",
        message: "`{found}` is read as a relative path, although it looks like a host",
        help: "if it is a host, write `https://{found}`; if it is a file, write `./{found}`",
        why: "A reference that begins with neither a scheme nor `//` is relative to the base URI. People leave out both when they \
              type a web address, and software that expects this has to guess.",
        example: "www.example.com/path",
        counterexample: "images/www.example.com",
    }
    BareMailAddress "bare-mail-address" Warning "RFC 6068, section 2" {
        summary: "A mail address is read as a relative path, because neither a scheme nor `//` precedes it",
        message: "`{found}` is read as a relative path, although it looks like a mail address",
        help: "if it is a mail address, write `mailto:{found}`",
        why: "A reference without a scheme is relative to the base URI, so a link to it leads to a page of the same site.",
        example: "user@example.com",
        counterexample: "mailto:user@example.com",
    }
    MissingColon "missing-colon" Warning "RFC 3986, section 3.1" {
        summary: "A scheme without its colon is read as the first segment of a relative path",
        message: "`{found}` is read as the first segment of a relative path, because no `:` follows the scheme",
        help: "write `{detail}://`",
        why: "A name is a scheme only if a colon follows it. Without the colon, or with another character in its place, the \
              reference is relative to the base URI.",
        example: "http//example.com/",
        counterexample: "http/example.com/",
    }
    HiddenScheme "hidden-scheme" Warning "RFC 3986, section 7.3" {
        summary: "A relative reference becomes a URI when it is decoded",
        message: "`{found}` is read as a relative path, but decoded it begins with `{detail}:`",
        help: "if it is the name of a file, write `./` before it; otherwise write the scheme unencoded",
        developer: "refuse it: a program that decodes it before it splits it, or a page that shows it as HTML, turns it into another URI",
        why: "Software that decodes a reference before it uses the reference, or a page that decodes the character references of \
              HTML in it, turns it into a URI that a browser executes, or that leads to a file or another site. This check knows the \
              common schemes and those of scripts. It decodes percent-encoded octets and character references such as `&#106;` and \
              `&colon;`, even if they are encoded several times, and although a `#` begins a fragment.",
        example: "javascript%3Aalert(1)",
        counterexample: "./javascript%3Aalert(1)",
    }
    MissingAuthority "missing-authority" Error "RFC 3986, section 3.2" {
        summary: "The scheme requires an authority, but there is none",
        message: "`{scheme}` URIs have an authority, but this one has none",
        help: "write `{scheme}://`, then the host",
        why: "The specifications of schemes such as `http` require `//` and a host. Without them, parsers either reject the URI or \
              guess the host; see `whatwg-host`.",
        example: "http:example.com/path",
        counterexample: "http://example.com/path",
    }
    AuthorityNotAllowed "authority-not-allowed" Error "RFC 3986, section 1.1.1" {
        summary: "The URIs of the scheme have no authority, but there is one",
        message: "`{scheme}` URIs have no authority, but `//` begins one",
        help: "leave out the `//`",
        why: "After `//`, everything up to the next `/`, `?` or `#` is the authority. So the address of a `mailto` URI or the number \
              of a `tel` URI is not in the path, where software expects it.",
        example: "mailto://user@example.com",
        counterexample: "mailto:user@example.com",
    }
    EmptyUserinfo "empty-userinfo" Note "RFC 3986, section 3.2.1" {
        summary: "The userinfo is empty",
        message: "the userinfo is empty",
        help: "leave out the `@`",
        why: "Parsers differ on whether an empty userinfo is the same as none, so URIs that were meant to be equal may be compared \
              as different.",
        example: "ftp://@example.com/",
        counterexample: "ftp://example.com/",
    }
    PasswordInUserinfo "password-in-userinfo" Warning "RFC 3986, section 7.5" {
        summary: "The userinfo contains a password",
        message: "the userinfo contains a password",
        help: "leave it out: everyone who sees the URI, or a log or history with it, sees the password",
        developer: "refuse it, or hide the password wherever you store, log or show the URI, as `redacted` does",
        why: "Section 3.2.1 deprecates `user:password`, because URIs are shown, stored and sent in clear text. An empty password is \
              not reported.",
        example: "ftp://user:secret@example.com/",
        counterexample: "ftp://user:@example.com/",
    }
    DelimiterInPassword "delimiter-in-password" Warning "RFC 3986, section 3.2" {
        summary: "The password probably has a delimiter that ends it, so the host is a part of the password",
        message: "the password probably contains `@`, and a `/`, `?` or `#` that ends it: the host is `{detail}`",
        help: "in a password, `@` is written `%40`, `/` is written `%2F`, `?` is written `%3F`, and `#` is written `%23`",
        developer: "refuse it before you connect to the host, and show its author how a password is encoded",
        why: "The authority ends at the first `/`, `?` or `#`, and the userinfo at the first `@`. If a password contains \
              them unencoded, a part of it is the host to which the client connects, and another part is the path, the query \
              or the fragment. This check finds such a password if the host is a name without a dot, and a host with a dot \
              or a port, or `localhost`, follows a later `@`.",
        example: "postgres://user:p@ss#word@localhost:5432/db",
        counterexample: "postgres://user:p%40ss%23word@localhost:5432/db",
    }
    MisleadingUserinfo "misleading-userinfo" Warning "RFC 3986, section 7.6" {
        summary: "The userinfo looks like a host",
        message: "`{found}` in the userinfo looks like the host, but the host is `{detail}`",
        help: "leave out the userinfo if you want to go to `{detail}`; otherwise do not follow the reference",
        developer: "refuse it in URIs that others have written, or show the host alone",
        why: "People read a reference from left to right, and may take a trusted name before the `@` for the host. Attackers make \
              use of that. This check first decodes the userinfo, and replaces its characters by compatible ones. In `http` and `ws` \
              URIs, and without a scheme, each name with a dot looks like a host.",
        example: "ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm",
        counterexample: "ftp://breaking_news@cnn.example.com/top_story.htm",
    }
    UserinfoNotAllowed "userinfo-not-allowed" Warning "RFC 9110, section 4.2.4" {
        summary: "The URIs of the scheme must not be sent with a userinfo",
        message: "`{scheme}` URIs must not be sent with a userinfo",
        help: "leave out the userinfo and its `@`",
        developer: "refuse it in URIs that others have written; send credentials in the field `Authorization`",
        why: "RFC 9110 forbids senders to generate a userinfo in `http` and `https` URIs, and advises recipients to treat one from \
              an untrusted source as an error. RFC 6455 has no userinfo in `ws` and `wss` URIs.",
        example: "https://user@example.com/",
        counterexample: "ftp://user@example.com/",
    }
    EmptyHost "empty-host" Error "RFC 3986, section 3.2.2" {
        summary: "The scheme requires a host, but it is empty",
        message: "the host of this `{scheme}` URI is empty",
        help: "write the host after `{scheme}://`",
        why: "The generic syntax allows an empty host, but schemes such as `http` do not: RFC 9110, section 4.2.1, requires \
              recipients to reject the URI.",
        example: "http:///path",
        counterexample: "file:///path",
    }
    WhatwgHost "whatwg-host" Warning "WHATWG URL, section 4.4" {
        summary: "Browsers read another host than RFC 3986 does",
        message: "browsers may read `{detail}` as the host, although RFC 3986 does not",
        help: "if it is the host, write exactly `//` before it",
        developer: "refuse it in URIs that a browser follows, because the browser connects to another host",
        why: "After a scheme such as `http`, WHATWG URL parsers expect a host, and skip any number of slashes before it, even none. \
              The only exception is fewer than two slashes and a base URI with the same scheme, which make a relative reference. On \
              a web page, they also skip the slashes of a reference that begins with `///`. So a reference that was checked against \
              RFC 3986 leads to another host.",
        example: "///example.com/path",
        counterexample: "//example.com/path",
    }
    DoubledScheme "doubled-scheme" Warning "RFC 3986, section 3.2.2" {
        summary: "The host is the name of a scheme, because the beginning of the URI was written twice",
        message: "`{found}` is read as the host, although it looks like a second scheme",
        help: "leave out one of the two schemes",
        why: "When a URI is pasted into a field that already begins with `https://`, its own scheme becomes the host, and its host a \
              part of the path.",
        example: "https://http://example.com/",
        counterexample: "https://http.example.com/",
    }
    HostList "host-list" Note "RFC 3986, section 3.2.2" {
        summary: "The host is a list of hosts",
        message: "`{found}` is a list of hosts, but RFC 3986 reads it as one name",
        help: "write a URI for each host, unless a client of `{scheme}` is to read it: this is a connection string",
        developer: "give it to the client of `{scheme}` unchanged, and do not take its host and its port as the server's",
        why: "Clients of databases and queues read several servers with commas between. Such a connection string is no URI if a \
              host before the last has a port. Otherwise the grammar reads all of them as one name, which does not exist, with the \
              port of the last one. Reported for schemes whose clients read lists, as of November 2026.",
        example: "mongodb://a.example,b.example/",
        counterexample: "mongodb://a.example/",
    }
    Ipv4LikeHost "ipv4-like-host" Warning "RFC 3986, section 7.4" {
        summary: "Some parsers read the host as an IPv4 address",
        message: "some parsers read the host `{found}` as the IPv4 address {detail}",
        help: "{more}if the address is meant, write it as four decimal numbers without leading zeros",
        developer: "refuse it in URIs that others have written: some software connects to the address that the name is read as",
        why: "The function `inet_aton`, and the many programs that use it, accept one to four numbers, each of them decimal, octal \
              after `0`, or hexadecimal after `0x`. The last number fills the remaining bytes, and some programs truncate numbers \
              that are too large. By the syntax the host is a name, so checks of addresses ignore it.",
        example: "http://0x7f.1/",
        counterexample: "http://0x7f.example/",
    }
    NumericLastLabel "numeric-last-label" Warning "RFC 1123, section 2.1" {
        summary: "The last label of the host is a number, but the host is not an address",
        message: "the last label of the host, `{found}`, is a number",
        help: "a DNS name ends in a name such as `com`; an IPv4 address has four numbers from 0 to 255",
        why: "No top-level domain is a number, so that names and addresses can be told apart. WHATWG URL parsers reject such a host, \
              and others may read a part of it as an address.",
        example: "http://1.2.3.4.5/",
        counterexample: "http://1.2.3.4.example/",
    }
    NotGlobalAddress "not-global-address" Warning "RFC 6890, section 2.2" {
        summary: "The address of the host is not a globally reachable unicast address",
        message: "{detail}",
        help: "write a public host: this address may lead into a private network, or to this machine",
        developer: "refuse it if you fetch what others have written, and check the addresses that names resolve to, too",
        why: "The address is in a block of IANA's registries of special-purpose addresses that is not globally reachable, such as \
              those of private networks and of the local machine, or it is a multicast or unallocated address. An IPv4 address \
              inside an IPv6 address is checked too. A reference that others wrote may make a server attack its own network.",
        example: "http://10.0.0.1/",
        counterexample: "http://11.0.0.1/",
    }
    CloudMetadata "cloud-metadata" Warning "CWE-918" {
        summary: "The host is the metadata service of a cloud",
        message: "the host is the metadata service of {detail}",
        help: "write another host: this one answers a virtual machine alone, with its credentials",
        developer: "refuse it: requests to it may return the credentials of the machine that sends them",
        why: "Virtual machines get their configuration, including credentials, from a service at a fixed address or name. A server \
              that fetches such a reference for a stranger may give the credentials away.",
        example: "http://169.254.169.254/latest/meta-data/",
        counterexample: "http://203.0.114.254/latest/meta-data/",
    }
    LocalName "local-name" Warning "RFC 6761, section 6" {
        summary: "The name of the host is resolved on this machine or in its network only",
        message: "the name `{found}` has a meaning only on this machine or in its network ({detail})",
        help: "for others, write a name of the public DNS",
        developer: "refuse it if you fetch what others have written: it leads to this machine or into its network",
        why: "Names such as `localhost` and those below `local` or `internal` are reserved, so they refer to different hosts in \
              different places.",
        example: "http://localhost/",
        counterexample: "http://localhost.example/",
    }
    WildcardDns "wildcard-dns" Warning "CWE-918" {
        summary: "The name of the host leads to any address that it spells, or to this machine",
        message: "the name `{found}` is of a service that resolves each name to {detail}",
        help: "write the name of your own host, if others are to use the URI",
        developer: "resolve the name once, check the addresses, and connect to those; see `Policy::permits_all`",
        why: "Public services answer with the address in the name, or with 127.0.0.1, so that developers need no DNS of their \
              own. A server that fetches such a URI for a stranger connects to a machine of its own network. Anybody can make \
              such a name in a domain of his own, so a list of names is no protection: resolve the name once, check the addresses, \
              and connect to one of them. This check knows the common services as of November 2026.",
        example: "http://127.0.0.1.nip.io/",
        counterexample: "http://nip.example/",
    }
    SingleLabelHost "single-label-host" Note "RFC 3986, section 3.2.2" {
        summary: "The name of the host has a single label",
        message: "the host `{found}` is a name without a domain",
        help: "write the whole name, with its domain, as in `www.example.com`",
        developer: "refuse it if you fetch what others have written: the resolver adds the domains of its own network",
        why: "The resolver completes such a name from its own list of domains, so it refers to different hosts in different places.",
        example: "http://intranet/",
        counterexample: "http://intranet.example/",
    }
    PublicSuffix "public-suffix" Warning "RFC 3986, section 3.2.2" {
        summary: "The host is a public suffix, under which others register names",
        message: "the host `{found}` is a public suffix, under which others register names",
        help: "write the whole name, such as `example.{found}`",
        why: "Names such as `co.uk` belong to a registry, so a web address that ends there has usually lost its first \
              label, and an allowed host `.co.uk` allows everybody. Found for the suffixes of the Public Suffix List \
              that have more than one label, but not for those of private owners, such as `github.io`. Needs the feature \
              `psl`.",
        example: "http://co.uk/",
        counterexample: "http://example.co.uk/",
    }
    HostTrailingDot "host-trailing-dot" Note "RFC 3986, section 3.2.2" {
        summary: "The name of the host ends with a dot",
        message: "the host ends with a dot",
        help: "leave out the dot, unless it is needed to skip the list of local domains that resolvers try first",
        why: "The dot means that the name is complete. Servers, certificates and comparisons often treat the name with the dot as \
              another host.",
        example: "http://example.com./",
        counterexample: "http://example.com/",
    }
    HostEmptyLabel "host-empty-label" Error "RFC 1034, section 3.1" {
        summary: "A label of the host is empty",
        message: "a label of the host is empty",
        help: "write one dot between two labels, and none before the first",
        why: "Only the root of the DNS has an empty label, so the host cannot be resolved.",
        example: "http://www..example/",
        counterexample: "http://www.example/",
    }
    HostLabelLength "host-label-length" Error "RFC 1034, section 3.1" {
        summary: "A label of the host is longer than 63 characters",
        message: "a label of the host has {detail} bytes",
        help: "a label of a DNS name has at most 63",
        why: "The DNS stores the length of a label in six bits, so the host cannot be resolved.",
        example: "http://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.example/",
        counterexample: "http://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.example/",
    }
    HostLength "host-length" Error "RFC 1034, section 3.1" {
        summary: "The host is longer than 253 characters",
        message: "the host has {detail} bytes",
        help: "a DNS name has at most 253, not counting a dot at the end",
        why: "A name takes at most 255 bytes in the messages of the DNS, including the length of its first label and the root.",
        example: "http://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.\
                  aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.\
                  aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.\
                  aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.example/",
        counterexample: "http://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.\
                  aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.\
                  aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.\
                  aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.example/",
    }
    HostHyphen "host-hyphen" Warning "RFC 1123, section 2.1" {
        summary: "A label of the host begins or ends with a hyphen",
        message: "the label `{found}` begins or ends with a hyphen",
        help: "a label of a host name begins and ends with a letter or a digit",
        why: "Such a name is not a host name, and some resolvers refuse to look it up.",
        example: "http://-www.example/",
        counterexample: "http://w-ww.example/",
    }
    HostUnderscore "host-underscore" Note "RFC 1123, section 2.1" {
        summary: "A label of the host contains an underscore",
        message: "the host contains `_`",
        help: "a host name has letters, digits and hyphens; some resolvers and certificates refuse others",
        why: "Names with underscores exist in the DNS, for records of services, but they are not names of hosts.",
        example: "http://my_host.example/",
        counterexample: "http://my-host.example/",
    }
    HostCharacter "host-character" Warning "RFC 1123, section 2.1" {
        summary: "The host contains a character that no host name has",
        message: "the host contains `{found}`",
        help: "{more}a host name has letters, digits and hyphens, with a dot between labels",
        why: "The generic syntax allows characters such as `,` and `;` in a host, for names that are not of the DNS. The URIs of \
              this scheme have DNS names.",
        example: "http://example,com/",
        counterexample: "http://example.com/",
    }
    WildcardHost "wildcard-host" Warning "RFC 3986, section 3.2.2" {
        summary: "The host has a wildcard",
        message: "`*` is not a wildcard in a URI",
        help: "write one host",
        why: "The grammar allows `*` in a registered name, but no name of the DNS that a client could look up has one. Wildcards \
              belong to lists of allowed hosts, and to certificates.",
        example: "https://*.example.com/",
        counterexample: "https://www.example.com/",
    }
    HostBeyondAscii "host-beyond-ascii" Note "RFC 3987, section 3.1" {
        summary: "The host has characters beyond ASCII",
        message: "the host `{found}` is not in its DNS form",
        help: "write the DNS form, in which labels beyond ASCII begin with `xn--`",
        why: "A name beyond ASCII is converted before it is looked up, by rules that change with the versions of Unicode and differ \
              between programs. Only the DNS form shows a check which host is looked up.",
        example: "http://b\u{FC}cher.example/",
        counterexample: "http://xn--bcher-kva.example/",
    }
    PercentEncodedHost "percent-encoded-host" Warning "RFC 3986, section 3.2.2" {
        summary: "The host is percent-encoded",
        message: "the host is percent-encoded",
        help: "decoded it is `{detail}`; a name of the DNS is written without percent-encoding",
        developer: "refuse it, or decode and check the host again: programs differ in whether they decode it",
        why: "Some parsers decode the host and some do not, so a check may see another host than the connection. A name beyond ASCII \
              is written with `xn--`, which every resolver understands.",
        example: "http://ex%61mple.com/",
        counterexample: "http://example.com/ex%61mple",
    }
    InvalidPunycode "invalid-punycode" Warning "RFC 5891, section 5.4" {
        summary: "A label that begins with `xn--` cannot be decoded to a name",
        message: "the label `{found}` begins with `xn--`, but the rest cannot be decoded to a name",
        help: "copy the name again: letters or digits are missing or changed",
        why: "Such a label represents a label with characters beyond ASCII, encoded with Punycode (RFC 3492). Software that decodes \
              the label rejects it if that fails.",
        example: "http://xn--bcher-kv!.example/",
        counterexample: "http://xn--bcher-kva.example/",
    }
    MixedScripts "mixed-scripts" Warning "UTS 39, section 5" {
        summary: "A label of the host mixes scripts",
        message: "the label `{found}` mixes letters of {detail}",
        help: "letters of different scripts may look the same: compare the name with that of the intended site",
        developer: "show the DNS form of the host, in which such labels begin with `xn--`",
        why: "A label may mix Latin with Chinese, Japanese or Korean letters, as names in these languages do. Any other mixture is \
              more likely to be an imitation of another name. Scripts are told apart by the blocks of Unicode.",
        example: "http://p\u{0430}ypal.example/",
        counterexample: "http://\u{043F}\u{0440}\u{0438}\u{043C}\u{0435}\u{0440}.example/",
    }
    ConfusableLabel "confusable-label" Warning "UTS 39, section 4" {
        summary: "A label of the host looks like a label of Latin letters",
        message: "the label `{found}` looks like `{detail}`, but has other letters",
        help: "compare the name with that of the intended site",
        developer: "show the DNS form of the host, in which such labels begin with `xn--`",
        why: "Some letters of other scripts look like Latin ones. A label of only such letters, in a domain that is written in \
              ASCII, is more likely to be an imitation than a word. An `xn--` label is decoded before the comparison.",
        example: "http://\u{0430}\u{0441}\u{0435}.example/",
        counterexample: "http://\u{0430}\u{0441}\u{0435}.\u{0440}\u{0444}/",
    }
    MappedCharacter "mapped-character" Warning "UTS 46, section 4" {
        summary: "A character of the host becomes another one in ASCII, or nothing, in its DNS form",
        message: "`{found}` becomes {detail} when the host is converted to its DNS form",
        help: "write the intended characters in ASCII",
        developer: "convert the host to its DNS form before you compare, check or store it",
        why: "Before a name beyond ASCII is looked up, its characters are mapped to compatible ones, so full-width letters become \
              ASCII, and invisible characters are removed. The result may be another host, an address, or a name of this machine.",
        example: "http://example\u{FF0E}com/",
        counterexample: "http://example\u{00B7}com/",
    }
    DeviationCharacter "deviation-character" Warning "UTS 46, section 1.3.2" {
        summary: "The DNS form of a character of the host depends on the revision of IDNA",
        message: "clients look up different hosts for `{found}`: they follow IDNA 2003 or IDNA 2008",
        help: "write the intended host in its DNS form: with `xn--` by IDNA 2008, or as ASCII by IDNA 2003",
        developer: "refuse it if you compare hosts with a list: programs differ in the host that they connect to",
        why: "By IDNA 2003, `\u{DF}` and `\u{1E9E}` are looked up as `ss`, the final sigma as `\u{3C3}`, and joiners are removed. \
              IDNA 2008 keeps these characters, and converts `\u{1E9E}` to `\u{DF}`. So two clients may go to different hosts.",
        example: "http://fa\u{DF}.example/",
        counterexample: "http://xn--fa-hia.example/",
    }
    EmptyPort "empty-port" Note "RFC 3986, section 3.2.3" {
        summary: "The port is empty",
        message: "the port is empty",
        help: "leave out the `:`",
        why: "An empty port is the same as none, and producers should omit the `:` (section 3.2.3).",
        example: "http://example.com:/",
        counterexample: "http://example.com/",
    }
    PortZero "port-zero" Warning "RFC 6335, section 6" {
        summary: "The port is 0",
        message: "port 0 is reserved, and no service has it",
        help: "leave out the port, or write the port of the service",
        why: "No service can be reached at port 0. Some systems replace it by any free port.",
        example: "http://example.com:0/",
        counterexample: "http://example.com:8080/",
    }
    PortTooLarge "port-too-large" Error "RFC 9293, section 3.1" {
        summary: "The port is greater than 65535",
        message: "port {found} is greater than 65535",
        help: "leave out the port, or write the port of the service: TCP has no port above 65535",
        why: "The generic syntax allows any number of digits, but a port of TCP has 16 bits. Software that keeps only 16 bits of the \
              number connects to another port.",
        example: "http://example.com:65536/",
        counterexample: "http://example.com:65535/",
    }
    PortLeadingZeros "port-leading-zeros" Note "RFC 3986, section 3.2.3" {
        summary: "The port has leading zeros",
        message: "port {found} has leading zeros",
        help: "write it as {detail}",
        why: "The zeros change the text of the URI, but not the port, so comparisons may fail.",
        example: "http://example.com:08080/",
        counterexample: "http://example.com:8080/",
    }
    DefaultPort "default-port" Note "RFC 3986, section 3.2.3" {
        summary: "The port is the default port of the scheme",
        message: "port {found} is the default port of `{scheme}`",
        help: "leave out the port and its `:`",
        why: "Producers should omit a default port (section 3.2.3), so that equal URIs have the same text.",
        example: "http://example.com:80/",
        counterexample: "https://example.com:8080/",
    }
    ForeignPort "foreign-port" Warning "RFC 3986, section 7.2" {
        summary: "The port is a well-known port, but not that of the scheme",
        message: "port {found} is a well-known port, but `{scheme}` uses port {detail}",
        help: "check the port: a service of another protocol may listen there",
        developer: "refuse it if you fetch what others have written: the service may take the request for commands",
        why: "A port up to 1023 that is not the default of the scheme belongs to another service. Percent-encoded data in a request \
              may contain commands that this service understands.",
        example: "http://example.com:25/",
        counterexample: "http://example.com:8025/",
    }
    MissingQuestionMark "missing-question-mark" Warning "RFC 3986, section 3.4" {
        summary: "The path has a pair of a query, but no `?` begins the query",
        message: "`{found}` is part of the path, because no `?` begins a query before it",
        help: "begin the query with `?`, and separate its pairs with `&`",
        why: "Only `?` begins a query. Without it, the pairs are part of the path, where the server does not expect them.",
        example: "http://example.com/search&q=uri",
        counterexample: "http://example.com/search?q=uri&n=1",
    }
    SecondQuestionMark "second-question-mark" Note "RFC 3986, section 3.4" {
        summary: "A second `?` is before a pair of the query",
        message: "the second `?` is part of a value of the query",
        help: "separate pairs with `&`, and write `%3F` for a `?` in a value",
        why: "Only the first `?` begins the query. A later one is data, so the pair after it is part of the value before it, \
              although the server probably expects two pairs.",
        example: "http://example.com/search?q=uri?n=1",
        counterexample: "http://example.com/search?q=uri&n=1",
    }
    TrailingPunctuation "trailing-punctuation" Note "RFC 3986, Appendix C" {
        summary: "The URI ends with a comma or a semicolon",
        message: "the URI ends with `{found}`, which may belong to the text around it",
        help: "leave it out if it belongs to a sentence or a list",
        why: "A comma and a semicolon are valid at the end of a path, a query or a fragment, but few URIs end with one, and \
              many are copied from a sentence or a list.",
        example: "http://example.com/path,",
        counterexample: "http://example.com/path",
    }
    DotSegment "dot-segment" Warning "RFC 3986, section 6.2.2.3" {
        summary: "The path of a URI has a dot segment",
        message: "the path of a URI contains the segment `{found}`",
        help: "dot segments are for relative references: write the path that results from them",
        developer: "resolve or normalize the URI before you check its path",
        why: "Resolution and normalization remove dot segments, but some software does not, so a check of the path may see another \
              path than the server.",
        example: "http://example.com/a/../b",
        counterexample: "../b",
    }
    EncodedDotSegment "encoded-dot-segment" Warning "RFC 3986, section 6.2.2.3" {
        summary: "The path has a dot segment that is percent-encoded",
        message: "the segment `{found}` is a dot segment when it is decoded",
        help: "write it as a dot segment if it is one; no name of a file can be `.` or `..`",
        developer: "normalize the URI before you check its path, and never decode the path before it is split",
        why: "`%2E` is the same as `.` (section 6.2.2.2). Browsers and file systems follow such a segment upwards, even if a check \
              that compares the text has accepted it.",
        example: "http://example.com/a/%2e%2e/b",
        counterexample: "http://example.com/a/%2e%2eb",
    }
    EncodedNul "encoded-nul" Warning "RFC 3986, section 7.3" {
        summary: "The octet 0 is percent-encoded",
        message: "the {component} contains the octet 0, percent-encoded",
        help: "remove it",
        developer: "refuse it: decoded, it ends the string in some programs",
        why: "Strings in C end at the octet 0, so software may lose everything after it. A check of the end of a name then sees \
              another name than the system.",
        example: "http://example.com/a%00.png",
        counterexample: "http://example.com/a%20.png",
    }
    EncodedLineBreak "encoded-line-break" Warning "RFC 3986, section 7.3" {
        summary: "A line break is percent-encoded",
        message: "the {component} contains a line break, percent-encoded",
        help: "remove it, unless the {component} is meant to have several lines",
        developer: "refuse it: decoded, it may begin another header field or another line of a log",
        why: "If the decoded data become a part of a header field or a command, the line break ends the line, and the text after it \
              is read as the next line. For a query, `line-break-in-query` is reported instead, except in `mailto` URIs, where only \
              the body may have line breaks.",
        example: "http://example.com/%0D%0ASet-Cookie:a=b",
        counterexample: "http://example.com/%20Set-Cookie:a=b",
    }
    LineBreakInQuery "line-break-in-query" Warning "RFC 3986, section 7.3" {
        summary: "A line break is percent-encoded in the query",
        message: "the query contains a line break, percent-encoded",
        help: "remove it, unless the query is meant to have several lines",
        developer: "refuse it unless the value may have several lines, and never write it decoded into a header field",
        why: "Text of several lines is usual in a query, as in links that share a text. If the decoded data become a part of a \
              header field or a command, the text after the line break is read as the next line.",
        example: "http://example.com/?to=%0D%0ASet-Cookie:a=b",
        counterexample: "http://example.com/?to=%20Set-Cookie:a=b",
    }
    EncodedControl "encoded-control" Note "RFC 3986, section 7.3" {
        summary: "A control character is percent-encoded",
        message: "the {component} contains the control character `{found}`, percent-encoded",
        help: "remove it, unless it is intended",
        developer: "escape it wherever you show the decoded text",
        why: "Control characters are invisible, and may command a terminal that shows the decoded data.",
        example: "http://example.com/%1B",
        counterexample: "http://example.com/%7B",
    }
    EncodedDelimiter "encoded-delimiter" Warning "RFC 3986, section 7.3" {
        summary: "A delimiter is percent-encoded where it would end or split a component",
        message: "`{found}` is a percent-encoded delimiter in the {component}",
        help: "if it is a delimiter, write it unencoded; if it is data, nothing need be done",
        developer: "split the reference first, and decode its components afterwards, once",
        why: "A percent-encoded delimiter is data. Software that decodes a reference before it splits the reference reads it as a \
              delimiter, and finds other components. Queries and fragments are not checked, because these delimiters do not end \
              them.",
        example: "http://example.com/a%2Fb",
        counterexample: "http://example.com/?a%2Fb",
    }
    EncodedUnreserved "encoded-unreserved" Note "RFC 3986, section 6.2.2.2" {
        summary: "A character is percent-encoded although it need not be",
        message: "`{found}` in the {component} need not be percent-encoded",
        help: "write the character itself, as normalization does",
        why: "Letters, digits, `-`, `.`, `_` and `~` mean the same encoded and unencoded. Encoding them hides words from readers and \
              from checks that compare text.",
        example: "http://example.com/%7Euser",
        counterexample: "http://example.com/~user",
    }
    DoubleEncoding "double-encoding" Warning "RFC 3986, section 2.4" {
        summary: "Data are percent-encoded twice",
        message: "`{found}` in the {component} is percent-encoded twice",
        help: "encode data once; if `%` is data there, decode once only",
        developer: "decode once, after the reference is split",
        why: "`%25` is a `%`, and the decoded text again contains a percent-encoded octet. The author may have encoded data twice by \
              mistake. Software that decodes twice finds data that a check after the first decoding did not see.",
        example: "http://example.com/a%2520b",
        counterexample: "http://example.com/100%25",
    }
    EncodedNotUtf8 "encoded-not-utf8" Warning "RFC 3986, section 2.5" {
        summary: "Percent-encoded octets are not UTF-8",
        message: "the octets `{found}` in the {component} are not UTF-8",
        help: "encode the characters in UTF-8, as in `%C3%A9` for `é`",
        why: "New schemes encode text in UTF-8, and a host must be UTF-8 (section 3.2.2). Older encodings of text differ by country, \
              and some software decodes invalid or overlong UTF-8 that other software rejects.",
        example: "http://example.com/caf%E9",
        counterexample: "http://example.com/caf%C3%A9",
    }
    BidiControl "bidi-control" Warning "RFC 3987, section 4.1" {
        summary: "A component of an IRI has a bidirectional formatting character",
        message: "the {component} contains a bidirectional formatting character",
        help: "remove it, or percent-encode it if it is data",
        developer: "show it percent-encoded",
        why: "RFC 3987 forbids these characters in an IRI, although its grammar accepts them: they are invisible, and change the \
              order in which the characters around them are shown, so that people read another IRI. In a host, `mapped-character` is \
              reported instead.",
        example: "http://example.com/\u{202E}gpj.exe",
        counterexample: "http://example.com/%E2%80%AEgpj.exe",
    }
    QueryNotAllowed "query-not-allowed" Warning "RFC 3986, section 1.1.1" {
        summary: "The URIs of the scheme have no query, but there is one",
        message: "`{scheme}` URIs have no query, but `?` begins one",
        help: "if the `?` is data, write it as `%3F`",
        why: "RFC 8089 for `file`, RFC 1738 for `ftp` and RFC 3966 for `tel` define no query, so programs ignore it or differ in its \
              meaning. A common cause is a `?` in the name of a file.",
        example: "file:///docs/why?.txt",
        counterexample: "file:///docs/why%3F.txt",
    }
    FragmentNotAllowed "fragment-not-allowed" Error "RFC 6455, section 3" {
        summary: "The URIs of the scheme must not have a fragment, but there is one",
        message: "`{scheme}` URIs must not have a fragment",
        help: "leave out the fragment and its `#`; write `%23` for a `#` that is data",
        why: "RFC 6455 forbids fragments in the URIs of WebSockets.",
        example: "wss://example.com/chat#room",
        counterexample: "wss://example.com/chat%23room",
    }
    FileHost "file-host" Warning "RFC 8089, section 2" {
        summary: "The host of a `file` URI is probably the first part of a path",
        message: "the file is on the host `{found}`, not on this machine",
        help: "for a file on this machine, write three slashes: `file:///`",
        why: "The host is between the second and the third slash. If only two slashes are written, the first directory of the path \
              is the host, and some systems search for the file in the network. Reported for the directories in the \
              root of Unix and macOS, and for a host without a share: on Windows, `file://server/share/a` is the file \
              `\\\\server\\share\\a`.",
        example: "file://etc/hosts",
        counterexample: "file:///etc/hosts",
    }
    FileAuthority "file-authority" Error "RFC 8089, section 2" {
        summary: "The authority of a `file` URI has more than a host",
        message: "the authority of a `file` URI is a host, and has no {component}",
        help: "leave it out; the letter of a drive is part of the path, as in `file:///c:/`",
        why: "RFC 8089 has neither a userinfo nor a port in a `file` URI. With two slashes, the letter of a drive is read as a host, \
              and its colon as the beginning of a port.",
        example: "file://c:/windows",
        counterexample: "file:///c:/windows",
    }
    FileDrive "file-drive" Warning "RFC 8089, appendix E.2" {
        summary: "The path of a `file` URI begins with the letter of a drive, without `/` before it",
        message: "the path begins with the letter of a drive, and not with `/`",
        help: "write `file:///{found}`",
        developer: "read it as the path on the drive: appendix E.2 allows this form, which some programs write",
        why: "The grammar of RFC 8089 requires an absolute path. Appendix E.2 extends it by paths that begin with the letter of a \
              drive, which programs for Windows read and other programs may not.",
        example: "file:c:/windows",
        counterexample: "file:///c:/windows",
    }
    FilePath "file-path" Error "RFC 8089, section 2" {
        summary: "The path of a `file` URI is not absolute",
        message: "the path of a `file` URI begins with `/`, but this one does not",
        help: "write `file:///` and the whole path; a relative reference has no scheme",
        why: "RFC 8089 requires an absolute path, because a `file` URI with a relative path would depend on the current directory of \
              whoever opens it.",
        example: "file:notes.txt",
        counterexample: "file:/notes.txt",
    }
    FtpType "ftp-type" Error "RFC 1738, section 3.2.2" {
        summary: "The type code of an `ftp` URI is not one of `a`, `i` and `d`",
        message: "`{found}` is not a type code of `ftp`",
        help: "write `;type=a` for text, `;type=i` for other files or `;type=d` for a directory",
        why: "RFC 1738 defines these three codes, which select the mode of the transfer.",
        example: "ftp://example.com/a;type=x",
        counterexample: "ftp://example.com/a;type=i",
    }
    MailtoSyntax "mailto-syntax" Error "RFC 6068, section 2" {
        summary: "A `mailto` URI violates RFC 6068",
        message: "{detail}",
        help: "{more}",
        why: "The path is a list of addresses, such as `user@example.com`, with commas between, and the query a list of header \
              fields `name=value`, with `&` between. Other characters are percent-encoded.",
        example: "mailto:user",
        counterexample: "mailto:user@example.com",
    }
    TelSyntax "tel-syntax" Error "RFC 3966, section 3" {
        summary: "A `tel` URI violates RFC 3966",
        message: "{detail}",
        help: "{more}",
        why: "The number is either global, with `+` and the country code before it, or local, with a parameter `phone-context`, \
              which names the area where it is valid. It may contain `-`, `.`, `(` and `)`, but no spaces.",
        example: "tel:5550123",
        counterexample: "tel:+1-201-555-0123",
    }
    UrnSyntax "urn-syntax" Error "RFC 8141, section 2" {
        summary: "A `urn` URI violates RFC 8141",
        message: "{detail}",
        help: "{more}",
        why: "A URN is `urn:`, a namespace of 2 to 32 letters, digits and hyphens, a `:`, and a name in the namespace. A query \
              begins with `?+` or `?=`.",
        example: "urn:isbn",
        counterexample: "urn:isbn:0451450523",
    }
    LdapSyntax "ldap-syntax" Error "RFC 4516, section 2" {
        summary: "An `ldap` URI violates RFC 4516",
        message: "{detail}",
        help: "{more}",
        why: "The query has up to four fields with `?` between: attributes, scope, filter and extensions. The scope is empty or one \
              of `base`, `one` and `sub`.",
        example: "ldap://example.com/dc=example?cn?all",
        counterexample: "ldap://example.com/dc=example?cn?sub",
    }
    DataSyntax "data-syntax" Error "RFC 2397, section 3" {
        summary: "A `data` URI violates RFC 2397",
        message: "{detail}",
        help: "{more}",
        why: "The data begin after the first comma. Before it are the media type and, for binary data, `;base64`.",
        example: "data:text/plain",
        counterexample: "data:text/plain,",
    }
    FormRefused "form-refused" Error "RFC 3986, section 4.2" {
        summary: "The policy does not allow this form of reference",
        message: "{detail}; allowed: {more}",
        help: "write a reference of an allowed form: {more}",
        why: "A reference is a URI or one of the relative references, which mean something only together with a base URI. Found \
              under a policy with a list of forms, such as `fetch`.",
        example: "/latest/meta-data/",
        counterexample: "https://example.com/latest/meta-data/",
    }
    SchemeRefused "scheme-refused" Error "RFC 3986, section 7.6" {
        summary: "The policy does not allow the scheme, or requires one",
        message: "{detail}; allowed: {more}",
        help: "write a scheme that is allowed: {more}",
        why: "The scheme decides what software does with a URI. Found under a policy with a list of schemes, such as `fetch`. A \
              reference without a scheme passes only if the policy lists its form.",
        example: "gopher://example.com/",
        counterexample: "https://example.com/",
    }
    HostRefused "host-refused" Error "RFC 3986, section 3.2.2" {
        summary: "The policy does not allow the host, or requires one",
        message: "{detail}; allowed: {more}",
        help: "write a URI whose host is allowed",
        why: "Found under a policy with a list of hosts, such as `redirect`. Names are compared after percent-decoding, ignoring \
              case and a dot at the end, and IP addresses are compared as addresses. A reference without a host passes only if it is \
              relative, and the policy lists its form.",
        example: "https://example.com.evil.example/",
        counterexample: "/example.com.evil.example/",
    }
    SiteRefused "site-refused" Error "RFC 3986, section 3.2.2" {
        summary: "The reference is not of the site that the policy requires",
        message: "{detail}; allowed: the site {more}",
        help: "write a URI of the site {more}",
        why: "Found under a policy with a site, as with `same_site`. A site is a scheme and a registrable domain, such as \
              `example.co.uk`; see `public-suffix`. A reference without a host passes only if it is relative, and the \
              policy allows its form by name.",
        example: "https://other.co.uk/",
        counterexample: "https://www.example.co.uk/",
    }
    NetworkRefused "network-refused" Error "RFC 4632, section 3.1" {
        summary: "The address of the host is in a network that the policy refuses",
        message: "the address {detail} is in the network {more}, which is refused",
        help: "write a URI with another host",
        why: "Found under a policy that refuses networks, as with `refuse_network`. If several networks contain the address, the \
              longest prefix decides. A name may be resolved to such an address later, which only the connector can refuse.",
        example: "http://198.51.100.7/",
        counterexample: "http://203.0.113.7/",
    }
    PortRefused "port-refused" Error "RFC 3986, section 7.2" {
        summary: "The policy does not allow the port",
        message: "{detail}; allowed: {more}",
        help: "write a port that is allowed, or none if the default port of the scheme is allowed",
        why: "Found under a policy with a list of ports, such as `fetch`. If a URI has no port, the list must contain the default \
              port of its scheme.",
        example: "https://example.com:6379/",
        counterexample: "https://example.com:8443/",
    }
    UserinfoRefused "userinfo-refused" Error "RFC 3986, section 7.6" {
        summary: "The policy refuses any userinfo",
        message: "there is a userinfo, but none is allowed",
        help: "leave out the userinfo and its `@`",
        why: "Found under a policy such as `fetch`. Names and passwords do not belong in a URI that others wrote, and a userinfo may \
              be taken for the host.",
        example: "https://user@example.com/",
        counterexample: "https://example.com/user@",
    }
    TooLong "too-long" Error "RFC 9110, section 4.1" {
        summary: "The reference is longer than the policy allows",
        message: "the reference has {detail} bytes, but at most {more} are allowed",
        help: "shorten it to {more} bytes",
        why: "Found under a policy with a maximum length, as with `max_length`; `identifier` allows 2048 bytes. Columns of \
              databases, servers and browsers have limits of their own, and some truncate longer references.",
        example: "https://example.com/a/reference/of/fifty-six/bytes/is/it",
        counterexample: "https://example.com/a/short/one",
    }
    ComponentMissing "component-missing" Error "RFC 3986, section 5.3" {
        summary: "A component that the policy requires is missing",
        message: "there is no {component}, and one is required",
        help: "write the {component}",
        why: "Found under a policy that requires components, as `fetch` does. An empty component counts as missing.",
        example: "urn:example:a",
        counterexample: "https://example.com/a",
    }
    PathNotPlain "path-not-plain" Error "RFC 3986, section 3.3" {
        summary: "The path has a segment that other software may read as something else",
        message: "the path has {detail}",
        help: "{more}",
        why: "Found under a policy such as `redirect`. Software that normalizes or decodes the path may find another path, or a \
              host, in it. This check finds empty segments, dot segments, even with parameters, data that are encoded twice, \
              characters that are invisible or look like a delimiter, and slashes, backslashes, dots and control characters that are \
              percent-encoded or written as character references.",
        example: "/a//example.com",
        counterexample: "/a/example.com/",
    }
    NotNormalized "not-normalized" Error "RFC 3986, section 6.2.3" {
        summary: "The reference is not in its normal form",
        message: "the {component} is not in normal form",
        help: "normalize it first, including the rules of its scheme",
        why: "Found under a policy such as `identifier`. Two equivalent URIs are equal as strings only if both are normalized: in \
              case, percent-encoding, dot segments, default ports and by the rules of the scheme.",
        example: "HTTP://example.com/",
        counterexample: "http://example.com/",
    }
}
