#ifndef CWORDS_H
#define CWORDS_H

#include <stdbool.h>
#include <stddef.h>

/// A file of words as it was when the program was built: `Resources/words.de.txt` for `de`.
///
/// `count` is how many bytes it has. Returns NULL where there is no such language.
const unsigned char *confab_words(const char *language, size_t *count);

/// What the guide says, as it was when the program was built: `Resources/guide.de.json` for `de`, and `guide-lines.de.json` for who
/// reads lines.
///
/// `count` is how many bytes it has. Returns NULL where there is no such language.
const unsigned char *confab_guide(const char *language, bool is_of_lines, size_t *count);

/// The languages that there are, English first; NULL beyond the last.
const char *confab_language(size_t number);

#endif
