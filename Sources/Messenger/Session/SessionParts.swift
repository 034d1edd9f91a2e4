import Foundation
import Logging
import MatrixClient
import MatrixCrypto
import Storage
import ViewModels

/// The objects made once for an account and shared by its subjects.
@MainActor
struct SessionParts {
    let endpointParts: EndpointParts
    let models: SessionModels
    let scripts = ScriptReporter()
    let disk: DiskQueue
    let book: ContactArchive
    let contacts: ContactEndpoint
    let verification: VerificationEndpoint?
    let outbox: OutboxEndpoint
    let readMarkers: ReadMarkerEndpoint
    let sync: SyncLoopEndpoint
    let history: HistoryEndpoint
    let unheard: MissedHistoryEndpoint
    let media: MediaEndpoint
    let spelling: SpellingEndpoint
    let pictures: PictureEndpoint
    let notifier: Notifier
    let handlers: SessionHandlers

    init(
        account: Account, database: ProfileDatabase, client: HomeserverClient, events: ScreenEvents,
        environment: SessionEnvironment, logger: Logger
    ) {
        let queue = EventQueue()
        models = SessionModels(account: account)
        disk = DiskQueue(queue: queue)
        book = ContactArchive(disk: disk, store: database.contacts)
        let encryption = environment.sealingKey.map { provide in
            EncryptionEndpoint(
                client: client, store: database.encryption, userID: account.userID,
                now: { Int64(Date().timeIntervalSince1970 * 1_000) }, provideKey: provide,
                report: { await queue.post($0) })
        }
        encryption?.listen { [queue] news in
            Task {
                switch news {
                case .outdated: await queue.post(TrustEvent.outdated)
                case .changed: await queue.post(TrustEvent.changed)
                }
            }
        }
        endpointParts = EndpointParts(
            account: account, database: database, client: client, encryption: encryption, environment: environment,
            queue: queue, tasks: TaskSet())
        contacts = ContactEndpoint(endpointParts)
        verification = encryption.map { [queue] in
            VerificationEndpoint(client: client, encryption: $0, queue: queue, clock: environment.clock)
        }
        outbox = OutboxEndpoint(endpointParts)
        readMarkers = ReadMarkerEndpoint(
            outbox: outbox, store: database.outbox, disk: disk, environment: environment)
        sync = SyncLoopEndpoint(endpointParts, verification: verification, logger: logger)
        history = HistoryEndpoint(endpointParts)
        unheard = MissedHistoryEndpoint(endpointParts)
        media = MediaEndpoint(endpointParts)
        spelling = SpellingEndpoint(queue: queue)
        pictures = PictureEndpoint(endpointParts)
        notifier = Notifier(models: models, environment: environment)
        handlers = SessionHandlers(
            ScreenParts(models: models, events: events, queue: queue, environment: environment))
    }

    var account: Account { endpointParts.account }
    var database: ProfileDatabase { endpointParts.database }
    var client: HomeserverClient { endpointParts.client }
    var encryption: EncryptionEndpoint? { endpointParts.encryption }
    var environment: SessionEnvironment { endpointParts.environment }
    var queue: EventQueue { endpointParts.queue }
    var tasks: TaskSet { endpointParts.tasks }

