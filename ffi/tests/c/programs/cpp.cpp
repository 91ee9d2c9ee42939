// The header in C++: with owners for objects that have to be freed, and string views for components.
#include <memory>
#include <string>
#include <type_traits>

#include "check.h"

template <void (*free)(urigram_policy *)>
struct FreePolicy {
    void operator()(urigram_policy *policy) const { free(policy); }
};
using Policy = std::unique_ptr<urigram_policy, FreePolicy<urigram_policy_free>>;

static std::string text(urigram_str part) { return part.data ? std::string(part.data, part.len) : "undefined"; }

static std::string resolved(const std::string &base, const std::string &reference) {
    std::string space(base.size() + reference.size() + 3, '\0');
    urigram_buffer target = {&space[0], space.size(), 0};
    CHECK_STATUS(urigram_resolve(base.data(), base.size(), reference.data(), reference.size(), 0, &target, nullptr),
                 URIGRAM_STATUS_OK);
    space.resize(target.len);
    return space;
}

int main() {
    static_assert(std::is_trivially_copyable<urigram_error>::value, "an error can be copied");
    static_assert(sizeof(urigram_status) == 4, "an enumeration has 32 bits");
    check_case = "C++";

    const std::string uri = "http://user@example.com/a?#";
    urigram_components found;
    CHECK_STATUS(urigram_parse(uri.data(), uri.size(), URIGRAM_RULE_URI, &found, nullptr), URIGRAM_STATUS_OK);
    CHECK(text(found.host) == "example.com" && text(found.query).empty() && text(found.port) == "undefined");
    CHECK(resolved("http://a/b/c/d;p?q", "../g") == "http://a/b/g");

    urigram_policy *link = nullptr;
    CHECK_STATUS(urigram_policy_preset("link", &link, nullptr), URIGRAM_STATUS_OK);
    const Policy policy(link);
    CHECK_STATUS(urigram_validate("javascript:a", 12, policy.get(), nullptr, nullptr), URIGRAM_STATUS_REFUSED);
    return checked();
}
