#ifndef CPICTURES_H
#define CPICTURES_H

#include <stdint.h>

/// Why there is no result: the second byte of an answer that begins with ``CONFAB_PICTURE_FAILED``.
enum {
    /// libgdk-pixbuf is not installed.
    CONFAB_PICTURE_NO_LOADER = 1,
    /// libchafa is not installed.
    CONFAB_PICTURE_NO_DRAWER = 2,
    /// Its first bytes are of no kind that is decoded.
    CONFAB_PICTURE_OTHER_KIND = 3,
    CONFAB_PICTURE_TOO_MANY_PIXELS = 4,
    CONFAB_PICTURE_BROKEN = 5,
    /// The memory that it may have was not enough.
    CONFAB_PICTURE_MEMORY = 6,
    CONFAB_PICTURE_TOO_MANY_BYTES = 7
};

/// The first byte of an answer. All numbers that follow have the most significant byte first.
enum {
    CONFAB_PICTURE_FAILED = 'F',
    /// Width and height of the picture, of the thumbnail (32 bits each), `J` or `P`, the bytes of a JPEG or PNG.
    CONFAB_PICTURE_THUMBNAIL = 'T',
    /// Width and height of the picture (32 bits), columns and rows (16 bits), and row by row of each cell its code point (32 bits),
    /// foreground and background (16 bits; a colour of the palette of 256, ``CONFAB_PICTURE_NO_COLOR`` for the terminal's own).
    /// Behind that, where they were asked for, either three bytes a pixel, row by row, or of each row of cells how many bytes of
    /// sixels (32 bits) and these, without what introduces and ends them.
    CONFAB_PICTURE_DRAWING = 'D'
};

enum { CONFAB_PICTURE_NO_COLOR = 0xFFFF };

/// The cells that a picture is drawn in: its shape kept, small ones not made larger than an eighth of a cell a pixel.
void confab_picture_cells(
    uint32_t width, uint32_t height, uint32_t most_columns, uint32_t most_rows, uint32_t *columns, uint32_t *rows);

/// The whole of a process that decodes one picture from standard input and writes its answer to standard output. It limits
/// itself before it reads, and before it decodes it gives up all but reading, writing and memory.
///
/// The words: bytes of memory, seconds of processor time, most pixels, most bytes, then `thumbnail`, width, height, `scale` or
/// `crop`; or `draw`, columns, rows, `colors` or `mono`, `dark` or `light`, and, where pixels are wanted as well, `pixels` or
/// `sixels`, width and height of a cell in pixels, and the background as a number, as in 16777215 for white.
///
/// - Returns: what the process ends with, where it was asked wrongly or can't limit itself. It answers, also with a failure, by
///   ending with 0.
int confab_picture_main(int count, char *const *words);

/// Starts a program, its words ended by `NULL`, in a session of its own, without an environment, with nothing open but its input
/// and an output that ``output`` is read from.
///
/// - Returns: an `errno`, 0 where it runs.
int confab_picture_start(char *const *words, int input, int *output, int *process);

/// A file without a name that holds these bytes, to be read from its start; -1 where there is none to be had.
int confab_picture_memory_file(const void *bytes, uint64_t count);

#endif
