package import Conversations
package import Engine
package import MatrixClient

/// The state of a line, as reported to the program that waits for it. All states but the first two are final:
/// ``isLast``.
package enum SendStatus: Hashable, Sendable {
    /// The line is on disk, and will be sent automatically.
    case saved
    /// The line is on disk, but the server is unreachable.
    case delayed(MatrixClientError)
    /// The server has accepted the line.
    ///
    /// - eventID: the event ID; `nil` if the server's response was lost.
    case sent(eventID: String?)
    /// The line was refused for good. It stays on this device, unsent.
    case refused(OutboxLineFailureReason)
    /// The line was withdrawn by the user.
    case withdrawn
    /// The line could not be written to disk.
    case notKept(FailureReason)
    /// The file can't be sent.
    case noFile(OutboxFileError)
    /// The line is too long for an event, by this number of bytes.
    case tooLong(by: Int)

    package var isLast: Bool {
        switch self {
        case .saved, .delayed: false
        case .sent, .refused, .withdrawn, .notKept, .noFile, .tooLong: true
        }
    }
}
