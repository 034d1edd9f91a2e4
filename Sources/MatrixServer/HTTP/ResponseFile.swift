import DurableFiles
import Glibc
import MatrixAPI
import NIOCore
import Synchronization

/// An unnamed temporary file that holds a response until it is sent. Its functions block on the disk.
final class ResponseFile: Sendable {
    private let budget: ResponseBudget
    private let user: String
    private let descriptor: Int32
    private let written = Mutex<Int64>(0)
    let stored: StoredFile

    init(_ budget: ResponseBudget, for user: String) throws {
        self.budget = budget
        self.user = user
        let path = "\(budget.directory)/answer-\(UnpaddedBase64.random(bytes: 12))"
        descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileErrorMapping.describe("open") }
        // The file is deleted with its descriptor, whatever happens to this process.
        unlink(path)
        stored = StoredFile(descriptor: descriptor)
    }

    deinit { budget.release(inFiles: length, of: user) }

    /// The length in bytes.
    var length: Int64 { written.withLock { $0 } }

    /// - Throws: An ``EndpointError`` if the files of all responses, or of this account, are too large already.
    func append(_ bytes: ByteBuffer) throws {
        try budget.reserve(inFiles: Int64(bytes.readableBytes), of: user)
        written.withLock { $0 += Int64(bytes.readableBytes) }
        try bytes.withUnsafeReadableBytes { bytes in
            try FileErrorMapping.describing { () throws(DurableFileError) in
                try DurableFile.write(bytes, to: descriptor, path: budget.directory)
            }
        }
    }
}
