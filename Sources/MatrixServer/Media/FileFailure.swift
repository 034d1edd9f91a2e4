import DurableFiles
import Glibc
import HTTPTypes
import MatrixAPI
import NIOCore

/// Turns the last system error about a file into an error.
enum FileFailure {
    /// - Parameter call: The system call that failed just now.
    static func describe(_ call: String, code: CInt = errno) -> any Error {
        code == ENOSPC || code == EDQUOT ? diskFull : IOError(errnoCode: code, reason: call)
    }

    /// Writes a file, and turns its errors into those of an upload.
    static func describing(_ body: () throws(DurableFileError) -> Void) throws {
        do throws(DurableFileError) {
            try body()
        } catch {
            throw describe(error.call.rawValue, code: error.code)
        }
    }

    /// The error for a full disk. The specification has no code for it. The status says that the server has to fix
    /// it, and that a later attempt may succeed.
    static var diskFull: Refusal {
        Refusal(
            .init(code: 507, reasonPhrase: "Insufficient Storage"), .unknown,
            "The server's disk is full: tell whoever runs it, and try again later")
    }
}
