/* Section 3: components, and the component that is reported for a rejected text. */
#include "check.h"

/* A text, and its components: NULL for an undefined one. */
struct example {
    const char *text;
    const char *part[8];
    urigram_host_kind host_kind;
    urigram_path_kind path_kind;
};

static const struct example examples[] = {
    /* Section 1.1.2. */
    {"ftp://ftp.is.co.za/rfc/rfc1808.txt",
     {"ftp", "ftp.is.co.za", NULL, "ftp.is.co.za", NULL, "/rfc/rfc1808.txt", NULL, NULL},
     URIGRAM_HOST_KIND_REG_NAME, URIGRAM_PATH_KIND_ABEMPTY},
    {"http://www.ietf.org/rfc/rfc2396.txt",
     {"http", "www.ietf.org", NULL, "www.ietf.org", NULL, "/rfc/rfc2396.txt", NULL, NULL},
     URIGRAM_HOST_KIND_REG_NAME, URIGRAM_PATH_KIND_ABEMPTY},
    {"ldap://[2001:db8::7]/c=GB?objectClass?one",
     {"ldap", "[2001:db8::7]", NULL, "[2001:db8::7]", NULL, "/c=GB", "objectClass?one", NULL},
     URIGRAM_HOST_KIND_IPV6, URIGRAM_PATH_KIND_ABEMPTY},
    {"mailto:John.Doe@example.com",
     {"mailto", NULL, NULL, NULL, NULL, "John.Doe@example.com", NULL, NULL},
     URIGRAM_HOST_KIND_NONE, URIGRAM_PATH_KIND_ROOTLESS},
    {"news:comp.infosystems.www.servers.unix",
     {"news", NULL, NULL, NULL, NULL, "comp.infosystems.www.servers.unix", NULL, NULL},
     URIGRAM_HOST_KIND_NONE, URIGRAM_PATH_KIND_ROOTLESS},
    {"tel:+1-816-555-1212",
     {"tel", NULL, NULL, NULL, NULL, "+1-816-555-1212", NULL, NULL},
     URIGRAM_HOST_KIND_NONE, URIGRAM_PATH_KIND_ROOTLESS},
    {"telnet://192.0.2.16:80/",
     {"telnet", "192.0.2.16:80", NULL, "192.0.2.16", "80", "/", NULL, NULL},
     URIGRAM_HOST_KIND_IPV4, URIGRAM_PATH_KIND_ABEMPTY},
    {"urn:oasis:names:specification:docbook:dtd:xml:4.1.2",
     {"urn", NULL, NULL, NULL, NULL, "oasis:names:specification:docbook:dtd:xml:4.1.2", NULL, NULL},
     URIGRAM_HOST_KIND_NONE, URIGRAM_PATH_KIND_ROOTLESS},
    /* Section 3, with a userinfo. */
    {"foo://user@example.com:8042/over/there?name=ferret#nose",
     {"foo", "user@example.com:8042", "user", "example.com", "8042", "/over/there", "name=ferret", "nose"},
     URIGRAM_HOST_KIND_REG_NAME, URIGRAM_PATH_KIND_ABEMPTY},
    /* Section 3.2.2: what is left of the kinds of host. */
    {"//[v7.x:y]", {NULL, "[v7.x:y]", NULL, "[v7.x:y]", NULL, "", NULL, NULL},
     URIGRAM_HOST_KIND_IPVFUTURE, URIGRAM_PATH_KIND_ABEMPTY},
    {"//127.0.0.001", {NULL, "127.0.0.001", NULL, "127.0.0.001", NULL, "", NULL, NULL},
     URIGRAM_HOST_KIND_REG_NAME, URIGRAM_PATH_KIND_ABEMPTY},
    /* Section 3.3: what is left of the kinds of path. */
    {"/a", {NULL, NULL, NULL, NULL, NULL, "/a", NULL, NULL},
     URIGRAM_HOST_KIND_NONE, URIGRAM_PATH_KIND_ABSOLUTE},
    {"../a", {NULL, NULL, NULL, NULL, NULL, "../a", NULL, NULL},
     URIGRAM_HOST_KIND_NONE, URIGRAM_PATH_KIND_NOSCHEME},
    /* Section 5.3: empty is not undefined. */
    {"", {NULL, NULL, NULL, NULL, NULL, "", NULL, NULL},
     URIGRAM_HOST_KIND_NONE, URIGRAM_PATH_KIND_EMPTY},
    {"//@:?#", {NULL, "@:", "", "", "", "", "", ""},
     URIGRAM_HOST_KIND_REG_NAME, URIGRAM_PATH_KIND_ABEMPTY},
    {"file:///a", {"file", "", NULL, "", NULL, "/a", NULL, NULL},
     URIGRAM_HOST_KIND_REG_NAME, URIGRAM_PATH_KIND_ABEMPTY},
};

