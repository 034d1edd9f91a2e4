import Conversations
import ViewModels

/// The way in for joining chats by their address.
@MainActor
struct JoinEventRouter: EventRouter {
    private let models: SessionModels
    private let endpoint: JoinEndpoint
    private let handlers: SessionHandlers
    private let queue: EventQueue
    private let environment: SessionEnvironment

    init(_ session: SessionParts) {
        models = session.models
        endpoint = JoinEndpoint(client: session.client, queue: session.queue, tasks: session.tasks)
        handlers = session.handlers
        queue = session.queue
        environment = session.environment
    }

    func route(_ event: JoinEvent) {
        switch event {
        case .asked(let address, let origin):
            if let chat = known(address) { return goThere(chat.id, address) }
            if case .form = origin { models.createChat.beginJoining(address) }
            tell(.joining(address), origin)
            endpoint.join(address, from: origin)
        case .knocking(let address, let origin):
            tell(.knocking(address), origin)
            endpoint.knock(address, from: origin)
        case .joined(let chatID, let address, let origin):
            finish(chatID, address, origin)
        case .knocked(let address, let origin):
            tell(.knocked(address), origin)
            if case .chatList = origin { queue.post(SpaceEvent.entered(address, nil, isAsked: true)) }
        case .refused(let address, let origin, let refusal):
            refuse(address, origin, refusal)
        }
        handlers.createChat.formChanged()
    }

    /// The chat of that identifier, where one is in it or invited. Where an alias leads the server says alone: any chat may claim one.
    private func known(_ address: RoomAddress) -> Chat? { models.chatList.chats[address.name] }

    private func goThere(_ chatID: String, _ address: RoomAddress) {
        queue.post(ChatEvent.opened(chatID: chatID))
        if let eventID = address.eventID { queue.post(VisitEvent.goingTo(eventID: eventID, chatID: chatID)) }
    }

    /// What went well so far, where the person who asked still is.
    private func tell(_ notice: ComposerNotice, _ origin: JoinOrigin) {
        guard let chatID = origin.chatID, chatID == models.composer.chatID else { return }
        models.composer.tellDone(notice)
        handlers.composer.changed()
    }

    /// Whoever went elsewhere meanwhile is not taken away from there.
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
            case .line, .chat: origin.chatID == models.chatList.openChatID
            case .chatList: models.navigation.screen == .chats
            }
        if case .form = origin { models.createChat.finishJoining(address) }
        if case .chatList = origin { queue.post(SpaceEvent.entered(address, nil)) }
        if isThere { goThere(chatID, address) }
    }

    private func refuse(_ address: RoomAddress, _ origin: JoinOrigin, _ refusal: JoinRefusal) {
        switch origin {
        case .line(let typed):
            queue.post(ComposerEvent.notKept(typed, .notJoined(address, refusal)))
        case .chat(let chatID):
            let isOpen = chatID == models.composer.chatID
            models.composer.tell(
                .notJoined(address, refusal), at: isOpen ? models.composer.draftPlace ?? chatID : chatID)
            handlers.composer.changed()
        case .form:
            guard models.createChat.joining == address else { return }
            models.createChat.fail(.notJoined(address, refusal))
        case .chatList:
            queue.post(SpaceEvent.entered(address, refusal))
        }
    }
}
