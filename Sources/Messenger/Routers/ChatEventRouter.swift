import Conversations
import Engine

/// Routes all events about chats.
@MainActor
struct ChatEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: ChatEvent) {
        switch event {
        case .loaded(let chats, let areAll, let ignoredUserIDs, let drafts, let outbox, let openChatID, let isFirst):
            if isFirst { state.connection.awaitFirstSync() }
            state.ignoredPeople.replace(ignoredUserIDs)
            state.chatList.ignore(ignoredUserIDs)
            state.chatList.load(chats: chats, areAll: areAll)
            state.drafts.load(drafts)
            state.outbox.load(outbox)
            if chats.isEmpty, environment.login == nil {
                // A new account on the built-in server: the user has just typed its name, so they are present.
                state.reading.pressedKey(at: environment.now())
            } else if isFirst || chats.isEmpty {
                // The first chat opens automatically, which doesn't show that the user is present.
                state.reading.awaitKey()
            } else {
                state.reading.started(at: environment.now())
            }
            // The first frame doesn't need the other chats, threads and reactions, and must not wait for them.
            if !areAll { environment.after(0) { [effects] in effects.chatArchive.loadAll() } }
            environment.after(0) { [effects] in effects.threadArchive.find(chatID: nil) }
            environment.after(0) { [effects] in effects.chatArchive.loadRecentReactions(by: effects.account.userID) }
            if let openChatID, state.chatList.chat(openChatID)?.isJoinedSpace == false {
                openFirst(openChatID)
            } else if let chatID = state.chatList.firstToOpen {
                openFirst(chatID)
                effects.chatArchive.rememberOpenChat(chatID)
            }
        case .loadedAll(let chats):
            state.chatList.loadRest(chats)
        case .reactionsLoaded(let keys):
            state.reactions.load(keys)
        case .opened(let chatID, _) where state.chatList.spaceIDs.contains(chatID):
            queue.post(SpaceEvent.opening(spaceID: chatID))
        case .opened(let chatID, let isChosen):
            let isSwitch = state.chatList.openChatID != nil && state.chatList.openChatID != chatID
            openInPlace(chatID)
            if isChosen { state.navigation.chatWasOpened() } else { state.navigation.chatOpenedByItself() }
            if isSwitch { environment.didCompleteStep(.switchedChat) }
        case .accepting(let chatID):
            state.chatList.setBusy(chatID)
            if let chat = state.chatList.chats[chatID] { effects.chats.accept(chat) }
        case .accepted(let chatID, let old):
            state.chatList.join(chatID)
            if state.chatList.spaceIDs.contains(chatID) { openSpace(chatID) }
            if state.chatList.chats[chatID] == nil, let old = state.chatList.predecessor(of: chatID) {
                state.chatList.merge([.following(old, chatID: chatID, now: environment.now())])
            }
            // If the user has opened another chat meanwhile, that one stays open, and so does any page over it.
            if let old, state.chatList.openChatID == old { openInPlace(chatID) }
        case .leaving(let chatID):
            state.chatList.setBusy(chatID)
            effects.chats.leave(chatID, isOutside: isOutside(chatID))
        case .left(let chatID):
            let wasOutside = isOutside(chatID)
            state.chatList.remove(chatID)
            state.notice.remove(chatID: chatID)
            if wasOutside {
                effects.chatArchive.remove(chatID: chatID)
            } else {
                effects.chatArchive.leave(chatID: chatID)
            }
            state.close(chatID)
        case .refused(let chatID, let reason):
            state.chatList.setError(reason, chatID: chatID)
            if case .server(let error) = reason, error.saysNotThere {
                queue.post(MissingChatEvent.doubted(chatID: chatID))
            }
        }
    }

    private func isOutside(_ chatID: String) -> Bool {
        [.invited, .knocked].contains(state.chatList.chats[chatID]?.membership)
    }

    /// Closes a joined invitation that turned out to be a space, which can't be shown as a chat.
    private func openSpace(_ chatID: String) {
        state.close(chatID)
        queue.post(SpaceEvent.opening(spaceID: chatID))
    }

    /// Opens the chat of the first frame with its stored messages.
    private func openFirst(_ chatID: String) {
        open(chatID, stored: effects.timelineArchive.opened(chatID: chatID))
        state.navigation.chatWasOpened()
        state.readMarker.beginReading()
        queue.post(TrustEvent.shown(state.timeline.window.messages.origins, chatID: chatID))
        queue.post(HistoryEvent.seeks(.unread(isAsked: false), chatID: chatID))
    }

    /// Opens a chat at once, on any screen, so that typed text goes to it even before the disk has answered.
    private func openInPlace(_ chatID: String) {
        open(chatID, stored: nil)
        openTimeline.request(.opened)
        effects.chatArchive.rememberOpenChat(chatID)
    }

    private func open(_ chatID: String, stored: OpenedTimeline?) {
        carryDraft(to: chatID)
        if let left = state.composer.draftPlace, left != chatID {
            effects.composerArchive.saveDraft(state.composer.draft, at: left)
            state.drafts.set(state.composer.draft, at: left)
        }
        state.chatList.open(chatID)
        state.notice.remove(chatID: chatID)
        state.timeline.open(
            chatID: chatID, stored: stored, unreadAtServer: state.chatList.chats[chatID]?.unreadCount ?? 0)
        // A chat may be opened again while the user writes in it.
        if state.composer.draftPlace != chatID {
            if let left = state.composer.unsentEdit { queue.post(UndoEvent.did(left)) }
            state.composer.open(chatID: chatID, draft: state.drafts.texts[chatID] ?? "")
        }
        if state.chatList.openChat?.isMarkedUnread ?? false {
            queue.post(ChatTaskEvent.asked(.set(.markedUnread(false), chatID: chatID)))
        }
    }

    /// Moves the draft of a chat that was replaced to its replacement, since nothing can be sent in the old one
    /// any more.
    private func carryDraft(to chatID: String) {
        let draft = state.composer.draft
        guard let left = state.composer.chatID, state.chatList.chat(left)?.replacement?.chatID == chatID,
            !draft.isEmpty, state.drafts.texts[chatID] == nil
        else { return }
        state.drafts.set(draft, at: chatID)
        effects.composerArchive.saveDraft(draft, at: chatID)
        state.composer.open(chatID: left, draft: "")
    }
}

extension ChatEventRouter: SliceReceiver {
    /// Opens the first chat that the account has. Behind another account's screen it would open unseen.
    func receive(_ slice: ReceivedSlice) {
        guard state.chatList.openChatID == nil, state.timeline.number == 0, !state.reading.isTurnedAway,
            let first = state.chatList.firstToOpen
        else { return }
        queue.post(ChatEvent.opened(chatID: first, isChosen: false))
    }
}
