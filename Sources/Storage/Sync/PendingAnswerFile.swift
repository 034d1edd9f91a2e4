import DurableFiles
import Foundation

/// A long answer of a sync as the server gave it, in a file beside the database until it is applied: a kill meanwhile costs no
/// second request, for which some servers take minutes.
package struct PendingAnswerFile: Sendable {
    private let path: String?

    /// - Parameter path: of the file; `nil` keeps nothing.
    init(path: String?) {
        self.path = path
    }

    /// Replaces what is kept, as a whole or not at all. On disk when it returns.
    ///
    /// - Parameter since: the token that was asked with, `nil` for a first sync.
    nonisolated(nonsending) package func keep(_ body: [UInt8], since: String?) async throws(StorageError) {
        guard let path else { return }
        try await aside { () throws(StorageError) in
            do throws(DurableFileError) {
                try DurableFile.replace(path, with: Self.head(since), body)
            } catch {
                throw StorageError(errno: error.code, path: error.path)
            }
        }
    }

    /// The answer to a request with this token. Another one is of no use any more and goes.
    nonisolated(nonsending) package func kept(since: String?) async -> [UInt8]? {
        guard let path, access(path, F_OK) == 0 else { return nil }
        let head = Self.head(since)
        let body = try? await aside { () throws(StorageError) in try Self.read(path, after: head) }
        guard let body else {
            remove()
            return nil
        }
        return body
    }

    /// Where it can't be removed it is found to be of no use at the next start.
    package func remove() {
        if let path { unlink(path) }
    }
}

extension PendingAnswerFile {
    /// Blocking calls of the system have a thread of their own.
    private static let queue = DispatchQueue(label: "confab.pendingAnswer")

    private nonisolated(nonsending) func aside<Value: Sendable>(
        _ body: @escaping @Sendable () throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        let result: Result<Value, StorageError> = await withCheckedContinuation { continuation in
            Self.queue.async { continuation.resume(returning: Result(catching: body)) }
        }
        return try result.get()
    }

    /// Which request the rest answers. The number of bytes keeps one token from being another's beginning.
    private static func head(_ since: String?) -> [UInt8] {
        let token = Array((since ?? "").utf8)
        return Array("confab sync answer 1 \(since == nil ? "first" : "\(token.count)")\n".utf8) + token
    }

    /// Reads the answer behind the head without a copy: it may have hundreds of megabytes.
    private static func read(_ path: String, after head: [UInt8]) throws(StorageError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StorageError(errno: errno, path: path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw StorageError(errno: errno, path: path) }
        guard Int(status.st_size) >= head.count, bytes(of: descriptor, head.count) == head else {
            throw .corrupt(path)
        }
        return bytes(of: descriptor, Int(status.st_size) - head.count)
    }

    /// The next bytes of a file, fewer where it ends or can't be read.
    private static func bytes(of descriptor: Int32, _ most: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
            while count < most {
                let rest = UnsafeMutableBufferPointer(rebasing: buffer[count...])
                let read = Glibc.read(descriptor, rest.baseAddress, rest.count)
                if read < 0, errno == EINTR { continue }
                guard read > 0 else { return }
                count += read
            }
        }
    }
}
