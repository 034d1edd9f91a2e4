import Conversations
import Messenger
import ViewModels

/// The state that the current screen and the global actions depend on.
struct NavigationContent: Equatable {
    /// The open chat, without its messages.
    struct OpenChat: Equatable {
        let id: String
        let membership: ChatMembership
        /// The other person, if the chat is a direct chat.
        let partner: ChatPerson?
        let replacement: ChatReplacement?
        /// Whether the chat's successor (after an upgrade) is in the list.
        let isReplacementHere: Bool
        let isFollowing: Bool
        /// Whether this device has messages in a thread of the chat.
        let hasThreads: Bool
    }

    let screen: NavigationViewModel.Screen
    let openedCount: Int
    let goal: NavigationViewModel.Goal?
    let helpCount: Int
    let recentCommands: [String]
    let openChat: OpenChat?
    /// The number of chats in the list, without archived chats.
    let chatCount: Int
    /// The number of visible chats, without those of collapsed spaces.
    let shownCount: Int
    /// Whether the list has another chat than the open one.
    let hasOthers: Bool
    let canCatchUp: Bool
    let canGoBack: Bool
    /// Whether the homeserver is remote, so that the account has a login.
    let hasLogin: Bool
    /// Whether this device has encryption keys that can be verified.
    let hasEncryption: Bool
    /// Whether the homeserver is part of this program, so that it can be shared.
    let hasOwnServer: Bool
    let isLoggedOut: Bool
    let isSessionOver: Bool
}

extension NavigationContent {
    @MainActor
    init(_ state: SessionState, hasLogin: Bool, hasEncryption: Bool, hasOwnServer: Bool) {
        let list = state.chatList
        let order = list.order
        self.init(
            screen: state.navigation.screen, openedCount: state.navigation.openedCount,
            goal: state.navigation.goal,
            helpCount: state.navigation.helpCount, recentCommands: state.commands.recent,
            openChat: list.openChat.map { OpenChat($0, state) }, chatCount: order.count,
            shownCount: state.spaceArrangement?.shown.count ?? order.count,
            hasOthers: order.count > 1 || order.first != list.openChatID,
            canCatchUp: state.nextUnread.next != nil,
            canGoBack: list.lastVisitedID.map { list.chats[$0] != nil } ?? false, hasLogin: hasLogin,
            hasEncryption: hasEncryption, hasOwnServer: hasOwnServer,
            isLoggedOut: state.connection.isLoggedOut, isSessionOver: state.connection.isSessionOver)
    }
}

extension NavigationContent.OpenChat {
    @MainActor
    fileprivate init(_ chat: Chat, _ state: SessionState) {
        let other = chat.heroes.first { $0.userID == chat.directUserID } ?? chat.inviter
        let userID = chat.directUserID ?? chat.inviter?.userID
        self.init(
            id: chat.id, membership: chat.membership,
            partner: userID.map { ChatPerson(userID: $0, displayName: other?.displayName) },
            replacement: chat.replacement,
            isReplacementHere: chat.replacement.map { state.chatList.chats[$0.chatID] != nil } ?? false,
            isFollowing: chat.replacement.map {
                state.chatTask.running.contains(.follow($0, from: chat.id))
            } ?? false,
            hasThreads: state.threads.hasThreads(chatID: chat.id))
    }
}
