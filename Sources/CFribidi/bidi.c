#include "CFribidi.h"

#include <fribidi/fribidi.h>
#include <stdlib.h>

// The first byte of a right-to-left letter is rare in all other text, so most bytes need a single comparison.
bool confab_has_right_to_left(const uint8_t *text, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint8_t first = text[i];
        if (first < 0xD6 || i + 1 == count) continue;
        uint8_t second = text[i + 1];
        switch (first) {
        case 0xD6:
            // Armenian ends before U+0590, where Hebrew begins.
            if (second >= 0x90) return true;
            break;
        case 0xD7 ... 0xDF: return true;
        case 0xE0:
            if (second <= 0xA3) return true;
            break;
        case 0xEF:
            // Presentation forms of Hebrew and Arabic letters. Latin and Armenian ligatures precede them, and the byte
            // order mark follows them.
            if (i + 2 < count && ((second == 0xAC && text[i + 2] >= 0x9D) || (second >= 0xAD && second <= 0xB7)
                    || (second == 0xB9 && text[i + 2] >= 0xB0) || second == 0xBA
                    || (second == 0xBB && text[i + 2] < 0xBF)))
                return true;
            break;
        case 0xF0:
            if ((second == 0x90 && i + 2 < count && text[i + 2] >= 0xA0)
                || (second == 0x9E && i + 2 < count && text[i + 2] >= 0xA0))
                return true;
            break;
        default: break;
        }
    }
    return false;
}

bool confab_bidi_paragraph(uint32_t *scalars, int count, int8_t *levels, bool *is_right_to_left)
{
    FriBidiCharType *types = calloc((size_t)count + 1, sizeof *types);
    FriBidiBracketType *brackets = calloc((size_t)count + 1, sizeof *brackets);
    FriBidiArabicProp *joining = calloc((size_t)count + 1, sizeof *joining);
    bool is_done = false;
    if (types && brackets && joining) {
        FriBidiParType direction = FRIBIDI_PAR_ON;
        fribidi_get_bidi_types(scalars, count, types);
        fribidi_get_bracket_types(scalars, count, types, brackets);
        is_done = fribidi_get_par_embedding_levels_ex(types, brackets, count, &direction, levels) != 0;
        if (is_done) {
            *is_right_to_left = FRIBIDI_IS_RTL(direction);
            fribidi_get_joining_types(scalars, count, joining);
            fribidi_join_arabic(types, count, levels, joining);
            // Ligatures are left out, so that each letter keeps the columns that were measured for it.
            fribidi_shape(
                FRIBIDI_FLAG_SHAPE_MIRRORING | FRIBIDI_FLAG_SHAPE_ARAB_PRES, levels, count, joining, scalars);
        }
    }
    free(joining);
    free(brackets);
    free(types);
    return is_done;
}

bool confab_bidi_row(
    const uint32_t *scalars, int count, bool is_right_to_left, int8_t *levels, int32_t *places)
{
    FriBidiCharType *types = calloc((size_t)count + 1, sizeof *types);
    if (!types) return false;
    fribidi_get_bidi_types(scalars, count, types);
    for (int i = 0; i < count; i++) places[i] = i;
    FriBidiParType direction = is_right_to_left ? FRIBIDI_PAR_RTL : FRIBIDI_PAR_LTR;
    bool is_done = fribidi_reorder_line(0, types, count, 0, direction, levels, NULL, places) != 0;
    free(types);
    return is_done;
}
