#ifndef CFRIBIDI_H
#define CFRIBIDI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether text in UTF-8 has a letter that is written from right to left.
bool confab_has_right_to_left(const uint8_t *text, size_t count);

/// Finds the order of a paragraph (UAX #9) and the shapes of its letters.
///
/// Each of the code points has a level, which is odd where it reads from right to left, and is replaced by the shape that it has there: a
/// bracket by its mirror image, an Arabic letter by the form that joins its neighbours. None is added or taken away.
///
/// Returns false where memory is too little.
bool confab_bidi_paragraph(uint32_t *scalars, int count, int8_t *levels, bool *is_right_to_left);

/// Orders a row of a paragraph from left to right.
///
/// @param scalars one of each character, from which its kind is taken.
/// @param levels those of the characters; blanks at the end take that of the paragraph.
/// @param places is given which character comes first, second, and so on.
bool confab_bidi_row(
    const uint32_t *scalars, int count, bool is_right_to_left, int8_t *levels, int32_t *places);

#endif
