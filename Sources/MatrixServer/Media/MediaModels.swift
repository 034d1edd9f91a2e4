import DurableFiles
import Glibc
import HTTPTypes
import MatrixAPI
import NIOCore
import NIOPosix

/// Converts errors of file operations to errors that a client gets.
enum FileErrorMapping {
    /// - Parameter call: The system call that failed just now.
    static func describe(_ call: String, code: CInt = errno) -> any Error {
        code == ENOSPC || code == EDQUOT ? diskFull : IOError(errnoCode: code, reason: call)
    }

    /// Runs an operation on a file, and converts its error.
    static func describing(_ body: () throws(DurableFileError) -> Void) throws {
        do throws(DurableFileError) {
            try body()
        } catch {
            throw describe(error.call.rawValue, code: error.code)
        }
    }

    /// The error for a full disk. The specification has no code for it. The status says that the server has to fix
    /// it, and that a later attempt may succeed.
    static var diskFull: EndpointError {
        EndpointError(
            .init(code: 507, reasonPhrase: "Insufficient Storage"), .unknown,
            "The server's disk is full: tell whoever runs it, and try again later")
    }
}

/// The metadata of an upload.
struct Media: Sendable {
    let id: String
    /// The hash of the file with its bytes.
    let hash: String
    /// The size in bytes.
    let size: Int64
    let type: MediaType
    /// The name as uploaded.
    let name: String?
}

/// The address of a pending upload.
struct PendingUpload: Sendable {
    let id: String
    /// The time by which it has to be uploaded, in milliseconds since 1970.
    let expiresAt: Int64
}

/// Detects pictures that aren't animated, by their content instead of their declared type.
enum StillPicture {
    private static let startLength = 64 << 10

    static func isStill(_ path: String) async throws -> Bool {
        try await NIOThreadPool.singleton.runIfActive {
            let file = open(path, O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { throw FileErrorMapping.describe("open") }
            defer { close(file) }
            let start = [UInt8](unsafeUninitializedCapacity: startLength) { buffer, count in
                count = max(0, read(file, buffer.baseAddress, startLength))
            }
            return isStill(start)
        }
    }

    /// - Parameter start: The first bytes, as many as there are or enough.
    static func isStill(_ start: [UInt8]) -> Bool {
        if start.starts(with: [0xFF, 0xD8, 0xFF]) { return true }
        guard start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { return false }
        // An animation has its chunk before its first picture (PNG, third edition, 5.6).
        var place = 8
        while place + 8 <= start.count {
            let name = start[(place + 4)..<(place + 8)]
            if name.elementsEqual("IDAT".utf8) { return true }
            if name.elementsEqual("acTL".utf8) { return false }
            place += 12 + start[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
        }
        return false
    }
}

/// The state of a media ID: reserved for a pending upload, or uploaded.
enum UploadState: Sendable {
    /// The upload is pending, and only the owner may send it.
    case pending(owner: String)
    case uploaded(Media)
}

/// A completely received file: durable, in `new/`, and named by its hash.
struct WholeFile: Sendable {
    private static let hashLength = 64

    let path: String
    /// The SHA-256 of its bytes, in hexadecimal digits.
    let hash: String
    /// The size in bytes.
    let size: Int64

    /// Returns the name. The number is needed because several uploads may have the same bytes at a time.
    static func name(hash: String, number: String) -> String { "\(hash).\(number)" }

    /// - Returns: `nil` if the file of this name was not received completely.
    static func hash(ofName name: String) -> String? {
        let parts = name.split(separator: ".")
        guard parts.count == 2, parts[0].utf8.count == hashLength else { return nil }
        return String(parts[0])
    }
}
