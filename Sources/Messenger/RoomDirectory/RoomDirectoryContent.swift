import Conversations
import MatrixAPI

/// A snapshot of the room directory's contents.
struct RoomDirectoryContent: Sendable {
    let query: RoomQuery
    let rooms: [RoomPreview]
    let isLoading: Bool
    let problem: RoomDirectoryProblem?
    let entering: RoomAddress?
    let asked: RoomAddress?
    /// The user's membership in those rooms that are in the chat list.
    let memberships: [String: ChatMembership]
    /// The account's server.
    let server: String
}

extension RoomDirectoryContent {
    @MainActor
    init(_ models: SessionModels) {
        let directory = models.roomDirectory
        let chats = models.chatList.chats
        let known = directory.rooms.compactMap { room in chats[room.roomID].map { (room.roomID, $0.membership) } }
        self.init(
            query: directory.query, rooms: directory.rooms, isLoading: directory.isLoading,
            problem: directory.problem, entering: directory.entering, asked: directory.asked,
            memberships: Dictionary(known) { first, _ in first },
            server: UserID(models.account.userID)?.server ?? "")
    }
}
