#ifndef CNCURSES_H
#define CNCURSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <termios.h>

// Text (text.c)

/// Returns the number of columns of a code point according to the C library; -1 if it is not printable.
int confab_wcwidth(uint32_t code_point);

/// Sets the locale of the environment. Numbers keep the format of files and protocols, with a decimal point.
///
/// @return false if the environment's locale for characters (`LC_CTYPE`) is not installed.
bool confab_locale_adopt(void);

/// Returns the name of the current locale's charset. The string is valid until the locale is changed.
const char *confab_locale_charset(void);

/// The maximum number of bytes of a character in any charset.
enum { CONFAB_CHARSET_BYTES = 16 };

/// Opens a charset, which stays open. The same name always has the same number. This and the next two functions can be
/// called on any thread.
///
/// @param name the name of the charset, as in ``confab_locale_charset``.
/// @return the number of the charset; -1 if the C library doesn't know it, or too many charsets are open.
int confab_charset_open(const char *name);

/// Decodes one character of a charset.
///
/// @param number the charset, from ``confab_charset_open``.
/// @param bytes the bytes of the character.
/// @param count the number of bytes.
/// @param code_points receives at most two code points.
/// @return the number of code points; 0 if the bytes are incomplete, -1 if they are invalid.
int confab_charset_decode(int number, const uint8_t *bytes, size_t count, uint32_t *code_points);

/// Encodes a code point in a charset.
///
/// @param number the charset, from ``confab_charset_open``.
/// @param code_point the code point to encode.
/// @param bytes receives at most ``CONFAB_CHARSET_BYTES`` bytes.
/// @return the number of bytes; 0 if the charset lacks the code point.
int confab_charset_encode(int number, uint32_t code_point, uint8_t *bytes);

/// Sets a UTF-8 locale for characters (`LC_CTYPE`) unless the current one is UTF-8. In other locales, the C library
/// doesn't know the width of all Unicode characters.
///
/// @return false if the system has no known UTF-8 locale.
bool confab_locale_ensure_utf8(void);

/// Returns whether the charset of the current locale is UTF-8.
bool confab_locale_is_utf8(void);

// The terminfo entry of a terminal type (screen.c). Call the other functions only after confab_type_find returned 1.

/// Loads the terminfo entry of a terminal type.
///
/// @return 1 if it was found, 0 if the type is unknown, -1 if the system has no terminfo database.
int confab_type_find(const char *type);

/// Returns a string capability; `NULL` if the terminal type lacks it. The string is valid until ``confab_type_forget``.
const char *confab_type_string(const char *capability);

/// Returns a numeric capability; -1 if the terminal type lacks it.
int confab_type_number(const char *capability);

/// Returns whether the terminal type has a boolean capability. Names of extensions are permitted.
bool confab_type_flag(const char *capability);

/// Frees the terminfo entry.
void confab_type_forget(void);

// ncurses, which draws into a file instead of a terminal (screen.c). There is one screen at a time. Only one thread at
// a time may call these functions.

/// Opens the screen.
///
/// @param type the terminal type.
/// @param descriptor the file to draw into. It is duplicated, so the caller still has to close it.
/// @param has_colors whether to use colors.
/// @return false if ncurses can't draw on this type of terminal, or the descriptor can't be used.
bool confab_screen_open(const char *type, int descriptor, bool has_colors);

/// Closes the screen, which writes the terminal's final sequences to the file. Does nothing without a screen.
void confab_screen_close(void);

/// Changes the size of the screen, in columns and rows.
///
/// @return false if ncurses can't change the size.
bool confab_screen_resize(int width, int height);

/// Returns the number of color pairs that can be defined, including pair 0, which has the terminal's own colors.
int confab_screen_pairs(void);

/// Defines a color pair.
///
/// @param pair the number of the pair, from 1 on.
/// @param foreground the number of a color; -1 for the terminal's own.
/// @param background the number of a color; -1 for the terminal's own.
/// @return false if the terminal can't have this pair.
bool confab_screen_define_pair(int pair, int foreground, int background);

