package import Conversations
package import Engine

/// Actions of the user on the chat list itself.
package enum ChatListEvent: RoutedEvent {
    case filtering(text: String)
    case turningArchive
    case turningLeftChats
    case turningIgnoredPeople
    /// Pins the chat after all other pinned chats.
    case pinning(chatID: String)
    /// Asks the server for people while there is no chat yet.
    case searchingKnownPeople
    case foundKnownPeople([ChatPerson])
    /// A command was typed into the filter; it is one of `ListCommandBuilder.offered`.
    case commanded(SlashCommand, argument: String)
    /// The outcome of such a command.
    case commandEnded(ComposerNotice)
}

/// The chats that the account is in or invited to, and the open chat.
package struct ChatListModel {
    package private(set) var listing = ChatListing()
    /// The order of the chats, without spaces.
    package private(set) var places = ChatOrder()
    package private(set) var filter = ChatFilter()
    package private(set) var lastVisitedID: String?
    package private(set) var errors: [String: FailureReason] = [:]
    package private(set) var unreadTotal = 0
    /// The chats with pending settings, as they are without these unconfirmed settings.
    private var settled: [String: Chat] = [:]
    private var ignoredUserIDs: Set<String> = []
    private var namesakes = ChatNamesakes()
    /// The chats that were removed before all were loaded, since copies of them that the disk returns later are
    /// outdated; `nil` once all are loaded.
    private var goneWhileLoading: Set<String>? = []

    package var chats: ChatTable { listing.chats }
    package var spaceIDs: Set<String> { listing.spaceIDs }
    package var openChatID: String? { listing.openChatID }
    package var busyChatIDs: Set<String> { listing.busyChatIDs }
    var pending: [String: [ChatSetting]] { listing.pending }
    /// The left chats, the newest first.
    var leftOrder: [String] { listing.left.order }

    package var openChat: Chat? { openChatID.flatMap(chat) }

    /// Returns a chat, including one that was left.
    package func chat(_ chatID: String) -> Chat? { listing.chat(chatID) }

    /// All chats, including those that were left.
    package var all: [Chat] { Array(chats.values) + Array(listing.left.chats.values) }

    mutating func setNeighbours(_ people: [ChatPerson]) { listing.neighbours = people }

    /// The identifiers of all but the archived chats: the pinned ones, then the newest activity first.
    package var order: [String] { places.shown }

    /// - Parameter areAll: whether these are all chats. Otherwise the others follow with ``loadRest(_:)``.
    mutating func load(chats loaded: [Chat], areAll: Bool = true) {
        merge(loaded)
        listing.isLoaded = true
        if areAll { goneWhileLoading = nil }
    }

    /// Adds the chats from disk that are not known from elsewhere.
    mutating func loadRest(_ loaded: [Chat]) {
        let gone = goneWhileLoading ?? []
        goneWhileLoading = nil
        merge(
            loaded.filter { chat in
                guard chats[chat.id] == nil else { return false }
                return chat.membership == .left ? listing.left.chats[chat.id] == nil : !gone.contains(chat.id)
            })
    }

    /// Merges changed chats. A chat that was left is removed from the list, but it stays open if it is being
    /// read.
    mutating func merge(_ changed: [Chat]) {
        var hasChanged = false
        for var chat in changed {
            guard chat.membership != .left else {
                if listing.left.chats[chat.id] != chat { hasChanged = true }
                let isOpen = chat.id == openChatID
                drop(chat.id)
                if chat.lastMessage != nil {
                    listing.left.insert(chat)
                    if isOpen { listing.openChatID = chat.id }
                }
                continue
            }
            guard !chat.isInvitation(fromAnyOf: ignoredUserIDs) else { continue }
            if let settings = pending[chat.id] {
                settled[chat.id] = chat
                for setting in settings { setting.apply(to: &chat) }
            }
            keepCreation(in: &chat)
            chat.isNameShared = chats[chat.id]?.isNameShared ?? false
            guard chat != chats[chat.id] else { continue }
            hasChanged = true
            update(chat)
        }
        if hasChanged { filterAnew() }
    }

    mutating func open(_ chatID: String) {
        guard chatID != openChatID else { return }
        if let openChatID { lastVisitedID = openChatID }
        listing.openChatID = chatID
    }

    /// Removes a chat after leaving it. A joined chat with messages moves to ``leftChats``; an invitation or an empty
    /// chat is dropped.
    mutating func remove(_ chatID: String) {
        listing.busyChatIDs.remove(chatID)
        let chat = chats[chatID]
        drop(chatID)
        if let chat, chat.membership == .joined, chat.lastMessage != nil { listing.left.insert(chat) }
        filterAnew()
    }

    /// The tags for a chat that is pinned after all other pinned chats.
    var tagsOfNextPin: ChatTags { ChatTags(isPinned: true, pinOrder: places.nextPinOrder(chats)) }

    /// Marks an invitation as accepted by the server. The state and messages of the chat arrive with the sync.
    mutating func join(_ chatID: String) {
        setError(nil, chatID: chatID)
        edit(chatID) { $0.membership = .joined }
    }

    /// Marks a chat as read.
    ///
    /// - Returns: whether anything in it was unread.
    @discardableResult
    mutating func markRead(_ chatID: String) -> Bool {
        guard let chat = chats[chatID], chat.notificationCount > 0 || chat.highlightCount > 0 || chat.hasNews else {
            return false
        }
        edit(chatID) { chat in
            chat.notificationCount = 0
            chat.highlightCount = 0
            chat.hasNews = false
        }
        return true
    }

    /// Stores the permissions that the server sent.
    mutating func set(_ source: ChatPowerSource, chatID: String) { edit(chatID) { $0.powerSource = source } }

    /// Stores the children of a space that the server sent.
    mutating func set(_ children: [SpaceChild], spaceID: String) {
        edit(spaceID) { $0.spaceChildren = children.sorted() }
    }

    mutating func setBusy(_ chatID: String) {
        errors[chatID] = nil
        listing.busyChatIDs.insert(chatID)
    }

    mutating func setError(_ reason: FailureReason?, chatID: String) {
        listing.busyChatIDs.remove(chatID)
        errors[chatID] = reason
    }

    /// Applies changed contact names.
    ///
    /// - Parameter names: the names of all contacts, by Matrix ID.
    mutating func setContactNames(_ names: [String: String]) {
        var hasChanged = false
        let contacts = ConfusableNameIndex(names)
        for chat in all {
            var renamed = chat
            if let sender = chat.lastSender { renamed.lastSender?.contactName = names[sender.userID] }
            for index in chat.heroes.indices { renamed.heroes[index].contactName = names[chat.heroes[index].userID] }
            if let inviter = chat.inviter { renamed.inviter?.contactName = names[inviter.userID] }
            renamed.markNames(of: contacts)
            guard renamed != chat else { continue }
            hasChanged = true
            if chat.membership == .left { listing.left.chats[chat.id] = renamed } else { update(renamed) }
        }
        if hasChanged { filterAnew() }
    }

    mutating func setFilter(_ text: String) { filter.set(text, chats: chats, order: places, spaceIDs: spaceIDs) }

    mutating func turnLeft() { listing.left.isOpen.toggle() }

    mutating func forget(_ chatID: String) {
        listing.left.remove(chatID)
        if openChatID == chatID { listing.openChatID = nil }
    }

    mutating func turnArchive() { listing.isArchiveOpen.toggle() }

    /// The spaces that contain a chat, directly or through other spaces.
    func spacesAbove(_ chatID: String) -> Set<String> {
        var above: Set<String> = []
        var rest = [chatID]
        while let part = rest.popLast() {
            for spaceID in spaceIDs where chats[spaceID]?.spaceChildren.contains(where: { $0.chatID == part }) == true {
                if above.insert(spaceID).inserted { rest.append(spaceID) }
            }
        }
        return above
    }

    /// The chat at an offset after the open one (before it if negative), wrapping around the end of the list.
    func neighbour(of chatID: String?, by offset: Int) -> String? {
        guard !order.isEmpty else { return nil }
        guard let chatID, let index = places.index(of: chatID) else { return offset > 0 ? order.first : order.last }
        return order[(index + offset + order.count) % order.count]
    }

    /// The chat to open first if none was open before; an invitation if there is nothing else.
    var firstToOpen: String? {
        order.first { chats[$0]?.membership == .joined } ?? order.first ?? places.archived.first
    }

    /// The next unread chat: mentions first, then invitations and unread chats, never muted ones. The search
    /// starts after the open chat and wraps around, so that every chat gets its turn.
    var nextUnread: String? {
        let waiting = places.waiting(after: openChatID)
        return waiting.first { $0 != openChatID && chats[$0]?.hasMention ?? false }
            ?? waiting.first { $0 != openChatID }
    }

    /// The number of waiting chats other than the open one.
    var waitingElsewhere: Int { places.lists.waitingCount(besides: openChat) }
}

