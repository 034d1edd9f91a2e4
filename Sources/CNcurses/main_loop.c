#include "CNcurses.h"

#include <errno.h>
#include <poll.h>
#include <stddef.h>
#include <sys/eventfd.h>

// A run loop that serves the main queue needs these functions. libdispatch exports them for Foundation, so they are
// stable.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *);

static int watched = -1;
static bool has_work;

void confab_main_watch(int descriptor)
{
    watched = descriptor;
}

bool confab_main_wait(void)
{
    // poll ignores negative descriptors.
    struct pollfd ends[] = {
        {.fd = _dispatch_get_main_queue_handle_4CF(), .events = POLLIN},
        {.fd = watched, .events = POLLIN},
    };
    if (poll(ends, 2, -1) < 0)
        return false;
    eventfd_t count;
    has_work = ends[0].revents != 0 && eventfd_read(ends[0].fd, &count) == 0;
    return ends[1].revents != 0;
}

void confab_main_drain(void)
{
    if (!has_work)
        return;
    has_work = false;
    _dispatch_main_queue_callback_4CF(NULL);
}
