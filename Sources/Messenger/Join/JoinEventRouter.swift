import Conversations
import ViewModels

/// Events of joining a chat by its address.
package enum JoinEvent: RoutedEvent {
    /// The reason is visible to the chat's members.
    case asked(RoomAddress, reason: String? = nil, from: JoinOrigin)
    /// The user asks the chat's members to be let in (knocks).
    case knocking(RoomAddress, reason: String? = nil, from: JoinOrigin)
    case joined(chatID: String, RoomAddress, from: JoinOrigin)
    case knocked(RoomAddress, from: JoinOrigin)
    case refused(RoomAddress, from: JoinOrigin, JoinError)
}

/// Handles the events of joining a chat by its address.
@MainActor
struct JoinEventRouter: EventRouter {
    private let models: SessionModels
    private let endpoint: JoinEndpoint
    private let handlers: SessionHandlers
    private let queue: EventQueue
    private let environment: SessionEnvironment

    init(_ session: SessionParts) {
        models = session.models
        endpoint = JoinEndpoint(session.endpointParts)
        handlers = session.handlers
        queue = session.queue
        environment = session.environment
    }

    func route(_ event: JoinEvent) {
        switch event {
        case .asked(let address, let reason, let origin):
            if let chat = known(address) { return goThere(chat.id, address) }
            begin(address, origin)
            show(.joining(address), origin)
            endpoint.join(address, reason: reason, from: origin)
        case .knocking(let address, let reason, let origin):
            begin(address, origin)
            show(.knocking(address), origin)
            endpoint.knock(address, reason: reason, from: origin)
        case .joined(let chatID, let address, let origin):
            finish(chatID, address, origin)
        case .knocked(let address, let origin):
            if origin == .directory { models.roomDirectory.wasAsked(address) }
            if origin == .chatList { queue.post(SpaceEvent.entered(address, nil, isAsked: true)) }
            showOutcome(.knocked(address), origin)
        case .refused(let address, let origin, let refusal):
            refuse(address, origin, refusal)
        }
        handlers.createChat.formChanged()
        handlers.navigation.chatsChanged()
    }

    private func begin(_ address: RoomAddress, _ origin: JoinOrigin) {
        switch origin {
        case .line, .chat, .chatList, .listCommand: break
        case .form: models.createChat.beginJoining(address)
        case .directory: models.roomDirectory.enter(address)
        }
    }

    /// Returns the chat with that identifier, if the user is a member or invited. Aliases are always resolved by the
    /// server, since any chat may claim an alias.
    private func known(_ address: RoomAddress) -> Chat? { models.chatList.chats[address.name] }

    private func goThere(_ chatID: String, _ address: RoomAddress) {
        guard let eventID = address.eventID else { return queue.post(ChatEvent.opened(chatID: chatID)) }
        queue.post(JumpEvent.departed())
        if chatID == models.timeline.chatID, models.timeline.threadID == nil {
            // The chat is open already, so it doesn't have to be opened again.
            models.navigation.chatWasOpened()
            handlers.navigation.changed()
        } else {
            queue.post(ChatEvent.opened(chatID: chatID))
        }
        queue.post(JumpEvent.goingTo(eventID: eventID, chatID: chatID))
        queue.post(JumpEvent.arrived)
    }

    /// Shows a progress notice in the composer, if the user is still in the chat where the join started.
    private func show(_ notice: ComposerNotice, _ origin: JoinOrigin) {
        if origin == .listCommand { return announce(notice) }
        guard let chatID = origin.chatID, chatID == models.composer.chatID else { return }
        models.composer.showDone(notice)
        handlers.composer.changed()
    }

    /// Shows the outcome in place, or in the notification line if the user has left that place.
    private func showOutcome(_ notice: ComposerNotice, _ origin: JoinOrigin) {
        if isSeen(origin) { show(notice, origin) } else { announce(notice) }
    }

    /// - Parameter chatID: the chat that the notification's key opens; `nil` for none.
    private func announce(_ notice: ComposerNotice, chatID: String? = nil) {
        models.notice.show(NoticeModel.Outcome(notice: notice, chatID: chatID))
        handlers.notices.changed()
    }

    /// Whether the place where the join started is still on screen.
    private func isSeen(_ origin: JoinOrigin) -> Bool {
        switch origin {
        case .line, .chat: models.navigation.screen == .chats && origin.chatID == models.composer.chatID
        case .form: models.navigation.screen == .createChat
        case .directory: models.navigation.picker == .roomDirectory
        // The chat's row shows the outcome.
        case .chatList: true
        case .listCommand: false
        }
    }

    /// Opens the joined chat, but only if the user is still in the place where the join started.
    private func finish(_ chatID: String, _ address: RoomAddress, _ origin: JoinOrigin) {
        if models.chatList.chats[chatID] == nil {
            models.chatList.merge([.justJoined(chatID, as: address, now: environment.now())])
        }
        models.chatList.join(chatID)
        handlers.chatsChanged()
        handlers.navigation.chatsChanged()
        let isThere =
            switch origin {
            case .form: models.navigation.screen == .createChat && models.createChat.joining == address
            case .directory: models.navigation.picker == .roomDirectory && models.roomDirectory.entering == address
            case .line, .chat: origin.chatID == models.chatList.openChatID
            case .chatList, .listCommand: models.navigation.screen == .chats
            }
        if origin == .listCommand, models.notice.outcome?.notice == .joining(address) {
            models.notice.dismissOutcome()
            handlers.notices.changed()
        }
        models.roomDirectory.finishEntering(address)
        if case .form = origin { models.createChat.finishJoining(address) }
        if case .chatList = origin { queue.post(SpaceEvent.entered(address, nil)) }
        if isThere { goThere(chatID, address) } else { announce(.isJoined(address), chatID: chatID) }
    }

    private func refuse(_ address: RoomAddress, _ origin: JoinOrigin, _ refusal: JoinError) {
        switch origin {
        case .line(let typed):
            queue.post(ComposerEvent.notKept(typed, .notJoined(address, refusal)))
            if !isSeen(origin) { announce(.notJoined(address, refusal)) }
        case .chat(let chatID):
            guard isSeen(origin) else { return announce(.notJoined(address, refusal)) }
            models.composer.showNotice(.notJoined(address, refusal), at: models.composer.draftPlace ?? chatID)
            handlers.composer.changed()
        case .form:
            let isCurrent = models.createChat.joining == address
            if isCurrent { models.createChat.fail(.notJoined(address, refusal)) }
            if !isCurrent || !isSeen(origin) { announce(.notJoined(address, refusal)) }
        case .directory:
            models.roomDirectory.refuse(address, refusal)
            if !isSeen(origin) { announce(.notJoined(address, refusal)) }
        case .chatList:
            queue.post(SpaceEvent.entered(address, refusal))
        case .listCommand: announce(.notJoined(address, refusal))
        }
    }
}
