/* Random texts through every function, each in memory of just its size, so that valgrind sees a byte read beyond it. */
#include <stdlib.h>

#include "check.h"

static uint32_t state = 2463534242u;

static uint32_t below(uint32_t limit) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state % limit;
}

/* Returns a text in memory of its own: a delimiter every third byte, or any bytes. */
static char *text(size_t *len) {
    static const char delimiters[] = ":/?#[]@%.:/1aF";
    int any = below(4) == 0;
    size_t index;
    char *bytes;
    *len = below(24);
    bytes = malloc(*len == 0 ? 1 : *len);
    for (index = 0; bytes != NULL && index < *len; index++)
        bytes[index] = (char)(any ? below(256) : below(3) == 0 ? 'a' + below(26) : (uint32_t)delimiters[below(14)]);
    return bytes;
}

static int within(urigram_str part, const char *bytes, size_t len) {
    return part.data == NULL ? part.len == 0 : part.data >= bytes && part.data + part.len <= bytes + len;
}

static void about(const char *bytes, size_t len, const urigram_policy *policy) {
    urigram_components found;
    urigram_findings *findings;
    urigram_error error;
    uint32_t number;
    urigram_status status = urigram_parse(bytes, len, below(4), &found, &error);
    CHECK(status <= URIGRAM_STATUS_NOT_UTF8);
    for (number = 0; number < 10; number++)
        CHECK(within(urigram_components_get(&found, number), bytes, len));
    CHECK((status == URIGRAM_STATUS_OK) == (found.path.data != NULL));
    if (status != URIGRAM_STATUS_OK) {
        CHECK(error.offset <= len && error.status == status);
        CHECK(strlen(error.message) > 0 && strlen(error.message) < URIGRAM_MESSAGE_SIZE);
        CHECK(strlen(error.help) > 0 && strlen(error.help) < URIGRAM_HELP_SIZE);
    }
    status = urigram_validate(bytes, len, below(2) == 0 ? policy : NULL, &findings, NULL);
    CHECK(status <= URIGRAM_STATUS_NOT_UTF8 || status == URIGRAM_STATUS_REFUSED);
    for (number = 0; number < urigram_findings_count(findings); number++) {
        const urigram_finding *finding = urigram_findings_get(findings, number);
        CHECK(finding->start <= finding->end && finding->end <= len && strlen(finding->message) > 0);
    }
    urigram_findings_free(findings);
}

static void between(const char *a, size_t a_len, const char *b, size_t b_len) {
    char space[64], again[64];
    urigram_buffer target = {space, a_len + b_len + 3, 0}, normal = {again, sizeof again, 0};
    urigram_level level;
    urigram_status status = urigram_resolve(a, a_len, b, b_len, below(8), &target, NULL);
    CHECK(status <= URIGRAM_STATUS_NOT_UTF8 || status == URIGRAM_STATUS_UNRESOLVED);
    CHECK(target.len == strlen(space));
    if (status != URIGRAM_STATUS_OK)
        return;
    CHECK_STATUS(urigram_parse(space, target.len, URIGRAM_RULE_URI, NULL, NULL), URIGRAM_STATUS_OK);
    CHECK_STATUS(urigram_normalize(space, target.len, URIGRAM_LEVEL_SCHEME, &normal, NULL), URIGRAM_STATUS_OK);
    CHECK_STATUS(urigram_compare(space, target.len, again, normal.len, &level, NULL), URIGRAM_STATUS_OK);
    CHECK(level != URIGRAM_LEVEL_NONE);
}

int main(void) {
    urigram_policy *policy;
    int round;
    check_case = "random";
    CHECK_STATUS(urigram_policy_preset("fetch", &policy, NULL), URIGRAM_STATUS_OK);
    for (round = 0; round < 2000; round++) {
        size_t a_len, b_len;
        char *a = text(&a_len), *b = text(&b_len);
        if (a == NULL || b == NULL)
            return 2;
        about(a, a_len, policy);
        between(a, a_len, b, b_len);
        between("http://a/b/c/d;p?q", 18, b, b_len);
        free(a);
        free(b);
    }
    urigram_policy_free(policy);
    return checked();
}
