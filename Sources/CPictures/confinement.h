#ifndef CONFINEMENT_H
#define CONFINEMENT_H

#include <stdbool.h>
#include <stdint.h>

/// Limits memory (beyond what the process has), processor time and all else that a process could take.
bool confab_limit(uint64_t memory, uint64_t seconds);

/// From here on the process can read, write, ask for memory and end: whatever takes it over can't open a file, reach the
/// network or start anything. Where the kernel has no such thing, the limits stand alone.
bool confab_confine(void);

#endif