/* Whether the part is the expected text within `text`, or undefined if there is none. */
static int is_part(urigram_str part, const char *expected, const char *text) {
    if (expected == NULL || part.data == NULL)
        return expected == NULL && part.data == NULL && part.len == 0;
    return part.len == strlen(expected) && memcmp(part.data, expected, part.len) == 0 && part.data >= text &&
           part.data + part.len <= text + strlen(text);
}

static void components(const struct example *example) {
    urigram_components found;
    uint32_t part;
    check_case = example->text;
    CHECK_STATUS(urigram_parse(example->text, strlen(example->text), URIGRAM_RULE_URI_REFERENCE, &found, NULL),
                 URIGRAM_STATUS_OK);
    CHECK(is_part(found.scheme, example->part[0], example->text));
    CHECK(is_part(found.authority, example->part[1], example->text));
    CHECK(is_part(found.userinfo, example->part[2], example->text));
    CHECK(is_part(found.host, example->part[3], example->text));
    CHECK(is_part(found.port, example->part[4], example->text));
    CHECK(is_part(found.path, example->part[5], example->text));
    CHECK(is_part(found.query, example->part[6], example->text));
    CHECK(is_part(found.fragment, example->part[7], example->text));
    CHECK(found.host_kind == example->host_kind);
    CHECK(found.path_kind == example->path_kind);
    for (part = 0; part < 8; part++)
        CHECK(is_part(urigram_components_get(&found, URIGRAM_COMPONENT_SCHEME + part), example->part[part],
                      example->text));
}

/* A text, the rule that rejects it, and the error. */
struct fault {
    const char *text;
    uint32_t rule;
    urigram_component component;
    size_t offset;
    int32_t found;
    const char *message, *help;
};

static const struct fault faults[] = {
    {"http://exa mple.com/", URIGRAM_RULE_URI_REFERENCE, URIGRAM_COMPONENT_HOST, 10, ' ',
     "unexpected ' ' in the host at byte 10", "remove the space from the host"},
    {"http://h:8a/", URIGRAM_RULE_URI_REFERENCE, URIGRAM_COMPONENT_PORT, 10, 'a',
     "unexpected 'a' in the port at byte 10", NULL},
    {"http://[1::2::3]", URIGRAM_RULE_URI_REFERENCE, URIGRAM_COMPONENT_HOST, 13, ':',
     "unexpected ':' in the host at byte 13", NULL},
    {"http://[::1", URIGRAM_RULE_URI_REFERENCE, URIGRAM_COMPONENT_HOST, 11, -1,
     "the host ends too early at byte 11", NULL},
    {"http://a/%6G", URIGRAM_RULE_URI_REFERENCE, URIGRAM_COMPONENT_PATH, 11, 'G',
     "incomplete percent-encoding in the path at byte 11", NULL},
    {"ht tp://x", URIGRAM_RULE_URI_REFERENCE, URIGRAM_COMPONENT_SCHEME, 2, ' ',
     "unexpected ' ' in the scheme at byte 2", NULL},
    {"//a@b@c", URIGRAM_RULE_URI_REFERENCE, URIGRAM_COMPONENT_HOST, 5, '@',
     "unexpected '@' in the host at byte 5", NULL},
    {"//a b@c", URIGRAM_RULE_URI_REFERENCE, URIGRAM_COMPONENT_USERINFO, 3, ' ',
     "unexpected ' ' in the userinfo at byte 3", NULL},
    {"?\\", URIGRAM_RULE_URI_REFERENCE, URIGRAM_COMPONENT_QUERY, 1, '\\',
     "unexpected '\\' in the query at byte 1", NULL},
    {"#a#", URIGRAM_RULE_URI_REFERENCE, URIGRAM_COMPONENT_FRAGMENT, 2, '#',
     "unexpected '#' in the fragment at byte 2", NULL},
    {"/caf\xC3\xA9", URIGRAM_RULE_URI_REFERENCE, URIGRAM_COMPONENT_PATH, 4, 0xE9,
     "unexpected '\xC3\xA9' in the path at byte 4", NULL},
    {"/\xF0\x9F\x98\x80", URIGRAM_RULE_URI_REFERENCE, URIGRAM_COMPONENT_PATH, 1, 0x1F600,
     "unexpected '\xF0\x9F\x98\x80' in the path at byte 1", NULL},
    /* Sections 3, 4.2 and 4.3: rules that are narrower. */
    {"abc", URIGRAM_RULE_URI, URIGRAM_COMPONENT_SCHEME, 3, -1, "the scheme is missing",
     "a URI begins with a scheme and a colon, such as `http:`"},
    {"a:b#c", URIGRAM_RULE_ABSOLUTE_URI, URIGRAM_COMPONENT_FRAGMENT, 3, '#',
     "an absolute URI cannot have a fragment", "leave out the `#` and what follows it"},
    {"a:b", URIGRAM_RULE_RELATIVE_REF, URIGRAM_COMPONENT_SCHEME, 1, ':',
     "a relative reference cannot have a scheme", "leave out the scheme and its colon"},
};

