import Conversations
import MatrixAPI
import ViewModels

/// A snapshot of the room directory's contents.
struct RoomDirectoryContent: Equatable, Sendable {
    let query: RoomQuery
    let rooms: [RoomPreview]
    let isLoading: Bool
    let problem: RoomDirectoryFailureReason?
    let entering: RoomAddress?
    let asked: RoomAddress?
    /// The user's membership in those rooms that are in the chat list.
    let memberships: [String: ChatMembership]
    /// The account's server.
    let server: String
}

extension RoomDirectoryContent {
    @MainActor
    init(_ state: SessionState) {
        let directory = state.roomDirectory
        let chats = state.chatList.chats
        let known = directory.rooms.compactMap { room in chats[room.roomID].map { (room.roomID, $0.membership) } }
        self.init(
            query: directory.query, rooms: directory.rooms, isLoading: directory.isLoading,
            problem: directory.problem, entering: directory.entering, asked: directory.asked,
            memberships: Dictionary(known) { first, _ in first },
            server: UserID(state.account.userID)?.server ?? "")
    }
}

/// Errors of loading the directory, or of joining a room from it.
enum RoomDirectoryFailureReason: Hashable, Sendable {
    case notListed(FailureReason)
    case notJoined(RoomAddress, JoinError)

    var text: DisplayText {
        switch self {
        case .notListed(let reason): .words("room-directory.not-listed", ["reason": reason.text])
        case .notJoined(let address, let refusal): DisplayText(sanitizing: refusal.text(address))
        }
    }
}

/// A search query for a room directory.
package struct RoomQuery: Hashable, Sendable {
    /// The text to find in names, topics and aliases; empty for all rooms.
    package let term: String
    /// The server of the directory; `nil` for the account's server.
    package let server: String?

    /// - Parameter text: the typed text, in which `#:example.org` selects another server.
    package init(_ text: String) {
        var words = text.split(whereSeparator: \.isWhitespace)
        let named = words.firstIndex { $0.hasPrefix("#:") && ServerName.isValid(String($0.dropFirst(2))) }
        server = named.map { String(words.remove(at: $0).dropFirst(2)) }
        term = words.joined(separator: " ")
    }
}
