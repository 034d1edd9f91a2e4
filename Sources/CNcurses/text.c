#define _XOPEN_SOURCE 700

#include "CNcurses.h"

#include <langinfo.h>
#include <locale.h>
#include <string.h>
#include <wchar.h>

int confab_wcwidth(uint32_t code_point)
{
    return wcwidth((wchar_t)code_point);
}

bool confab_locale_adopt(void)
{
    bool is_installed = setlocale(LC_ALL, "") != NULL;
    setlocale(LC_NUMERIC, "C");
    return is_installed;
}

bool confab_locale_is_utf8(void)
{
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

bool confab_locale_ensure_utf8(void)
{
    static const char *const candidates[] = {"C.UTF-8", "C.utf8", "en_US.UTF-8"};
    for (size_t i = 0; !confab_locale_is_utf8() && i < sizeof candidates / sizeof *candidates; i++)
        setlocale(LC_CTYPE, candidates[i]);
    return confab_locale_is_utf8();
}
