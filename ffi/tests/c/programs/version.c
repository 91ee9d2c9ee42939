/* The versions of the library and of its interface. The build says which it is. */
#include "check.h"

int main(void) {
    CHECK(urigram_abi_version() == URIGRAM_ABI_VERSION);
    CHECK_TEXT(urigram_version(), EXPECTED_VERSION);
    return checked();
}
