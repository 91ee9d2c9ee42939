/* Answers the questions on standard input with uriparser, and prints one line for each. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uriparser/Uri.h>

static void show(UriTextRangeA range) {
    if (range.first == NULL) {
        puts("undefined");
    } else if (range.first == range.afterLast) {
        puts("\"\"");
    } else {
        printf("%.*s\n", (int)(range.afterLast - range.first), range.first);
    }
}

static void show_uri(const UriUriA* uri) {
    int length;
    char* text;
    if (uriToStringCharsRequiredA(uri, &length) != URI_SUCCESS || (text = malloc(length + 1)) == NULL) {
        puts("error");
        return;
    }
    uriToStringA(text, uri, length + 1, NULL);
    puts(text);
    free(text);
}

static const char* kind(const UriUriA* uri) {
    if (uri->hostText.first == NULL) return "undefined";
    if (uri->hostData.ip4 != NULL) return "IPv4";
    if (uri->hostData.ip6 != NULL) return "IPv6";
    return uri->hostData.ipFuture.first != NULL ? "IPvFuture" : "name";
}

/* Prints the target of a reference, or a reference to a target. */
static void show_made(const UriUriA* base, const char* text, int is_target) {
    UriUriA other, made;
    const char* at;
    if (uriParseSingleUriA(&other, text, &at) != URI_SUCCESS) {
        puts("error");
        return;
    }
    int failed = is_target ? uriRemoveBaseUriA(&made, &other, base, URI_FALSE) : uriAddBaseUriA(&made, &other, base);
    if (failed != URI_SUCCESS) {
        puts("error");
    } else {
        show_uri(&made);
    }
    uriFreeUriMembersA(&made);
    uriFreeUriMembersA(&other);
}

static void answer(const char* table, const char* first, const char* second) {
    UriUriA uri;
    const char* at;
    int failed = uriParseSingleUriA(&uri, first, &at) != URI_SUCCESS;
    if (strcmp(table, "accepts") == 0) {
        puts(failed ? "no" : "yes");
    } else if (strcmp(table, "error") == 0) {
        if (failed) {
            printf("syntax error at %d\n", (int)(at - first));
        } else {
            puts("accepted");
        }
    } else if (failed) {
        puts("error");
    } else if (strcmp(table, "host") == 0) {
        show(uri.hostText);
    } else if (strcmp(table, "port") == 0) {
        show(uri.portText);
    } else if (strcmp(table, "query") == 0) {
        show(uri.query);
    } else if (strcmp(table, "fragment") == 0) {
        show(uri.fragment);
    } else if (strcmp(table, "kind") == 0) {
        puts(kind(&uri));
    } else if (strcmp(table, "normalize") == 0) {
        if (uriNormalizeSyntaxA(&uri) == URI_SUCCESS) {
            show_uri(&uri);
        } else {
            puts("error");
        }
    } else if (strcmp(table, "relativize") == 0) {
        show_made(&uri, second, 1);
    } else {
        show_made(&uri, second, 0);
    }
    if (!failed) uriFreeUriMembersA(&uri);
}

int main(void) {
    static char line[4096];
    printf("uriparser %s\n", URI_VER_ANSI);
    while (fgets(line, sizeof line, stdin) != NULL) {
        char* fields[4];
        char* rest = line;
        line[strcspn(line, "\n")] = '\0';
        for (int i = 0; i < 4; i++) {
            fields[i] = rest == NULL ? "" : strsep(&rest, "\t");
        }
        answer(fields[0], fields[1], fields[2]);
    }
}
