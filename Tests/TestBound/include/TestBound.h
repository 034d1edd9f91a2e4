#ifndef CONFAB_TEST_BOUND_H
#define CONFAB_TEST_BOUND_H

/// Returns the maximum number of tests that run at once: 4, unless `SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH` is
/// set to another number when the tests start.
int confab_tests_at_once(void);

#endif
