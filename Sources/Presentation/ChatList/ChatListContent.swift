import Conversations
import Messenger
import ViewModels

/// A snapshot of the content of the chat list. Its values share storage with the models until those change.
struct ChatListContent: Equatable, Sendable {
    let listing: ChatListing
    /// The drafts by place.
    let drafts: [String: String]
    let order: ChatOrder.Lists
    let filter: ChatFilter.Matches
    let spaces: SpaceModel
    /// The chats by space; `nil` if there are no spaces.
    let arrangement: SpaceArrangement?
    let ignoredPeople: IgnoredPeopleModel
    let tasks: ChatTaskModel
    /// The newest lines of each chat that its timeline doesn't show yet.
    let outbox: OutboxModel.NewestLines
    let threads: ThreadMarks
    let firstSync: ConnectionModel.FirstSync
    let ownUserID: String
    let time: TimeText

    var chats: ChatTable { listing.chats }

    var openChat: Chat? { listing.openChatID.flatMap(listing.chat) }

    /// Whether the list has only the chats and spaces that match the text of the filter.
    var isFiltered: Bool { filter.found != nil }

    var rows: ChatListRows {
        if let found = filter.found { return rows(found: found) }
        return ChatListRows(
            chats: order.shown, groups: arrangement?.groups,
            archive: .init(isOpen: listing.isArchiveOpen, values: order.archived),
            left: .init(isOpen: listing.left.isOpen, values: listing.left.order),
            ignoredPeople: .init(isOpen: ignoredPeople.isOpen, values: ignoredPeople.sorted))
    }

    private func rows(found: [String]) -> ChatListRows {
        let spaces = found.prefix { listing.spaceIDs.contains($0) }
        guard !spaces.isEmpty else { return ChatListRows(chats: found) }
        return ChatListRows(
            chats: found,
            groups: .init(
                rows: spaces.map { .space($0) } + found.dropFirst(spaces.count).map { .chat($0) },
                spaces: 0..<spaces.count))
    }
}

extension ChatListContent {
    @MainActor
    init(_ state: SessionState, time: TimeText) {
        let list = state.chatList
        self.init(
            listing: list.listing, drafts: state.drafts.texts, order: list.places.lists, filter: list.filter.matches,
            spaces: state.spaces,
            arrangement: state.spaceArrangement, ignoredPeople: state.ignoredPeople, tasks: state.chatTask,
            outbox: state.outbox.newest, threads: state.threadMarks, firstSync: state.connection.firstSync,
            ownUserID: state.account.userID, time: time)
    }
}
