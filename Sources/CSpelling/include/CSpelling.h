#ifndef CSPELLING_H
#define CSPELLING_H

#include <stdbool.h>
#include <stddef.h>

/// The dictionary of one language in libenchant. That library is loaded on first use. Only one thread at a time may use
/// a dictionary.
struct confab_dictionary;

/// Returns whether libenchant is installed.
bool confab_spelling_is_there(void);

/// Opens the dictionary of a language.
///
/// @param language the code of a language, such as `de_DE`.
/// @return the dictionary, to be closed with ``confab_dictionary_close``; `NULL` if the language has none, or if
///     libenchant is not installed.
struct confab_dictionary *confab_dictionary_open(const char *language);

/// Closes a dictionary and frees it. `NULL` is permitted.
void confab_dictionary_close(struct confab_dictionary *dictionary);

/// Returns whether a word in UTF-8 is in the dictionary or in the user's personal dictionary. If it can't be checked,
/// the result is true as well.
bool confab_dictionary_has(struct confab_dictionary *dictionary, const char *word);

/// Finds suggested corrections of a word in UTF-8.
///
/// @param take called with each suggestion, the likeliest first. The string is valid during the call.
/// @param context passed to `take`.
void confab_dictionary_suggest(
    struct confab_dictionary *dictionary, const char *word, void (*take)(const char *suggestion, void *context),
    void *context);

/// Adds a word in UTF-8 to the user's personal dictionary, which other programs use as well.
void confab_dictionary_add(struct confab_dictionary *dictionary, const char *word);

#endif
