#define _GNU_SOURCE

#include "CPictures.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

// Starts the program with these descriptors as its input and output. Returns 0 or an errno.
static int spawn(char *const *words, int input, int output, int *process)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int code = posix_spawn_file_actions_init(&actions);
    if (code)
        return code;
    code = posix_spawnattr_init(&attributes);
    if (code) {
        posix_spawn_file_actions_destroy(&actions);
        return code;
    }
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    // The decoder needs no environment variables. Some would change how its libraries behave.
    char *environment[] = {NULL};
    code = posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    if (!code)
        code = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    if (!code)
        code = posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_RDWR, 0);
    // The decoder must not inherit any other descriptor of this process, including those that libraries opened.
    if (!code)
        code = posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
    if (!code)
        code = posix_spawn(process, words[0], &actions, &attributes, words, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return code;
}

int confab_picture_start(char *const *words, int input, int *output, int *process)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return errno;
    int code = spawn(words, input, ends[1], process);
    close(ends[1]);
    if (code)
        close(ends[0]);
    else
        *output = ends[0];
    return code;
}
