import Glibc

/// Files that outlast a loss of power: each is there as a whole, under its name, once a function here returns, or not at all.
///
/// That takes four steps, of which each can fail: all bytes are written, however few the system takes at once; the file is synced; it
/// gets its name by a rename; and the directory is synced, without which the name may be gone after a loss of power. A signal may
/// interrupt each call, which is then made again. Some file systems refuse to sync a directory, and no program can do more there:
/// that is no failure.
package enum DurableFile {
    /// Replaces a file, or makes it, with mode 0600. Whoever reads meanwhile finds the old one or the new one, whole.
    ///
    /// The bytes are written to `PATH.new` first, which doesn't stay where something fails.
    ///
    /// - Parameter parts: of its content, one after the other.
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

    /// Makes a file that is not there yet, with mode 0600. One that is there is not touched: the error's code is `EEXIST` then.
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

    /// Writes all bytes at the place where the descriptor stands.
    ///
    /// - Parameters:
    ///   - path: for the error.
    ///   - took: called with the number of bytes of each part that the system took.
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

    /// The same with bytes that lie in an array.
    package static func write(
        _ bytes: some Collection<UInt8>, to descriptor: CInt, path: String, took: (Int) -> Void = { _ in }
    ) throws(DurableFileError) {
        let content = ContiguousArray(bytes)
        let result = content.withUnsafeBytes { bytes in
            Result { () throws(DurableFileError) in try write(bytes, to: descriptor, path: path, took: took) }
        }
        try result.get()
    }

    /// Makes what was written to a descriptor last.
    package static func synchronize(_ descriptor: CInt, path: String) throws(DurableFileError) {
        while fsync(descriptor) != 0 {
            guard errno == EINTR else { throw DurableFileError(.synchronize, path: path) }
        }
    }

    /// Makes a file whose bytes are written last, under its name.
    ///
    /// - Parameters:
    ///   - unfinished: its path until now, in the same directory.
    ///   - path: what it replaces, where it is there.
    package static func finish(
        _ descriptor: CInt, at unfinished: String, as path: String
    ) throws(DurableFileError) {
        try synchronize(descriptor, path: path)
        try rename(unfinished, to: path)
    }

    /// Gives a file or directory another name, for good.
    package static func rename(_ old: String, to new: String) throws(DurableFileError) {
        guard Glibc.rename(old, new) == 0 else { throw DurableFileError(.rename, path: new) }
        try synchronizeDirectory(of: new)
    }

    /// Makes what the directory of a file lists last.
    package static func synchronizeDirectory(of path: String) throws(DurableFileError) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return try synchronizeDirectory(".") }
        let directory = path[..<slash]
        try synchronizeDirectory(directory.isEmpty ? "/" : String(directory))
    }

    /// Makes what a directory lists last.
    package static func synchronizeDirectory(_ directory: String) throws(DurableFileError) {
        let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw DurableFileError(.open, path: directory) }
        defer { close(descriptor) }
        do throws(DurableFileError) {
            try synchronize(descriptor, path: directory)
        } catch {
            guard [EINVAL, ENOTSUP].contains(error.code) else { throw error }
        }
    }
}

/// Why a file is not on disk.
package struct DurableFileError: Error, Hashable, Sendable {
    /// The call that the system refused.
    package enum Call: String, Sendable { case open, write, synchronize = "fsync", rename }

    package let call: Call
    /// The value of `errno`; 0 where nothing was written and the system didn't say why.
    package let code: CInt
    /// The file or directory.
    package let path: String

    package init(_ call: Call, path: String, code: CInt) {
        (self.call, self.code, self.path) = (call, code, path)
    }

    /// The last call failed.
    fileprivate init(_ call: Call, path: String) { self.init(call, path: path, code: errno) }

    /// In the system's words.
    package var reason: String { String(cString: strerror(code)) }
}
