import Conversations
import MatrixClient
import ViewModels

/// Asks builders for view models of the models' values when a frame is due.
@MainActor
final class ScreenRaiser {
    let models: SessionModels
    let events: ScreenEvents
    let queue: EventQueue
    let surroundings: Surroundings
    private let rowMemo = ChatRowMemo()

    init(models: SessionModels, events: ScreenEvents, queue: EventQueue, surroundings: Surroundings) {
        self.models = models
        self.events = events
        self.queue = queue
        self.surroundings = surroundings
    }

    func raiseAll() {
        raiseNavigation()
        raiseConnection()
        raiseChatList()
        raiseChat()
        raiseTyping()
        raiseComposer()
        raiseCompletion()
        raiseInvitation()
        raiseNotice()
        raisePicker()
        if models.navigation.page == .settingProblems { raisePage() }
    }

    func raiseConnection() {
        events.connection.raise { [self] in
            ConnectionViewModelBuilder(
                account: models.account.account, state: models.connection.state,
                offlineSince: models.connection.offlineSince, nextTry: models.connection.nextTry,
                awaitsFirstSync: models.connection.awaitsFirstSync,
                storageProblem: models.connection.storageProblem, unreadCount: models.chatList.unreadTotal,
                unsentCount: models.connection.state == .online ? 0 : models.outbox.waitingCount,
                refusedCount: models.outbox.refusedCount, time: time
            ).build { [queue] in queue.post(ConnectionEvent.tryingNow) }
        }
    }

    /// The list that lies over the panes, where there is one.
    func raisePicker() {
        events.picker.raise { [self] in
            switch models.navigation.picker {
            case .chatToGoTo:
                let list = models.chatList
                return GoToViewModelBuilder(
                    number: models.navigation.pickerCount, chats: Array(list.chats.values),
                    openChatID: list.openChatID, drafts: list.drafts, outbox: models.outbox.newestLines,
                    ignoredUserIDs: models.ignoredPeople.userIDs, ownUserID: models.account.userID, time: time
                ).build(
                    open: { [queue] in queue.post(ChatEvent.opened(chatID: $0)) },
                    cancel: { [queue] in queue.post(NavigationEvent.back) })
            case nil: return nil
            }
        }
    }

    func raiseChatList() {
        if models.navigation.picker != nil { raisePicker() }
        if models.chatDetails.chatID != nil { raiseChatDetails() }
        events.chatList.raise { [self] in
            ChatListViewModelBuilder(models: models, queue: queue, time: time).build()
        }
    }

    func raiseChat() {
        events.chat.raise { [self] in
            ChatScreenBuilder(models: models, queue: queue, time: time, memo: rowMemo).build()
        }
    }

    func raisePage() {
        events.page.raise { [self] in
            switch models.navigation.page {
            case .story:
                StoryPageBuilder(
                    story: models.story.message, lineStory: models.story.line, line: storyLine,
                    names: models.timeline.names, ownUserID: models.account.userID, time: time,
                    isLoading: models.story.isLoading, problem: models.story.problem
                ).build()
            case .settingProblems: SettingProblemsPageBuilder(problems: models.settings.problems).build()
            case .unsentFile:
                UnsentFilePageBuilder(file: models.login.unsent, canLogIn: models.connection.isLoggedOut).build()
            }
        }
    }

    private var storyLine: OutboxLine? {
        guard case .line(let id) = models.story.target else { return nil }
        return models.outbox.lines.first { $0.id == id }
    }

    func raiseTyping() {
        events.typing.raise { [self] in
            TypingViewModelBuilder(userIDs: models.timeline.typing, names: models.timeline.names).build()
        }
    }

    func raiseComposer() {
        events.composer.raise { [self] in
            let place = models.composer.place
            return ComposerViewModelBuilder(
                text: models.composer.text, revision: models.composer.revision, replacedAt: models.composer.replacedAt,
                returned: models.composer.returned, notice: models.composer.notice,
                isNoticeOfSuccess: models.composer.isNoticeOfSuccess, purpose: models.composer.purpose,
                names: models.timeline.names, isEncrypted: models.chatList.openChat?.isEncrypted ?? false,
                membership: models.chatList.openChat?.membership,
                goesOnElsewhere: models.chatList.openChat?.replacement != nil,
                lack: models.chatList.openChat.flatMap {
                    models.power.own(in: $0).lack(toSend: "m.room.message", .words("message-actions.write-here"))
                }
            ).build(
                edited: { [queue] in if let place { queue.post(ComposerEvent.edited(text: $0, of: place)) } },
                send: { [queue] in if let place { queue.post(ComposerEvent.submitted(text: $0, of: place)) } },
                recall: { [queue] in if let place { queue.post(ComposerEvent.recalling($0, of: place)) } },
                cancelBanner: { [queue] in queue.post(ComposerEvent.purposeCancelled) })
        }
    }

    func raiseCompletion() {
        events.completion.raise { [self] in
            CompletionViewModelBuilder(query: models.completion.query, candidates: models.completion.candidates)
                .build { [queue] in queue.post(CompletionEvent.asked($0)) }
        }
    }

    func raiseInvitation() {
        guard let chat = models.chatList.openChat, chat.membership == .invited else { return }
        let list = models.chatList
        events.invitation.raise { [queue] in
            let known = list.chats.values.contains { other in
                other.membership == .joined && other.id != chat.id
                    && (other.directUserID == chat.inviter?.userID
                        || other.heroes.contains { $0.userID == chat.inviter?.userID })
            }
            return InvitationViewModelBuilder(
                chat: chat, isBusy: list.busyChatIDs.contains(chat.id), error: list.errors[chat.id],
                isInviterKnown: known
            ).build(
                accept: { queue.post(ChatEvent.accepting(chatID: chat.id)) },
                decline: { queue.post(ChatEvent.leaving(chatID: chat.id)) })
        }
    }

    func raiseChatDetails() {
        events.chatDetails.raise { [self] in ChatDetailsViewModelBuilder(models: models, queue: queue).build() }
    }

    func raiseNotice() {
        events.notice.raise { [self] in
            let names = models.notice.chatIDs.compactMap { models.chatList.chats[$0] }.map(Naming.chat)
            return NoticeViewModelBuilder(
                count: models.notice.count, names: names, problems: models.settings.problems,
                unsent: models.login.unsentToTell
            ).build(
                goThere: { [queue] in queue.post(NoticeEvent.goingThere) },
                dismiss: { [queue] in queue.post(NoticeEvent.dismissed) })
        }
    }

    func raiseNavigation() {
        events.navigation.raise { [self] in
            NavigationBuilder(models: models, queue: queue, surroundings: surroundings).build()
        }
    }

    private var time: TimeText { TimeText(now: surroundings.now(), form: models.settings.settings.times) }
}
