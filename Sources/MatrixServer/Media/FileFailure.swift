import DurableFiles
import Glibc
import HTTPTypes
import MatrixAPI
import NIOCore

/// Turns what the system said last about a file into an error.
enum FileFailure {
    /// - Parameter call: the system call that failed just now.
    static func describe(_ call: String, code: CInt = errno) -> any Error {
        code == ENOSPC || code == EDQUOT ? diskFull : IOError(errnoCode: code, reason: call)
    }

    /// Writes a file.
    static func describing(_ body: () throws(DurableFileError) -> Void) throws {
        do throws(DurableFileError) {
            try body()
        } catch {
            throw describe(error.call.rawValue, code: error.code)
        }
    }

    /// The specification has no code for it; the status says that it is the server's to mend, and that a later try may do.
    static var diskFull: Refusal {
        Refusal(
            .init(code: 507, reasonPhrase: "Insufficient Storage"), .unknown,
            "The server's disk is full: tell whoever runs it, and try again later")
    }
}
