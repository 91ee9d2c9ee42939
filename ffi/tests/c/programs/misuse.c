/* Null pointers, numbers that are not enumerators, and buffers that are too small: each is an error, and none is a crash. */
#include "check.h"

static void is_misuse(urigram_status status, const urigram_error *error, const char *argument, const char *message) {
    CHECK_STATUS(status, URIGRAM_STATUS_MISUSE);
    CHECK_STATUS(error->status, URIGRAM_STATUS_MISUSE);
    CHECK(error->component == URIGRAM_COMPONENT_NONE);
    CHECK_TEXT(error->argument, argument);
    CHECK_TEXT(error->message, message);
    CHECK(strlen(error->help) > 0);
}

static void nulls(void) {
    char space[16];
    urigram_buffer buffer = {space, sizeof space, 0}, no_data = {NULL, 16, 0};
    urigram_components found;
    urigram_findings *findings;
    urigram_policy *policy;
    urigram_level level;
    urigram_error error;
    check_case = "null";
    is_misuse(urigram_parse(NULL, 1, URIGRAM_RULE_URI, &found, &error), &error, "text", "`text` is a null pointer");
    is_misuse(urigram_parse(NULL, 0, URIGRAM_RULE_URI, &found, &error), &error, "text", "`text` is a null pointer");
    CHECK_TEXT(error.help, "this parameter must not be null");
    is_misuse(urigram_resolve(NULL, 0, "a", 1, 0, &buffer, &error), &error, "base", "`base` is a null pointer");
    is_misuse(urigram_resolve("a:b", 3, NULL, 0, 0, &buffer, &error), &error, "reference",
              "`reference` is a null pointer");
    is_misuse(urigram_resolve("a:b", 3, "c", 1, 0, NULL, &error), &error, "buffer", "`buffer` is a null pointer");
    is_misuse(urigram_resolve("a:b", 3, "c", 1, 0, &no_data, &error), &error, "buffer->data",
              "`buffer->data` is a null pointer");
    is_misuse(urigram_normalize(NULL, 0, URIGRAM_LEVEL_PATH, &buffer, &error), &error, "text",
              "`text` is a null pointer");
    is_misuse(urigram_normalize("a", 1, URIGRAM_LEVEL_PATH, NULL, &error), &error, "buffer",
              "`buffer` is a null pointer");
    is_misuse(urigram_compare(NULL, 0, "a", 1, &level, &error), &error, "a", "`a` is a null pointer");
    is_misuse(urigram_compare("a", 1, NULL, 0, &level, &error), &error, "b", "`b` is a null pointer");
    is_misuse(urigram_compare("a", 1, "b", 1, NULL, &error), &error, "level", "`level` is a null pointer");
    findings = (urigram_findings *)&error;
    is_misuse(urigram_validate(NULL, 0, NULL, &findings, &error), &error, "text", "`text` is a null pointer");
    CHECK(findings == NULL);
    is_misuse(urigram_policy_preset(NULL, &policy, &error), &error, "name", "`name` is a null pointer");
    CHECK(policy == NULL);
    is_misuse(urigram_policy_preset("link", NULL, &error), &error, "policy", "`policy` is a null pointer");
    is_misuse(urigram_policy_read(NULL, 0, &policy, &error), &error, "json", "`json` is a null pointer");
    is_misuse(urigram_policy_read("{}", 2, NULL, &error), &error, "policy", "`policy` is a null pointer");

    /* Without an error to fill. */
    CHECK_STATUS(urigram_parse(NULL, 0, URIGRAM_RULE_URI, NULL, NULL), URIGRAM_STATUS_MISUSE);
    CHECK_STATUS(urigram_resolve(NULL, 0, NULL, 0, 0, NULL, NULL), URIGRAM_STATUS_MISUSE);
    CHECK_STATUS(urigram_normalize(NULL, 0, 0, NULL, NULL), URIGRAM_STATUS_MISUSE);
    CHECK_STATUS(urigram_compare(NULL, 0, NULL, 0, NULL, NULL), URIGRAM_STATUS_MISUSE);
    CHECK_STATUS(urigram_validate(NULL, 0, NULL, NULL, NULL), URIGRAM_STATUS_MISUSE);
    CHECK_STATUS(urigram_policy_preset(NULL, NULL, NULL), URIGRAM_STATUS_MISUSE);
    CHECK_STATUS(urigram_policy_read(NULL, 0, NULL, NULL), URIGRAM_STATUS_MISUSE);

    /* Null is nothing to get, and nothing to free. */
    CHECK(urigram_components_get(NULL, URIGRAM_COMPONENT_HOST).data == NULL);
    CHECK(urigram_findings_count(NULL) == 0);
    CHECK(urigram_findings_get(NULL, 0) == NULL);
    urigram_findings_free(NULL);
    urigram_policy_free(NULL);
}

