import Conversations
import Foundation
import MatrixAPI
import MatrixClient
import MatrixCrypto
import Storage
import Synchronization

/// Encrypts and decrypts for the account on this device, and follows the keys of the devices of others.
///
/// All that changes is on disk before anybody hears of it: what was sealed once can be sent again, and what was read once stays read.
actor EncryptionEndpoint {
    /// How many one-time keys the server is to have; it is given more once half of them are gone.
    static let oneTimeKeys: Int64 = 50
    static let hour: Int64 = 3_600_000

    let client: HomeserverClient
    let store: EncryptionStore
    let userID: String
    let now: @Sendable () -> Int64
    private let provideKey: @Sendable () async -> SealingKey?
    private let listener = Mutex<(@Sendable (DeviceNews) -> Void)?>(nil)
    /// Of the session that is logged in.
    private let preparing = Mutex<Task<DeviceAddress?, Never>?>(nil)
    private var sealingKey: SealingKey?
    private var known = KnownRoomKeys()
    /// What messages that may not be on disk yet were shown as.
    private var shown = MegolmReplays()
    /// Changes with each key that comes: ``known`` must not be put back then, and what waits may be opened.
    private var keysNumber = 0
    /// Of the keys with which all that waited was looked at.
    private var openedNumber: Int?
    /// Chats whose next line can be sealed at once.
    var readyChats: [String: ReadyChat] = [:]
    /// By chat.
    var verificationSessions: [String: VerificationSession] = [:]
    private(set) var knownRecipients: KnownRecipients?
    /// Changes whenever a device or an identity of somebody is another.
    private(set) var devicesNumber = 0
    /// By Matrix ID.
    var silentPeople: [String: SilentPerson] = [:]
    /// Of the account's own identity.
    var ownTrust = OwnTrust()
    private var chores = ChoreState()
    /// The server's backup, where it was seen to be ours.
    var backup: VouchedBackup?
    var hasLookedAtBackup = false
    /// What was told of it last.
    var toldBackup: BackupStanding?
    /// When it was last looked for what other devices make, milliseconds since 1970; `nil` before the first chores.
    private var lookedAt: Int64?
    /// A recovery key that was shown, and that nobody wrote down so far.
    var newRecoveryKey: SecretStorageKey?
    var restoring: Task<Void, Never>?
    /// When a backup could not be read to its end, milliseconds since 1970.
    var restoreFailedAt: Int64?
    private let report: @Sendable (EncryptionEvent) async -> Void
    private var isUploading = false
    /// When a fallback key was made last, milliseconds since 1970.
    private var fallbackMadeAt: Int64?
    /// When the fallback key before it is forgotten, milliseconds since 1970; `nil` where there is none any more.
    private var forgetsFallbackAt: Int64?
    private var lastTurn: Task<Void, Never>?

    /// - Parameters:
    ///   - now: milliseconds since 1970.
    ///   - provideKey: what this device's keys are sealed with; `nil` where nobody has it, so that nothing can be read.
    ///   - report: told of what changed beside chats.
    init(
        client: HomeserverClient, store: EncryptionStore, userID: String, now: @escaping @Sendable () -> Int64,
        provideKey: @escaping @Sendable () async -> SealingKey?,
        report: @escaping @Sendable (EncryptionEvent) async -> Void = { _ in }
    ) {
        self.client = client
        self.store = store
        self.userID = userID
        self.now = now
        self.provideKey = provideKey
        self.report = report
    }

    /// Tells what is heard of the devices of others, from now on.
    nonisolated func listen(_ body: @escaping @Sendable (DeviceNews) -> Void) {
        listener.withLock { $0 = body }
    }

    nonisolated func tell(_ news: DeviceNews) {
        listener.withLock(\.self)?(news)
    }

    /// Has the keys of this device ready, new ones where the device is new, and tells the server. All else waits for it.
    nonisolated func begin(deviceID: String) {
        let own = DeviceAddress(userID: userID, deviceID: deviceID)
        preparing.withLock { $0 = Task { await self.prepare(own) } }
        Task { await self.uploadKeys() }
    }

    private func prepare(_ own: DeviceAddress) async -> DeviceAddress? {
        guard let key = await provideKey() else { return nil }
        let time = now()
        do {
            try await store.write { tables in
                let keys = DeviceKeyTables(tables: tables, key: key)
                if try tables.ownDevice()?.deviceID == own.deviceID {
                    // Throws where the key is another than the one they were sealed with.
                    _ = try keys.account()
                } else {
                    try tables.forgetOwnDevice()
                    var account = OlmAccount()
                    account.makeOneTimeKeys(Int(Self.oneTimeKeys))
                    account.makeFallbackKey()
                    try keys.set(account, deviceID: own.deviceID, isUploaded: false)
                }
                // Sealed by an earlier run, that ended before they left.
                try tables.sealAnew()
                try tables.track([own.userID])
                var reader = DeviceMessageReader(keys: keys, own: own, now: time)
                try reader.take(tables.takeUnread().compactMap(DeviceMessage.init))
                // A session that can't be opened once may be opened now.
                try tables.noteAllArrived()
            }
        } catch {
            return nil
        }
        // Nobody knows when the last one was made.
        forgetsFallbackAt = time + Self.hour
        sealingKey = key
        keysChanged()
        return own
    }

    /// This device and what its keys are sealed with; `nil` where they can't be opened.
    func device() async -> (own: DeviceAddress, key: SealingKey)? {
        guard let own = await preparing.withLock({ $0 })?.value, let sealingKey else { return nil }
        return (own, sealingKey)
    }

    /// Does one thing after the other, so that no device is asked for two keys at once.
    func takeTurn<Value: Sendable>(
        _ work: @escaping @Sendable () async -> Value
    ) async -> Value {
        let before = lastTurn
        let turn = Task {
            await before?.value
            return await work()
        }
        lastTurn = Task { _ = await turn.value }
        return await withTaskCancellationHandler {
            await turn.value
        } onCancel: {
            turn.cancel()
        }
    }

    // MARK: Reading

    /// Reads the encrypted ones among events of a chat.
    func open(_ events: [(chatID: String, events: [MatrixEvent])]) async throws(StorageError) -> OpenedEvents {
        let encrypted = events.map { ($0.chatID, $0.events.filter(\.isEncrypted)) }.filter { !$0.1.isEmpty }
        guard !encrypted.isEmpty else { return OpenedEvents() }
        guard let (_, key) = await device() else { return Self.unread(encrypted) }
        let (known, number) = (known, keysNumber)
        let (read, after) = try await store.readAside { tables in
            var opener = EventOpener(keys: DeviceKeyTables(tables: tables, key: key), known: known)
            let read = try encrypted.map { chatID, events in
                (chatID: chatID, events: try events.map { (event: $0, opened: try opener.open($0, chatID: chatID)) })
            }
            return (read, opener.known)
        }
        if number == keysNumber { self.known = after }
        var opened = OpenedEvents()
        var own: [String: [OpenedEvent]] = [:]
        for (chatID, events) in read {
            for (event, one) in events {
                let noted = note(one, of: event)
                opened.add(noted, chatID: chatID)
                if event.sender == userID { own[chatID, default: []].append(noted) }
            }
        }
        try await leaveRestoredSessions(showing: own, key)
        return opened
    }

    /// If this profile is an older copy that was put back, the messages that this device sent since show that.
    ///
    /// - Parameter own: events of the account, by chat.
    private func leaveRestoredSessions(
        showing own: [String: [OpenedEvent]], _ key: SealingKey
    ) async throws(StorageError) {
        guard !own.isEmpty else { return }
        let restored = try await store.readAside { tables in
            let keys = DeviceKeyTables(tables: tables, key: key)
            return Set(try own.filter { try keys.isBehind($0.value, chatID: $0.key) }.keys)
        }
        guard !restored.isEmpty else { return }
        try await store.write { try $0.leaveRestoredSessions(chatIDs: restored) }
    }

    /// Refuses what was shown as another event that may not be on disk yet: a sync and a page of history are read at once.
    private func note(_ opened: OpenedEvent, of event: MatrixEvent) -> OpenedEvent {
        guard case .opened(let sessionID, let index) = opened.encryption, let eventID = event.eventID else {
            return opened
        }
        do {
            try shown.note(eventID, sessionID: sessionID, index: index)
            return opened
        } catch {
            return OpenedEvent(event: event, encryption: .sealed(.isReplay, sessionID: sessionID))
        }
    }

    private static func unread(_ events: [(String, [MatrixEvent])]) -> OpenedEvents {
        var opened = OpenedEvents()
        for (chatID, events) in events {
            for event in events {
                let sessionID = event.content["session_id"]?.identifier
                let encryption = MessageEncryption.sealed(.withoutKeys, sessionID: sessionID)
                opened.add(OpenedEvent(event: event, encryption: encryption), chatID: chatID)
            }
        }
        return opened
    }

    func devicesChanged() {
        devicesNumber += 1
        tell(.changed)
    }

    func setReady(_ chat: ReadyChat, chatID: String) {
        readyChats[chatID] = chat
    }

    func setKnown(_ recipients: KnownRecipients) {
        knownRecipients = recipients
    }

    /// Keys of chats are others than before.
    func keysChanged() {
        known = KnownRoomKeys()
        keysNumber += 1
        // Whose lines those are may be proved now.
        tell(.changed)
    }

    /// The number of the keys that are here, where what waits was not looked at with them; a start of the program counts as one.
    var newsToOpen: Int? { openedNumber == keysNumber ? nil : keysNumber }

    /// What waits is looked at once more.
    func openAgain() { openedNumber = nil }

    /// Events that can't be read are on disk: a key may have come meanwhile, or somebody may have it.
    func lookAfterSealed() async {
        openAgain()
        await tell(.keysCame)
        await tend()
    }

    func opened(_ number: Int) {
        openedNumber = number
    }

    // MARK: Chores

    func tell(_ event: EncryptionEvent) async { await report(event) }

    /// Something came that gives this device something to do.
    func wantChores() {
        chores.areWanted = true
    }

    /// Does what this device owes to others and to itself: one run at a time, which goes on where more is wanted meanwhile.
    func tend() async {
        guard !chores.areOver else { return }
        chores.areWanted = true
        let running = chores.running ?? Task { await self.runChores() }
        chores.running = running
        await running.value
    }

    /// The same where something is to be done, or could not be done a while ago.
    func tendIfNeeded() async {
        if isLookDue { lookAgain() }
        let isDue = chores.failedAt.map { abs(now() - $0) >= ChoreState.pause } ?? false
        if chores.areWanted || isDue { await tend() }
    }

    /// Looks anew for what another device may have made, a backup or a recovery key: the next chores do.
    func lookAgain() {
        lookedAt = now()
        (hasLookedAtBackup, ownTrust.hasLookedForOffer) = (false, false)
        wantChores()
    }

    /// Once an hour: another device may have made what is missing, or deleted what is there.
    private var isLookDue: Bool {
        guard let lookedAt else { return false }
        return abs(now() - lookedAt) >= Self.hour
    }

    private func runChores() async {
        lookedAt = lookedAt ?? now()
        while chores.areWanted, !Task.isCancelled {
            chores.areWanted = false
            chores.failedAt = await doChores() ? nil : now()
        }
        chores.running = nil
    }

    /// Ends what is being done; what is left is done after the next start.
    func finish() async {
        chores.areOver = true
        for task in [chores.running, restoring] { task?.cancel() }
        await chores.running?.value
        await restoring?.value
    }

    // MARK: Uploading

    /// - Parameter count: of one-time keys that the server has, where it said so.
    func uploadKeys(serverHas count: Int64? = nil, needsFallback: Bool = false) async {
        guard !isUploading, let (own, key) = await device(), !isUploading else { return }
        isUploading = true
        defer { isUploading = false }
        let upload = KeyUpload(client: client, store: store, own: own, key: key)
        // A server that keeps none would be told one with each sync.
        let makesFallback = needsFallback && fallbackMadeAt.map { abs(now() - $0) > Self.hour } ?? true
        if makesFallback {
            fallbackMadeAt = now()
            forgetsFallbackAt = now() + Self.hour
        }
        // Where it fails the next sync says again what is missing.
        try? await upload.run(serverHas: count, needsFallback: makesFallback)
    }

    /// What was begun by a fallback key that is not the last has come an hour later, and whoever takes this device then must not read it.
    func forgetFallbackKeyWhereItIsTime() async {
        guard let due = forgetsFallbackAt, now() >= due, let (_, key) = await device() else { return }
        let isForgotten = try? await store.write { tables -> Bool in
            let keys = DeviceKeyTables(tables: tables, key: key)
            guard var account = try keys.account(), let device = try tables.ownDevice() else { return false }
            if account.hasPreviousFallbackKey {
                account.forgetPreviousFallbackKey()
                try keys.set(account, deviceID: device.deviceID, isUploaded: device.isUploaded)
            }
            return true
        }
        if isForgotten == true { forgetsFallbackAt = nil }
    }
}

extension DeviceMessage {
    fileprivate init?(_ unread: UnreadDeviceMessage) {
        guard let content = try? JSONValue(parsing: unread.content) else { return nil }
        self.init(json: ["sender": .string(unread.sender), "type": .string(unread.type), "content": content])
    }
}
