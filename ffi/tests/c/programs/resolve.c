/* Section 5: all examples of section 5.4, and the options. */
#include "check.h"

static const char *const base = "http://a/b/c/d;p?q";

static const struct {
    const char *reference, *target;
} examples[] = {
    /* 5.4.1. Normal examples. */
    {"g:h", "g:h"},
    {"g", "http://a/b/c/g"},
    {"./g", "http://a/b/c/g"},
    {"g/", "http://a/b/c/g/"},
    {"/g", "http://a/g"},
    {"//g", "http://g"},
    {"?y", "http://a/b/c/d;p?y"},
    {"g?y", "http://a/b/c/g?y"},
    {"#s", "http://a/b/c/d;p?q#s"},
    {"g#s", "http://a/b/c/g#s"},
    {"g?y#s", "http://a/b/c/g?y#s"},
    {";x", "http://a/b/c/;x"},
    {"g;x", "http://a/b/c/g;x"},
    {"g;x?y#s", "http://a/b/c/g;x?y#s"},
    {"", "http://a/b/c/d;p?q"},
    {".", "http://a/b/c/"},
    {"./", "http://a/b/c/"},
    {"..", "http://a/b/"},
    {"../", "http://a/b/"},
    {"../g", "http://a/b/g"},
    {"../..", "http://a/"},
    {"../../", "http://a/"},
    {"../../g", "http://a/g"},
    /* 5.4.2. Abnormal examples. */
    {"../../../g", "http://a/g"},
    {"../../../../g", "http://a/g"},
    {"/./g", "http://a/g"},
    {"/../g", "http://a/g"},
    {"g.", "http://a/b/c/g."},
    {".g", "http://a/b/c/.g"},
    {"g..", "http://a/b/c/g.."},
    {"..g", "http://a/b/c/..g"},
    {"./../g", "http://a/b/g"},
    {"./g/.", "http://a/b/c/g/"},
    {"g/./h", "http://a/b/c/g/h"},
    {"g/../h", "http://a/b/c/h"},
    {"g;x=1/./y", "http://a/b/c/g;x=1/y"},
    {"g;x=1/../y", "http://a/b/c/y"},
    {"g?y/./x", "http://a/b/c/g?y/./x"},
    {"g?y/../x", "http://a/b/c/g?y/../x"},
    {"g#s/./x", "http://a/b/c/g#s/./x"},
    {"g#s/../x", "http://a/b/c/g#s/../x"},
    {"http:g", "http:g"},
};

/* Resolves into a buffer that has just room for the target. */
static void resolves(const char *from, const char *reference, uint32_t options, const char *expected) {
    char space[128];
    urigram_buffer target;
    memset(space, 'x', sizeof space);
    target.data = space;
    target.capacity = strlen(expected) + 1;
    check_case = reference;
    CHECK_STATUS(urigram_resolve(from, strlen(from), reference, strlen(reference), options, &target, NULL),
                 URIGRAM_STATUS_OK);
    CHECK(target.len == strlen(expected));
    CHECK_TEXT(space, expected);
    CHECK(space[strlen(expected) + 1] == 'x');
    CHECK(strlen(expected) <= strlen(from) + strlen(reference) + 2);
}

/* Checks the error of a base and a reference, after which no earlier target is left. */
static void fails(const char *from, const char *reference, uint32_t options, urigram_status status,
                  const char *argument, urigram_component component, size_t offset, const char *message) {
    char space[128] = "before";
    urigram_buffer target = {space, sizeof space, 6};
    urigram_error error;
    check_case = reference;
    CHECK_STATUS(urigram_resolve(from, strlen(from), reference, strlen(reference), options, &target, &error), status);
    CHECK_STATUS(error.status, status);
    CHECK_TEXT(error.argument, argument);
    CHECK(error.component == component);
    CHECK(error.offset == offset);
    CHECK_TEXT(error.message, message);
    CHECK(strlen(error.help) > 0);
    CHECK_TEXT(space, "");
    CHECK_TEXT(space + 1, "efore");
    CHECK(target.len == 0);
}

int main(void) {
    const uint32_t all = URIGRAM_RESOLVE_LENIENT | URIGRAM_RESOLVE_DENY_ABOVE_ROOT | URIGRAM_RESOLVE_DENY_GUARD;
    size_t index;
    for (index = 0; index < COUNT(examples); index++) {
        resolves(base, examples[index].reference, 0, examples[index].target);
        resolves("http://a/b/c/d;p?q#fragments-are-ignored", examples[index].reference, 0, examples[index].target);
    }

    /* 5.2.2: a parser that is not strict. */
    resolves(base, "http:g", URIGRAM_RESOLVE_LENIENT, "http://a/b/c/g");
    resolves(base, "HTTP:g", URIGRAM_RESOLVE_LENIENT, "http://a/b/c/g");
    resolves(base, "g:h", URIGRAM_RESOLVE_LENIENT, "g:h");

    /* 5.4.2: more dots than levels. */
    resolves(base, "../../g", all, "http://a/g");
    fails(base, "../../../g", URIGRAM_RESOLVE_DENY_ABOVE_ROOT, URIGRAM_STATUS_UNRESOLVED, "reference",
          URIGRAM_COMPONENT_PATH, 0, "the path has 1 `..` more than there are levels above it");

    /* 3.3: a path that would be read as an authority. */
    resolves("f:/a", ".//g", 0, "f:/.//g");
    fails("f:/a", ".//g", URIGRAM_RESOLVE_DENY_GUARD, URIGRAM_STATUS_UNRESOLVED, "reference",
          URIGRAM_COMPONENT_PATH, 0, "without an authority, a path cannot begin with `//`");

    /* 5.2.3 and 5.2.4: bases that are not hierarchical. */
    resolves("zz:abc", "foo/../bar", 0, "zz:/bar");
    resolves("foo:a/b", "../c", 0, "foo:/c");

    /* Which of the two texts is at fault. */
    fails("a b", "g", 0, URIGRAM_STATUS_INVALID, "base", URIGRAM_COMPONENT_PATH, 1,
          "unexpected ' ' in the path at byte 1");
    fails("/a", "g", 0, URIGRAM_STATUS_INVALID, "base", URIGRAM_COMPONENT_SCHEME, 0, "the scheme is missing");
    fails(base, "g h", 0, URIGRAM_STATUS_INVALID, "reference", URIGRAM_COMPONENT_PATH, 1,
          "unexpected ' ' in the path at byte 1");
    fails(base, "\xFF", 0, URIGRAM_STATUS_NOT_UTF8, "reference", URIGRAM_COMPONENT_REFERENCE, 0,
          "not UTF-8: 0xFF at byte 0");
    fails("\xFF", "g", 0, URIGRAM_STATUS_NOT_UTF8, "base", URIGRAM_COMPONENT_REFERENCE, 0,
          "not UTF-8: 0xFF at byte 0");
    return checked();
}
