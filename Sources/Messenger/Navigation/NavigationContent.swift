import Conversations
import ViewModels

/// On what it depends which part of the screen is seen and what can be done from anywhere.
struct NavigationContent: Equatable {
    /// The open chat, without what is said in it.
    struct OpenChat: Equatable {
        let id: String
        let membership: ChatMembership
        /// The other person, where it is a chat with one.
        let partner: ChatPerson?
        let replacement: ChatReplacement?
        /// Whether the chat in which it goes on is in the list.
        let isReplacementHere: Bool
        let isFollowing: Bool
        /// Whether this device has anything that was said in a thread of it.
        let hasThreads: Bool
    }

    let screen: NavigationViewModel.Screen
    let openedCount: Int
    let goal: NavigationViewModel.Goal?
    let helpCount: Int
    let recentCommands: [String]
    let openChat: OpenChat?
    /// How many chats the list has, but for the archived ones.
    let chatCount: Int
    /// How many of them are seen: not those of closed spaces.
    let shownCount: Int
    /// Whether the list has another chat than the open one.
    let hasOthers: Bool
    let canCatchUp: Bool
    let canGoBack: Bool
    /// Whether the homeserver is elsewhere, so that one logs in to it.
    let hasLogin: Bool
    /// Whether this device has keys that can be compared.
    let hasEncryption: Bool
    /// Whether the homeserver is a part of this program, so that it can be shared.
    let hasOwnServer: Bool
    let isLoggedOut: Bool
    let isSessionOver: Bool
}

extension NavigationContent {
    @MainActor
    init(_ models: SessionModels, hasLogin: Bool, hasEncryption: Bool, hasOwnServer: Bool) {
        let list = models.chatList
        let order = list.order
        self.init(
            screen: models.navigation.screen, openedCount: models.navigation.openedCount,
            goal: models.navigation.goal,
            helpCount: models.navigation.helpCount, recentCommands: models.commands.recent,
            openChat: list.openChat.map { OpenChat($0, models) }, chatCount: order.count,
            shownCount: SpaceArrangement(list, models.spaces)?.shown.count ?? order.count,
            hasOthers: order.count > 1 || order.first != list.openChatID, canCatchUp: CatchUp(models).next != nil,
            canGoBack: list.lastVisitedID.map { list.chats[$0] != nil } ?? false, hasLogin: hasLogin,
            hasEncryption: hasEncryption, hasOwnServer: hasOwnServer,
            isLoggedOut: models.connection.isLoggedOut, isSessionOver: models.connection.isSessionOver)
    }
}

extension NavigationContent.OpenChat {
    @MainActor
    fileprivate init(_ chat: Chat, _ models: SessionModels) {
        let other = chat.heroes.first { $0.userID == chat.directUserID } ?? chat.inviter
        let userID = chat.directUserID ?? chat.inviter?.userID
        self.init(
            id: chat.id, membership: chat.membership,
            partner: userID.map { ChatPerson(userID: $0, displayName: other?.displayName) },
            replacement: chat.replacement,
            isReplacementHere: chat.replacement.map { models.chatList.chats[$0.chatID] != nil } ?? false,
            isFollowing: chat.replacement.map {
                models.chatTask.running.contains(.follow($0, from: chat.id))
            } ?? false,
            hasThreads: models.threads.hasThreads(chatID: chat.id))
    }
}