/// The attributes of a character, to be combined.
enum {
    CONFAB_BOLD = 1,
    CONFAB_DIM = 2,
    CONFAB_UNDERLINE = 4,
    CONFAB_REVERSE = 8,
    CONFAB_ITALIC = 16,
};

/// The maximum number of code points in a cell: a base character and its combining marks.
enum { CONFAB_CELL_CODE_POINTS = 5 };

/// Places a character on the screen. ``confab_screen_update`` draws it.
///
/// @param row the row, from 0 on.
/// @param column the first column of the character, from 0 on. All of its 1 or 2 columns must be on the screen.
/// @param text the code points of the character: the base character and its combining marks.
/// @param count the number of code points. Those after the first ``CONFAB_CELL_CODE_POINTS`` are dropped.
/// @param attributes a combination of the attributes above.
/// @param pair a color pair.
void confab_screen_put(int row, int column, const uint32_t *text, int count, uint32_t attributes, int pair);

/// Makes the next update clear the screen and paint all cells.
void confab_screen_forget(void);

/// Returns the sequence that resets the scrolling region to the whole screen; `NULL` if the terminal has none.
///
/// The string is valid until the next call.
///
/// @param height the number of rows of the screen.
const char *confab_screen_margins(int height);

/// Draws all changes since the last update, then moves the cursor to a cell.
void confab_screen_update(int row, int column);

// Restoring the terminal, also after a crash (restore.c)

/// Restores the terminal when the process crashes or exits, or by ``confab_restore_now``. A further call replaces the
/// bytes and modes.
///
/// @param descriptor the terminal, opened for non-blocking writes. It must stay open.
/// @param modes the terminal modes to set.
/// @param bytes the bytes to write first. They are copied.
/// @param count the number of bytes. Those after the first 512 are dropped.
void confab_restore_arm(int descriptor, const struct termios *modes, const char *bytes, size_t count);

/// Restores the terminal now, and not again later. Does nothing unless ``confab_restore_arm`` was called before.
///
/// This blocks for up to half a second if the terminal accepts no bytes. It can be called in a signal handler.
void confab_restore_now(void);

// Signals as bytes in a pipe (signals.c)

/// Handles signals by writing the number of each as one byte to a pipe.
///
/// @param numbers the signals, at most 16. Those after the first 16 are ignored.
/// @param count the number of signals.
/// @return the read end of the pipe, which must not be closed; -1 on failure.
int confab_signals_open(const int *numbers, int count);

/// Restores the signal handlers that ``confab_signals_open`` replaced. The pipe stays open.
void confab_signals_close(void);

/// Stops the whole job as ^Z does, and returns once it continues. Returns at once if no shell could continue the job.
void confab_stop_job(void);

// The loop of the main thread (main_loop.c). Only the main thread may call these functions.

/// Sets the descriptor for which ``confab_main_wait`` waits, in addition to the main queue; -1 for none.
void confab_main_watch(int descriptor);

/// Waits until the descriptor is readable, the main queue has work, or a signal arrives.
///
/// @return whether the descriptor can be read, has an error or was closed at the other end.
bool confab_main_wait(void);

/// Runs the blocks of the main queue, if the last wait found any.
void confab_main_drain(void);

// Files and sizes (screen.c)

/// Creates an unnamed file in memory.
///
/// @return its descriptor, which the caller closes; -1 on failure.
int confab_memory_file(void);

/// Determines the size of a terminal in columns and rows.
///
/// @return false if the descriptor is not a terminal. A terminal that doesn't know its size may report 0.
bool confab_terminal_size(int descriptor, int *width, int *height);

/// Determines the size of a terminal's cell in pixels.
///
/// @return false if the descriptor is not a terminal, or the terminal doesn't know the size.
bool confab_terminal_cell(int descriptor, int *width, int *height);

#endif
