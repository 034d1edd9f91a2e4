import Conversations
import Engine
import ViewModels

/// Handles the events of joining a chat by its address.
@MainActor
struct JoinEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: JoinEvent) {
        switch event {
        case .asked(let address, let reason, let origin):
            if let chat = known(address) { return goThere(chat.id, address) }
            begin(address, origin)
            show(.joining(address), origin)
            effects.joining.join(address, reason: reason, from: origin)
        case .knocking(let address, let reason, let origin):
            begin(address, origin)
            show(.knocking(address), origin)
            effects.joining.knock(address, reason: reason, from: origin)
        case .joined(let chatID, let address, let origin):
            finish(chatID, address, origin)
        case .knocked(let address, let origin):
            if origin == .directory { state.roomDirectory.wasAsked(address) }
            if origin == .chatList { queue.post(SpaceEvent.entered(address, nil, isAsked: true)) }
            showOutcome(.knocked(address), origin)
        case .refused(let address, let origin, let refusal):
            refuse(address, origin, refusal)
        }
    }

    private func begin(_ address: RoomAddress, _ origin: JoinOrigin) {
        switch origin {
        case .line, .chat, .chatList, .listCommand: break
        case .form: state.createChat.beginJoining(address)
        case .directory: state.roomDirectory.enter(address)
        }
    }

    /// Returns the chat with that identifier, if the user is a member or invited. Aliases are always resolved by the
    /// server, since any chat may claim an alias.
    private func known(_ address: RoomAddress) -> Chat? { state.chatList.chats[address.name] }

    private func goThere(_ chatID: String, _ address: RoomAddress) {
        guard let eventID = address.eventID else { return queue.post(ChatEvent.opened(chatID: chatID)) }
        queue.post(JumpEvent.departed())
        if chatID == state.timeline.chatID, state.timeline.threadID == nil {
            // The chat is open already, so it doesn't have to be opened again.
            state.navigation.chatWasOpened()
        } else {
            queue.post(ChatEvent.opened(chatID: chatID))
        }
        queue.post(JumpEvent.goingTo(eventID: eventID, chatID: chatID))
        queue.post(JumpEvent.arrived)
    }

    /// Shows a progress notice in the composer, if the user is still in the chat where the join started.
    private func show(_ notice: ComposerNotice, _ origin: JoinOrigin) {
        if origin == .listCommand { return announce(notice) }
        guard let chatID = origin.chatID, chatID == state.composer.chatID else { return }
        state.composer.showDone(notice)
    }

    /// Shows the outcome in place, or in the notification line if the user has left that place.
    private func showOutcome(_ notice: ComposerNotice, _ origin: JoinOrigin) {
        if isSeen(origin) { show(notice, origin) } else { announce(notice) }
    }

    /// - Parameter chatID: the chat that the notification's key opens; `nil` for none.
    private func announce(_ notice: ComposerNotice, chatID: String? = nil) {
        state.notice.show(NoticeModel.Outcome(notice: notice, chatID: chatID))
    }

    /// Whether the place where the join started is still on screen.
    private func isSeen(_ origin: JoinOrigin) -> Bool {
        switch origin {
        case .line, .chat: state.navigation.screen == .chats && origin.chatID == state.composer.chatID
        case .form: state.navigation.screen == .createChat
        case .directory: state.navigation.picker == .roomDirectory
        // The chat's row shows the outcome.
        case .chatList: true
        case .listCommand: false
        }
    }

    /// Opens the joined chat, but only if the user is still in the place where the join started.
    private func finish(_ chatID: String, _ address: RoomAddress, _ origin: JoinOrigin) {
        if state.chatList.chats[chatID] == nil {
            state.chatList.merge([.justJoined(chatID, as: address, now: environment.now())])
        }
        state.chatList.join(chatID)
        let isThere =
            switch origin {
            case .form: state.navigation.screen == .createChat && state.createChat.joining == address
            case .directory: state.navigation.picker == .roomDirectory && state.roomDirectory.entering == address
            case .line, .chat: origin.chatID == state.chatList.openChatID
            case .chatList, .listCommand: state.navigation.screen == .chats
            }
        if origin == .listCommand, state.notice.outcome?.notice == .joining(address) {
            state.notice.dismissOutcome()
        }
        state.roomDirectory.finishEntering(address)
        if case .form = origin { state.createChat.finishJoining(address) }
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
            state.composer.showNotice(.notJoined(address, refusal), at: state.composer.draftPlace ?? chatID)
        case .form:
            let isCurrent = state.createChat.joining == address
            if isCurrent { state.createChat.fail(.notJoined(address, refusal)) }
            if !isCurrent || !isSeen(origin) { announce(.notJoined(address, refusal)) }
        case .directory:
            state.roomDirectory.refuse(address, refusal)
            if !isSeen(origin) { announce(.notJoined(address, refusal)) }
        case .chatList:
            queue.post(SpaceEvent.entered(address, refusal))
        case .listCommand: announce(.notJoined(address, refusal))
        }
    }
}
