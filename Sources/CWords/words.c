#include "CWords.h"

#include <string.h>

// Swift's compiler takes minutes for arrays of this length.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char en[] = {
#embed "../../Resources/words.en.txt"
};
static const unsigned char de[] = {
#embed "../../Resources/words.de.txt"
};
static const unsigned char id[] = {
#embed "../../Resources/words.id.txt"
};
static const unsigned char ro[] = {
#embed "../../Resources/words.ro.txt"
};
static const unsigned char ru[] = {
#embed "../../Resources/words.ru.txt"
};

static const struct {
    const char *language;
    const unsigned char *bytes;
    size_t count;
} files[] = {
    {"en", en, sizeof en}, {"de", de, sizeof de}, {"id", id, sizeof id}, {"ro", ro, sizeof ro}, {"ru", ru, sizeof ru},
};

const unsigned char *confab_words(const char *language, size_t *count) {
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        if (strcmp(files[i].language, language) == 0) {
            *count = files[i].count;
            return files[i].bytes;
        }
    }
    *count = 0;
    return NULL;
}

const char *confab_language(size_t number) {
    return number < sizeof files / sizeof files[0] ? files[number].language : NULL;
}
