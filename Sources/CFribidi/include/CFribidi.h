#ifndef CFRIBIDI_H
#define CFRIBIDI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Returns whether text in UTF-8 has a letter that is written from right to left.
///
/// @param count the size of the text in bytes.
bool confab_has_right_to_left(const uint8_t *text, size_t count);

/// Determines the embedding levels of a paragraph (UAX #9) and the displayed forms of its characters.
///
/// @param scalars the code points of the paragraph. Brackets and other mirrored characters in right-to-left text are
///     replaced by their mirror images, and Arabic letters by the forms that join their neighbors. Their number stays
///     the same.
/// @param count the number of code points.
/// @param levels receives the embedding level of each code point. It is odd for right-to-left text.
/// @param is_right_to_left receives whether the paragraph's direction is right-to-left.
/// @return false if there is too little memory.
bool confab_bidi_paragraph(uint32_t *scalars, int count, int8_t *levels, bool *is_right_to_left);

/// Computes the visual order of a row of a paragraph.
///
/// @param scalars one code point for each character, which determines its bidirectional class.
/// @param count the number of characters.
/// @param is_right_to_left whether the paragraph's direction is right-to-left.
/// @param levels the characters' levels; those of trailing blanks are set to the paragraph's level.
/// @param places receives the index of the character at each position, from left to right.
/// @return false if there is too little memory.
bool confab_bidi_row(
    const uint32_t *scalars, int count, bool is_right_to_left, int8_t *levels, int32_t *places);

#endif
