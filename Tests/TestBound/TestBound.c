#include <stdlib.h>

#include "TestBound.h"

static const char *const variable = "SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH";

// Swift Testing starts every test at once and shares the processors among them, so that each takes as long as all; its limit
// is read when the program of the tests starts, whichever command started it, and only C runs before that.
__attribute__((constructor)) static void bound_tests(void) {
    setenv(variable, "4", 0);
}

int confab_tests_at_once(void) {
    const char *width = getenv(variable);
    return width ? atoi(width) : 0;
}
