import Conversations
import Foundation
package import MatrixAPI
package import MatrixClient
package import MatrixCrypto
package import Storage
import Synchronization

/// Encrypts and decrypts for the account on this device, and tracks the devices of other people.
///
/// ## Problem
///
/// Encryption advances secrets with each use, and an index that is used twice is rejected as a replay. Keys arrive
/// before or after the events that need them. The server deletes the messages that bring keys once the token advances.
/// Sharing a key may wait for slow servers, while received events must be readable at once. A crash must lose no key.
///
/// ## Parts
///
/// - This actor has the state of the session in memory. Its extensions have one task each: `+Sync` takes responses,
///   `+Lines` encrypts, `+Devices` follows devices, `+Chores` works in the background. The folders Backup, Identity
///   and Recovery have others.
/// - `EncryptionStore` holds everything else. ``DeviceKeyTables`` encrypts secrets with this device's `SealingKey`
///   before they are stored.
/// - ``DeviceMessageReader`` takes messages of devices within a transaction. ``EventDecryptor`` decrypts events in a
///   snapshot.
/// - ``RoomKeySharer`` finds the recipients of a chat, and replaces the outbound session when it must.
///   ``DeviceMessageSender`` stores a message for devices before it sends it. ``KeyUpload`` uploads this device's
///   keys.
///
/// All operations with keys wait for ``device()``, and those that share keys take turns (``takeTurn(_:)``). Syncs take
/// no turn, since transactions order them. The actor is reentrant at each `await`. Therefore a counter changes with the
/// data: ``devicesNumber`` for devices, `keysNumber` for keys. A cache from before the change is not used.
///
/// ## Invariants
///
/// - All changes are on disk before they are used. A ciphertext is stored with its advanced session:
///   `RetriedLineTests.unchangedRecipientsKeepTheCiphertext`.
/// - A key goes only to devices that may read:
///   `EncryptedTrustTests.unsignedDeviceGetsNoKeyAndIsNotifiedWhy`,
///   `EncryptedChatTests.formerMemberCannotReadLaterMessages`.
/// - A changed identity stops lines until the user accepts it:
///   `EncryptedTrustTests.changedIdentityBlocksSendingUntilAccepted`.
/// - An index belongs to one event, also before that is on disk:
///   `EncryptedAttackTests.concurrentReplayIsAcceptedOnlyOnce`.
/// - No secret is readable on disk: `KeysAtRestTests.databaseFilesContainNoPlaintextSecrets`.
/// - While the keyring is locked, messages of devices wait on disk:
///   `EncryptedChatTests.messagesAreDecryptedAfterUnlockingTheKeyring`.
///
/// ## After a crash
///
/// - Before the token of a sync is stored: the same messages of devices come again, and are recognized.
/// - After a key is stored, before its events are decrypted: `arrived_keys` names the session. The next start decrypts
///   them.
/// - After a message for devices is stored: it is sent before the next one, with the same transaction identifier.
/// - After a ciphertext is stored, before a request: the next start discards it and encrypts again with a new index:
///   `KeyRecipientTests.restartReencryptsUnsentLine`.
/// - After a request began: the same ciphertext is sent again while the same devices can read it.
/// - During an upload of keys or a chore: the next run starts from the state on disk.
/// - If an older copy of the profile is restored: events of this device reveal it, and the sessions are replaced:
///   `RestoredProfileTests.linesSentAfterRestoringACopyAreReadByAll`.
///
/// ## Why nothing simpler
///
/// With one lock for everything, a sync would wait for the slow server of a member. Saving sessions later would reuse
/// indices after a crash. Encrypting when the user presses Enter would let people read who leave before the request.
package actor EncryptionEndpoint {
    /// The number of one-time keys to keep on the server. More are uploaded once half of them are used.
    static let oneTimeKeys: Int64 = 50
    static let hour: Int64 = 3_600_000

    let client: HomeserverClient
    let store: EncryptionStore
    let userID: String
    let now: @Sendable () -> Int64
    private let provideKey: @Sendable () async -> SealingKey?
    private let listener = Mutex<(@Sendable (DeviceChanges) -> Void)?>(nil)
    /// The setup of the session that is logged in.
    private let preparing = Mutex<Task<DeviceAddress?, Never>?>(nil)
    private var sealingKey: SealingKey?
    private var known = RoomKeyCache()
    /// The message indices of decrypted events that may not be on disk yet, for detecting replays.
    private var shown = MegolmReplays()
    /// A counter that changes with each new key. A copy of ``known`` from before is then outdated, and
    /// undecrypted events may become readable.
    private var keysNumber = 0
    /// The value of ``keysNumber`` when all undecrypted events were last tried.
    private var openedNumber: Int?
    /// The chats whose next line can be encrypted at once.
    var readyChats: [String: SharedRoomKeyCache] = [:]
    /// The sessions for verifications, by chat.
    var verificationSessions: [String: VerificationSession] = [:]
    private(set) var knownRecipients: RecipientCache?
    /// A counter that changes whenever a device or an identity of a person changes.
    private(set) var devicesNumber = 0
    /// The people whose servers do not answer, by Matrix ID.
    var silentPeople: [String: DeviceQueryBackoff] = [:]
    /// The state of the account's own identity.
    var ownTrust = OwnTrust()
    private var chores = ChoreState()
    /// The server's backup if it is trusted.
    var backup: VerifiedBackup?
    var hasLoadedBackup = false
    /// The state of the backup that was last reported.
    var toldBackup: BackupStatus?
    /// The time of the last check for changes by other devices in milliseconds since 1970; `nil` before the first
    /// chores.
    private var lookedAt: Int64?
    /// A new recovery key that was shown and that the user has not confirmed yet.
    var newRecoveryKey: SecretStorageKey?
    var restoring: Task<Void, Never>?
    /// The time when a restore of the backup failed in milliseconds since 1970.
    var restoreFailedAt: Int64?
    private let report: @Sendable (EncryptionEvent) async -> Void
    private var uploading: Task<Void, Never>?
    /// The time when the last fallback key was created in milliseconds since 1970.
    private var fallbackMadeAt: Int64?
    /// The time when the previous fallback key is deleted in milliseconds since 1970; `nil` if there is none any
    /// more.
    private var forgetsFallbackAt: Int64?
    private var lastTurn: Task<Void, Never>?

    /// - Parameters:
    ///   - now: milliseconds since 1970.
    ///   - provideKey: the key that encrypts this device's keys; `nil` if it is unavailable, so that nothing can
    ///     be decrypted.
    ///   - report: called with changes other than those of chats.
    package init(
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

    /// Sets the listener for changes of other people's devices.
    package nonisolated func listen(_ body: @escaping @Sendable (DeviceChanges) -> Void) {
        listener.withLock { $0 = body }
    }

    nonisolated func reportDeviceChanges(_ news: DeviceChanges) {
        listener.withLock(\.self)?(news)
    }

    /// Loads the keys of this device, or creates them on a new device, and uploads them. All other operations
    /// wait for it.
    package nonisolated func begin(deviceID: String) {
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
                    // This throws if the keys were encrypted with another key.
                    _ = try keys.account()
                } else {
                    try tables.forgetOwnDevice()
                    var account = OlmAccount()
                    account.makeOneTimeKeys(Int(Self.oneTimeKeys))
                    account.makeFallbackKey()
                    try keys.set(account, deviceID: own.deviceID, isUploaded: false)
                }
                // Lines that an earlier run encrypted and did not send are encrypted again.
                try tables.sealAnew()
                try tables.track([own.userID])
                var reader = DeviceMessageReader(keys: keys, own: own, now: time)
                try reader.process(tables.removeUnread().compactMap(DeviceMessage.init))
                // A session that could not be opened before may be opened now.
                try tables.noteAllArrived()
            }
        } catch {
            return nil
        }
        // An earlier run may have replaced the fallback key at an unknown time.
        forgetsFallbackAt = time + Self.hour
        sealingKey = key
        keysChanged()
        return own
    }

    /// This device and the key that encrypts its keys; `nil` if they can't be decrypted.
    func device() async -> (own: DeviceAddress, key: SealingKey)? {
        guard let own = await preparing.withLock({ $0 })?.value, let sealingKey else { return nil }
        return (own, sealingKey)
    }

    /// Runs operations one after the other, so that no device is asked for two one-time keys at once.
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

    /// Decrypts the encrypted events among events of chats.
    package func open(_ events: [(chatID: String, events: [MatrixEvent])]) async throws(StorageError) -> DecryptedEvents
    {
        let encrypted = events.map { ($0.chatID, $0.events.filter(\.isEncrypted)) }.filter { !$0.1.isEmpty }
        guard !encrypted.isEmpty else { return DecryptedEvents() }
        guard let (_, key) = await device() else { return Self.unread(encrypted) }
        let (known, number) = (known, keysNumber)
        let (read, after) = try await store.readAside { tables in
            var opener = EventDecryptor(keys: DeviceKeyTables(tables: tables, key: key), known: known)
            let read = try encrypted.map { chatID, events in
                (chatID: chatID, events: try events.map { (event: $0, opened: try opener.open($0, chatID: chatID)) })
            }
            return (read, opener.known)
        }
        if number == keysNumber { self.known = after }
        var opened = DecryptedEvents()
        var own: [String: [DecryptedEvent]] = [:]
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

    /// Detects whether this profile is a restored older copy, by messages that this device has sent since.
    ///
    /// - Parameter own: events of the account, by chat.
    private func leaveRestoredSessions(
        showing own: [String: [DecryptedEvent]], _ key: SealingKey
    ) async throws(StorageError) {
        guard !own.isEmpty else { return }
        let restored = try await store.readAside { tables in
            let keys = DeviceKeyTables(tables: tables, key: key)
            return Set(try own.filter { try keys.isBehind($0.value, chatID: $0.key) }.keys)
        }
        guard !restored.isEmpty else { return }
        try await store.write { try $0.leaveRestoredSessions(chatIDs: restored) }
    }

    /// Rejects a replay of an event that may not be on disk yet, since a sync and a page of history are decrypted
    /// concurrently.
    private func note(_ opened: DecryptedEvent, of event: MatrixEvent) -> DecryptedEvent {
        guard case .opened(let sessionID, let index) = opened.encryption, let eventID = event.eventID else {
            return opened
        }
        do {
            try shown.record(eventID, sessionID: sessionID, index: index)
            return opened
        } catch {
            return DecryptedEvent(event: event, encryption: .sealed(.isReplay, sessionID: sessionID))
        }
    }

    private static func unread(_ events: [(String, [MatrixEvent])]) -> DecryptedEvents {
        var opened = DecryptedEvents()
        for (chatID, events) in events {
            for event in events {
                let sessionID = event.content["session_id"]?.identifier
                let encryption = MessageEncryption.sealed(.withoutKeys, sessionID: sessionID)
                opened.add(DecryptedEvent(event: event, encryption: encryption), chatID: chatID)
            }
        }
        return opened
    }

    func devicesChanged() {
        devicesNumber += 1
        reportDeviceChanges(.changed)
    }

    func setReady(_ chat: SharedRoomKeyCache, chatID: String) {
        readyChats[chatID] = chat
    }

    func setKnown(_ recipients: RecipientCache) {
        knownRecipients = recipients
    }

    /// Called when keys of chats have changed.
    func keysChanged() {
        known = RoomKeyCache()
        keysNumber += 1
        // The senders of known lines may be proved now.
        reportDeviceChanges(.changed)
    }

    /// The number of the current keys, if undecrypted events were not tried with them; `nil` otherwise. A start
    /// of the program counts as new keys.
    var newsToOpen: Int? { openedNumber == keysNumber ? nil : keysNumber }

    /// Marks undecrypted events to be tried once more.
    func openAgain() { openedNumber = nil }

    /// Called when undecrypted events were stored: their key may have arrived meanwhile, or another device may
    /// have it.
    func lookAfterSealed() async {
        openAgain()
        await post(.keysCame)
        await tend()
    }

    func opened(_ number: Int) {
        openedNumber = number
    }

    // MARK: Chores

    func post(_ event: EncryptionEvent) async { await report(event) }

    /// Called when new data requires a run of the chores.
    func wantChores() {
        chores.areWanted = true
    }

    /// Runs the chores. Only one run is active, and it continues if more is requested meanwhile.
    package func tend() async {
        guard !chores.areOver else { return }
        chores.areWanted = true
        let running = chores.running ?? Task { await self.runChores() }
        chores.running = running
        await running.value
    }

    /// Runs the chores if they are requested, or if the retry of a failed run is due.
    func tendIfNeeded() async {
        if isCheckDue { lookAgain() }
        let isDue = chores.failedAt.map { abs(now() - $0) >= ChoreState.pause } ?? false
        if chores.areWanted || isDue { await tend() }
    }

    /// Makes the next chores check again for a backup or recovery key of another device.
    package func lookAgain() {
        lookedAt = now()
        (hasLoadedBackup, ownTrust.hasLoadedRecoveryOffer) = (false, false)
        wantChores()
    }

    /// Whether the hourly check is due: another device may have created or deleted a backup or recovery key.
    private var isCheckDue: Bool {
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

    /// Stops the chores. The next run of the program continues them.
    package func finish() async {
        chores.areOver = true
        for task in [chores.running, restoring] { task?.cancel() }
        await chores.running?.value
        await restoring?.value
    }

    // MARK: Uploading

    /// Uploads the keys that the server lacks, or waits for the upload that is running. Otherwise this could arrive
    /// after a later upload of the device with its owner's signature, and remove the signature.
    ///
    /// - Parameter count: the number of one-time keys on the server, if it was reported.
    func uploadKeys(serverHas count: Int64? = nil, needsFallback: Bool = false) async {
        if let uploading { return await uploading.value }
        let upload = Task { await uploadOnce(serverHas: count, needsFallback: needsFallback) }
        uploading = upload
        await upload.value
    }

    private func uploadOnce(serverHas count: Int64?, needsFallback: Bool) async {
        defer { uploading = nil }
        guard let (own, key) = await device() else { return }
        let upload = KeyUpload(client: client, store: store, own: own, key: key)
        // A server that stores no fallback keys would otherwise receive a new one with each sync.
        let makesFallback = needsFallback && fallbackMadeAt.map { abs(now() - $0) > Self.hour } ?? true
        if makesFallback {
            fallbackMadeAt = now()
            forgetsFallbackAt = now() + Self.hour
        }
        // If this fails, the next sync reports again which keys are missing.
        try? await upload.run(serverHas: count, needsFallback: makesFallback)
    }

    /// Deletes the previous fallback key an hour after its replacement. Messages that used it have arrived by
    /// then, and an attacker who later gets this device must not read them.
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
