/* Section 6.2: the first rung on which two references are equal. */
#include "check.h"

static const struct {
    const char *a, *b;
    urigram_rung rung;
} examples[] = {
    {"http://a/", "http://a/", URIGRAM_RUNG_STRING},
    {"HTTP://www.EXAMPLE.com/", "http://www.example.com/", URIGRAM_RUNG_CASE},
    {"/%7Euser", "/~user", URIGRAM_RUNG_PERCENT},
    {"example://a/b/c/%7Bfoo%7D", "eXAMPLE://a/./b/../b/%63/%7bfoo%7d", URIGRAM_RUNG_PATH},
    {"http://example.com", "http://example.com:80/", URIGRAM_RUNG_SCHEME},
    {"http://a/B", "http://a/b", URIGRAM_RUNG_NONE},
    {"?", "", URIGRAM_RUNG_NONE},
};

int main(void) {
    urigram_rung rung = URIGRAM_RUNG_NONE;
    urigram_error error;
    size_t index;
    for (index = 0; index < COUNT(examples); index++) {
        const char *a = examples[index].a, *b = examples[index].b;
        check_case = a;
        CHECK_STATUS(urigram_compare(a, strlen(a), b, strlen(b), &rung, NULL), URIGRAM_STATUS_OK);
        CHECK(rung == examples[index].rung);
        CHECK_STATUS(urigram_compare(b, strlen(b), a, strlen(a), &rung, NULL), URIGRAM_STATUS_OK);
        CHECK(rung == examples[index].rung);
    }
    check_case = "the argument";
    rung = URIGRAM_RUNG_STRING;
    CHECK_STATUS(urigram_compare("a b", 3, "c", 1, &rung, &error), URIGRAM_STATUS_INVALID);
    CHECK_TEXT(error.argument, "a");
    CHECK(rung == URIGRAM_RUNG_NONE);
    rung = URIGRAM_RUNG_STRING;
    CHECK_STATUS(urigram_compare("a", 1, "b c", 3, &rung, &error), URIGRAM_STATUS_INVALID);
    CHECK_TEXT(error.argument, "b");
    CHECK(rung == URIGRAM_RUNG_NONE);
    return checked();
}
