import ViewModels

/// Errors of loading the directory, or of joining a room from it.
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
