import Conversations
package import Logging
package import MatrixClient
package import Storage
package import ViewModels

/// One account's conversations, from the database and the homeserver to the events that a screen subscribes to.
@MainActor
package final class ConversationSession {
    private let database: ProfileDatabase
    private let models: Models
    private let queue: EventQueue
    private let archive: ArchiveEndpoint
    private let outbox: OutboxEndpoint
    private let sync: SyncEndpoint
    private let tasks = TaskSet()
    private let raiser: ScreenRaiser
    private let surroundings: Surroundings

    package init(
        account: Account, database: ProfileDatabase, client: HomeserverClient, events: ScreenEvents,
        surroundings: Surroundings, logger: Logger
    ) {
        self.database = database
        self.surroundings = surroundings
        let models = Models(account: account)
        let queue = EventQueue()
        let userID = account.userID
        let raiser = ScreenRaiser(models: models, events: events, queue: queue, surroundings: surroundings)
        let archive = ArchiveEndpoint(database: database, queue: queue)
        let book = ContactBookEndpoint(store: database.contacts, queue: queue, tasks: tasks)
        let contacts = ContactEndpoint(client: client, userID: userID, queue: queue, tasks: tasks)
        let chats = ChatEndpoint(client: client, userID: userID, queue: queue, tasks: tasks)
        let outbox = OutboxEndpoint(
            client: client, outbox: database.outbox, deviceID: account.deviceID, queue: queue, tasks: tasks,
            surroundings: surroundings)
        let sync = SyncEndpoint(
            client: client, database: database, userID: userID, queue: queue, clock: surroundings.clock, logger: logger)
        self.models = models
        self.queue = queue
        self.archive = archive
        self.outbox = outbox
        self.sync = sync
        self.raiser = raiser
        queue.open(
            to: Routers(
                chat: ChatEventRouter(
                    models: models, archive: archive, chats: chats, handler: ChatEventHandler(raiser: raiser),
                    queue: queue, surroundings: surroundings),
                chatList: ChatListEventRouter(models: models, handler: ChatListEventHandler(raiser: raiser)),
                chatTask: ChatTaskEventRouter(
                    models: models, archive: archive,
                    tasks: ChatTaskEndpoint(client: client, userID: userID, queue: queue, tasks: tasks),
                    handler: ChatTaskEventHandler(raiser: raiser), queue: queue),
                chatDetails: ChatDetailsEventRouter(
                    models: models, archive: archive,
                    details: ChatDetailsEndpoint(client: client, queue: queue, tasks: tasks),
                    handler: ChatDetailsEventHandler(raiser: raiser)),
                message: MessageEventRouter(
                    models: models, archive: archive, outbox: outbox,
                    receipts: ReceiptEndpoint(
                        outbox: outbox, store: database.outbox, tasks: tasks, surroundings: surroundings),
                    handler: MessageEventHandler(raiser: raiser), queue: queue, surroundings: surroundings),
                outbox: OutboxEventRouter(
                    models: models, archive: archive, outbox: outbox, handler: OutboxEventHandler(raiser: raiser)),
                composer: ComposerEventRouter(
                    models: models, archive: archive,
                    typing: TypingEndpoint(client: client, userID: userID, tasks: tasks, surroundings: surroundings),
                    commands: CommandEndpoint(client: client, userID: userID, queue: queue, tasks: tasks),
                    handler: ComposerEventHandler(raiser: raiser), queue: queue, surroundings: surroundings),
                completion: CompletionEventRouter(
                    models: models, archive: archive,
                    members: MemberEndpoint(client: client, chats: database.chats, queue: queue, tasks: tasks),
                    search: CompletionEndpoint(queue: queue),
                    handler: CompletionEventHandler(raiser: raiser)),
                history: HistoryEventRouter(
                    models: models, archive: archive,
                    history: HistoryEndpoint(client: client, messages: database.messages, queue: queue, tasks: tasks),
                    handler: HistoryEventHandler(raiser: raiser), queue: queue, surroundings: surroundings),
                visit: VisitEventRouter(
                    models: models, archive: archive, handler: VisitEventHandler(raiser: raiser), queue: queue),
                story: StoryEventRouter(
                    models: models, archive: archive,
                    wordings: WordingEndpoint(
                        client: client, messages: database.messages, queue: queue, tasks: tasks),
                    handler: StoryEventHandler(raiser: raiser)),
                messageAction: MessageActionEventRouter(
                    models: models, archive: archive, handler: MessageActionEventHandler(raiser: raiser), queue: queue,
                    surroundings: surroundings),
                connection: ConnectionEventRouter(
                    models: models, sync: sync, outbox: outbox, handler: ConnectionEventHandler(raiser: raiser),
                    queue: queue, surroundings: surroundings),
                login: LoginEventRouter(
                    models: models, archive: archive,
                    login: LoginEndpoint(login: surroundings.login, queue: queue, tasks: tasks), sync: sync,
                    outbox: outbox, handler: LoginEventHandler(raiser: raiser), surroundings: surroundings),
                navigation: NavigationEventRouter(
                    models: models, handler: NavigationEventHandler(raiser: raiser), queue: queue,
                    surroundings: surroundings),
                command: CommandEventRouter(
                    models: models, archive: archive, handler: CommandEventHandler(raiser: raiser)),
                createChat: CreateChatEventRouter(
                    models: models, book: book,
                    directory: DirectoryEndpoint(
                        client: client, queue: queue, tasks: tasks, surroundings: surroundings),
                    creation: CreateChatEndpoint(client: client, userID: userID, queue: queue, tasks: tasks),
                    handler: CreateChatEventHandler(raiser: raiser), queue: queue, surroundings: surroundings),
                contact: ContactEventRouter(
                    models: models, book: book, contacts: contacts, handler: ContactEventHandler(raiser: raiser),
                    queue: queue),
                editContact: EditContactEventRouter(
                    models: models, book: book, contacts: contacts, handler: EditContactEventHandler(raiser: raiser)),
                notice: NoticeEventRouter(models: models, handler: NoticeEventHandler(raiser: raiser), queue: queue),
                settings: SettingsEventRouter(models: models, handler: SettingsEventHandler(raiser: raiser))))
    }

    /// Shows what is on disk; no network is awaited.
    package func showFromDisk() throws(StorageError) {
        show(try database.opening())
    }

    /// Shows what was read from disk already.
    package func show(_ opening: Opening) {
        queue.post(CommandEvent.loaded(opening.recentCommands))
        queue.post(
            ChatEvent.loaded(
                chats: opening.chats, areAll: !opening.hasMoreChats, ignoredUserIDs: opening.ignoredUserIDs,
                drafts: opening.drafts, outbox: opening.outboxLines, openChatID: opening.lastOpenChatID,
                isBeforeFirstSync: opening.isBeforeFirstSync))
        relabelAtMidnight()
    }

    /// From now on these settings hold.
    ///
    /// - Parameter problems: what is wrong in their file, in a person's words; the first is shown.
    package func take(_ settings: MessengerSettings, problems: [String]) {
        queue.post(SettingsEvent.changed(settings, problems: problems))
    }

    /// Follows the homeserver and sends what waits, from now on by itself.
    package func goOnline() throws(StorageError) {
        outbox.open(with: models.outbox.lines)
        sync.start(since: try database.sync.token())
    }

    /// Waits for a login; what is on disk can be read, and what is written waits.
    ///
    /// - Parameter isSoft: whether the next login goes on with this device.
    package func startLoggedOut(isSoft: Bool) {
        queue.post(ConnectionEvent.changed(.stopped(.loggedOut(isSoft: isSoft))))
    }

    /// Says why there is no server to follow; what is on disk can be read all the same.
    package func cannotGoOnline(reason: String) {
        queue.post(ConnectionEvent.changed(.stopped(.unreachable(reason: reason))))
    }

    /// Ends everything; what was accepted is on disk when it returns.
    package func close() async {
        await sync.finish()
        await tasks.finish()
        // An earlier try may have failed.
        archive.saveDraft(models.composer.draft, chatID: models.composer.chatID)
        await archive.finish()
        queue.close()
    }

    /// `09:15` becomes `Yesterday` when the day ends.
    private func relabelAtMidnight() {
        surroundings.after(TimeText.millisecondsToMidnight(from: surroundings.now()) + 500) { [weak self] in
            guard let self else { return }
            self.raiser.raiseAll()
            self.relabelAtMidnight()
        }
    }
}
