#ifndef CONFAB_TEST_DISK_H
#define CONFAB_TEST_DISK_H

// A library to be loaded into a program by LD_PRELOAD. It simulates disks that fail or behave in unusual ways, and
// records what the program writes. Environment variables control it:
//
// TEST_DISK_SWITCH names a file. As long as it exists, all files below the directory TEST_DISK_PLACE are read-only,
// even those that are open for writing. A file system does this when its disk fails, but no test can mount one that
// does.
//
// TEST_DISK_IS_ODD makes files behave as on network file systems. Syncing a directory fails (EINVAL). Every other sync
// of a file is interrupted (EINTR). Of writes of more than 100 bytes to a file, every other one is interrupted, and the
// others write only half of the bytes.
//
// TEST_DISK_NOTES names a file, to which lines with fields separated by tabs are added: "file" and "directory" with the
// path of a synced file or directory, "interrupted" and "refused" with the path of one that wasn't synced, and "name"
// with the old and the new path of a renamed or linked file.
//
// TEST_DISK_ACCEPTS names a file, to which a byte is added for each connection that can't be accepted because no
// descriptors are left.

#endif