static void numbers(void) {
    char space[16];
    urigram_buffer buffer = {space, sizeof space, 0};
    urigram_components found;
    urigram_error error;
    check_case = "number";
    is_misuse(urigram_parse("a", 1, 4, &found, &error), &error, "rule", "`rule` is 4, which is not an enumerator");
    is_misuse(urigram_parse("a", 1, UINT32_MAX, &found, &error), &error, "rule",
              "`rule` is 4294967295, which is not an enumerator");
    is_misuse(urigram_normalize("a", 1, URIGRAM_LEVEL_NONE, &buffer, &error), &error, "level",
              "`level` is 0, which is not an enumerator");
    is_misuse(urigram_normalize("a", 1, 6, &buffer, &error), &error, "level",
              "`level` is 6, which is not an enumerator");
    is_misuse(urigram_resolve("a:", 2, "b", 1, 8, &buffer, &error), &error, "options",
              "`options` is 0x8, which has an unknown option");
    /* Before a byte of the text is read. */
    is_misuse(urigram_parse("a", SIZE_MAX, URIGRAM_RULE_URI, &found, &error), &error, "text",
              "`text` is larger than any object in memory");
    CHECK_STATUS(urigram_parse("a", 1, URIGRAM_RULE_URI_REFERENCE, &found, NULL), URIGRAM_STATUS_OK);
    CHECK(urigram_components_get(&found, URIGRAM_COMPONENT_NONE).data == NULL);
    CHECK(urigram_components_get(&found, URIGRAM_COMPONENT_REFERENCE).data == NULL);
    CHECK(urigram_components_get(&found, 10).data == NULL);
    CHECK(urigram_components_get(&found, UINT32_MAX).data == NULL);
}

/* A buffer of each size: the whole answer or nothing of it. */
static void short_buffers(void) {
    static const char *const target = "http://a/b/g";
    size_t capacity;
    check_case = "short buffer";
    for (capacity = 0; capacity < 20; capacity++) {
        char space[20];
        urigram_buffer buffer;
        urigram_error error;
        urigram_status status;
        memset(space, 'x', sizeof space);
        buffer.data = capacity == 0 ? NULL : space;
        buffer.capacity = capacity;
        status = urigram_resolve("http://a/b/c", 12, "g", 1, 0, &buffer, &error);
        CHECK(buffer.len == strlen(target));
        if (capacity > strlen(target)) {
            CHECK_STATUS(status, URIGRAM_STATUS_OK);
            CHECK_TEXT(space, target);
        } else {
            CHECK_STATUS(status, URIGRAM_STATUS_SHORT_BUFFER);
            CHECK_TEXT(error.argument, "buffer");
            CHECK_TEXT(error.help, "give it 13 bytes");
            CHECK(capacity == 0 || space[0] == '\0');
            CHECK(space[capacity == 0 ? 0 : 1] == 'x');
        }
        CHECK(capacity >= sizeof space || space[sizeof space - 1] == 'x');
    }
}

/* What each function leaves of an earlier answer when it fails. */
static void earlier_answers(void) {
    char space[16] = "before";
    urigram_buffer buffer = {space, sizeof space, 6}, no_data = {NULL, 16, 6}, no_room = {NULL, 0, 6};
    urigram_level level = URIGRAM_LEVEL_STRING;
    check_case = "earlier answer";
    CHECK_STATUS(urigram_normalize("a", 1, 6, &buffer, NULL), URIGRAM_STATUS_MISUSE);
    CHECK(buffer.len == 0 && space[0] == '\0');
    strcpy(space, "before");
    buffer.len = 6;
    CHECK_STATUS(urigram_resolve("a:", 2, "b", 1, 8, &buffer, NULL), URIGRAM_STATUS_MISUSE);
    CHECK(buffer.len == 0 && space[0] == '\0');
    CHECK_STATUS(urigram_resolve("a:b", 3, "c", 1, 0, &no_data, NULL), URIGRAM_STATUS_MISUSE);
    CHECK(no_data.len == 0);
    CHECK_STATUS(urigram_resolve("a:b", 3, " ", 1, 0, &no_room, NULL), URIGRAM_STATUS_INVALID);
    CHECK(no_room.len == 0);
    CHECK_STATUS(urigram_compare(NULL, 0, "a", 1, &level, NULL), URIGRAM_STATUS_MISUSE);
    CHECK(level == URIGRAM_LEVEL_NONE);
}

/* Names, also of numbers that are not enumerators. */
static void names(void) {
    uint32_t number;
    check_case = "names";
    CHECK_TEXT(urigram_status_name(UINT32_MAX), "unknown");
    CHECK_TEXT(urigram_component_name(UINT32_MAX), "unknown");
    CHECK_TEXT(urigram_host_kind_name(5), "unknown");
    CHECK_TEXT(urigram_path_kind_name(6), "unknown");
    CHECK_TEXT(urigram_level_name(6), "unknown");
    CHECK_TEXT(urigram_severity_name(0), "unknown");
    for (number = URIGRAM_STATUS_OK; number <= URIGRAM_STATUS_PANIC; number++)
        CHECK(strcmp(urigram_status_name(number), "unknown") != 0);
    CHECK_TEXT(urigram_status_name(URIGRAM_STATUS_PANIC), "panic");
    CHECK_TEXT(urigram_component_name(URIGRAM_COMPONENT_REFERENCE), "reference");
    CHECK_TEXT(urigram_host_kind_name(URIGRAM_HOST_KIND_REG_NAME), "reg-name");
    CHECK_TEXT(urigram_path_kind_name(URIGRAM_PATH_KIND_EMPTY), "empty");
    CHECK_TEXT(urigram_level_name(URIGRAM_LEVEL_SCHEME), "scheme");
    CHECK_TEXT(urigram_severity_name(URIGRAM_SEVERITY_ERROR), "error");
}

int main(void) {
    nulls();
    numbers();
    short_buffers();
    earlier_answers();
    names();
    return checked();
}
