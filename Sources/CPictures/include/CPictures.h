#ifndef CPICTURES_H
#define CPICTURES_H

#include <stdint.h>

/// The reason why there is no result: the second byte of an answer that begins with ``CONFAB_PICTURE_FAILED``.
enum {
    /// libgdk-pixbuf is not installed.
    CONFAB_PICTURE_NO_LOADER = 1,
    /// libchafa is not installed.
    CONFAB_PICTURE_NO_DRAWER = 2,
    /// The file's first bytes are those of no supported format, or gdk-pixbuf has no loader for it.
    CONFAB_PICTURE_OTHER_KIND = 3,
    /// The picture has more pixels than the given maximum.
    CONFAB_PICTURE_TOO_MANY_PIXELS = 4,
    /// The file is invalid or incomplete.
    CONFAB_PICTURE_BROKEN = 5,
    /// The picture needs more memory than the process may use.
    CONFAB_PICTURE_MEMORY = 6,
    /// The file has more bytes than the given maximum.
    CONFAB_PICTURE_TOO_MANY_BYTES = 7
};

/// The first byte of an answer. All numbers after it are big-endian.
enum {
    /// Followed by one byte: the reason, such as ``CONFAB_PICTURE_BROKEN``.
    CONFAB_PICTURE_FAILED = 'F',
    /// Followed by width and height of the picture, then of the thumbnail (32 bits each), `J` or `P`, and the JPEG or
    /// PNG file.
    CONFAB_PICTURE_THUMBNAIL = 'T',
    /// Followed by width and height of the picture (32 bits each), columns and rows (16 bits each), and the cells, row
    /// by row. Each cell has a code point (32 bits), a foreground and a background (16 bits each): a color of the
    /// palette of 256, or ``CONFAB_PICTURE_NO_COLOR``.
    ///
    /// If `pixels` were requested, the red, green and blue bytes of each pixel follow, row by row. If `sixels` were
    /// requested, each row of cells follows as the number of bytes (32 bits) and the bytes of its sixels, without
    /// introducer and terminator. The number is 0 if Chafa's output has an unexpected form.
    CONFAB_PICTURE_DRAWING = 'D'
};

/// The terminal's own color.
enum { CONFAB_PICTURE_NO_COLOR = 0xFFFF };

/// Computes how many columns and rows a picture occupies, at most the given ones and at least one. Its aspect ratio is
/// kept. Small pictures are enlarged only up to a limit: a cell has at least 4 × 8 pixels.
///
/// @param width the width of the picture in pixels.
/// @param height the height of the picture in pixels.
/// @param most_columns the maximum of columns, at least 1.
/// @param most_rows the maximum of rows, at least 1.
/// @param columns receives the number of columns.
/// @param rows receives the number of rows.
void confab_picture_cells(
    uint32_t width, uint32_t height, uint32_t most_columns, uint32_t most_rows, uint32_t *columns, uint32_t *rows);

/// The main function of a process that decodes one picture from standard input, and writes its answer to standard
/// output. It sets its limits before it reads. Before it decodes, it gives up all system calls but those for reading,
/// writing and memory.
///
/// The arguments are:
///
/// - the maximum of bytes of memory, seconds of processor time, pixels, and bytes of the file;
/// - then `thumbnail`, width, height, and `scale` or `crop`;
/// - or `draw`, columns, rows, `colors` or `mono`, and `dark` or `light`. `pixels` or `sixels` may follow, with width
///   and height of a cell in pixels, and the background as a decimal number, such as 16777215 for white.
///
/// It ends the process with status 0 after an answer, also after that of a failure, and with status 1 if it can't read,
/// write or give up its rights.
///
/// @param count the number of arguments.
/// @param words the arguments, without the name of the program.
/// @return the exit status of the process if the arguments are invalid or the limits can't be set.
int confab_picture_main(int count, char *const *words);

/// Starts a program in a session of its own, without environment variables. Its only open descriptors are its input,
/// its output, and standard error, which is discarded.
///
/// @param words the path of the program and its arguments, ended by `NULL`.
/// @param input the descriptor for its standard input. The caller still has to close it.
/// @param output receives the descriptor to read its standard output from, which the caller closes.
/// @param process receives the process ID. The caller waits for the process.
/// @return 0 if the program runs, otherwise an `errno`. `output` and `process` are not valid then.
int confab_picture_start(char *const *words, int input, int *output, int *process);

/// Creates an unnamed file in memory.
///
/// @param bytes the contents of the file.
/// @param count the number of bytes.
/// @return the descriptor of the file at its start, which the caller closes; -1 on failure.
int confab_picture_memory_file(const void *bytes, uint64_t count);

#endif
