import Crypto
import DurableFiles
import Glibc
import HTTPTypes
import Hummingbird
import MatrixAPI
import NIOCore
import Synchronization

/// An upload that is written and hashed as its parts arrive, so that none of it stays in memory. Its functions
/// block on the disk.
final class IncomingFile: Sendable {
    private struct State {
        var descriptor: Int32
        var path: String
        var hash = SHA256()
        var size: Int64 = 0
    }

    private let folder: MediaFolder
    private let number = UnpaddedBase64.random(bytes: 12)
    private let state: Mutex<State>

    init(in folder: MediaFolder) throws {
        self.folder = folder
        let path = "\(folder.incoming)/\(number)"
        let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileErrorMapping.describe("open") }
        state = Mutex(State(descriptor: descriptor, path: path))
    }

    /// The size in bytes.
    var size: Int64 { state.withLock { $0.size } }

    func append(_ part: ByteBuffer) throws {
        try part.withUnsafeReadableBytes { bytes in
            try state.withLock { state in
                let (descriptor, path) = (state.descriptor, state.path)
                try FileErrorMapping.describing { () throws(DurableFileError) in
                    try DurableFile.write(bytes, to: descriptor, path: path)
                }
                state.hash.update(bufferPointer: bytes)
                state.size += Int64(bytes.count)
            }
        }
    }

    /// Makes the file durable. Nothing more can be appended.
    func finish() throws -> WholeFile {
        try state.withLock { state in
            let digits = state.hash.finalize().map { byte in
                (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
            let hash = digits.joined()
            let path = "\(folder.incoming)/\(WholeFile.name(hash: hash, number: number))"
            let (descriptor, unfinished) = (state.descriptor, state.path)
            do {
                try FileErrorMapping.describing { () throws(DurableFileError) in
                    try DurableFile.finish(descriptor, at: unfinished, as: path)
                }
            } catch {
                // The file may have its new name by then.
                unlink(path)
                throw error
            }
            state.path = path
            return WholeFile(path: path, hash: hash, size: state.size)
        }
    }

    /// Removes the file from `new/`.
    func remove() { state.withLock { _ = unlink($0.path) } }

    deinit { state.withLock { _ = close($0.descriptor) } }
}

/// The body of an upload, read in parts as it arrives.
final class UploadBody: Sendable {
    /// The length stated by the request, in bytes; `nil` if it states none.
    let length: Int64?
    private let body: RequestBody
    private let ended = Mutex(false)

    init(_ request: Request) {
        // A number that does not fit is larger than any file.
        length = request.headers[.contentLength].map { max(0, Int64($0) ?? .max) }
        body = request.body
    }

    /// Whether all of it was read.
    var isAtEnd: Bool { ended.withLock { $0 } }

    /// - Throws: An ``EndpointError`` if the body is incomplete, and any error of `take`.
    func read(_ take: (ByteBuffer) async throws -> Void) async throws {
        var iterator = body.makeAsyncIterator()
        var count: Int64 = 0
        while let part = try await next(&iterator) {
            count += Int64(part.readableBytes)
            try await take(part)
        }
        guard length == nil || length == count else { throw UploadBody.brokenOff }
        ended.withLock { $0 = true }
    }

    private func next(_ iterator: inout RequestBody.AsyncIterator) async throws(EndpointError) -> ByteBuffer? {
        do {
            return try await iterator.next()
        } catch {
            // The body is malformed or shorter than its stated length, which is not a failure of the server.
            throw UploadBody.brokenOff
        }
    }

    private static let brokenOff = EndpointError(.badRequest, .unknown, "The upload broke off: send it once more")
}
