/* What the programs share: a check that counts, and comparisons. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <string.h>

#include "urigram.h"

static int checks = 0, failures = 0;

/* Says which case of a table a failed check belongs to. */
static const char *check_case = "";

#define CHECK(condition)                                                                    \
    do {                                                                                    \
        checks++;                                                                           \
        if (!(condition)) {                                                                 \
            failures++;                                                                     \
            fprintf(stderr, "%s:%d: \"%s\": %s\n", __FILE__, __LINE__, check_case, #condition); \
        }                                                                                   \
    } while (0)

#define CHECK_STATUS(status, expected)                                                                 \
    do {                                                                                               \
        urigram_status given_status = (status);                                                        \
        checks++;                                                                                      \
        if (given_status != (expected)) {                                                              \
            failures++;                                                                                \
            fprintf(stderr, "%s:%d: \"%s\": %s, not %s\n", __FILE__, __LINE__, check_case,             \
                    urigram_status_name(given_status), urigram_status_name(expected));                 \
        }                                                                                              \
    } while (0)

#define CHECK_TEXT(text, expected)                                                                      \
    do {                                                                                                \
        const char *given_text = (text), *expected_text = (expected);                                   \
        checks++;                                                                                       \
        if (strcmp(given_text, expected_text) != 0) {                                                   \
            failures++;                                                                                 \
            fprintf(stderr, "%s:%d: \"%s\": \"%s\", not \"%s\"\n", __FILE__, __LINE__, check_case,      \
                    given_text, expected_text);                                                         \
        }                                                                                               \
    } while (0)

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Returns the exit status, and says how much was checked: a program that checks nothing fails. */
static int checked(void) {
    printf("%d checks, %d failures\n", checks, failures);
    return checks == 0 || failures != 0;
}

#endif
