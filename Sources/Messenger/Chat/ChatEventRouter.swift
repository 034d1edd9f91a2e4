package import Conversations

/// Changes to chats and requests of the user about them.
package enum ChatEvent: RoutedEvent {
    /// Chats were loaded from disk: those of the first screen, or all of them.
    case loaded(
        chats: [Chat], areAll: Bool, ignoredUserIDs: Set<String>, drafts: [Draft], outbox: [OutboxLine],
        openChatID: String?, isBeforeFirstSync: Bool = false)
    /// All chats were loaded from disk.
    case loadedAll([Chat])
    /// The reactions that the user gave last were loaded from disk, the newest first.
    case reactionsLoaded([String])
    /// The user opens a chat, or the first chat there is opens automatically.
    case opened(chatID: String, isChosen: Bool = true)
    case accepting(chatID: String)
    /// The server accepted a join.
    ///
    /// - from: the chat that this one replaces, if the user follows it.
    case accepted(chatID: String, from: String? = nil)
    /// Declines an invitation or leaves a chat.
    case leaving(chatID: String)
    case left(chatID: String)
    /// The server refused a join or leave.
    case refused(chatID: String, FailureReason)
}

/// Routes all events about chats.
@MainActor
struct ChatEventRouter: EventRouter {
    struct Models {
        let chatList: ChatListModel
        let ignoredPeople: IgnoredPeopleModel
        let timeline: TimelineModel
        let composer: ComposerModel
        let outbox: OutboxModel
        let connection: ConnectionModel
        let navigation: NavigationModel
        let notice: NoticeModel
        let reactions: ReactionModel
        let reading: ReadMarkerModel
        let openChat: OpenChatReadMarker
        let account: AccountModel
    }

    private let models: Models
    private let archive: ChatArchive
    private let timelines: TimelineArchive
    private let threads: ThreadArchive
    private let timeline: OpenTimeline
    private let drafts: ComposerArchive
    private let chats: ChatEndpoint
    private let handlers: SessionHandlers
    private let queue: EventQueue
    private let environment: SessionEnvironment

    func route(_ event: ChatEvent) {
        switch event {
        case .loaded(let chats, let areAll, let ignoredUserIDs, let drafts, let outbox, let openChatID, let isFirst):
            if isFirst { models.connection.awaitFirstSync() }
            models.ignoredPeople.replace(ignoredUserIDs)
            models.chatList.ignore(ignoredUserIDs)
            models.chatList.load(chats: chats, drafts: drafts, areAll: areAll)
            models.outbox.load(outbox)
            if chats.isEmpty, environment.login == nil {
                // A new account on the built-in server: the user has just typed its name, so they are present.
                models.reading.pressedKey(at: environment.now())
            } else if isFirst || chats.isEmpty {
                // The first chat opens automatically, which doesn't show that the user is present.
                models.reading.awaitKey()
            } else {
                models.reading.started(at: environment.now())
            }
            // The first frame doesn't need the other chats, threads and reactions, and must not wait for them.
            if !areAll { environment.after(0) { [archive] in archive.loadAll() } }
            environment.after(0) { [threads] in threads.find(chatID: nil) }
            environment.after(0) { [models, archive] in archive.loadRecentReactions(by: models.account.userID) }
            if let openChatID, models.chatList.chat(openChatID)?.isJoinedSpace == false {
                openFirst(openChatID)
            } else if let chatID = models.chatList.firstToOpen {
                openFirst(chatID)
                archive.rememberOpenChat(chatID)
            }
            handlers.showAll()
        case .loadedAll(let chats):
            models.chatList.loadRest(chats)
            handlers.showAll()
        case .reactionsLoaded(let keys):
            models.reactions.load(keys)
        case .opened(let chatID, _) where models.chatList.spaceIDs.contains(chatID):
            queue.post(SpaceEvent.opening(spaceID: chatID))
        case .opened(let chatID, let isChosen):
            let isSwitch = models.chatList.openChatID != nil && models.chatList.openChatID != chatID
            openInPlace(chatID)
            if isChosen { models.navigation.chatWasOpened() } else { models.navigation.chatOpenedByItself() }
            handlers.openChatChanged()
            if isSwitch { environment.didCompleteStep(.switchedChat) }
        case .accepting(let chatID):
            models.chatList.setBusy(chatID)
            if let chat = models.chatList.chats[chatID] { chats.accept(chat) }
            showInvitation()
        case .accepted(let chatID, let old):
            models.chatList.join(chatID)
            if models.chatList.spaceIDs.contains(chatID) { openSpace(chatID) }
            if models.chatList.chats[chatID] == nil, let old = models.chatList.predecessor(of: chatID) {
                models.chatList.merge([.following(old, chatID: chatID, now: environment.now())])
            }
            // If the user has opened another chat meanwhile, that one stays open, and so does any page over it.
            if let old, models.chatList.openChatID == old { openInPlace(chatID) }
            handlers.openChatChanged()
            handlers.navigation.chatsChanged()
        case .leaving(let chatID):
            models.chatList.setBusy(chatID)
            chats.leave(chatID, isOutside: isOutside(chatID))
            showInvitation()
        case .left(let chatID):
            let wasOutside = isOutside(chatID)
            models.chatList.remove(chatID)
            models.notice.remove(chatID: chatID)
            if wasOutside { archive.remove(chatID: chatID) } else { archive.leave(chatID: chatID) }
            if models.timeline.chatID == chatID {
                models.timeline.close()
                models.composer.close()
            }
            handlers.openChatChanged()
            handlers.navigation.chatsChanged()
        case .refused(let chatID, let reason):
            models.chatList.setError(reason, chatID: chatID)
            if case .server(let error) = reason, error.saysNotThere {
                queue.post(MissingChatEvent.doubted(chatID: chatID))
            }
            showInvitation()
        }
    }

