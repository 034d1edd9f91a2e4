package import Conversations
import DurableFiles
import Foundation
import Glibc
import Synchronization

/// Copies of the files of unsent lines, in the profile's directory and named after the lines. Changes of the original
/// file therefore don't affect a line.
package final class OutboxFiles: Sendable {
    private let directory: String?
    /// The lines whose copies exist but which are not in the database yet.
    private let arriving = Mutex<Set<String>>([])
    /// The queue for blocking system calls.
    private let queue = DispatchQueue(label: "confab.outboxFiles")

    private static let pieceLength = 256 << 10
    /// `FICLONE` from `linux/fs.h`: the copy shares its blocks with the original if the file system supports that.
    private static let cloneRequest: UInt = 0x4004_9409

    /// - Parameter databasePath: the path of the database; `nil` for one in memory, which has no directory for files.
    init(databasePath: String?) {
        directory = databasePath.map(Self.directory)
    }

    static func directory(databasePath: String) -> String { databasePath + ".outbox" }

    /// Returns the path of a line's copy.
    package func path(of lineID: String) -> String? {
        guard let directory, !lineID.isEmpty, !lineID.contains("/"), lineID.first != "." else { return nil }
        return directory + "/" + lineID
    }

    /// Copies a file completely or not at all. The copy is on the disk when this returns.
    ///
    /// - Parameter limit: the maximum size in bytes.
    /// - Returns: the size in bytes.
    nonisolated(nonsending) package func copy(
        _ source: String, for lineID: String, limit: Int64?
    ) async throws(OutboxFileError) -> Int64 {
        guard let directory, let path = path(of: lineID) else { throw .notKept(code: ENOTSUP) }
        arriving.withLock { _ = $0.insert(lineID) }
        do throws(OutboxFileError) {
            return try await queue.run { () throws(OutboxFileError) in
                try Self.copy(source, to: path, in: directory, limit: limit)
            }
        } catch {
            settled(lineID)
            throw error
        }
    }

    /// Ends the protection of a line's copy, after its write to the database succeeded or failed.
    func settled(_ lineID: String) {
        arriving.withLock { _ = $0.remove(lineID) }
    }

    /// Returns the existing copies, without those of lines that are being added. Query the lines of the database
    /// after this call, so that a line added meanwhile is included.
    nonisolated(nonsending) package func found() async -> [String] {
        await queue.run { [self] () -> [String] in
            let names = directory.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0) } ?? []
            let coming = arriving.withLock { $0 }
            return names.filter { !coming.contains($0.first == "." ? String($0.dropFirst()) : $0) }
        }
    }

    /// Removes copies. A copy that can't be removed is found again the next time.
    nonisolated(nonsending) func remove(_ names: [String]) async {
        guard let directory, !names.isEmpty else { return }
        await queue.run { for name in names { unlink(directory + "/" + name) } }
    }
}

extension OutboxFiles {
    private static func copy(
        _ source: String, to path: String, in directory: String, limit: Int64?
    ) throws(OutboxFileError) -> Int64 {
        // Opening a pipe without a writer would block the outbox forever.
        let input = open(source, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard input >= 0 else { throw [ENOENT, ENOTDIR].contains(errno) ? .missing : .unreadable }
        defer { close(input) }
        let before = try status(of: input)
        let kind = before.st_mode & S_IFMT
        guard kind == S_IFREG else { throw kind == S_IFDIR ? .isDirectory : .isNoFile }
        let size = Int64(before.st_size)
        if let limit, size > limit { throw .tooLarge(size: size, limit: limit) }
        try makeDirectory(directory)
        // No line has a name with a leading dot, so an incomplete copy after a crash is never used.
        let unfinished = directory + "/." + ((path as NSString).lastPathComponent)
        let output = open(unfinished, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard output >= 0 else { throw ownProblem(errno) }
        do throws(OutboxFileError) {
            defer { close(output) }
            if ioctl(output, cloneRequest, input) != 0 {
                try copyBytes(from: input, to: output, path: unfinished, count: size)
            }
            let after = try status(of: input)
            guard try status(of: output).st_size == before.st_size, after.st_size == before.st_size,
                after.st_mtim.tv_sec == before.st_mtim.tv_sec, after.st_mtim.tv_nsec == before.st_mtim.tv_nsec
            else { throw .changed }
            try kept { () throws(DurableFileError) in try DurableFile.finish(output, at: unfinished, as: path) }
        } catch {
            unlink(unfinished)
            unlink(path)
            throw error
        }
        return size
    }

    private static func makeDirectory(_ directory: String) throws(OutboxFileError) {
        guard mkdir(directory, 0o700) != 0 else {
            return try kept { () throws(DurableFileError) in try DurableFile.synchronizeDirectory(of: directory) }
        }
        guard errno == EEXIST else { throw ownProblem(errno) }
    }

    private static func copyBytes(
        from input: Int32, to output: Int32, path: String, count: Int64
    ) throws(OutboxFileError) {
        var rest = count
        var piece = [UInt8](repeating: 0, count: pieceLength)
        while rest > 0 {
            let got = piece.withUnsafeMutableBytes { read(input, $0.baseAddress, min($0.count, Int(clamping: rest))) }
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { throw .unreadable }
            guard got > 0 else { throw .changed }
            let bytes = piece.prefix(got)
            try kept { () throws(DurableFileError) in try DurableFile.write(bytes, to: output, path: path) }
            rest -= Int64(got)
        }
    }

    private static func status(of descriptor: Int32) throws(OutboxFileError) -> stat {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .unreadable }
        return status
    }

    private static func kept(_ body: () throws(DurableFileError) -> Void) throws(OutboxFileError) {
        do throws(DurableFileError) {
            try body()
        } catch {
            throw ownProblem(error.code)
        }
    }

    /// - Parameter code: the error of a call about the profile's own directory.
    private static func ownProblem(_ code: CInt) -> OutboxFileError {
        [ENOSPC, EDQUOT].contains(code) ? .diskFull : .notKept(code: code)
    }
}
