#include "CLibraries.h"

#include <dlfcn.h>

bool confab_load_library(const char *name, const confab_function *functions, size_t count)
{
    void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!handle)
        return false;
    for (size_t index = 0; index < count; index++) {
        void *function = dlsym(handle, functions[index].name);
        if (!function)
            return false;
        *(void **)functions[index].place = function;
    }
    return true;
}
