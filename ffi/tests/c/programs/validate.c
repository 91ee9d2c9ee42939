/* Section 7: findings, and what policies refuse. */
#include "check.h"

/* A reference, a preset or NULL, the status, and the codes of the findings with their severities. */
static const struct {
    const char *text, *preset;
    urigram_status status;
    const char *findings;
} examples[] = {
    {"http://example.com/", NULL, URIGRAM_STATUS_OK, ""},
    {"http://0x7f.1/", NULL, URIGRAM_STATUS_OK, "ipv4-like-host warning; not-global-address warning; "},
    {"http://[::1/", NULL, URIGRAM_STATUS_INVALID, ""},
    {"http:a", NULL, URIGRAM_STATUS_OK, "missing-authority error; whatwg-host warning; "},
    {"http://example.com/", "fetch", URIGRAM_STATUS_OK, ""},
    {"http://0x7f.1/", "fetch", URIGRAM_STATUS_REFUSED, "ipv4-like-host error; not-global-address error; "},
    {"http://intranet/", "link", URIGRAM_STATUS_OK, "single-label-host note; "},
    {"javascript:alert(1)", "link", URIGRAM_STATUS_REFUSED, "scheme-refused error; "},
    {"//example.net/..", "redirect", URIGRAM_STATUS_REFUSED,
     "form-refused error; host-refused error; path-not-plain error; "},
    {"/account", "redirect", URIGRAM_STATUS_OK, ""},
    {"http://EXAMPLE.com/", "identifier", URIGRAM_STATUS_REFUSED, "not-normalized error; "},
};

static void codes(const urigram_findings *findings, char *all) {
    size_t index;
    all[0] = '\0';
    for (index = 0; index < urigram_findings_count(findings); index++) {
        const urigram_finding *finding = urigram_findings_get(findings, index);
        strcat(strcat(all, finding->code), " ");
        strcat(strcat(all, urigram_severity_name(finding->severity)), "; ");
        CHECK(strlen(finding->message) > 0 && strlen(finding->help) > 0 && strlen(finding->section) > 0);
        CHECK(finding->start <= finding->end && finding->end <= strlen(check_case));
        CHECK(finding->component != URIGRAM_COMPONENT_NONE);
    }
    CHECK(urigram_findings_get(findings, index) == NULL);
    CHECK(urigram_findings_get(findings, (size_t)-1) == NULL);
}

static void presets(void) {
    size_t index;
    for (index = 0; index < COUNT(examples); index++) {
        const char *text = examples[index].text;
        urigram_policy *policy = NULL;
        urigram_findings *findings;
        char all[512];
        check_case = text;
        if (examples[index].preset != NULL)
            CHECK_STATUS(urigram_policy_preset(examples[index].preset, &policy, NULL), URIGRAM_STATUS_OK);
        CHECK_STATUS(urigram_validate(text, strlen(text), policy, &findings, NULL), examples[index].status);
        codes(findings, all);
        CHECK_TEXT(all, examples[index].findings);
        CHECK((findings == NULL) == (all[0] == '\0'));
        CHECK_STATUS(urigram_validate(text, strlen(text), policy, NULL, NULL), examples[index].status);
        urigram_findings_free(findings);
        urigram_policy_free(policy);
    }
}

/* All that a finding has. */
static void finding(void) {
    static const char *const text = "http://0x7f.example:25/";
    urigram_findings *findings;
    const urigram_finding *port;
    check_case = text;
    CHECK_STATUS(urigram_validate(text, strlen(text), NULL, &findings, NULL), URIGRAM_STATUS_OK);
    CHECK(urigram_findings_count(findings) == 1);
    port = urigram_findings_get(findings, 0);
    CHECK_TEXT(port->code, "foreign-port");
    CHECK(port->severity == URIGRAM_SEVERITY_WARNING && port->component == URIGRAM_COMPONENT_PORT);
    CHECK(port->start == 20 && port->end == 22);
    CHECK_TEXT(port->message, "port 25 is a well-known port, but `http` uses port 80");
    CHECK(strstr(port->help, "check the port") != NULL);
    CHECK_TEXT(port->section, "RFC 3986, section 7.2");
    urigram_findings_free(findings);
}

