#define _GNU_SOURCE

#include "confinement.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

// A sanitizer needs a huge address space and further system calls, so it rules out some limits.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_SANITIZED 1
#endif
#endif

/// Sets a resource limit, or keeps a lower one. Returns false if it can't be set.
static bool limit(int what, uint64_t most)
{
    struct rlimit now;
    if (getrlimit(what, &now) != 0)
        return false;
    if (now.rlim_max != RLIM_INFINITY && now.rlim_max < most)
        most = now.rlim_max;
    const struct rlimit wanted = {.rlim_cur = most, .rlim_max = most};
    return setrlimit(what, &wanted) == 0;
}

/// Limits the processor time. At the limit, SIGXCPU ends the process, so that the reason is known. SIGKILL follows a
/// second later. Returns false if the limit can't be set.
static bool limit_time(uint64_t seconds)
{
    struct rlimit now;
    if (getrlimit(RLIMIT_CPU, &now) != 0)
        return false;
    // RLIM_INFINITY is the largest number, so the comparison is also right if there is no limit.
    struct rlimit wanted = {.rlim_cur = seconds, .rlim_max = seconds + 1};
    if (now.rlim_max < wanted.rlim_max)
        wanted.rlim_max = now.rlim_max;
    if (wanted.rlim_max < wanted.rlim_cur)
        wanted.rlim_cur = wanted.rlim_max;
    return setrlimit(RLIMIT_CPU, &wanted) == 0;
}

/// Returns the size of the current address space in bytes; 0 if it can't be determined.
static uint64_t address_space(void)
{
    char text[32] = "";
    int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return 0;
    ssize_t count = read(file, text, sizeof text - 1);
    close(file);
    return count > 0 ? strtoull(text, NULL, 10) * (uint64_t)sysconf(_SC_PAGESIZE) : 0;
}

bool confab_limit(uint64_t memory, uint64_t seconds)
{
    // When the parent ends, nothing needs the result anymore.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_DUMPABLE, 0);
    // A picture must not slow down the handling of typed keys. A failure is ignored.
    setpriority(PRIO_PROCESS, 0, 10);
    bool is_limited = limit(RLIMIT_CORE, 0) && limit_time(seconds) && limit(RLIMIT_FSIZE, 0) && limit(RLIMIT_NOFILE, 16)
        && limit(RLIMIT_NPROC, 0) && limit(RLIMIT_MEMLOCK, 0) && limit(RLIMIT_STACK, 8 << 20);
#ifndef IS_SANITIZED
    uint64_t had = address_space();
    is_limited = is_limited && had > 0 && limit(RLIMIT_AS, had + memory);
#endif
    return is_limited;
}

#ifdef IS_SANITIZED

bool confab_confine(void) { return true; }

#else

#if defined(__x86_64__)
#define OWN_MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OWN_MACHINE AUDIT_ARCH_AARCH64
#elif defined(__riscv) && __riscv_xlen == 64
#define OWN_MACHINE AUDIT_ARCH_RISCV64
#endif

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define ANSWER(value) BPF_STMT(BPF_RET | BPF_K, value)
#define ALLOW(number) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), ANSWER(SECCOMP_RET_ALLOW)
// Loads the lower half of the third argument: the memory protection flags.
#define LOAD_PROTECTION BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2]))

bool confab_confine(void)
{
    if (!limit(RLIMIT_NOFILE, 0) || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return false;
#ifdef OWN_MACHINE
    static struct sock_filter filter[] = {
        LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_MACHINE, 1, 0),
        ANSWER(SECCOMP_RET_KILL_PROCESS),
        LOAD(nr),
        ALLOW(__NR_read),
        ALLOW(__NR_write),
        ALLOW(__NR_close),
        ALLOW(__NR_munmap),
        ALLOW(__NR_mremap),
        ALLOW(__NR_madvise),
        ALLOW(__NR_brk),
        ALLOW(__NR_futex),
        ALLOW(__NR_exit),
        ALLOW(__NR_exit_group),
        ALLOW(__NR_rt_sigreturn),
        ALLOW(__NR_rt_sigprocmask),
        ALLOW(__NR_clock_gettime),
        ALLOW(__NR_getrandom),
        ALLOW(__NR_sched_yield),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_mmap, 2, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_mprotect, 1, 0),
        ANSWER(SECCOMP_RET_ERRNO | EPERM),
        // Memory can be mapped or protected, but not as executable.
        LOAD_PROTECTION,
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1),
        ANSWER(SECCOMP_RET_ERRNO | EPERM),
        ANSWER(SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog program = {.len = sizeof filter / sizeof filter[0], .filter = filter};
    // EINVAL: the kernel was built without seccomp filters.
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0 || errno == EINVAL;
#else
    return true;
#endif
}

#endif
