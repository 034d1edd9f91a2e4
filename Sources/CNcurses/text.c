#define _XOPEN_SOURCE 700

#include "CNcurses.h"

#include <errno.h>
#include <iconv.h>
#include <langinfo.h>
#include <locale.h>
#include <pthread.h>
#include <string.h>
#include <wchar.h>

int confab_wcwidth(uint32_t code_point)
{
    return wcwidth((wchar_t)code_point);
}

bool confab_locale_adopt(void)
{
    // setlocale(LC_ALL) fails if the locale of a single category is missing. Then the categories are set separately.
    if (setlocale(LC_ALL, "") == NULL) {
        setlocale(LC_MESSAGES, "");
        setlocale(LC_TIME, "");
        setlocale(LC_COLLATE, "");
    }
    bool is_installed = setlocale(LC_CTYPE, "") != NULL;
    setlocale(LC_NUMERIC, "C");
    return is_installed;
}

const char *confab_locale_charset(void)
{
    return nl_langinfo(CODESET);
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

// The maximum number of charsets. A process uses only that of its environment.
enum { CHARSETS = 16, NAME = 64 };

static struct {
    char name[NAME];
    iconv_t decoder;
    iconv_t encoder;
} charsets[CHARSETS];
static int charset_count;
static pthread_mutex_t charsets_lock = PTHREAD_MUTEX_INITIALIZER;

// Does the work of confab_charset_open. The caller holds the lock.
static int open_charset(const char *name)
{
    for (int i = 0; i < charset_count; i++)
        if (strcmp(charsets[i].name, name) == 0)
            return i;
    if (charset_count == CHARSETS || strlen(name) >= NAME)
        return -1;
    iconv_t decoder = iconv_open("WCHAR_T", name);
    iconv_t encoder = iconv_open(name, "WCHAR_T");
    if (decoder == (iconv_t)-1 || encoder == (iconv_t)-1) {
        if (decoder != (iconv_t)-1)
            iconv_close(decoder);
        if (encoder != (iconv_t)-1)
            iconv_close(encoder);
        return -1;
    }
    strcpy(charsets[charset_count].name, name);
    charsets[charset_count].decoder = decoder;
    charsets[charset_count].encoder = encoder;
    return charset_count++;
}

int confab_charset_open(const char *name)
{
    pthread_mutex_lock(&charsets_lock);
    int number = open_charset(name);
    pthread_mutex_unlock(&charsets_lock);
    return number;
}

int confab_charset_decode(int number, const uint8_t *bytes, size_t count, uint32_t *code_points)
{
    wchar_t found[2] = {0};
    char *in = (char *)bytes;
    char *out = (char *)found;
    size_t room = sizeof found;
    pthread_mutex_lock(&charsets_lock);
    iconv_t decoder = charsets[number].decoder;
    iconv(decoder, NULL, NULL, NULL, NULL);
    size_t result = iconv(decoder, &in, &count, &out, &room);
    int error = errno;
    // Some charsets delay a code point until the next character is known. This call returns it.
    if (result != (size_t)-1)
        iconv(decoder, NULL, NULL, &out, &room);
    pthread_mutex_unlock(&charsets_lock);
    if (result == (size_t)-1)
        return error == EINVAL ? 0 : -1;
    int length = (int)((sizeof found - room) / sizeof *found);
    for (int i = 0; i < length; i++)
        code_points[i] = (uint32_t)found[i];
    return length;
}

int confab_charset_encode(int number, uint32_t code_point, uint8_t *bytes)
{
    wchar_t character = (wchar_t)code_point;
    char *in = (char *)&character;
    size_t count = sizeof character;
    char *out = (char *)bytes;
    size_t room = CONFAB_CHARSET_BYTES;
    pthread_mutex_lock(&charsets_lock);
    iconv_t encoder = charsets[number].encoder;
    iconv(encoder, NULL, NULL, NULL, NULL);
    size_t result = iconv(encoder, &in, &count, &out, &room);
    if (result == 0)
        iconv(encoder, NULL, NULL, &out, &room);
    pthread_mutex_unlock(&charsets_lock);
    return result == 0 ? (int)(CONFAB_CHARSET_BYTES - room) : 0;
}
