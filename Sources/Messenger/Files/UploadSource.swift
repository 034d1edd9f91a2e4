import Dispatch
import Glibc
import MatrixAPI
import MatrixCrypto
import Synchronization

/// The bytes of a line's file on their way to the server: as they are, or encrypted on the way.
final class UploadSource: Sendable {
    private struct State {
        var sealer = FileSealer()
        var percent: Int64 = 0
        var isBroken = false
    }

    /// What may be otherwise at the next try, as too many open files.
    struct Hindrance: Error {}

    /// Why no more bytes come.
    private struct End: Error {}

    private let descriptor: Int32
    private let size: Int64
    private let isSealed: Bool
    private let isOver: @Sendable () -> Bool
    private let state = Mutex(State())
    /// Blocking calls of the system have a thread of their own.
    private let queue = DispatchQueue(label: "im.confab.upload")

    private static let pieceLength: Int64 = 128 << 10

    /// - Parameters:
    ///   - size: how many bytes there have to be.
    ///   - isOver: whether nobody wants it any more.
    /// - Returns: `nil` where the bytes are not there, or are fewer.
    /// - Throws: where they can't be read at this moment.
    init?(path: String, size: Int64, isSealed: Bool, isOver: @escaping @Sendable () -> Bool) throws(Hindrance) {
        descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        (self.size, self.isSealed, self.isOver) = (size, isSealed, isOver)
        var status = stat()
        if descriptor < 0, errno != ENOENT { throw Hindrance() }
        guard descriptor >= 0, fstat(descriptor, &status) == 0, Int64(status.st_size) == size else { return nil }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Whether the bytes could not be read to the end.
    var isBroken: Bool { state.withLock { $0.isBroken } }

    /// What the message says of the file, once all was read.
    ///
    /// - Parameter address: where it is.
    func sealedJSON(address: String) -> String {
        state.withLock { $0.sealer.finish() }.json(address: address).serializedText
    }

    /// The bytes from an offset on. Whoever begins anew gets them under another key.
    func read(at offset: Int64) async throws -> [UInt8] {
        if isOver() { throw End() }
        let count = Int(min(Self.pieceLength, size - offset))
        let piece: [UInt8] = await withCheckedContinuation { continuation in
            queue.async { [descriptor] in
                let piece = [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
                    length = max(0, pread(descriptor, buffer.baseAddress, count, off_t(offset)))
                }
                continuation.resume(returning: piece)
            }
        }
        return try state.withLock { state in
            guard !piece.isEmpty else {
                state.isBroken = true
                throw End()
            }
            if offset == 0 { state.sealer = FileSealer() }
            return isSealed ? state.sealer.seal(piece) : piece
        }
    }

    /// Whether as many bytes are another percent than were told of before.
    func isNews(_ sent: Int64) -> Bool {
        let percent = size > 0 ? sent * 100 / size : 100
        return state.withLock { state in
            defer { state.percent = percent }
            return percent != state.percent
        }
    }
}
