#ifndef CONFAB_TEST_HEAP_H
#define CONFAB_TEST_HEAP_H

// A library to be loaded into a program by LD_PRELOAD. It counts the memory allocations of the program since its start.
//
// The count is in the file that TEST_HEAP_COUNT names, as a 64-bit number in the machine's byte order. It can be read
// at any time. Without the variable, nothing is written.

#endif