extension ChatListModel {
    /// Shows a setting before the server has confirmed it.
    mutating func begin(_ setting: ChatSetting, chatID: String) {
        let before = settled[chatID] ?? chats[chatID]
        listing.pending[chatID, default: []].append(setting)
        edit(chatID) { setting.apply(to: &$0) }
        settled[chatID] = before
    }

    /// Makes a pending setting permanent, since the server confirmed it.
    mutating func end(_ setting: ChatSetting, chatID: String) {
        if var chat = settled[chatID] {
            setting.apply(to: &chat)
            settled[chatID] = chat
        }
        drop(setting, chatID: chatID)
    }

    /// Reverts a setting that the server refused.
    mutating func revert(_ setting: ChatSetting, chatID: String) {
        let chat = settled[chatID]
        drop(setting, chatID: chatID)
        if let chat { merge([chat]) }
    }

    private mutating func drop(_ setting: ChatSetting, chatID: String) {
        guard let index = pending[chatID]?.firstIndex(of: setting) else { return }
        listing.pending[chatID]?.remove(at: index)
        guard pending[chatID]?.isEmpty ?? true else { return }
        listing.pending[chatID] = nil
        settled[chatID] = nil
    }

    /// Sets the ignored people, and hides their invitations.
    mutating func ignore(_ userIDs: Set<String>) {
        ignoredUserIDs = userIDs
        for chat in chats.values where chat.isInvitation(fromAnyOf: userIDs) { drop(chat.id) }
        filterAnew()
    }

