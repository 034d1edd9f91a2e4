#ifndef CONFAB_TEST_DISK_H
#define CONFAB_TEST_DISK_H

// Loaded into a program by LD_PRELOAD. As long as there is the file that TEST_DISK_SWITCH names, the disk below the directory
// that TEST_DISK_PLACE names is read-only, also for files that were opened before: as when a disk fails and the system goes on
// without writing, which no mount of a test's own can be made to do.
//
// With TEST_DISK_IS_ODD no directory can be synced (EINVAL), and of what is written to a file the system takes one half at a time,
// with an interruption (EINTR) before each, and of each sync of a file: as network file systems do.
//
// To the file that TEST_DISK_NOTES names it adds a line for what happens, with fields that tabs separate: "file" and "directory" with
// the path of what fsync has synced, "interrupted" and "refused" with that of what it has not, and "name" with the old and the new
// path of what was renamed or linked.
//
// To the file that TEST_DISK_ACCEPTS names it adds a byte for each connection that can't be accepted for want of a descriptor.

#endif
