/* Section 6.2: the first level at which two references are equal. */
#include "check.h"

static const struct {
    const char *a, *b;
    urigram_level level;
} examples[] = {
    {"http://a/", "http://a/", URIGRAM_LEVEL_STRING},
    {"HTTP://www.EXAMPLE.com/", "http://www.example.com/", URIGRAM_LEVEL_CASE},
    {"/%7Euser", "/~user", URIGRAM_LEVEL_PERCENT},
    {"example://a/b/c/%7Bfoo%7D", "eXAMPLE://a/./b/../b/%63/%7bfoo%7d", URIGRAM_LEVEL_PATH},
    {"http://example.com", "http://example.com:80/", URIGRAM_LEVEL_SCHEME},
    {"http://a/B", "http://a/b", URIGRAM_LEVEL_NONE},
    {"?", "", URIGRAM_LEVEL_NONE},
};

int main(void) {
    urigram_level level = URIGRAM_LEVEL_NONE;
    urigram_error error;
    size_t index;
    for (index = 0; index < COUNT(examples); index++) {
        const char *a = examples[index].a, *b = examples[index].b;
        check_case = a;
        CHECK_STATUS(urigram_compare(a, strlen(a), b, strlen(b), &level, NULL), URIGRAM_STATUS_OK);
        CHECK(level == examples[index].level);
        CHECK_STATUS(urigram_compare(b, strlen(b), a, strlen(a), &level, NULL), URIGRAM_STATUS_OK);
        CHECK(level == examples[index].level);
    }
    check_case = "the argument";
    level = URIGRAM_LEVEL_STRING;
    CHECK_STATUS(urigram_compare("a b", 3, "c", 1, &level, &error), URIGRAM_STATUS_INVALID);
    CHECK_TEXT(error.argument, "a");
    CHECK(level == URIGRAM_LEVEL_NONE);
    level = URIGRAM_LEVEL_STRING;
    CHECK_STATUS(urigram_compare("a", 1, "b c", 3, &level, &error), URIGRAM_STATUS_INVALID);
    CHECK_TEXT(error.argument, "b");
    CHECK(level == URIGRAM_LEVEL_NONE);
    return checked();
}
