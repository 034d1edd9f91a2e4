import Glibc
import NIOCore
import NIOPosix

/// An uploaded file, open for reading.
final class StoredFile: Sendable {
    /// The number of bytes read, and held, at a time.
    private static let pieceLength = 64 << 10

    private let descriptor: Int32
    /// The download, which ends with the file; `nil` if the file is no download.
    private let turn: DownloadTurns.Turn?

    init(_ path: String, _ turn: DownloadTurns.Turn) async throws {
        self.turn = turn
        descriptor = try await NIOThreadPool.singleton.runIfActive {
            let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw FileFailure.describe("open") }
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
