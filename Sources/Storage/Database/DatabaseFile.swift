import Foundation

/// The file of a database. From its creation on, only its owner can read it.
struct DatabaseFile {
    let path: String

    /// Creates the directory (0700) and the file (0600) if they are missing. SQLite gives its journal the file's
    /// mode.
    func prepare() throws(StorageError) {
        let directory = (path as NSString).deletingLastPathComponent
        try make(directory)
        // SQLite creates its journal beside the file. Without write access it would only report that it can't open
        // the file.
        guard access(directory.isEmpty ? "." : directory, W_OK) == 0 else {
            throw StorageError(errno: errno, path: directory)
        }
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw StorageError(errno: errno, path: path) }
        defer { close(descriptor) }
        // Restricts the mode of a file that an older umask or a restored backup left readable to others.
        guard fchmod(descriptor, 0o600) == 0 else { throw StorageError(errno: errno, path: path) }
    }

    /// Creates an empty file with the right mode for the copy before the migration to `version`. SQLite requires an
    /// empty file as the target of a copy.
    func emptyCopy(before version: Int) throws(StorageError) -> String {
        let copy = "\(path).before-\(version)"
        // Remove a copy that a crash left incomplete; a complete one is written again from the same data.
        for file in [copy, copy + "-journal", copy + "-wal"] {
            guard unlink(file) == 0 || errno == ENOENT else { throw StorageError(errno: errno, path: file) }
        }
        try DatabaseFile(path: copy).prepare()
        return copy
    }

    /// Creates the directory and its missing parents.
    private func make(_ directory: String) throws(StorageError) {
        guard !directory.isEmpty, access(directory, F_OK) != 0 else { return }
        try make((directory as NSString).deletingLastPathComponent)
        guard mkdir(directory, 0o700) == 0 || errno == EEXIST else {
            throw StorageError(errno: errno, path: directory)
        }
    }
}
