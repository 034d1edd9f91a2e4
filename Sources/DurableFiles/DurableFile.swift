import Glibc

/// Writes files that survive a power loss: once a function here returns, the file exists completely and under its
/// name. A file that couldn't be written completely never appears under its name.
///
/// That takes four steps, each of which can fail. All bytes are written, however few the system accepts at once. The
/// file is synced. It gets its name by a rename. The directory is synced, without which the name may be lost in a
/// power loss. A call that a signal interrupts is repeated.
///
/// Some file systems refuse to sync a directory, and a directory that may be written but not read can't be opened for
/// it. That isn't treated as a failure, as no program can do more there.
package enum DurableFile {
    /// Replaces or creates a file, with mode 0600. A concurrent reader finds the complete old file or
    /// the complete new one.
    ///
    /// The bytes are written to `PATH.new` first, which is removed on failure.
    ///
    /// - Parameter parts: the parts of the content, in order.
    package static func replace(_ path: String, with parts: [UInt8]...) throws(DurableFileError) {
        let unfinished = path + ".new"
        let descriptor = open(unfinished, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw DurableFileError(.open, path: path) }
        defer { close(descriptor) }
        do throws(DurableFileError) {
            for part in parts { try write(part, to: descriptor, path: path) }
            try finish(descriptor, at: unfinished, as: path)
        } catch {
            unlink(unfinished)
            throw error
        }
    }

    /// Creates a file with mode 0600. An existing file isn't touched; the error's code is then `EEXIST`.
    package static func create(_ path: String, _ bytes: [UInt8]) throws(DurableFileError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw DurableFileError(.open, path: path) }
        defer { close(descriptor) }
        do throws(DurableFileError) {
            try write(bytes, to: descriptor, path: path)
            try synchronize(descriptor, path: path)
            try synchronizeDirectory(of: path)
        } catch {
            unlink(path)
            throw error
        }
    }

    /// Writes all bytes at the descriptor's current position.
    ///
    /// - Parameters:
    ///   - path: the path for the error.
    ///   - took: called with the number of bytes of each partial write.
    package static func write(
        _ bytes: UnsafeRawBufferPointer, to descriptor: CInt, path: String, took: (Int) -> Void = { _ in }
    ) throws(DurableFileError) {
        var written = 0
        while written < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
            let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw DurableFileError(.write, path: path) }
            written += count
            took(count)
        }
    }

    /// Writes all bytes of a collection at the descriptor's current position.
    package static func write(
        _ bytes: some Collection<UInt8>, to descriptor: CInt, path: String, took: (Int) -> Void = { _ in }
    ) throws(DurableFileError) {
        let content = ContiguousArray(bytes)
        let result = content.withUnsafeBytes { bytes in
            Result { () throws(DurableFileError) in try write(bytes, to: descriptor, path: path, took: took) }
        }
        try result.get()
    }

    /// Syncs a descriptor's file to disk.
    package static func synchronize(_ descriptor: CInt, path: String) throws(DurableFileError) {
        while fsync(descriptor) != 0 {
            guard errno == EINTR else { throw DurableFileError(.synchronize, path: path) }
        }
    }

    /// Syncs a completely written file and renames it to its final name.
    ///
    /// - Parameters:
    ///   - unfinished: its current path, in the same directory.
    ///   - path: its final path; an existing file there is replaced.
    package static func finish(
        _ descriptor: CInt, at unfinished: String, as path: String
    ) throws(DurableFileError) {
        try synchronize(descriptor, path: path)
        try rename(unfinished, to: path)
    }

    /// Renames a file or directory durably.
    package static func rename(_ old: String, to new: String) throws(DurableFileError) {
        guard Glibc.rename(old, new) == 0 else { throw DurableFileError(.rename, path: new) }
        try synchronizeDirectory(of: new)
    }

    /// Renames a completely written and synced file durably. An existing file isn't touched; the error's code is then
    /// `EEXIST`.
    ///
    /// - Parameter new: its final path, in the same directory.
    package static func renameReplacingNothing(_ old: String, to new: String) throws(DurableFileError) {
        do throws(DurableFileError) {
            // Unlike a rename, a link never replaces an existing file.
            try link(old, to: new)
            unlink(old)
        } catch {
            guard [EPERM, ENOTSUP, ENOSYS, EMLINK].contains(error.code) else { throw error }
            // The file system has no hard links.
            try renameOntoReservedPath(old, to: new)
        }
        try synchronizeDirectory(of: new)
    }

    /// Renames a file on a file system without hard links. An empty file reserves the path first, so that no other
    /// program's file is replaced.
    static func renameOntoReservedPath(_ old: String, to new: String) throws(DurableFileError) {
        let place = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard place >= 0 else { throw DurableFileError(.open, path: new) }
        close(place)
        guard Glibc.rename(old, new) == 0 else {
            let error = DurableFileError(.rename, path: new)
            unlink(new)
            throw error
        }
    }

    /// Gives a file a second path, unless a file exists there. That file isn't touched.
    ///
    /// The second path is durable after ``synchronizeDirectory(_:)``, which may follow several links.
    package static func linkUnlessExisting(_ path: String, to second: String) throws(DurableFileError) {
        do throws(DurableFileError) {
            try link(path, to: second)
        } catch {
            guard error.code == EEXIST else { throw error }
        }
    }

    /// Gives a file a second path. An existing file isn't touched; the error's code is then `EEXIST`.
    private static func link(_ path: String, to second: String) throws(DurableFileError) {
        guard Glibc.link(path, second) == 0 else { throw DurableFileError(.link, path: second) }
    }

    /// Syncs the directory that contains a file.
    package static func synchronizeDirectory(of path: String) throws(DurableFileError) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return try synchronizeDirectory(".") }
        let directory = path[..<slash]
        try synchronizeDirectory(directory.isEmpty ? "/" : String(directory))
    }

    /// Syncs a directory, if the system allows it.
    package static func synchronizeDirectory(_ directory: String) throws(DurableFileError) {
        do throws(DurableFileError) {
            let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard descriptor >= 0 else { throw DurableFileError(.open, path: directory) }
            defer { close(descriptor) }
            try synchronize(descriptor, path: directory)
        } catch {
            guard error.isRefusedDirectorySync else { throw error }
        }
    }
}

/// The reason why a file couldn't be written durably.
package struct DurableFileError: Error, Hashable, Sendable {
    /// The failed system call.
    package enum Call: String, Sendable { case open, write, synchronize = "fsync", rename, link }

    package let call: Call
    /// The value of `errno`; 0 if nothing was written and the system gave no reason.
    package let code: CInt
    /// The path of the file or directory.
    package let path: String

    package init(_ call: Call, path: String, code: CInt) {
        (self.call, self.code, self.path) = (call, code, path)
    }

    /// Takes the code of the last call from `errno`.
    fileprivate init(_ call: Call, path: String) { self.init(call, path: path, code: errno) }

    /// Whether the system doesn't let this program sync a directory.
    fileprivate var isRefusedDirectorySync: Bool {
        switch call {
        case .open: code == EACCES
        case .synchronize: [EINVAL, ENOTSUP].contains(code)
        case .write, .rename, .link: false
        }
    }

    /// The system's description of the error.
    package var reason: String { String(cString: strerror(code)) }
}
