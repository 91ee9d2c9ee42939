/* Every function at once on several threads, with one policy for all. */
#include <pthread.h>

#include "check.h"

static const urigram_policy *shared;

static void *work(void *failed) {
    int round;
    for (round = 0; round < 200; round++) {
        char space[64];
        urigram_buffer buffer = {space, sizeof space, 0};
        urigram_findings *findings = NULL;
        urigram_error error;
        int ok = urigram_resolve("http://a/b/c/d;p?q", 18, "../g", 4, 0, &buffer, NULL) == URIGRAM_STATUS_OK &&
                 strcmp(space, "http://a/b/g") == 0 &&
                 urigram_parse("a b", 3, URIGRAM_RULE_URI_REFERENCE, NULL, &error) == URIGRAM_STATUS_INVALID &&
                 error.offset == 1 &&
                 urigram_validate("http://127.1/", 13, shared, &findings, NULL) == URIGRAM_STATUS_REFUSED &&
                 urigram_findings_count(findings) == 2;
        if (!ok)
            *(int *)failed = 1;
        urigram_findings_free(findings);
    }
    return NULL;
}

int main(void) {
    pthread_t threads[4];
    int failed[4] = {0, 0, 0, 0};
    urigram_policy *policy;
    size_t index;
    check_case = "threads";
    CHECK_STATUS(urigram_policy_preset("fetch", &policy, NULL), URIGRAM_STATUS_OK);
    shared = policy;
    for (index = 0; index < COUNT(threads); index++)
        CHECK(pthread_create(&threads[index], NULL, work, &failed[index]) == 0);
    for (index = 0; index < COUNT(threads); index++) {
        CHECK(pthread_join(threads[index], NULL) == 0);
        CHECK(!failed[index]);
    }
    urigram_policy_free(policy);
    return checked();
}
