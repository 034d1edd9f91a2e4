import Dispatch
import DurableFiles
import Glibc
import MatrixAPI
import MatrixCrypto
import Synchronization

/// Reads a line's file for the upload, and encrypts it on the fly if needed.
final class UploadSource: Sendable {
    private struct State {
        var sealer = FileEncryptor()
        var percent: Int64 = 0
        var isBroken = false
    }

    /// A temporary error, such as too many open files. A retry may succeed.
    struct TemporaryError: Error {}

    /// Thrown to stop the upload.
    private struct StopError: Error {}

    private let descriptor: Int32
    private let size: Int64
    private let isSealed: Bool
    private let isOver: @Sendable () -> Bool
    private let state = Mutex(State())
    /// The queue for blocking system calls.
    private let queue = DispatchQueue(label: "im.confab.upload")

    private static let pieceLength: Int64 = 128 << 10

    /// - Parameters:
    ///   - size: the expected number of bytes.
    ///   - isOver: whether the upload was canceled.
    /// - Returns: `nil` if the file is missing or has another size.
    /// - Throws: ``TemporaryError`` if the file can't be opened at this moment.
    init?(path: String, size: Int64, isSealed: Bool, isOver: @escaping @Sendable () -> Bool) throws(TemporaryError) {
        descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        (self.size, self.isSealed, self.isOver) = (size, isSealed, isOver)
        var status = stat()
        if descriptor < 0, errno != ENOENT { throw TemporaryError() }
        guard descriptor >= 0, fstat(descriptor, &status) == 0, Int64(status.st_size) == size else { return nil }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Whether reading the file failed before its end.
    var isBroken: Bool { state.withLock { $0.isBroken } }

    /// Returns the `file` field of the message, after all bytes were read.
    ///
    /// - Parameter address: the address of the uploaded file.
    func sealedJSON(address: String) -> String {
        state.withLock { $0.sealer.finish() }.json(address: address).serializedText
    }

    /// Returns the bytes from an offset on. Reading from offset 0 again starts over with a new key.
    func read(at offset: Int64) async throws -> [UInt8] {
        if isOver() { throw StopError() }
        let count = Int(min(Self.pieceLength, size - offset))
        let piece = await queue.run { [descriptor] () -> [UInt8] in
            [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
                length = max(0, pread(descriptor, buffer.baseAddress, count, off_t(offset)))
            }
        }
        return try state.withLock { state in
            guard !piece.isEmpty else {
                state.isBroken = true
                throw StopError()
            }
            if offset == 0 { state.sealer = FileEncryptor() }
            return isSealed ? state.sealer.seal(piece) : piece
        }
    }

    /// Whether the number of sent bytes is another percentage than at the last call.
    func isNews(_ sent: Int64) -> Bool {
        let percent = size > 0 ? sent * 100 / size : 100
        return state.withLock { state in
            defer { state.percent = percent }
            return percent != state.percent
        }
    }
}
