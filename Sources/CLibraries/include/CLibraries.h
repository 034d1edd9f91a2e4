#ifndef CLIBRARIES_H
#define CLIBRARIES_H

#include <stdbool.h>
#include <stddef.h>

/// A function of a library that is no dependency of the build.
typedef struct {
    const char *name;
    /// Where a pointer to it is put.
    void *place;
} confab_function;

/// Loads a library for good, as in `libdbus-1.so.3`, with these functions; names of the libraries that it brings are found through it
/// as well.
///
/// False where it is not installed, or lacks one of them.
bool confab_load_library(const char *name, const confab_function *functions, size_t count);

#endif
