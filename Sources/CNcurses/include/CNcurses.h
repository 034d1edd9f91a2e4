#ifndef CNCURSES_H
#define CNCURSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <termios.h>

// Text (text.c)

/// The columns of a code point as the C library counts them, -1 for what has none.
int confab_wcwidth(uint32_t code_point);

/// Takes the locale of the environment. Numbers stay in the form that files and protocols have.
///
/// Returns false where the environment names a locale for letters that is not installed.
bool confab_locale_adopt(void);

/// The name of the present locale's charset; valid until another locale is taken.
const char *confab_locale_charset(void);

/// How many bytes a character of any charset has at most.
enum { CONFAB_CHARSET_BYTES = 16 };

/// Opens a charset by its name, for good; the same name gives the same number.
///
/// Returns -1 where the C library doesn't know it. From any thread, as the two below.
int confab_charset_open(const char *name);

/// Decodes the bytes of one character into at most two code points.
///
/// Returns how many, 0 where bytes are missing at the end, -1 where these are no character.
int confab_charset_decode(int number, const uint8_t *bytes, size_t count, uint32_t *code_points);

/// Encodes a code point into at most ``CONFAB_CHARSET_BYTES``.
///
/// Returns how many bytes it has, 0 where the charset lacks it.
int confab_charset_encode(int number, uint32_t code_point, uint8_t *bytes);

/// Chooses a locale in which all of Unicode has a width; nothing where the present one is such.
///
/// Returns false where the system has none.
bool confab_locale_ensure_utf8(void);

/// Whether the present locale writes UTF-8.
bool confab_locale_is_utf8(void);

// What terminfo says of a terminal type (screen.c); all but the first need a type that was found.

/// Looks a type up: 1 found, 0 unknown, -1 where the system has no terminfo.
int confab_type_find(const char *type);

/// A string capability, NULL where the terminal has none. Valid until the type is forgotten.
const char *confab_type_string(const char *capability);

/// A number capability, -1 where the terminal has none.
int confab_type_number(const char *capability);

/// Whether the terminal has a capability; names may be those of extensions.
bool confab_type_flag(const char *capability);

void confab_type_forget(void);

// ncurses, which draws into a file that is no terminal (screen.c). One screen at a time, from one thread at a time.

/// Opens the screen, drawing into the descriptor, which stays the caller's.
bool confab_screen_open(const char *type, int descriptor, bool has_colors);

void confab_screen_close(void);

bool confab_screen_resize(int width, int height);

/// How many pairs of colours can be defined, pair 0 included, which is the terminal's own.
int confab_screen_pairs(void);

/// Defines a pair, above 0; colour -1 is the terminal's own.
bool confab_screen_define_pair(int pair, int foreground, int background);

enum {
    CONFAB_BOLD = 1,
    CONFAB_DIM = 2,
    CONFAB_UNDERLINE = 4,
    CONFAB_REVERSE = 8,
    CONFAB_ITALIC = 16,
};

/// How many code points a cell holds: one that has columns and its marks.
enum { CONFAB_CELL_CODE_POINTS = 5 };

/// Puts a character of 1 or 2 columns, given as 1 to 5 code points; the whole of it has to be on the screen.
void confab_screen_put(int row, int column, const uint32_t *text, int count, uint32_t attributes, int pair);

/// Has the next update paint all cells.
void confab_screen_forget(void);

/// Returns the sequence that scrolls the whole screen again; NULL if the terminal has none. Valid until the next call.
const char *confab_screen_margins(int height);

/// Writes what changed since the last update, then the way of the cursor to this cell.
void confab_screen_update(int row, int column);

// The way back to the shell, also after a crash (restore.c).

/// From now on a crash, an exit or ``confab_restore_now`` writes the bytes and sets the modes. The descriptor is the
/// terminal. Bytes past 512 are left out.
void confab_restore_arm(int descriptor, const struct termios *modes, const char *bytes, size_t count);

/// Restores at once, if armed, and disarms. A terminal that takes nothing holds this up for half a second.
void confab_restore_now(void);

// Signals as bytes in a pipe (signals.c).

/// Has each of these signals written as one byte to a pipe, and returns the pipe's end to read, -1 on failure.
int confab_signals_open(const int *numbers, int count);

/// Gives the signals back to whoever had them.
void confab_signals_close(void);

/// Stops the whole job as ^Z would, and returns once it continues, or at once where nobody could continue it.
void confab_stop_job(void);

// What the main thread waits for (main_loop.c). From that thread alone.

/// The descriptor to wait for beside the main queue from now on, -1 for none.
void confab_main_watch(int descriptor);

/// Waits until one of both has something to do or a signal came.
///
/// Returns whether the descriptor is readable, or gone.
bool confab_main_wait(void);

/// Does what was handed to the main queue before the last wait ended.
void confab_main_drain(void);

/// An unnamed file in memory, -1 on failure.
int confab_memory_file(void);

/// The columns and rows of the terminal behind the descriptor, false where it doesn't know.
bool confab_terminal_size(int descriptor, int *width, int *height);

/// The pixels of a cell of the terminal behind the descriptor, false where it doesn't know.
bool confab_terminal_cell(int descriptor, int *width, int *height);

#endif
