#define _GNU_SOURCE
#define _XOPEN_SOURCE_EXTENDED 1
#define NCURSES_WIDECHAR 1

#include "CNcurses.h"

#include <curses.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <term.h>
#include <unistd.h>

static SCREEN *screen;
static FILE *stream;

int confab_type_find(const char *type)
{
    int status = -1;
    if (setupterm((char *)type, STDOUT_FILENO, &status) == OK)
        return 1;
    return status < 0 ? -1 : 0;
}

const char *confab_type_string(const char *capability)
{
    const char *value = tigetstr((char *)capability);
    return value == (const char *)-1 ? NULL : value;
}

int confab_type_number(const char *capability)
{
    int value = tigetnum((char *)capability);
    return value < 0 ? -1 : value;
}

bool confab_type_flag(const char *capability)
{
    return tigetflag((char *)capability) > 0;
}

void confab_type_forget(void)
{
    if (cur_term)
        del_curterm(cur_term);
}

// ncurses installs handlers for these signals when it opens a screen, and changes one when it closes the screen. The
// program handles them itself.
static const int signals[] = {SIGINT, SIGTERM, SIGTSTP, SIGWINCH};
enum { SIGNALS = sizeof signals / sizeof *signals };

// Ignores the signals while ncurses opens or closes a screen, and saves the program's handlers.
static void hold_signals(struct sigaction *own)
{
    struct sigaction ignored = {.sa_handler = SIG_IGN};
    sigemptyset(&ignored.sa_mask);
    for (int i = 0; i < SIGNALS; i++)
        sigaction(signals[i], &ignored, &own[i]);
}

// Sets the saved handlers.
static void release_signals(const struct sigaction *own)
{
    for (int i = 0; i < SIGNALS; i++)
        sigaction(signals[i], &own[i], NULL);
}

bool confab_screen_open(const char *type, int descriptor, bool has_colors)
{
    int copy = dup(descriptor);
    if (copy < 0)
        return false;
    stream = fdopen(copy, "r+");
    if (!stream) {
        close(copy);
        return false;
    }
    // Without this variable, ncurses would write the delays of old terminals as NUL bytes. It can't compute their
    // number, since a file has no baud rate.
    bool pads = getenv("NCURSES_NO_PADDING") == NULL;
    if (pads)
        setenv("NCURSES_NO_PADDING", "1", 1);
    // The size must not come from LINES and COLUMNS, since the caller sets it. Without use_tioctl, ncurses rejects
    // terminal types without a size.
    use_env(FALSE);
    use_tioctl(TRUE);
    struct sigaction own[SIGNALS];
    hold_signals(own);
    screen = newterm((char *)type, stream, stream);
    release_signals(own);
    if (pads)
        unsetenv("NCURSES_NO_PADDING");
    if (!screen) {
        fclose(stream);
        stream = NULL;
        return false;
    }
    // Otherwise ncurses would check the file for typed keys while it draws, and interrupt the drawing.
    typeahead(-1);
    nonl();
    // No insertion or deletion of characters: terminals differ in what they show if half of a wide character is
    // shifted.
    idcok(stdscr, FALSE);
    if (has_colors && start_color() == OK)
        use_default_colors();
    return true;
}

void confab_screen_close(void)
{
    if (!screen)
        return;
    struct sigaction own[SIGNALS];
    hold_signals(own);
    endwin();
    delscreen(screen);
    release_signals(own);
    fclose(stream);
    screen = NULL;
    stream = NULL;
}

bool confab_screen_resize(int width, int height)
{
    return resize_term(height, width) == OK;
}

int confab_screen_pairs(void)
{
    return COLOR_PAIRS;
}

bool confab_screen_define_pair(int pair, int foreground, int background)
{
    return init_extended_pair(pair, foreground, background) == OK;
}

static attr_t attributes_of(uint32_t bits)
{
    attr_t attributes = A_NORMAL;
    if (bits & CONFAB_BOLD)
        attributes |= A_BOLD;
    if (bits & CONFAB_DIM)
        attributes |= A_DIM;
    if (bits & CONFAB_UNDERLINE)
        attributes |= A_UNDERLINE;
    if (bits & CONFAB_REVERSE)
        attributes |= A_REVERSE;
    if (bits & CONFAB_ITALIC)
        attributes |= A_ITALIC;
    return attributes;
}

void confab_screen_put(int row, int column, const uint32_t *text, int count, uint32_t attributes, int pair)
{
    wchar_t characters[CONFAB_CELL_CODE_POINTS + 1] = {0};
    cchar_t cell;
    for (int i = 0; i < count && i < CONFAB_CELL_CODE_POINTS; i++)
        characters[i] = (wchar_t)text[i];
    if (setcchar(&cell, characters, attributes_of(attributes), (short)pair, &pair) == OK)
        mvadd_wch(row, column, &cell);
}

void confab_screen_forget(void)
{
    clearok(curscr, TRUE);
}

const char *confab_screen_margins(int height)
{
    return change_scroll_region ? tiparm(change_scroll_region, 0, height - 1) : NULL;
}

void confab_screen_update(int row, int column)
{
    move(row, column);
    wnoutrefresh(stdscr);
    doupdate();
}

int confab_memory_file(void)
{
    return memfd_create("screen", MFD_CLOEXEC);
}

bool confab_terminal_size(int descriptor, int *width, int *height)
{
    struct winsize size;
    if (ioctl(descriptor, TIOCGWINSZ, &size) != 0)
        return false;
    *width = size.ws_col;
    *height = size.ws_row;
    return true;
}

bool confab_terminal_cell(int descriptor, int *width, int *height)
{
    struct winsize size;
    if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0)
        return false;
    *width = size.ws_xpixel / size.ws_col;
    *height = size.ws_ypixel / size.ws_row;
    return *width > 0 && *height > 0;
}