    private mutating func edit(_ chatID: String, _ body: (inout Chat) -> Void) {
        guard let before = chats[chatID] else { return }
        var chat = before
        body(&chat)
        if var under = settled[chatID] {
            body(&under)
            settled[chatID] = under
        }
        guard chat != before else { return }
        update(chat)
        filterAnew()
    }

    /// Keeps the known creator of a chat. It never changes, and the device may not have stored the server's
    /// answer yet.
    private func keepCreation(in chat: inout Chat) {
        guard chat.powerSource.creation == nil, let known = chats[chat.id]?.powerSource else { return }
        chat.powerSource.creation = known.creation
        chat.powerSource.creator = known.creator
    }

    private mutating func filterAnew() { filter.listChanged(chats: chats, order: places, spaceIDs: spaceIDs) }

    private mutating func update(_ changed: Chat) {
        var chat = changed
        if listing.left.chats[chat.id] != nil { listing.left.remove(chat.id) }
        rename(namesakes.set(chat))
        chat.isNameShared = namesakes.isShared(chat.id)
        unreadTotal += chat.unreadCount - (chats[chat.id]?.unreadCount ?? 0)
        listing.chats[chat.id] = chat
        if chat.isJoinedSpace {
            listing.spaceIDs.insert(chat.id)
            places.remove(chat.id)
            if openChatID == chat.id { listing.openChatID = nil }
        } else {
            listing.spaceIDs.remove(chat.id)
            places.insert(chat, isFollowed: isFollowed(chat))
        }
        filter.chatChanged(chat.id)
        placeAnew(chat.predecessorID)
    }

    /// Updates whether names are shared, which also depends on other chats.
    private mutating func rename(_ chatIDs: Set<String>) {
        for chatID in chatIDs {
            guard var chat = chats[chatID], chat.isNameShared != namesakes.isShared(chatID) else { continue }
            chat.isNameShared.toggle()
            listing.chats[chatID] = chat
            filter.chatChanged(chatID)
        }
    }

    /// Updates the position of a replaced chat in the list. It is archived while its replacement is a joined chat, so a
    /// change of the replacement may move it.
    private mutating func placeAnew(_ chatID: String?) {
        guard let chat = chatID.flatMap({ chats[$0] }), chat.replacement != nil, !chat.isJoinedSpace else { return }
        places.insert(chat, isFollowed: isFollowed(chat))
        filter.chatChanged(chat.id)
    }

    private mutating func drop(_ chatID: String) {
        goneWhileLoading?.insert(chatID)
        unreadTotal -= chats[chatID]?.unreadCount ?? 0
        let predecessorID = chats[chatID]?.predecessorID
        listing.chats[chatID] = nil
        rename(namesakes.remove(chatID))
        places.remove(chatID)
        listing.spaceIDs.remove(chatID)
        placeAnew(predecessorID)
        filter.chatChanged(chatID)
        listing.pending[chatID] = nil
        settled[chatID] = nil
        if openChatID == chatID { listing.openChatID = nil }
    }
}
