package import Conversations
package import MatrixClient

/// What becomes of a line, as whoever waits for it hears it. All but the first two ``isLast``.
package enum LineFate: Hashable, Sendable {
    /// It is on disk, and goes out by itself from now on.
    case kept
    /// It is on disk, and no server is there to take it.
    case delayed(MatrixClientError)
    /// The server has it.
    ///
    /// - eventID: `nil` where the server's answer was lost.
    case sent(eventID: String?)
    /// Refused for good: it stays on this device, unsent.
    case refused(LineRefusal)
    /// Somebody took it back.
    case withdrawn
    /// It could not be put on disk.
    case notKept(FailureReason)
    /// The file can't be sent.
    case noFile(FileProblem)
    /// More than an event may hold, by so many bytes.
    case tooLong(by: Int)

    package var isLast: Bool {
        switch self {
        case .kept, .delayed: false
        case .sent, .refused, .withdrawn, .notKept, .noFile, .tooLong: true
        }
    }
}
