import DurableFiles
import Foundation

/// A long sync response, stored in a file beside the database until it is applied. After a kill it doesn't have to be
/// requested again, which takes minutes on some servers.
package struct PendingSyncResponseFile: Sendable {
    private let path: String?

    /// - Parameter path: the path of the file; `nil` stores nothing.
    init(path: String?) {
        self.path = path
    }

    /// Replaces the stored response completely or not at all. It is on the disk when this returns.
    ///
    /// - Parameter since: the token of the request; `nil` for a first sync.
    nonisolated(nonsending) package func save(_ body: [UInt8], since: String?) async throws(StorageError) {
        guard let path else { return }
        try await Self.queue.run { () throws(StorageError) in
            do throws(DurableFileError) {
                try DurableFile.replace(path, with: Self.head(since), body)
            } catch {
                throw StorageError(errno: error.code, path: error.path)
            }
        }
    }

    /// Returns the response to a request with this token. A response to another one is useless and removed.
    nonisolated(nonsending) package func load(since: String?) async -> [UInt8]? {
        guard let path, access(path, F_OK) == 0 else { return nil }
        let head = Self.head(since)
        let body = try? await Self.queue.run { () throws(StorageError) in try Self.read(path, after: head) }
        guard let body else {
            remove()
            return nil
        }
        return body
    }

    /// Removes the file. If this fails, the next start finds that it is useless.
    package func remove() {
        if let path { unlink(path) }
    }
}

extension PendingSyncResponseFile {
    /// The queue for blocking system calls.
    private static let queue = DispatchQueue(label: "confab.pendingAnswer")

    /// Returns the header that identifies the request. It has the token's length, so that no token is mistaken for
    /// the prefix of another.
    private static func head(_ since: String?) -> [UInt8] {
        let token = Array((since ?? "").utf8)
        return Array("confab sync answer 1 \(since == nil ? "first" : "\(token.count)")\n".utf8) + token
    }

    /// Reads the response after the header without a copy, because it may have hundreds of megabytes.
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

    /// Returns the next bytes of a file; fewer if it ends or can't be read.
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
