import DurableFiles
import Glibc
import MatrixClient
import ViewModels

/// Why a file is not there, or not shown.
enum MediaProblem: Error, Hashable, Sendable {
    case server(MatrixClientError)
    /// This machine can't keep it, by the system's number of the error.
    case disk(path: String, CInt)
    /// In bytes, the most that the settings allow.
    case tooLarge(limit: Int64)
    /// What came is not what was sent: its hash is another.
    case otherContent
    /// The message doesn't say in a way that is known how it is to be decrypted.
    case unknownEncryption
    /// It is of no kind that a program may be given.
    case notShown
    /// The same file is on its way for another message.
    case busy
    /// The person's program did not start.
    case program(String)
    case noDirectory(String)
    /// The message came from an export without it.
    case notImported

    var text: String {
        switch self {
        case .server(let error): .words("media.not-fetched", ["reason": error.message])
        case .disk(let path, let code):
            .words("media.not-kept", ["path": path, "reason": String(cString: strerror(code))])
        case .tooLarge(let limit):
            .words("media.too-large", ["limit": MediaDetail.amount(of: limit)])
        case .otherContent: .words("media.other-content")
        case .unknownEncryption: .words("media.unknown-encryption")
        case .notShown: .words("media.not-shown")
        case .busy: .words("media.busy")
        case .program(let reason): reason
        case .noDirectory(let path): .words("media.no-directory", ["path": path])
        case .notImported: .words("media.not-imported")
        }
    }
}

extension MediaProblem {
    /// A file that could not be written.
    init(_ error: DurableFileError) { self = .disk(path: error.path, error.code) }
}
