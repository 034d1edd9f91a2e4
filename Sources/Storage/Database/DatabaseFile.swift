import Foundation

/// The file that a database lives in: nobody but its owner may read it, from its first moment.
struct DatabaseFile {
    let path: String

    /// Makes the directory (0700) and the file (0600) where they are missing. SQLite gives its journal the file's mode.
    func prepare() throws(StorageError) {
        let directory = (path as NSString).deletingLastPathComponent
        try make(directory)
        // SQLite keeps its journal beside the file, and says no more than that it can't open that where it may not.
        guard access(directory.isEmpty ? "." : directory, W_OK) == 0 else {
            throw StorageError(errno: errno, path: directory)
        }
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw StorageError(errno: errno, path: path) }
        defer { close(descriptor) }
        // A file that an older umask or a restored backup left open to others is closed to them.
        guard fchmod(descriptor, 0o600) == 0 else { throw StorageError(errno: errno, path: path) }
    }

    /// Where the copy goes that is kept before the migration to `version`: an empty file of the right mode, which is
    /// what SQLite asks of the target of a copy.
    func emptyCopy(before version: Int) throws(StorageError) -> String {
        let copy = "\(path).before-\(version)"
        // A copy that a crash cut short is of no use to anyone; a whole one is written again from the same data.
        for file in [copy, copy + "-journal", copy + "-wal"] {
            guard unlink(file) == 0 || errno == ENOENT else { throw StorageError(errno: errno, path: file) }
        }
        try DatabaseFile(path: copy).prepare()
        return copy
    }

    /// The directory and those above it, as far as they are missing.
    private func make(_ directory: String) throws(StorageError) {
        guard !directory.isEmpty, access(directory, F_OK) != 0 else { return }
        try make((directory as NSString).deletingLastPathComponent)
        guard mkdir(directory, 0o700) == 0 || errno == EEXIST else {
            throw StorageError(errno: errno, path: directory)
        }
    }
}
