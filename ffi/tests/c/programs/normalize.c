/* Section 6.2: each level of normalization. */
#include "check.h"

static const struct {
    const char *text;
    uint32_t level;
    const char *form;
} examples[] = {
    /* 6.2.1. */
    {"HTTP://EX%41mple.com:/%7e/../?", URIGRAM_LEVEL_STRING, "HTTP://EX%41mple.com:/%7e/../?"},
    /* 6.2.2.1. */
    {"HTTP://EX%41mple.com:/%7e/../?", URIGRAM_LEVEL_CASE, "http://ex%41mple.com:/%7E/../?"},
    {"HTTP://www.EXAMPLE.com/", URIGRAM_LEVEL_CASE, "http://www.example.com/"},
    /* 6.2.2.2. */
    {"HTTP://EX%41mple.com:/%7e/../?", URIGRAM_LEVEL_PERCENT, "http://example.com:/~/../?"},
    {"/%3A%2F%3F", URIGRAM_LEVEL_PERCENT, "/%3A%2F%3F"},
    /* 6.2.2.3. */
    {"HTTP://EX%41mple.com:/%7e/../?", URIGRAM_LEVEL_PATH, "http://example.com/?"},
    {"eXAMPLE://a/./b/../b/%63/%7bfoo%7d", URIGRAM_LEVEL_PATH, "example://a/b/c/%7Bfoo%7D"},
    {"../a/./b", URIGRAM_LEVEL_PATH, "../a/./b"},
    {"a:/..//b", URIGRAM_LEVEL_PATH, "a:/.//b"},
    {"", URIGRAM_LEVEL_PATH, ""},
    /* 6.2.3. */
    {"http://example.com", URIGRAM_LEVEL_SCHEME, "http://example.com/"},
    {"http://example.com:80/", URIGRAM_LEVEL_SCHEME, "http://example.com/"},
    {"http://example.com:80/", URIGRAM_LEVEL_PATH, "http://example.com:80/"},
    {"http://[2001:DB8:0:0::0:1]/", URIGRAM_LEVEL_SCHEME, "http://[2001:db8::1]/"},
};

/* What becomes of a text that is normalized in place, but is too long for the buffer or invalid. */
static const struct {
    const char *text;
    size_t capacity;
    urigram_status status;
    size_t len;
    const char *message, *help;
} lost[] = {
    {"http://a", 9, URIGRAM_STATUS_SHORT_BUFFER, 9, "the answer of 9 bytes and a NUL do not fit into 9 bytes",
     "give it 10 bytes"},
    {"http://exa mple.com/", 64, URIGRAM_STATUS_INVALID, 0, "unexpected ' ' in the host at byte 10",
     "remove the space from the host"},
    {"htp//a /", 64, URIGRAM_STATUS_INVALID, 0, "unexpected ' ' in the path at byte 6",
     "write `http://` for `htp//`; remove the space from the host"},
    {"a\xFF", 64, URIGRAM_STATUS_NOT_UTF8, 0, "not UTF-8: 0xFF at byte 1", "percent-encode the byte as `%FF`"},
};

/* The error is still about the text. */
static void is_lost_in_place(void) {
    size_t index;
    for (index = 0; index < COUNT(lost); index++) {
        char space[64];
        urigram_buffer normal;
        urigram_error error;
        normal.data = space;
        normal.capacity = lost[index].capacity;
        check_case = lost[index].text;
        strcpy(space, lost[index].text);
        CHECK_STATUS(urigram_normalize(space, strlen(space), URIGRAM_LEVEL_SCHEME, &normal, &error), lost[index].status);
        CHECK_TEXT(space, "");
        CHECK(normal.len == lost[index].len);
        CHECK_TEXT(error.message, lost[index].message);
        CHECK_TEXT(error.help, lost[index].help);
    }
}

int main(void) {
    static const char *const invalid = "http://a/ b";
    char space[64];
    urigram_buffer normal = {space, sizeof space, 0};
    urigram_error error;
    size_t index;
    for (index = 0; index < COUNT(examples); index++) {
        check_case = examples[index].text;
        CHECK_STATUS(urigram_normalize(examples[index].text, strlen(examples[index].text), examples[index].level,
                                       &normal, NULL),
                     URIGRAM_STATUS_OK);
        CHECK_TEXT(space, examples[index].form);
        CHECK(normal.len == strlen(space));
        /* In place. */
        strcpy(space, examples[index].text);
        CHECK_STATUS(urigram_normalize(space, strlen(space), examples[index].level, &normal, NULL), URIGRAM_STATUS_OK);
        CHECK_TEXT(space, examples[index].form);
    }
    is_lost_in_place();
    check_case = invalid;
    CHECK_STATUS(urigram_normalize(invalid, strlen(invalid), URIGRAM_LEVEL_PATH, &normal, &error),
                 URIGRAM_STATUS_INVALID);
    CHECK(error.component == URIGRAM_COMPONENT_PATH && error.offset == 9);
    CHECK_TEXT(error.argument, "text");
    CHECK_TEXT(space, "");
    CHECK(normal.len == 0);
    return checked();
}