    private func isOutside(_ chatID: String) -> Bool {
        [.invited, .knocked].contains(models.chatList.chats[chatID]?.membership)
    }

    /// Closes a joined invitation that turned out to be a space, which can't be shown as a chat.
    private func openSpace(_ chatID: String) {
        if models.timeline.chatID == chatID {
            models.timeline.close()
            models.composer.close()
        }
        queue.post(SpaceEvent.opening(spaceID: chatID))
    }

    private func showInvitation() {
        handlers.invitation.changed()
        handlers.chatsChanged()
    }

    /// Opens the chat of the first frame with its stored messages.
    private func openFirst(_ chatID: String) {
        open(chatID, stored: timelines.opened(chatID: chatID))
        models.navigation.chatWasOpened()
        models.openChat.beginReading()
        queue.post(TrustEvent.shown(models.timeline.window.messages.origins, chatID: chatID))
        queue.post(HistoryEvent.seeks(.unread(isAsked: false), chatID: chatID))
    }

    /// Opens a chat at once, on any screen, so that typed text goes to it even before the disk has answered.
    private func openInPlace(_ chatID: String) {
        open(chatID, stored: nil)
        timeline.request(.opened)
        archive.rememberOpenChat(chatID)
    }

    private func open(_ chatID: String, stored: OpenedTimeline?) {
        carryDraft(to: chatID)
        if let left = models.composer.draftPlace, left != chatID {
            drafts.saveDraft(models.composer.draft, at: left)
            models.chatList.setDraft(models.composer.draft, at: left)
        }
        models.chatList.open(chatID)
        models.notice.remove(chatID: chatID)
        models.timeline.open(
            chatID: chatID, stored: stored, unreadAtServer: models.chatList.chats[chatID]?.unreadCount ?? 0)
        // A chat may be opened again while the user writes in it.
        if models.composer.draftPlace != chatID {
            if let left = models.composer.unsentEdit { queue.post(UndoEvent.did(left)) }
            models.composer.open(chatID: chatID, draft: models.chatList.drafts[chatID] ?? "")
        }
        if models.chatList.openChat?.isMarkedUnread ?? false {
            queue.post(ChatTaskEvent.asked(.set(.markedUnread(false), chatID: chatID)))
        }
    }

    /// Moves the draft of a chat that was replaced to its replacement, since nothing can be sent in the old one
    /// any more.
    private func carryDraft(to chatID: String) {
        let draft = models.composer.draft
        guard let left = models.composer.chatID, models.chatList.chat(left)?.replacement?.chatID == chatID,
            !draft.isEmpty, models.chatList.drafts[chatID] == nil
        else { return }
        models.chatList.setDraft(draft, at: chatID)
        drafts.saveDraft(draft, at: chatID)
        models.composer.open(chatID: left, draft: "")
    }
}

extension ChatEventRouter {
    init(_ session: SessionParts) {
        let models = session.models
        self.init(
            models: Models(
                chatList: models.chatList, ignoredPeople: models.ignoredPeople, timeline: models.timeline,
                composer: models.composer, outbox: models.outbox, connection: models.connection,
                navigation: models.navigation, notice: models.notice, reactions: models.reactions,
                reading: models.reading, openChat: OpenChatReadMarker(models), account: models.account),
            archive: session.chatArchive, timelines: session.timelineArchive, threads: session.threadArchive,
            timeline: OpenTimeline(session), drafts: session.composerArchive,
            chats: ChatEndpoint(session.endpointParts),
            handlers: session.handlers, queue: session.queue, environment: session.environment)
    }
}
