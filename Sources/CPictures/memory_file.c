#define _GNU_SOURCE

#include "CPictures.h"

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

int confab_picture_memory_file(const void *bytes, uint64_t count)
{
    int file = memfd_create("picture", MFD_CLOEXEC);
    if (file < 0)
        return -1;
    const char *rest = bytes;
    while (count > 0) {
        ssize_t written = write(file, rest, count);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0) {
            close(file);
            return -1;
        }
        rest += written;
        count -= (uint64_t)written;
    }
    lseek(file, 0, SEEK_SET);
    return file;
}
