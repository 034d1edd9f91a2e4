import Glibc
import NIOCore
import NIOPosix
import Synchronization

/// An uploaded file, open for reading.
final class StoredFile: Sendable {
    /// The number of bytes read, and held, at a time.
    private static let pieceLength = 64 << 10

    private let descriptor: Int32
    /// The download, which ends with the file; `nil` if the file is no download.
    private let turn: DownloadLimiter.Turn?

    init(_ path: String, _ turn: DownloadLimiter.Turn) async throws {
        self.turn = turn
        descriptor = try await NIOThreadPool.singleton.runIfActive {
            let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw FileErrorMapping.describe("open") }
            return descriptor
        }
    }

    /// - Parameter descriptor: The descriptor, which is closed with the file.
    init(descriptor: Int32) {
        self.descriptor = descriptor
        turn = nil
    }

    deinit { close(descriptor) }

    /// Reads the beginning of a range.
    ///
    /// - Throws: Also if the file ends before the range: the announced length can't be sent.
    func piece(of range: Range<Int64>) async throws -> ByteBuffer {
        let most = min(range.upperBound - range.lowerBound, Int64(StoredFile.pieceLength))
        return try await NIOThreadPool.singleton.runIfActive { [self] in
            var piece = ByteBufferAllocator().buffer(capacity: Int(most))
            let count = piece.writeWithUnsafeMutableBytes(minimumWritableBytes: Int(most)) { bytes in
                max(0, pread(descriptor, bytes.baseAddress, Int(most), off_t(range.lowerBound)))
            }
            guard count > 0 else { throw IOError(errnoCode: EIO, reason: "pread") }
            return piece
        }
    }
}

/// Counts the files that are being sent: each keeps a descriptor open for as long as its reader takes.
final class DownloadLimiter: Sendable {
    /// A download. It ends when this is released.
    final class Turn: Sendable {
        private let end: @Sendable () -> Void

        fileprivate init(_ end: @escaping @Sendable () -> Void) { self.end = end }

        deinit { end() }
    }

    private let limit: Int
    private let counts = Mutex<[String: Int]>([:])

    /// - Parameter limit: The maximum number of downloads of one account at a time.
    init(limit: Int) { self.limit = limit }

    /// - Parameter reader: The account.
    /// - Throws: 429 if it has too many already.
    func begin(_ reader: String) throws(EndpointError) -> Turn {
        let isAllowed = counts.withLock { counts in
            guard counts[reader, default: 0] < limit else { return false }
            counts[reader, default: 0] += 1
            return true
        }
        guard isAllowed else { throw .limited(milliseconds: 2_000) }
        return Turn { [self] in
            counts.withLock { counts in
                let rest = counts[reader, default: 1] - 1
                counts[reader] = rest == 0 ? nil : rest
            }
        }
    }
}
