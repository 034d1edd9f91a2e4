#ifndef CONFINEMENT_H
#define CONFINEMENT_H

#include <stdbool.h>
#include <stdint.h>

/// Limits the memory, processor time and open files of the process. It can no longer write files, start processes or
/// dump core. Its priority is lowered, and the kernel ends it when its parent ends.
///
/// @param memory the bytes that the process may allocate from now on.
/// @param seconds the processor time.
/// @return false if a limit can't be set.
bool confab_limit(uint64_t memory, uint64_t seconds);

/// Gives up all system calls but those to read, write, allocate memory and exit. An attacker who takes over the process
/// can't open a file, connect to the network or start a program.
///
/// If the kernel or the processor is not supported, only the limits remain, and the result is true.
///
/// @return false if the rights can't be given up.
bool confab_confine(void);

#endif
