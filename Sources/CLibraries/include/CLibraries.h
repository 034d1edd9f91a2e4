#ifndef CLIBRARIES_H
#define CLIBRARIES_H

#include <stdbool.h>
#include <stddef.h>

/// A function of a library that is loaded at run time, so that the build doesn't depend on the library.
typedef struct {
    /// The name of the function in the library.
    const char *name;
    /// The address of the function pointer to set.
    void *place;
} confab_function;

/// Loads a shared library, which is never unloaded, and sets pointers to functions of it or of its dependencies.
///
/// @param name the file name of the library, such as `libdbus-1.so.3`.
/// @param functions the functions to find.
/// @param count the number of functions.
/// @return false if the library is not installed or lacks a function. Some pointers may be set even so.
bool confab_load_library(const char *name, const confab_function *functions, size_t count);

#endif
