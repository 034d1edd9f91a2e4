import MatrixAPI
import MatrixCrypto
import Storage

/// The parts of a sync response that concern encryption.
extension EncryptionEndpoint {
    /// Stores messages of devices and changes of keys before the sync token is advanced, and then decrypts the
    /// timelines.
    func process(_ responses: [SyncResponse]) async throws(StorageError) -> DecryptedEvents {
        if let (own, key) = await device() {
            try await persist(responses, own, key)
            if let last = responses.last(where: \.tellsOfOwnKeys) { topUp(last) }
            await forgetFallbackKeyWhereItIsTime()
        } else {
            try await storeUnread(responses)
        }
        // Clients change this when they delete a backup or create a new one.
        if responses.contains(where: { !$0.isWhole && $0.changesBackup }) { lookAgain() }
        let timelines = responses.flatMap { response in
            response.joined.map { (chatID: $0.key, events: $0.value.timeline) }
                + response.left.map { (chatID: $0.key, events: $0.value.timeline) }
        }
        let opened = try await open(timelines)
        // The backup or another device may have the keys.
        if opened.hasSealed { wantChores() }
        return opened
    }

    private func persist(
        _ responses: [SyncResponse], _ own: DeviceAddress, _ key: SealingKey
    ) async throws(StorageError) {
        let telling = responses.filter {
            !$0.deviceMessages.isEmpty || !$0.changedDevices.isEmpty || !$0.leftDevices.isEmpty || $0.isWhole
        }
        guard !telling.isEmpty else { return }
        let time = now()
        // The server repeats changes of device lists until the token is stored, but deletes messages to this device.
        // Only these have to be on the disk now.
        let isRepeatable = telling.allSatisfy(\.deviceMessages.isEmpty)
        let (news, chores, wedged) = try await store.write(durable: isRepeatable ? .withNext : .now) { tables in
            let keys = DeviceKeyTables(tables: tables, key: key)
            var reader = DeviceMessageReader(keys: keys, own: own, now: time)
            for response in telling {
                // An initial sync doesn't report earlier changes.
                if response.isWhole { try tables.setOutdated(tables.trackedPeople()) }
                try reader.process(response.deviceMessages)
                try tables.setOutdated(response.changedDevices)
                try tables.stopTracking(response.leftDevices.filter { $0 != own.userID })
            }
            return (reader.hasNews, reader.hasChores, reader.wedged)
        }
        if news { keysChanged() }
        let isOwnAnother = telling.contains { $0.isWhole || $0.changedDevices.contains(own.userID) }
        if news || chores || isOwnAnother { wantChores() }
        if telling.contains(where: { !$0.changedDevices.isEmpty }) { reportDeviceChanges(.outdated) }
        for (senderKey, sender) in wedged { Task { await self.unwedge(senderKey, of: sender) } }
    }

    /// Stores device messages until this device's keys can be decrypted.
    private func storeUnread(_ responses: [SyncResponse]) async throws(StorageError) {
        let messages = responses.flatMap(\.deviceMessages).map {
            UnreadDeviceMessage(sender: $0.sender, type: $0.type, content: $0.content.serializedText)
        }
        let changed = responses.flatMap(\.changedDevices)
        let left = responses.flatMap(\.leftDevices).filter { $0 != userID }
        let isWhole = responses.contains(where: \.isWhole)
        guard isWhole || !messages.isEmpty || !changed.isEmpty || !left.isEmpty else { return }
        try await store.write { tables in
            try tables.storeUnread(messages)
            // An initial sync doesn't report earlier changes.
            if isWhole { try tables.setOutdated(tables.trackedPeople()) }
            try tables.setOutdated(changed)
            try tables.stopTracking(left)
        }
    }

    private func topUp(_ response: SyncResponse) {
        let count = response.oneTimeKeyCounts?[KeyUpload.algorithm] ?? 0
        let needsFallback = response.unusedFallbackKeys.map { !$0.contains(KeyUpload.algorithm) } ?? false
        guard count <= Self.oneTimeKeys / 2 || needsFallback else { return }
        Task { await self.uploadKeys(serverHas: count, needsFallback: needsFallback) }
    }

    /// Decrypts stored events whose keys have arrived.
    ///
    /// - Parameter recount: recounts the unread messages; `nil` keeps the counts.
    func openArrived(recount: UnreadRecount? = nil) async throws(StorageError) -> [ArrivedEvents] {
        // Most syncs bring no key and then need no query.
        guard await device() != nil, let number = newsToOpen else { return [] }
        let arrived = try await store.readAside { tables in
            try tables.arrivedKeys().map { ($0, try tables.sealedEvents(of: $0)) }
        }
        var read: [ArrivedEvents] = []
        for (session, sources) in arrived {
            let events = sources.compactMap { (try? JSONValue(parsing: $0)).flatMap(MatrixEvent.init(json:)) }
            let opened = try await open([(session.chatID, events)])
            let messages = events.map { opened.message(from: $0, chatID: session.chatID) }
            let applied = try await store.open(messages, of: session, recount: recount)
            let plain = events.map { opened.event($0, chatID: session.chatID) }
            read.append(ArrivedEvents(chatID: session.chatID, events: plain, applied: applied))
        }
        opened(number)
        return read
    }
}

extension SyncResponse {
    /// Whether the stored key of the backup has changed (client-server API, "Secret storage").
    fileprivate var changesBackup: Bool { accountData.contains { $0.type == SecretName.backup.rawValue } }

    /// Whether the response contains the number of keys on the server. A server without any one-time keys may omit
    /// their count and report only fallback keys (client-server API, "Extensions to /sync").
    fileprivate var tellsOfOwnKeys: Bool { oneTimeKeyCounts != nil || unusedFallbackKeys != nil }
}
