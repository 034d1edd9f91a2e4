#define _GNU_SOURCE

#include "CNcurses.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The data is prepared before a crash, since a signal handler must neither allocate memory nor lock.
static struct {
    int descriptor;
    struct termios modes;
    char bytes[512];
    size_t count;
} way_back;

static atomic_bool is_armed;

static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGQUIT, SIGSYS};
enum { CRASHES = sizeof crashes / sizeof *crashes };
static struct sigaction before[CRASHES];

void confab_restore_now(void)
{
    if (!atomic_exchange(&is_armed, false))
        return;
    size_t written = 0;
    for (int tries = 0; written < way_back.count && tries < 5;) {
        ssize_t count = write(way_back.descriptor, way_back.bytes + written, way_back.count - written);
        if (count > 0) {
            written += (size_t)count;
        } else if (count < 0 && errno == EAGAIN) {
            struct pollfd full = {.fd = way_back.descriptor, .events = POLLOUT};
            poll(&full, 1, 100);
            tries++;
        } else if (count == 0 || errno != EINTR) {
            break;
        }
    }
    tcsetattr(way_back.descriptor, TCSANOW, &way_back.modes);
}

// Handles a crash: restores the terminal, then raises the signal again with its previous handler.
static void restore_and_crash(int number)
{
    int error = errno;
    confab_restore_now();
    // The previous handler may be the Swift runtime's, which prints a backtrace. On the restored screen it can be read.
    for (int i = 0; i < CRASHES; i++) {
        if (crashes[i] == number)
            sigaction(number, &before[i], NULL);
    }
    errno = error;
    // The signal is blocked in its handler, so it is delivered when the handler returns.
    raise(number);
}

void confab_restore_arm(int descriptor, const struct termios *modes, const char *bytes, size_t count)
{
    static bool is_installed;
    atomic_store(&is_armed, false);
    way_back.descriptor = descriptor;
    way_back.modes = *modes;
    way_back.count = count < sizeof way_back.bytes ? count : sizeof way_back.bytes;
    memcpy(way_back.bytes, bytes, way_back.count);
    atomic_store(&is_armed, true);
    if (is_installed)
        return;
    is_installed = true;
    atexit(confab_restore_now);
    struct sigaction action = {.sa_handler = restore_and_crash, .sa_flags = SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < CRASHES; i++)
        sigaction(crashes[i], &action, &before[i]);
}
