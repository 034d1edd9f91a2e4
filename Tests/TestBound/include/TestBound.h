#ifndef CONFAB_TEST_BOUND_H
#define CONFAB_TEST_BOUND_H

/// How many tests run at once, where the variable `SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH` says nothing else.
int confab_tests_at_once(void);

#endif
