import Conversations
import MatrixAPI

/// What the list of a server's chats shows, as it was when it was made.
struct RoomDirectoryContent: Sendable {
    let query: RoomQuery
    let rooms: [RoomPreview]
    let isLoading: Bool
    let problem: RoomDirectoryProblem?
    let entering: RoomAddress?
    let asked: RoomAddress?
    /// What one is in those of the rooms that are in the list of chats.
    let memberships: [String: ChatMembership]
    /// The account's own.
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
