/*
 * Resolves the references on standard input, one a line, against the base URI of a page, and prints the targets that may
 * be linked to. What is wrong with the others goes to standard error, with the place underlined.
 *
 *     printf '../faq\njavascript:alert(1)\nimages/a b.png\n' | links http://example.com/docs/guide
 */
#include <stdio.h>
#include <string.h>

#include <urigram.h>

/* Prints a line and marks a place in it, from the byte at `start` to that before `end`. */
static void underline(const char *line, size_t start, size_t end) {
    fprintf(stderr, "  %s\n  %*s", line, (int)start, "");
    do
        fputc('^', stderr);
    while (++start < end);
    fputc('\n', stderr);
}

/* Prints what a policy finds in a target. */
static void print_findings(const char *target, const urigram_findings *findings) {
    size_t index;
    for (index = 0; index < urigram_findings_count(findings); index++) {
        const urigram_finding *finding = urigram_findings_get(findings, index);
        fprintf(stderr, "%s: %s\n", urigram_severity_name(finding->severity), finding->message);
        underline(target, finding->start, finding->end);
        fprintf(stderr, "  %s\n", finding->help);
    }
}

/* Prints the target of a reference, if the policy accepts it. Returns whether it does. */
static int print_target(const char *base, const char *reference, const urigram_policy *policy) {
    char space[8192];
    urigram_buffer target = {space, sizeof space, 0};
    urigram_error error;
    urigram_findings *findings;
    urigram_status status =
        urigram_resolve(base, strlen(base), reference, strlen(reference), 0, &target, &error);
    if (status != URIGRAM_STATUS_OK) {
        fprintf(stderr, "%s\n", error.message);
        underline(reference, error.offset, error.offset);
        fprintf(stderr, "  %s\n", error.help);
        return 0;
    }
    status = urigram_validate(space, target.len, policy, &findings, NULL);
    print_findings(space, findings);
    urigram_findings_free(findings);
    if (status == URIGRAM_STATUS_OK)
        puts(space);
    return status == URIGRAM_STATUS_OK;
}

int main(int count, char **arguments) {
    char line[4096];
    urigram_error error;
    urigram_policy *policy;
    int all = 1;
    if (count != 2) {
        fprintf(stderr, "usage: links BASE < REFERENCES\n");
        return 2;
    }
    if (urigram_parse(arguments[1], strlen(arguments[1]), URIGRAM_RULE_URI, NULL, &error) != URIGRAM_STATUS_OK ||
        urigram_policy_preset("link", &policy, &error) != URIGRAM_STATUS_OK) {
        fprintf(stderr, "%s\n  %s\n", error.message, error.help);
        return 2;
    }
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\r\n")] = '\0';
        all &= print_target(arguments[1], line, policy);
    }
    urigram_policy_free(policy);
    return all ? 0 : 1;
}
