import ViewModels

/// Why there is no list, or why one is not in what was chosen there.
enum RoomDirectoryProblem: Hashable, Sendable {
    case notListed(FailureReason)
    case notJoined(RoomAddress, JoinRefusal)

    var text: DisplayText {
        switch self {
        case .notListed(let reason): .words("room-directory.not-listed", ["reason": reason.text])
        case .notJoined(let address, let refusal): DisplayText(sanitizing: refusal.text(address))
        }
    }
}
