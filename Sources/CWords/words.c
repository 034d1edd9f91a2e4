#include "CWords.h"

#include <string.h>

// The files are embedded in C because the Swift compiler needs minutes for array literals of this length.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char words_en[] = {
#embed "../../Resources/words.en.txt"
};
static const unsigned char guide_en[] = {
#embed "../../Resources/guide.en.json"
};
static const unsigned char lines_en[] = {
#embed "../../Resources/guide-lines.en.json"
};
static const unsigned char words_de[] = {
#embed "../../Resources/words.de.txt"
};
static const unsigned char guide_de[] = {
#embed "../../Resources/guide.de.json"
};
static const unsigned char lines_de[] = {
#embed "../../Resources/guide-lines.de.json"
};
static const unsigned char words_id[] = {
#embed "../../Resources/words.id.txt"
};
static const unsigned char guide_id[] = {
#embed "../../Resources/guide.id.json"
};
static const unsigned char lines_id[] = {
#embed "../../Resources/guide-lines.id.json"
};
static const unsigned char words_ro[] = {
#embed "../../Resources/words.ro.txt"
};
static const unsigned char guide_ro[] = {
#embed "../../Resources/guide.ro.json"
};
static const unsigned char lines_ro[] = {
#embed "../../Resources/guide-lines.ro.json"
};
static const unsigned char words_ru[] = {
#embed "../../Resources/words.ru.txt"
};
static const unsigned char guide_ru[] = {
#embed "../../Resources/guide.ru.json"
};
static const unsigned char lines_ru[] = {
#embed "../../Resources/guide-lines.ru.json"
};

typedef struct {
    const unsigned char *bytes;
    size_t count;
} file;

#define FILE_OF(bytes) {bytes, sizeof bytes}
#define FILES_OF(language) \
    {#language, FILE_OF(words_##language), FILE_OF(guide_##language), FILE_OF(lines_##language)}

static const struct {
    const char *language;
    file words, guide, lines;
} files[] = {
    FILES_OF(en), FILES_OF(de), FILES_OF(id), FILES_OF(ro), FILES_OF(ru),
};

// Returns the bytes of a file and sets their count. found may be NULL: then the result is NULL, and the count is 0.
static const unsigned char *take(const file *found, size_t *count) {
    *count = found ? found->count : 0;
    return found ? found->bytes : NULL;
}

const unsigned char *confab_words(const char *language, size_t *count) {
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        if (strcmp(files[i].language, language) == 0) return take(&files[i].words, count);
    }
    return take(NULL, count);
}

const unsigned char *confab_guide(const char *language, bool is_of_lines, size_t *count) {
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        if (strcmp(files[i].language, language) != 0) continue;
        return take(is_of_lines ? &files[i].lines : &files[i].guide, count);
    }
    return take(NULL, count);
}

const char *confab_language(size_t number) {
    return number < sizeof files / sizeof files[0] ? files[number].language : NULL;
}
