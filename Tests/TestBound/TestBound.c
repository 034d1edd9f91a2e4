#include <stdlib.h>

#include "TestBound.h"

static const char *const variable = "SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH";

// Limits the number of tests that run at once. Without a limit, Swift Testing starts all tests at once, and each takes
// as long as all of them together. It reads the limit when the program starts. Only a constructor in C runs before
// that.
__attribute__((constructor)) static void bound_tests(void) {
    setenv(variable, "4", 0);
}

int confab_tests_at_once(void) {
    const char *width = getenv(variable);
    return width ? atoi(width) : 0;
}
