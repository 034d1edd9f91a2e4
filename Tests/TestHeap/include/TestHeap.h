#ifndef CONFAB_TEST_HEAP_H
#define CONFAB_TEST_HEAP_H

// Loaded into a program by LD_PRELOAD. The file that TEST_HEAP_COUNT names has how often memory was asked for since the program
// began, as a number of 64 bits in the machine's order, at any time.

#endif
