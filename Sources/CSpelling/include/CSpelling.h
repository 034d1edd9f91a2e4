#ifndef CSPELLING_H
#define CSPELLING_H

#include <stdbool.h>
#include <stddef.h>

/// Dictionaries of one language. They are not to be used by two threads at a time.
struct confab_dictionary;

/// Whether libenchant is on this machine.
bool confab_spelling_is_there(void);

/// Opens the dictionary of a language, as in `de_DE`. Returns NULL where there is none, or no libenchant.
struct confab_dictionary *confab_dictionary_open(const char *language);

void confab_dictionary_close(struct confab_dictionary *dictionary);

/// Whether a word in UTF-8 is in the dictionary, or in the person's own.
bool confab_dictionary_has(struct confab_dictionary *dictionary, const char *word);

/// Hands the words that may have been meant to `take`, the likeliest first.
void confab_dictionary_suggest(
    struct confab_dictionary *dictionary, const char *word, void (*take)(const char *suggestion, void *context),
    void *context);

/// Adds a word to the person's own dictionary, which other programs use as well.
void confab_dictionary_add(struct confab_dictionary *dictionary, const char *word);

#endif