static void check_fault(const struct fault *fault) {
    urigram_components found;
    urigram_error error;
    uint32_t component;
    check_case = fault->text;
    memset(&found, 0xFF, sizeof found);
    memset(&error, 0xFF, sizeof error);
    CHECK_STATUS(urigram_parse(fault->text, strlen(fault->text), fault->rule, &found, &error),
                 URIGRAM_STATUS_INVALID);
    CHECK_STATUS(error.status, URIGRAM_STATUS_INVALID);
    CHECK(error.component == fault->component);
    CHECK(error.offset == fault->offset);
    CHECK(error.found == fault->found);
    CHECK_TEXT(error.argument, "text");
    CHECK_TEXT(error.message, fault->message);
    if (fault->help != NULL)
        CHECK_TEXT(error.help, fault->help);
    CHECK(strlen(error.help) > 0);
    for (component = URIGRAM_COMPONENT_SCHEME; component <= URIGRAM_COMPONENT_FRAGMENT; component++)
        CHECK(urigram_components_get(&found, component).data == NULL);
    CHECK(found.host_kind == URIGRAM_HOST_KIND_NONE && found.path_kind == URIGRAM_PATH_KIND_NONE);
    CHECK_STATUS(urigram_parse(fault->text, strlen(fault->text), fault->rule, NULL, NULL), URIGRAM_STATUS_INVALID);
}

/* Lengths, not NULs, tell where a text ends. */
static void lengths(void) {
    urigram_components found;
    urigram_error error;
    check_case = "lengths";
    CHECK_STATUS(urigram_parse("http://a b", 8, URIGRAM_RULE_URI, &found, NULL), URIGRAM_STATUS_OK);
    CHECK(found.host.len == 1);
    CHECK_STATUS(urigram_parse("/a\0b", 4, URIGRAM_RULE_URI_REFERENCE, &found, &error), URIGRAM_STATUS_INVALID);
    CHECK(error.offset == 2 && error.found == 0 && error.component == URIGRAM_COMPONENT_PATH);
    CHECK_TEXT(error.message, "unexpected '\\0' in the path at byte 2");
}

/* What is not UTF-8: Latin-1, a surrogate, an overlong `/`, and a character that is cut. */
static void not_utf8(void) {
    static const struct {
        const char *text;
        size_t offset;
        const char *message, *help;
    } cases[] = {
        {"/caf\xE9", 4, "not UTF-8: 0xE9 at byte 4", "percent-encode the byte as `%E9`"},
        {"/\xED\xA0\x80", 1, "not UTF-8: 0xED at byte 1", "percent-encode the byte as `%ED`"},
        {"\xC0\xAF", 0, "not UTF-8: 0xC0 at byte 0", "percent-encode the byte as `%C0`"},
        {"a b\xE2\x82", 3, "not UTF-8: 0xE2 at byte 3", "percent-encode the byte as `%E2`"},
    };
    size_t index;
    for (index = 0; index < COUNT(cases); index++) {
        urigram_error error;
        check_case = cases[index].help;
        CHECK_STATUS(urigram_parse(cases[index].text, strlen(cases[index].text), URIGRAM_RULE_URI_REFERENCE, NULL,
                                   &error),
                     URIGRAM_STATUS_NOT_UTF8);
        CHECK(error.offset == cases[index].offset && error.found == -1);
        CHECK(error.component == URIGRAM_COMPONENT_REFERENCE);
        CHECK_TEXT(error.message, cases[index].message);
        CHECK_TEXT(error.help, cases[index].help);
    }
}

/* An error that is not one leaves what the caller had. */
static void untouched(void) {
    urigram_error error;
    check_case = "untouched";
    error.offset = 42;
    CHECK_STATUS(urigram_parse("a:b", 3, URIGRAM_RULE_URI, NULL, &error), URIGRAM_STATUS_OK);
    CHECK(error.offset == 42);
}

int main(void) {
    size_t index;
    for (index = 0; index < COUNT(examples); index++)
        components(&examples[index]);
    for (index = 0; index < COUNT(faults); index++)
        check_fault(&faults[index]);
    lengths();
    not_utf8();
    untouched();
    return checked();
}
