#ifndef CNCURSES_H
#define CNCURSES_H

#include <stdint.h>

/// The columns of a code point as the C library counts them, -1 for what has none.
int confab_wcwidth(uint32_t code_point);

#endif
