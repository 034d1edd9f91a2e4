import Conversations
import Engine
import Messenger
import ViewModels

/// Builds the current screen and the actions that are available everywhere.
struct NavigationBuilder {
    let content: NavigationContent
    let queue: EventQueue
    let quit: @MainActor () -> Void
    /// Adds an account; `nil` in a program with a single account.
    var addAccount: (@MainActor () -> Void)?

    func build() -> NavigationViewModel {
        var model = NavigationViewModel(
            screen: content.screen, detail: detail, openedCount: content.openedCount, helpCount: content.helpCount,
            recentCommands: content.recentCommands, actions: actions)
        model.goal = content.goal
        return model
    }

    private var detail: NavigationViewModel.Detail {
        switch content.openChat?.membership {
        case .joined, .left, .knocked: .chat
        case .invited: .invitation
        case nil: .nothing
        }
    }

    private var actions: NavigationViewModel.Actions {
        var actions = NavigationViewModel.Actions()
        let onlyOne: DisplayText =
            content.chatCount == 0
            ? .words("navigation.there-is-no-chat-yet") : .words("navigation.there-is-no-other-chat")
        actions.newChat = post(NavigationEvent.newChat)
        actions.findChats = .available { [queue] in queue.post(RoomDirectoryEvent.opened) }
        actions.search = .available { [queue] in queue.post(SearchEvent.opened()) }
        actions.contacts = .available { [queue] in queue.post(ContactEvent.shown) }
        actions.devices = .available { [queue] in queue.post(DevicesEvent.shown) }
        actions.keepContact = keepContact
        actions.goToChat = content.chatCount == 0 ? .unavailable(onlyOne) : post(NavigationEvent.goTo)
        actions.nextChat = content.hasOthers ? post(NavigationEvent.next) : .unavailable(onlyOne)
        actions.previousChat = content.hasOthers ? post(NavigationEvent.previous) : .unavailable(onlyOne)
        actions.chatAtPlace = { [self] in chatAtPlace($0) }
        actions.catchUp =
            content.canCatchUp ? post(NavigationEvent.catchUp) : .unavailable(.words("navigation.all-caught-up"))
        actions.lastVisited =
            content.canGoBack
            ? post(NavigationEvent.lastVisited) : .unavailable(.words("navigation.you-visited-no-other-chat-yet"))
        actions.verify = verify
        actions.security =
            content.hasEncryption
            ? .available { [queue] in queue.post(SecurityEvent.opened) }
            : .unavailable(.words("verification.account-has-no-keys"))
        actions.share =
            content.hasOwnServer
            ? .available { [queue] in queue.post(ShareEvent.opened) } : .unavailable(.words("share.is-elsewhere"))
        actions.leaveChat = leaveChat
        actions.chatDetails = chatDetails
        actions.threads = threads
        actions.attach = attach
        actions.followChat = followChat
        actions.logIn = logIn
        if let addAccount { actions.addAccount = .available { addAccount() } }
        actions.closeAccount = .unavailable(.words("accounts.is-the-only-one"))
        actions.commandRan = .available { [queue] in queue.post(CommandEvent.ran($0)) }
        actions.helpOpened = post(NavigationEvent.helpOpened)
        actions.back = post(NavigationEvent.back)
        actions.quit = .available { [quit] in quit() }
        actions.focusChanged = .available { [queue] in queue.post(ReadMarkerEvent.focusChanged($0)) }
        actions.keyPressed = .available { [queue] in queue.post(ReadMarkerEvent.keyPressed) }
        return actions
    }

    private func chatAtPlace(_ place: Int) -> Action<Void> {
        switch content.shownCount {
        case place...: post(NavigationEvent.place(place))
        case 0: .unavailable(.words("navigation.there-is-no-chat-yet"))
        case let count: .unavailable(.words("navigation.only-chats", count: count))
        }
    }

    private var keepContact: Action<Void> {
        guard let chat = content.openChat else { return .unavailable(.words("chat.none-is-open")) }
        guard let person = chat.partner else { return .unavailable(.words("navigation.chat-is-a-groups")) }
        return .available { [queue] in queue.post(EditContactEvent.adding(person)) }
    }

    private var verify: Action<Void> {
        guard content.hasEncryption else { return .unavailable(.words("verification.account-has-no-keys")) }
        guard let chat = content.openChat, chat.membership == .joined else {
            return .unavailable(.words("chat.none-is-open"))
        }
        guard let person = chat.partner else { return .unavailable(.words("verification.choose-somebody")) }
        return .available { [queue] in
            queue.post(VerificationEvent.asking(.person(userID: person.userID, chatID: chat.id)))
        }
    }

    private var followChat: Action<Void> {
        guard let chat = content.openChat else { return .unavailable(.words("chat.none-is-open")) }
        guard let replacement = chat.replacement else {
            return .unavailable(.words("navigation.this-chat-has-not-moved"))
        }
        if chat.isReplacementHere {
            return .available { [queue] in queue.post(ChatEvent.opened(chatID: replacement.chatID)) }
        }
        if chat.isFollowing { return .unavailable(.words("navigation.you-are-joining-it")) }
        return .available { [queue] in queue.post(ChatTaskEvent.asked(.follow(replacement, from: chat.id))) }
    }

    private var logIn: Action<Void> {
        guard content.hasLogin else {
            if let addAccount { return .available { addAccount() } }
            return .unavailable(.words("navigation.account-is-local"))
        }
        if content.isSessionOver, !content.isLoggedOut {
            return .unavailable(.words("navigation.account-was-deactivated"))
        }
        return .available { [queue] in queue.post(LoginEvent.opened) }
    }

    private var leaveChat: Action<Void> {
        guard let chat = content.openChat else { return .unavailable(.words("chat.none-is-open")) }
        guard chat.membership != .left else { return .unavailable(Chat.outside(chat.id)) }
        return .available { [queue] in queue.post(ChatEvent.leaving(chatID: chat.id)) }
    }

    private var chatDetails: Action<Void> {
        guard let chat = content.openChat else { return .unavailable(.words("chat.none-is-open")) }
        switch chat.membership {
        case .joined: break
        case .left: return .unavailable(Chat.outside(chat.id))
        case .knocked: return .unavailable(.words("chat.asked-to-be-let-in"))
        case .invited: return .unavailable(.words("chat.none-is-open"))
        }
        return .available { [queue] in queue.post(ChatDetailsEvent.opening()) }
    }

    private var threads: Action<Void> {
        guard let chat = content.openChat, chat.membership != .invited else {
            return .unavailable(.words("chat.none-is-open"))
        }
        guard chat.hasThreads else { return .unavailable(.words("threads.none-yet")) }
        return .available { [queue] in queue.post(ThreadEvent.listing(chatID: chat.id)) }
    }

    private var attach: Action<Void> {
        guard let chat = content.openChat, chat.membership != .invited else {
            return .unavailable(.words("chat.none-is-open"))
        }
        guard chat.membership == .joined else { return .unavailable(Chat.outside(chat.id)) }
        return .available { [queue] in queue.post(FileListEvent.opened) }
    }

    private func post(_ event: NavigationEvent) -> Action<Void> {
        .available { [queue] in queue.post(event) }
    }
}
