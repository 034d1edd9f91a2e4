import Conversations
import Engine
import MatrixAPI
import Messenger

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
