#define _XOPEN_SOURCE 700

#include "CNcurses.h"
#include <wchar.h>

int confab_wcwidth(uint32_t code_point)
{
    return wcwidth((wchar_t)code_point);
}
