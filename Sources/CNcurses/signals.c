#define _GNU_SOURCE

#include "CNcurses.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

// Signals get a handler instead of being blocked or ignored. Child processes would inherit that, but not a handler.
enum { MOST = 16 };
static int ends[2] = {-1, -1};
static int watched[MOST];
static struct sigaction before[MOST];
static int watched_count;

// Writes the number of a signal to the pipe.
static void write_down(int number)
{
    int error = errno;
    unsigned char byte = (unsigned char)number;
    // If the pipe is full, the reader wakes up anyway.
    (void)!write(ends[1], &byte, 1);
    errno = error;
}

int confab_signals_open(const int *numbers, int count)
{
    if (ends[0] < 0 && pipe2(ends, O_NONBLOCK | O_CLOEXEC) != 0)
        return -1;
    struct sigaction action = {.sa_handler = write_down, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    watched_count = 0;
    for (int i = 0; i < count && i < MOST; i++) {
        watched[i] = numbers[i];
        sigaction(numbers[i], &action, &before[i]);
        watched_count++;
    }
    return ends[0];
}

// The pipe stays open, since a handler on another thread may be about to write to it.
void confab_signals_close(void)
{
    for (int i = 0; i < watched_count; i++)
        sigaction(watched[i], &before[i], NULL);
    watched_count = 0;
}

void confab_stop_job(void)
{
    struct sigaction ignored = {.sa_handler = SIG_IGN};
    struct sigaction stopping = {.sa_handler = SIG_DFL};
    struct sigaction own;
    sigset_t stop, mask;
    sigemptyset(&ignored.sa_mask);
    sigemptyset(&stopping.sa_mask);
    sigemptyset(&stop);
    sigaddset(&stop, SIGTSTP);

    // Stop the other processes of the job first, then this process on this thread. If another thread handled a signal
    // to the process, this thread would continue for a while.
    sigaction(SIGTSTP, &ignored, &own);
    kill(0, SIGTSTP);
    // If a thread blocks the signal, the one just sent is still pending in this process. It would stop the process now,
    // and the signal below would stop it again as soon as the shell continues it. Ignoring it once more discards it.
    sigaction(SIGTSTP, &ignored, NULL);
    sigaction(SIGTSTP, &stopping, NULL);
    pthread_sigmask(SIG_UNBLOCK, &stop, &mask);
    raise(SIGTSTP);
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
    sigaction(SIGTSTP, &own, NULL);
}