/* The error is about the first finding that refuses; findings outlive the text and the policy. */
static void refused(void) {
    char text[] = "http://user@10.0.0.1:80/";
    urigram_findings *findings;
    urigram_policy *policy;
    urigram_error error;
    check_case = text;
    CHECK_STATUS(urigram_policy_preset("fetch", &policy, NULL), URIGRAM_STATUS_OK);
    CHECK_STATUS(urigram_validate(text, strlen(text), policy, &findings, &error), URIGRAM_STATUS_REFUSED);
    CHECK_STATUS(error.status, URIGRAM_STATUS_REFUSED);
    CHECK(error.component == URIGRAM_COMPONENT_USERINFO && error.offset == 7 && error.found == -1);
    CHECK_TEXT(error.message, "`http` URIs must not be sent with a userinfo");
    urigram_policy_free(policy);
    memset(text, 'x', sizeof text - 1);
    CHECK(urigram_findings_count(findings) == 4);
    CHECK_TEXT(urigram_findings_get(findings, 0)->message, "`http` URIs must not be sent with a userinfo");
    urigram_findings_free(findings);
}

static void accepts(const urigram_policy *policy, const char *text, urigram_status status) {
    check_case = text;
    CHECK_STATUS(urigram_validate(text, strlen(text), policy, NULL, NULL), status);
}

/* A policy that is read. */
static void policies(void) {
    static const char *const json =
        "{\"preset\": \"fetch\", \"schemes\": [\"https\"], \"allow-hosts\": [\".example.com\"],"
        " \"refuse-networks\": [\"198.51.100.0/24\"]}";
    static const struct {
        const char *json, *message;
    } bad[] = {
        {"", "EOF while parsing"},
        {"{\"preset\": \"fech\"}", "`fech` is not a preset"},
        {"{\"scheme\": []}", "unknown field `scheme`"},
        {"{\"ports\": [\"a\"]}", "`a`"},
    };
    static const unsigned char global[4] = {8, 8, 8, 8}, own[4] = {10, 0, 0, 1}, refused[4] = {198, 51, 100, 7};
    static const unsigned char v6[16] = {0x2A, 0x00, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}, loopback[16] = {
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
    urigram_policy *policy;
    urigram_error error;
    size_t index;
    check_case = json;
    CHECK_STATUS(urigram_policy_read(json, strlen(json), &policy, NULL), URIGRAM_STATUS_OK);
    accepts(policy, "https://a.example.com/", URIGRAM_STATUS_OK);
    accepts(policy, "http://a.example.com/", URIGRAM_STATUS_REFUSED);
    accepts(policy, "https://example.com.evil.example/", URIGRAM_STATUS_REFUSED);
    CHECK(urigram_policy_permits_address(policy, global, 4));
    CHECK(urigram_policy_permits_address(policy, v6, 16));
    CHECK(!urigram_policy_permits_address(policy, own, 4));
    CHECK(!urigram_policy_permits_address(policy, refused, 4));
    CHECK(!urigram_policy_permits_address(policy, loopback, 16));
    CHECK(!urigram_policy_permits_address(policy, global, 3));
    CHECK(!urigram_policy_permits_address(policy, NULL, 4));
    CHECK(!urigram_policy_permits_address(NULL, global, 4));
    urigram_policy_free(policy);
    for (index = 0; index < COUNT(bad); index++) {
        check_case = bad[index].json;
        policy = (urigram_policy *)&error;
        CHECK_STATUS(urigram_policy_read(bad[index].json, strlen(bad[index].json), &policy, &error),
                     URIGRAM_STATUS_BAD_POLICY);
        CHECK(policy == NULL);
        CHECK(error.component == URIGRAM_COMPONENT_NONE);
        CHECK_TEXT(error.argument, "json");
        CHECK(strstr(error.message, bad[index].message) != NULL);
    }
    check_case = "a preset";
    CHECK_STATUS(urigram_policy_preset("fech", &policy, &error), URIGRAM_STATUS_BAD_POLICY);
    CHECK(policy == NULL);
    CHECK_TEXT(error.message, "there is no preset \"fech\"");
    CHECK_TEXT(error.help, "the presets are link, fetch, redirect, identifier");
}

int main(void) {
    presets();
    finding();
    refused();
    policies();
    return checked();
}
