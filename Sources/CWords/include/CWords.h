#ifndef CWORDS_H
#define CWORDS_H

#include <stdbool.h>
#include <stddef.h>

/// Returns the catalogue of user-facing texts in a language, which was embedded at build time.
///
/// @param language the code of a language: `de` for `Resources/words.de.txt`.
/// @param count receives the size of the catalogue in bytes.
/// @return the catalogue without a zero byte at the end, valid for the life of the process; `NULL` if there is no such
///     language.
const unsigned char *confab_words(const char *language, size_t *count);

/// Returns the texts of the guide in a language, which were embedded at build time.
///
/// @param language the code of a language: `de` for `Resources/guide.de.json`.
/// @param is_of_lines whether to return the texts of the linear mode, such as `Resources/guide-lines.de.json`.
/// @param count receives the size of the texts in bytes.
/// @return the JSON without a zero byte at the end, valid for the life of the process; `NULL` if there is no such
///     language.
const unsigned char *confab_guide(const char *language, bool is_of_lines, size_t *count);

/// Returns the code of the language with this index, from 0 on, such as `de`. English is the first.
///
/// @return a string that is valid for the life of the process; `NULL` if there are no more languages.
const char *confab_language(size_t number);

#endif
