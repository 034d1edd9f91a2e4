import Conversations
import MatrixClient
import ViewModels

/// A snapshot of the content of the chat list. Its values share storage with the models until those change.
struct ChatListContent: Equatable, Sendable {
    let rows: ChatListRows
    let chats: ChatTable
    /// All chats but the archived ones, regardless of the filter.
    let order: [String]
    let leftChats: ChatTable
    let archivedCount: Int
    let leftCount: Int
    let ignoredCount: Int
    let isArchiveOpen: Bool
    let isLeftOpen: Bool
    let areIgnoredOpen: Bool
    let openChatID: String?
    let drafts: [String: String]
    /// The chats that have drafts in threads.
    let draftsInThreads: Set<String>
    /// The number of unread messages in threads, by chat.
    let newInThreads: [String: Int]
    /// The newest queued line of each chat that its timeline doesn't show yet.
    let lines: [String: OutboxLine]
    /// The newest line or change of each chat that the server refused.
    let refusals: [String: OutboxLine]
    let busyChatIDs: Set<String>
    let pending: [String: [ChatSetting]]
    let ignoredUserIDs: Set<String>
    let runningTasks: [ChatTask]
    let failure: FailedChatTask?
    let waitingElsewhere: Int
    let isLoaded: Bool
    let filterText: String
    let isFiltered: Bool
    let awaitsFirstSync: Bool
    let connection: ConnectionState
    let ownUserID: String
    let neighbours: [ChatPerson]
    let time: TimeText
    /// The chats by space; `nil` if there are no spaces.
    let spaces: SpaceArrangement?
    let spaceIDs: Set<String>
    let openSpaceIDs: Set<String>
    let askingSpaceIDs: Set<String>
    let enteringChatIDs: Set<String>
    let askedChatIDs: Set<String>
    let spaceFailure: SpaceFailureReason?
}

extension ChatListContent {
    @MainActor
    init(_ state: SessionState, time: TimeText) {
        let list = state.chatList
        let people = state.ignoredPeople
        let lines = state.outbox.lines
        let spaces = state.spaceArrangement
        self.init(
            rows: list.filter.found.map { Self.rows(found: $0, list.spaceIDs) }
                ?? ChatListRows(
                    chats: list.order, groups: spaces?.groups,
                    archive: .init(isOpen: list.isArchiveOpen, values: list.places.archived),
                    left: .init(isOpen: list.isLeftOpen, values: list.leftOrder),
                    ignoredPeople: .init(isOpen: people.isOpen, values: people.sorted)),
            chats: list.chats, order: list.order, leftChats: list.leftChats, archivedCount: list.places.archived.count,
            leftCount: list.leftOrder.count, ignoredCount: people.sorted.count, isArchiveOpen: list.isArchiveOpen,
            isLeftOpen: list.isLeftOpen, areIgnoredOpen: people.isOpen, openChatID: list.openChatID,
            drafts: list.drafts, draftsInThreads: state.chatsWithDraftsInThreads, newInThreads: state.newInThreads,
            lines: Dictionary(lines.filter { $0.purpose == .message }.map { ($0.chatID, $0) }) { $1 },
            refusals: Dictionary(lines.filter(\.isRefused).map { ($0.chatID, $0) }) { $1 },
            busyChatIDs: list.busyChatIDs, pending: list.pending, ignoredUserIDs: people.userIDs,
            runningTasks: state.chatTask.running, failure: state.chatTask.failure,
            waitingElsewhere: list.waitingElsewhere, isLoaded: list.isLoaded, filterText: list.filter.text,
            isFiltered: list.filter.found != nil, awaitsFirstSync: state.connection.awaitsFirstSync,
            connection: state.connection.state, ownUserID: state.account.userID,
            neighbours: list.neighbours, time: time,
            spaces: spaces, spaceIDs: list.spaceIDs, openSpaceIDs: state.spaces.openIDs,
            askingSpaceIDs: state.spaces.asking,
            enteringChatIDs: state.spaces.entering, askedChatIDs: state.spaces.asked,
            spaceFailure: state.spaces.failure)
    }

    private static func rows(found: [String], _ spaceIDs: Set<String>) -> ChatListRows {
        let spaces = found.prefix { spaceIDs.contains($0) }
        guard !spaces.isEmpty else { return ChatListRows(chats: found) }
        return ChatListRows(
            chats: found,
            groups: .init(
                rows: spaces.map { .space($0) } + found.dropFirst(spaces.count).map { .chat($0) },
                spaces: 0..<spaces.count))
    }
}
