import Glibc
import HTTPTypes
import MatrixAPI
import NIOCore

/// Turns what the system said last about a file into an error.
enum FileFailure {
    /// - Parameter call: the system call that failed just now.
    static func describe(_ call: String) -> any Error {
        let code = errno
        return code == ENOSPC || code == EDQUOT ? diskFull : IOError(errnoCode: code, reason: call)
    }

    /// The specification has no code for it; the status says that it is the server's to mend, and that a later try may do.
    static var diskFull: Refusal {
        Refusal(
            .init(code: 507, reasonPhrase: "Insufficient Storage"), .unknown,
            "The server's disk is full: tell whoever runs it, and try again later")
    }
}
