package import Engine
import Foundation
package import Logging
package import MatrixClient
import MatrixCrypto
package import Storage
import ViewModels

/// The endpoints and archives of one account, made once, and the environment: all that a router may call.
@MainActor
package final class Effects {
    package let parts: EndpointParts
    package let environment: SessionEnvironment
    package let scripts = ScriptReporter()
    package let notifier: Notifier

    // The disk.
    package let disk: DiskQueue
    let book: ContactArchive
    let chatArchive: ChatArchive
    let commandArchive: CommandArchive
    package let composerArchive: ComposerArchive
    let importArchive: ImportArchive
    let messageInfoArchive: MessageInfoArchive
    let outboxArchive: OutboxArchive
    package let searchArchive: SearchArchive
    let securityArchive: SecurityArchive
    let spaceArchive: SpaceArchive
    let threadArchive: ThreadArchive
    let timelineArchive: TimelineArchive
    let trustArchive: TrustArchive

    // The homeserver, and work that takes time.
    let chatDetails: ChatDetailsEndpoint
    let chatTasks: ChatTaskEndpoint
    let chats: ChatEndpoint
    let commands: CommandEndpoint
    let completion: CompletionEndpoint
    let contacts: ContactEndpoint
    let creation: CreateChatEndpoint
    let devices: DeviceListEndpoint
    let directory: DirectoryEndpoint
    let files: FileListEndpoint
    let history: HistoryEndpoint
    let joining: JoinEndpoint
    let knownPeople: KnownPeopleEndpoint
    let login: AccountLoginEndpoint
    let media: MediaEndpoint
    let members: MemberEndpoint
    let messageVersions: MessageVersionsEndpoint
    package let missedHistory: MissedHistoryEndpoint
    let missingChats: MissingChatEndpoint
    package let outbox: OutboxEndpoint
    let pictures: PictureEndpoint
    package let readMarkers: ReadMarkerEndpoint
    let roomDirectory: RoomDirectoryEndpoint
    let searchContext: SearchContextEndpoint
    let security: SecurityEndpoint
    let serverSearch: ServerSearchEndpoint
    let sharing: ShareEndpoint
    let spaces: SpaceEndpoint
    let spelling: SpellingEndpoint
    package let sync: SyncLoopEndpoint
    let threadReceipts: ThreadReceiptEndpoint
    let typing: TypingNoticeEndpoint
    package let verification: VerificationEndpoint?

    package var account: Account { parts.account }
    package var client: HomeserverClient { parts.client }
    package var encryption: EncryptionEndpoint? { parts.encryption }
    package var queue: EventQueue { parts.queue }
    /// The tasks that end with the session.
    package var tasks: TaskSet { parts.tasks }

    /// - Parameter state: the state from which settings and the connection are read when a request is due.
    package init(
        state: SessionState, database: ProfileDatabase, client: HomeserverClient, environment: SessionEnvironment,
        logger: Logger
    ) {
        let account = state.account.account
        let queue = EventQueue()
        let parts = EndpointParts(
            account: account, database: database, client: client,
            encryption: Self.encryption(of: account, in: database, client, environment, queue),
            environment: environment.engine, queue: queue, tasks: TaskSet())
        self.parts = parts
        self.environment = environment
        notifier = Notifier(state: state, environment: environment)
        let disk = DiskQueue(queue: queue)
        self.disk = disk
        let own = DeviceAddress(userID: account.userID, deviceID: account.deviceID)
        book = ContactArchive(disk: disk, store: database.contacts)
        importArchive = ImportArchive(database.imports, filesAt: environment.media?.imported)
        chatArchive = ChatArchive(
            disk: disk, chats: database.chats, messages: database.messages, settings: database.sync,
            imports: importArchive)
        commandArchive = CommandArchive(disk: disk, settings: database.sync)
        composerArchive = ComposerArchive(disk: disk, drafts: database.drafts, messages: database.messages)
        messageInfoArchive = MessageInfoArchive(
            disk: disk, messages: database.messages, outbox: database.outbox, encryption: database.encryption, own: own)
        outboxArchive = OutboxArchive(
            disk: disk, outbox: database.outbox, messages: database.messages, chats: database.chats)
        searchArchive = SearchArchive(
            index: database.search, settings: database.sync, disk: disk, queue: queue, tasks: parts.tasks)
        securityArchive = SecurityArchive(disk: disk, settings: database.sync)
        spaceArchive = SpaceArchive(disk: disk, chats: database.chats, settings: database.sync)
        threadArchive = ThreadArchive(disk: disk, userID: account.userID, messages: database.messages)
        timelineArchive = TimelineArchive(
            disk: disk, userID: account.userID, messages: database.messages, chats: database.chats)
        trustArchive = TrustArchive(disk: disk, own: own, encryption: database.encryption, outbox: database.outbox)
        chatDetails = ChatDetailsEndpoint(parts)
        chatTasks = ChatTaskEndpoint(parts)
        chats = ChatEndpoint(parts)
        commands = CommandEndpoint(parts)
        completion = CompletionEndpoint(queue: queue)
        contacts = ContactEndpoint(parts)
        creation = CreateChatEndpoint(parts)
        devices = DeviceListEndpoint(parts)
        directory = DirectoryEndpoint(parts)
        files = FileListEndpoint(queue: queue)
        history = HistoryEndpoint(parts)
        joining = JoinEndpoint(parts)
        knownPeople = KnownPeopleEndpoint(parts)
        login = AccountLoginEndpoint(parts, login: environment.login)
        media = MediaEndpoint(parts)
        members = MemberEndpoint(parts)
        messageVersions = MessageVersionsEndpoint(parts)
        missedHistory = MissedHistoryEndpoint(parts)
        missingChats = MissingChatEndpoint(parts)
        outbox = OutboxEndpoint(parts)
        pictures = PictureEndpoint(parts)
        readMarkers = ReadMarkerEndpoint(
            outbox: outbox, store: database.outbox, disk: disk, environment: environment.engine)
        roomDirectory = RoomDirectoryEndpoint(parts)
        searchContext = SearchContextEndpoint(parts)
        security = SecurityEndpoint(parts)
        serverSearch = ServerSearchEndpoint(parts)
        sharing = ShareEndpoint(parts: parts, sharing: environment.sharing)
        spaces = SpaceEndpoint(parts)
        spelling = SpellingEndpoint(queue: queue)
        verification = parts.encryption.map {
            VerificationEndpoint(
                client: client, encryption: $0, queue: queue, clock: environment.clock,
                requestText: .words("verification.request-for-other-clients"))
        }
        sync = SyncLoopEndpoint(parts, verification: verification, logger: logger)
        threadReceipts = ThreadReceiptEndpoint(parts) { state.settings.settings.sharesReading }
        typing = TypingNoticeEndpoint(parts) { state.connection.isOnline }
    }

    private static func encryption(
        of account: Account, in database: ProfileDatabase, _ client: HomeserverClient,
        _ environment: SessionEnvironment, _ queue: EventQueue
    ) -> EncryptionEndpoint? {
        guard let provideKey = environment.sealingKey else { return nil }
        let encryption = EncryptionEndpoint(
            client: client, store: database.encryption, userID: account.userID,
            now: { Int64(Date().timeIntervalSince1970 * 1_000) }, provideKey: provideKey,
            report: { await queue.post($0) })
        encryption.listen { [queue] news in
            Task {
                switch news {
                case .outdated: await queue.post(TrustEvent.outdated)
                case .changed: await queue.post(TrustEvent.changed)
                }
            }
        }
        return encryption
    }
}
