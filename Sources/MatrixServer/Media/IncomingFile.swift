import Crypto
import DurableFiles
import Glibc
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
    private let number = Base64.urlSafe((0..<12).map { _ in .random(in: 0...255) })
    private let state: Mutex<State>

    init(in folder: MediaFolder) throws {
        self.folder = folder
        let path = "\(folder.incoming)/\(number)"
        let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileFailure.describe("open") }
        state = Mutex(State(descriptor: descriptor, path: path))
    }

    /// The size in bytes.
    var size: Int64 { state.withLock { $0.size } }

    func append(_ part: ByteBuffer) throws {
        try part.withUnsafeReadableBytes { bytes in
            try state.withLock { state in
                let (descriptor, path) = (state.descriptor, state.path)
                try FileFailure.describing { () throws(DurableFileError) in
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
                try FileFailure.describing { () throws(DurableFileError) in
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
