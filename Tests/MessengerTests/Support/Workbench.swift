import MatrixClient
import Storage
import ViewModels

@testable import Messenger

/// One account's conversations without a screen, on a homeserver that nobody answers for.
@MainActor
final class Workbench {
    let database: ProfileDatabase
    let models = Models(account: Account(userID: Story.ana, displayName: "Ana"))
    let queue = EventQueue()
    let frames: FrameClock
    let events: ScreenEvents
    let tasks: TaskSet
    let routers: Routers
    let surroundings: Surroundings
    var didDeed: (Deed) -> Void = { _ in }
    private let hook: DeedHook

    @MainActor
    private final class DeedHook {
        var perform: (Deed) -> Void = { _ in }
    }

    init(clock: FrameClock = FrameClock(), login: AccountLogin? = nil) throws {
        let hook = DeedHook()
        frames = clock
        let database = try ProfileDatabase.inMemory()
        var surroundings = Surroundings(
            // Nobody waits here: what is due at once is done, and nothing else.
            now: { Story.noon }, after: { delay, body in if delay == 0 { body() } }, quit: {},
            didDeed: { hook.perform($0) })
        surroundings.login = login
        let client = HomeserverClient(homeserver: .unixSocket(path: "/nowhere/confab.sock"))
        let tasks = TaskSet()
        let events = ScreenEvents(clock: clock)
        let raiser = ScreenRaiser(
            models: models, events: events, queue: queue, surroundings: surroundings)
        let archive = ArchiveEndpoint(database: database, queue: queue)
        let book = ContactBookEndpoint(store: database.contacts, queue: queue, tasks: tasks)
        let contacts = ContactEndpoint(client: client, userID: Story.ana, queue: queue, tasks: tasks)
        let chats = ChatEndpoint(client: client, userID: Story.ana, queue: queue, tasks: tasks)
        let outbox = OutboxEndpoint(
            client: client, outbox: database.outbox, deviceID: "A", queue: queue, tasks: tasks,
            surroundings: surroundings)
        let sync = SyncEndpoint(
            client: client, database: database, userID: Story.ana, queue: queue, clock: .continuous,
            logger: HomeserverClient.silentLogger
        )
        routers = Routers(
            chat: ChatEventRouter(
                models: models, archive: archive, chats: chats, handler: ChatEventHandler(raiser: raiser),
                queue: queue, surroundings: surroundings),
            chatList: ChatListEventRouter(models: models, handler: ChatListEventHandler(raiser: raiser)),
            chatTask: ChatTaskEventRouter(
                models: models, archive: archive,
                tasks: ChatTaskEndpoint(client: client, userID: Story.ana, queue: queue, tasks: tasks),
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
                typing: TypingEndpoint(client: client, userID: Story.ana, tasks: tasks, surroundings: surroundings),
                commands: CommandEndpoint(client: client, userID: Story.ana, queue: queue, tasks: tasks),
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
                directory: DirectoryEndpoint(client: client, queue: queue, tasks: tasks, surroundings: surroundings),
                creation: CreateChatEndpoint(client: client, userID: Story.ana, queue: queue, tasks: tasks),
                handler: CreateChatEventHandler(raiser: raiser), queue: queue, surroundings: surroundings),
            contact: ContactEventRouter(
                models: models, book: book, contacts: contacts, handler: ContactEventHandler(raiser: raiser),
                queue: queue),
            editContact: EditContactEventRouter(
                models: models, book: book, contacts: contacts, handler: EditContactEventHandler(raiser: raiser)),
            notice: NoticeEventRouter(models: models, handler: NoticeEventHandler(raiser: raiser), queue: queue),
            settings: SettingsEventRouter(models: models, handler: SettingsEventHandler(raiser: raiser)))
        self.database = database
        self.surroundings = surroundings
        self.events = events
        self.tasks = tasks
        self.hook = hook
        hook.perform = { [weak self] in self?.didDeed($0) }
    }
}
