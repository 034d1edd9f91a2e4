#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "TestDisk.h"

// The function that this library replaces.
#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static bool is_read_only(void) {
    const char *lever = getenv("TEST_DISK_SWITCH");
    return lever && access(lever, F_OK) == 0;
}

static bool is_below(const char *path) {
    const char *place = getenv("TEST_DISK_PLACE");
    return place && strncmp(path, place, strlen(place)) == 0;
}

// Returns whether the file can't be written now, and sets errno.
static bool refuses_path(const char *path) {
    if (!is_read_only() || !is_below(path)) return false;
    errno = EROFS;
    return true;
}

// Finds the path of an open file. Returns false if it is unknown.
static bool find_path(int descriptor, char path[PATH_MAX]) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length < 0) return false;
    path[length] = 0;
    return true;
}

// Returns whether the open file can't be written now, and sets errno.
static bool refuses_file(int descriptor) {
    char path[PATH_MAX];
    return is_read_only() && find_path(descriptor, path) && refuses_path(path);
}

// Returns whether a file that is opened with these flags may be changed.
static bool writes(int flags) {
    return (flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC));
}

// Returns the mode that is passed to open for a new file.
static mode_t mode_of(int flags, va_list arguments) {
    return flags & O_CREAT ? va_arg(arguments, mode_t) : 0;
}

int open(const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    return writes(flags) && refuses_path(path) ? -1 : NEXT(open)(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    return writes(flags) && refuses_path(path) ? -1 : NEXT(open64)(path, flags, mode);
}

static bool is_odd(void) {
    return getenv("TEST_DISK_IS_ODD");
}

static bool is_directory(int descriptor) {
    struct stat status;
    return fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool is_file(int descriptor) {
    struct stat status;
    return fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

// Adds a line to the notes. Keeps errno.
static void note(const char *event, const char *path, const char *second) {
    const char *notes = getenv("TEST_DISK_NOTES");
    if (!notes) return;
    char line[2 * PATH_MAX + 32];
    int count = snprintf(line, sizeof line, "%s\t%s\t%s\n", event, path, second);
    int error = errno;
    int file = NEXT(open)(notes, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    if (file >= 0) {
        NEXT(write)(file, line, count);
        close(file);
    }
    errno = error;
}

static void note_descriptor(const char *event, int descriptor) {
    char path[PATH_MAX];
    if (find_path(descriptor, path)) note(event, path, "");
}

// Returns whether this call is interrupted, and sets errno. Every other call of a thread is,
// beginning with the first.
static bool interrupts(bool *was_interrupted) {
    *was_interrupted = !*was_interrupted;
    if (*was_interrupted) errno = EINTR;
    return *was_interrupted;
}

int fsync(int descriptor) {
    static __thread bool was_interrupted;
    if (is_odd() && is_directory(descriptor)) {
        errno = EINVAL;
        note_descriptor("refused", descriptor);
        return -1;
    }
    if (is_odd() && interrupts(&was_interrupted)) {
        note_descriptor("interrupted", descriptor);
        return -1;
    }
    int result = NEXT(fsync)(descriptor);
    if (result == 0) note_descriptor(is_directory(descriptor) ? "directory" : "file", descriptor);
    return result;
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
    if (refuses_file(descriptor)) return -1;
    if (is_odd() && count > 100 && is_file(descriptor)) {
        static __thread bool was_interrupted;
        if (interrupts(&was_interrupted)) return -1;
        count /= 2;
    }
    return NEXT(write)(descriptor, bytes, count);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
    return refuses_file(descriptor) ? -1 : NEXT(pwrite)(descriptor, bytes, count, offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
    return refuses_file(descriptor) ? -1 : NEXT(pwrite64)(descriptor, bytes, count, offset);
}

int ftruncate(int descriptor, off_t length) {
    return refuses_file(descriptor) ? -1 : NEXT(ftruncate)(descriptor, length);
}

int ftruncate64(int descriptor, off64_t length) {
    return refuses_file(descriptor) ? -1 : NEXT(ftruncate64)(descriptor, length);
}

int rename(const char *old, const char *new) {
    if (refuses_path(old)) return -1;
    int result = NEXT(rename)(old, new);
    if (result == 0) note("name", old, new);
    return result;
}

int link(const char *old, const char *new) {
    if (refuses_path(new)) return -1;
    int result = NEXT(link)(old, new);
    if (result == 0) note("name", old, new);
    return result;
}

int unlink(const char *path) {
    return refuses_path(path) ? -1 : NEXT(unlink)(path);
}

int mkdir(const char *path, mode_t mode) {
    return refuses_path(path) ? -1 : NEXT(mkdir)(path, mode);
}

int accept4(int listener, __SOCKADDR_ARG address, socklen_t *length, int flags) {
    // Opened at the first connection, since later there may be no descriptor left for it.
    static int failures = -1;
    const char *path = getenv("TEST_DISK_ACCEPTS");
    if (path && failures < 0) failures = NEXT(open)(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    int descriptor = NEXT(accept4)(listener, address, length, flags);
    if (descriptor >= 0 || errno != EMFILE || failures < 0) return descriptor;
    NEXT(write)(failures, ".", 1);
    errno = EMFILE;
    return -1;
}
