/* Section 6.2: each rung of normalization. */
#include "check.h"

static const struct {
    const char *text;
    uint32_t rung;
    const char *form;
} examples[] = {
    /* 6.2.1. */
    {"HTTP://EX%41mple.com:/%7e/../?", URIGRAM_RUNG_STRING, "HTTP://EX%41mple.com:/%7e/../?"},
    /* 6.2.2.1. */
    {"HTTP://EX%41mple.com:/%7e/../?", URIGRAM_RUNG_CASE, "http://ex%41mple.com:/%7E/../?"},
    {"HTTP://www.EXAMPLE.com/", URIGRAM_RUNG_CASE, "http://www.example.com/"},
    /* 6.2.2.2. */
    {"HTTP://EX%41mple.com:/%7e/../?", URIGRAM_RUNG_PERCENT, "http://example.com:/~/../?"},
    {"/%3A%2F%3F", URIGRAM_RUNG_PERCENT, "/%3A%2F%3F"},
    /* 6.2.2.3. */
    {"HTTP://EX%41mple.com:/%7e/../?", URIGRAM_RUNG_PATH, "http://example.com/?"},
    {"eXAMPLE://a/./b/../b/%63/%7bfoo%7d", URIGRAM_RUNG_PATH, "example://a/b/c/%7Bfoo%7D"},
    {"../a/./b", URIGRAM_RUNG_PATH, "../a/./b"},
    {"a:/..//b", URIGRAM_RUNG_PATH, "a:/.//b"},
    {"", URIGRAM_RUNG_PATH, ""},
    /* 6.2.3. */
    {"http://example.com", URIGRAM_RUNG_SCHEME, "http://example.com/"},
    {"http://example.com:80/", URIGRAM_RUNG_SCHEME, "http://example.com/"},
    {"http://example.com:80/", URIGRAM_RUNG_PATH, "http://example.com:80/"},
    {"http://[2001:DB8:0:0::0:1]/", URIGRAM_RUNG_SCHEME, "http://[2001:db8::1]/"},
};

int main(void) {
    static const char *const invalid = "http://a/ b";
    char space[64];
    urigram_buffer normal = {space, sizeof space, 0};
    urigram_error error;
    size_t index;
    for (index = 0; index < COUNT(examples); index++) {
        check_case = examples[index].text;
        CHECK_STATUS(urigram_normalize(examples[index].text, strlen(examples[index].text), examples[index].rung,
                                       &normal, NULL),
                     URIGRAM_STATUS_OK);
        CHECK_TEXT(space, examples[index].form);
        CHECK(normal.len == strlen(space));
        /* In place. */
        strcpy(space, examples[index].text);
        CHECK_STATUS(urigram_normalize(space, strlen(space), examples[index].rung, &normal, NULL), URIGRAM_STATUS_OK);
        CHECK_TEXT(space, examples[index].form);
    }
    check_case = invalid;
    CHECK_STATUS(urigram_normalize(invalid, strlen(invalid), URIGRAM_RUNG_PATH, &normal, &error),
                 URIGRAM_STATUS_INVALID);
    CHECK(error.component == URIGRAM_COMPONENT_PATH && error.offset == 9);
    CHECK_TEXT(error.argument, "text");
    CHECK_TEXT(space, "");
    CHECK(normal.len == 0);
    return checked();
}
