import Conversations
import ViewModels

/// Says which screen is shown and what can be asked for from anywhere.
@MainActor
struct NavigationBuilder {
    let models: SessionModels
    let queue: EventQueue
    let surroundings: Surroundings

    func build() -> NavigationViewModel {
        NavigationViewModel(
            screen: models.navigation.screen, detail: detail, openedCount: models.navigation.openedCount,
            helpCount: models.navigation.helpCount, recentCommands: models.commands.recent, actions: actions)
    }

    private var detail: NavigationViewModel.Detail {
        switch models.chatList.openChat?.membership {
        case .joined, .left: .chat
        case .invited: .invitation
        case nil: .nothing
        }
    }

    private var actions: NavigationViewModel.Actions {
        var actions = NavigationViewModel.Actions()
        let list = models.chatList
        let onlyOne: DisplayText =
            list.order.isEmpty ? .words("navigation.there-is-no-chat-yet") : .words("navigation.there-is-no-other-chat")
        let hasOthers = list.order.count > 1 || list.order.first != list.openChatID
        actions.newChat = post(NavigationEvent.newChat)
        actions.contacts = .available { [queue] in queue.post(ContactEvent.shown) }
        actions.keepContact = keepContact
        actions.goToChat = list.order.isEmpty ? .unavailable(onlyOne) : post(NavigationEvent.goTo)
        actions.nextChat = hasOthers ? post(NavigationEvent.next) : .unavailable(onlyOne)
        actions.previousChat = hasOthers ? post(NavigationEvent.previous) : .unavailable(onlyOne)
        actions.chatAtPlace = { [self] in chatAtPlace($0) }
        actions.catchUp =
            CatchUp(models).next != nil
            ? post(NavigationEvent.catchUp) : .unavailable(.words("navigation.all-caught-up"))
        actions.lastVisited =
            list.lastVisitedID.map { list.chats[$0] != nil } ?? false
            ? post(NavigationEvent.lastVisited) : .unavailable(.words("navigation.you-visited-no-other-chat-yet"))
        actions.leaveChat = leaveChat
        actions.chatDetails = chatDetails
        actions.followChat = followChat
        actions.logIn = logIn
        actions.commandRan = .available { [queue] in queue.post(CommandEvent.ran($0)) }
        actions.helpOpened = post(NavigationEvent.helpOpened)
        actions.back = post(NavigationEvent.back)
        actions.quit = .available { [surroundings] in surroundings.quit() }
        actions.focusChanged = .available { [queue] in queue.post(MessageEvent.focusChanged($0)) }
        actions.keyPressed = .available { [queue] in queue.post(MessageEvent.keyPressed) }
        return actions
    }

    private func chatAtPlace(_ place: Int) -> Action<Void> {
        switch models.chatList.order.count {
        case place...: post(NavigationEvent.place(place))
        case 0: .unavailable(.words("navigation.there-is-no-chat-yet"))
        case let count: .unavailable(.words("navigation.only-chats", count: count))
        }
    }

    private var keepContact: Action<Void> {
        guard let chat = models.chatList.openChat else { return .unavailable(.words("chat.none-is-open")) }
        let other = chat.heroes.first { $0.userID == chat.directUserID } ?? chat.inviter
        guard let userID = chat.directUserID ?? chat.inviter?.userID else {
            return .unavailable(.words("navigation.chat-is-a-groups"))
        }
        let person = ChatPerson(userID: userID, displayName: other?.displayName)
        return .available { [queue] in queue.post(EditContactEvent.adding(person)) }
    }

    private var followChat: Action<Void> {
        guard let chat = models.chatList.openChat else { return .unavailable(.words("chat.none-is-open")) }
        guard let replacement = chat.replacement else {
            return .unavailable(.words("navigation.this-chat-has-not-moved"))
        }
        if models.chatList.chats[replacement.chatID] != nil {
            return .available { [queue] in queue.post(ChatEvent.opened(chatID: replacement.chatID)) }
        }
        let task = ChatTask.follow(replacement, from: chat.id)
        if models.chatTask.running.contains(task) { return .unavailable(.words("navigation.you-are-joining-it")) }
        return .available { [queue] in queue.post(ChatTaskEvent.asked(task)) }
    }

    private var logIn: Action<Void> {
        guard surroundings.login != nil else {
            return .unavailable(.words("navigation.account-is-local"))
        }
        guard models.connection.isLoggedOut else {
            return .unavailable(
                models.connection.isSessionOver
                    ? .words("navigation.account-was-deactivated") : .words("navigation.you-are-logged-in"))
        }
        return .available { [queue] in queue.post(LoginEvent.opened) }
    }

    private var leaveChat: Action<Void> {
        guard let chat = models.chatList.openChat else { return .unavailable(.words("chat.none-is-open")) }
        guard chat.membership != .left else { return .unavailable(.words("chat.not-in-it-any-more")) }
        return .available { [queue] in queue.post(ChatEvent.leaving(chatID: chat.id)) }
    }

    private var chatDetails: Action<Void> {
        switch models.chatList.openChat?.membership {
        case .joined: break
        case .left: return .unavailable(.words("chat.not-in-it-any-more"))
        case .invited, nil: return .unavailable(.words("chat.none-is-open"))
        }
        return .available { [queue] in queue.post(ChatDetailsEvent.opening) }
    }

    private func post(_ event: NavigationEvent) -> Action<Void> {
        .available { [queue] in queue.post(event) }
    }
}