    var chatArchive: ChatArchive {
        ChatArchive(
            disk: disk, chats: database.chats, messages: database.messages, settings: database.sync,
            imports: importArchive)
    }
    var importArchive: ImportArchive { ImportArchive(database.imports, filesAt: environment.media?.imported) }
    var commandArchive: CommandArchive { CommandArchive(disk: disk, settings: database.sync) }
    var composerArchive: ComposerArchive {
        ComposerArchive(disk: disk, drafts: database.drafts, messages: database.messages)
    }
    var outboxArchive: OutboxArchive {
        OutboxArchive(disk: disk, outbox: database.outbox, messages: database.messages, chats: database.chats)
    }
    var searchArchive: SearchArchive {
        SearchArchive(index: database.search, settings: database.sync, disk: disk, queue: queue, tasks: tasks)
    }
    var searchSurroundings: SearchContextEndpoint { SearchContextEndpoint(endpointParts) }
    var serverSearch: ServerSearchEndpoint { ServerSearchEndpoint(endpointParts) }
    var securityArchive: SecurityArchive { SecurityArchive(disk: disk, settings: database.sync) }
    var spaceArchive: SpaceArchive {
        SpaceArchive(disk: disk, chats: database.chats, settings: database.sync)
    }
    var messageInfoArchive: MessageInfoArchive {
        MessageInfoArchive(
            disk: disk, messages: database.messages, outbox: database.outbox, encryption: database.encryption,
            own: DeviceAddress(userID: account.userID, deviceID: account.deviceID))
    }
    var trustArchive: TrustArchive {
        TrustArchive(
            disk: disk, own: DeviceAddress(userID: account.userID, deviceID: account.deviceID),
            encryption: database.encryption, outbox: database.outbox)
    }
    var threadArchive: ThreadArchive {
        ThreadArchive(disk: disk, userID: account.userID, messages: database.messages)
    }
    var timelineArchive: TimelineArchive {
        TimelineArchive(disk: disk, userID: account.userID, messages: database.messages, chats: database.chats)
    }

    /// Registers the router of each subject.
    func addRouters() {
        queue.add(ChatEventRouter(self))
        queue.add(MissingChatEventRouter(self))
        queue.add(ChatDetailsEventRouter(self))
        queue.add(ChatListEventRouter(self))
        queue.add(ChatTaskEventRouter(self))
        queue.add(CommandEventRouter(self))
        queue.add(CompletionEventRouter(self))
        queue.add(ComposerEventRouter(self))
        queue.add(ConnectionEventRouter(self))
        queue.add(ContactEventRouter(self))
        queue.add(CreateChatEventRouter(self))
        queue.add(DayEventRouter(self))
        queue.add(DevicesEventRouter(self))
        queue.add(EditContactEventRouter(self))
        queue.add(EncryptionEventRouter(self))
        queue.add(HistoryEventRouter(self))
        queue.add(JoinEventRouter(self))
        queue.add(KnockEventRouter(self))
        queue.add(LoginEventRouter(self))
        queue.add(MediaEventRouter(self))
        queue.add(MessageActionEventRouter(self))
        queue.add(NavigationEventRouter(self))
        queue.add(NoticeEventRouter(self))
        queue.add(OutboxEventRouter(self))
        queue.add(OutboxRequestEventRouter(self))
        queue.add(PictureEventRouter(self))
        queue.add(PollEventRouter(self))
        queue.add(ReadMarkerEventRouter(self))
        queue.add(RoomDirectoryEventRouter(self))
        queue.add(FileListEventRouter(self))
        queue.add(ScriptEventRouter(self))
        queue.add(SearchEventRouter(self))
        queue.add(SearchContextEventRouter(self))
        queue.add(SpellingEventRouter(self))
        queue.add(SecurityEventRouter(self))
        queue.add(ServerSearchEventRouter(self))
        queue.add(SettingsEventRouter(self))
        queue.add(ShareEventRouter(self))
        queue.add(SpaceEventRouter(self))
        queue.add(MessageInfoEventRouter(self))
        queue.add(SyncEventRouter(self))
        queue.add(ThreadEventRouter(self))
        queue.add(TimelineEventRouter(self))
        queue.add(TrustEventRouter(self))
        queue.add(UndoEventRouter(self))
        queue.add(VerificationEventRouter(self))
        queue.add(JumpEventRouter(self))
    }
}

/// The dependencies of endpoints: the account, where its data is, and the queue for events.
struct EndpointParts: Sendable {
    let account: Account
    let database: ProfileDatabase
    let client: HomeserverClient
    /// `nil` for a program without encryption.
    let encryption: EncryptionEndpoint?
    let environment: SessionEnvironment
    let queue: EventQueue
    /// The tasks that end with the session.
    let tasks: TaskSet

    var userID: String { account.userID }
}
