import Foundation
import MatrixAPI
import MatrixClient
import MatrixCrypto
import Storage

/// Sends messages to devices with Olm. Each message is stored on disk before it is sent, and retried with the
/// same transaction identifier.
struct DeviceMessageSender {
    /// The maximum number of devices per request.
    static let batch = 100
    /// The maximum number of concurrent requests.
    private static let atOnce = 3
    /// The maximum number of devices in one request for one-time keys.
    private static let claimed = 500
    /// The withheld code of a device that could not start a session.
    static let withoutOlm = "m.no_olm"
    private static let algorithm = "m.olm.v1.curve25519-aes-sha2"

    let client: HomeserverClient
    let store: EncryptionStore
    let own: DeviceAddress
    let key: SealingKey

    /// Starts sessions with devices, using a one-time key of each.
    ///
    /// - Parameter now: milliseconds since 1970.
    /// - Returns: the devices without a one-time key, or with one that they did not sign.
    @discardableResult
    func begin(with devices: [DeviceKeys], now: Int64) async throws -> [DeviceKeys] {
        var unreachable: [DeviceKeys] = []
        for asked in devices.batches(of: Self.claimed) {
            let names = Dictionary(grouping: asked, by: \.address.userID).mapValues { $0.map(\.address.deviceID) }
            let claimed = try await client.claimKeys(KeyUpload.algorithm, of: names)
            unreachable += try await store.write { [key] tables in
                let keys = DeviceKeyTables(tables: tables, key: key)
                guard let account = try keys.account() else { return Array(asked) }
                return try asked.filter { device in
                    let address = device.address
                    guard let json = claimed[address.userID]?[address.deviceID],
                        let oneTimeKey = try? device.oneTimeKey(json: json),
                        let session = try? account.beginSession(with: device.identityKey, oneTimeKey: oneTimeKey)
                    else { return true }
                    try keys.set(session, usedAt: now)
                    return false
                }
            }
        }
        return unreachable
    }

    /// Encrypts an event for devices with existing sessions, and sends it. Stored batches are sent while the next one
    /// is encrypted.
    ///
    /// - Parameters:
    ///   - sessionID: the session whose key the event shares.
    ///   - note: called in the transaction that stores a batch, with the devices that the event is for.
    func send(
        _ type: String, _ content: JSONValue, of sessionID: String, to devices: [DeviceKeys],
        note: @escaping @Sendable (EncryptionTables, [DeviceKeys]) throws -> Void
    ) async throws {
        try await flush()
        try await withThrowingTaskGroup(of: Void.self) { group in
            var underWay = 0
            for batch in devices.batches(of: Self.batch) {
                guard let parcel = try await enqueue(type, content, of: sessionID, to: batch, note: note) else {
                    continue
                }
                if underWay == Self.atOnce {
                    try await group.next()
                } else {
                    underWay += 1
                }
                group.addTask { try await send(parcel) }
            }
            try await group.waitForAll()
        }
    }

    /// Encrypts an event for devices with existing sessions, to be sent by ``flush()``.
    func enqueue(
        _ type: String, _ content: JSONValue, to devices: [DeviceKeys],
        note: @escaping @Sendable (EncryptionTables, [DeviceKeys]) throws -> Void = { _, _ in }
    ) async throws {
        for batch in devices.batches(of: Self.batch) {
            _ = try await enqueue(type, content, of: nil, to: batch, note: note)
        }
    }

    /// - Parameter note: called within the same transaction with the devices that the event is for.
    /// - Returns: `nil` if the event is for none of them.
    private func enqueue(
        _ type: String, _ content: JSONValue, of sessionID: String?, to batch: ArraySlice<DeviceKeys>,
        note: @escaping @Sendable (EncryptionTables, [DeviceKeys]) throws -> Void
    ) async throws -> DeviceParcel? {
        try await store.write { [own, key] tables in
            let keys = DeviceKeyTables(tables: tables, key: key)
            guard let account = try keys.account() else { return nil }
            let sender = try DeviceKeys(json: account.signedDeviceKeys(of: own), of: own)
            var messages: [DeviceAddress: JSONValue] = [:]
            let reached = try batch.filter { device in
                let payload = OlmPayload.plaintext(type: type, content: content, from: sender, to: device)
                guard let message = try Self.seal(payload, from: sender, to: device, keys) else { return false }
                messages[device.address] = message
                return true
            }
            try note(tables, reached)
            return try Self.enqueue("m.room.encrypted", messages, of: sessionID, tables)
        }
    }

    /// Notifies devices once that no session could be started with them, so that they start one (client-server API,
    /// `m.room_key.withheld`). The messages are sent by ``flush()``.
    func enqueueNoOlm(for devices: [DeviceKeys]) async throws {
        for batch in devices.batches(of: Self.batch) {
            try await store.write { [key] tables in
                guard let account = try DeviceKeyTables(tables: tables, key: key).account() else { return }
                let content: JSONValue = [
                    "algorithm": .string(ExportedRoomKey.algorithm), "code": .string(Self.withoutOlm),
                    "sender_key": .string(account.identityKey.publicKey.base64),
                ]
                let untold = try batch.filter { try tables.noteWithoutOlm(peerKey: $0.identityKey.base64) }
                let messages = Dictionary(untold.map { ($0.address, content) }) { first, _ in first }
                try Self.enqueue("m.room_key.withheld", messages, tables)
            }
        }
    }

    /// Stores unencrypted messages, to be sent by ``flush()`` in one request.
    @discardableResult
    static func enqueue(
        _ type: String, _ messages: [DeviceAddress: JSONValue], of sessionID: String? = nil, _ tables: EncryptionTables
    ) throws -> DeviceParcel? {
        guard !messages.isEmpty else { return nil }
        var people: [String: [String: JSONValue]] = [:]
        for (address, message) in messages { people[address.userID, default: [:]][address.deviceID] = message }
        let transactionID = UUID().uuidString
        let id = try tables.addDeviceMessages(
            transactionID: transactionID, type: type,
            messages: JSONValue.object(people.mapValues { .object($0) }).serializedText, sessionID: sessionID)
        return DeviceParcel(
            id: id, transactionID: transactionID, type: type, messages: people, sessionID: sessionID)
    }

    private static func seal(
        _ payload: [UInt8], from sender: DeviceKeys, to device: DeviceKeys, _ keys: DeviceKeyTables
    ) throws -> JSONValue? {
        guard var session = try keys.olmSession(with: device.identityKey) else { return nil }
        let envelope = try session.encrypt(payload)
        try keys.set(session)
        let ciphertext: JSONValue = ["type": .integer(envelope.type), "body": .string(envelope.body)]
        return [
            "algorithm": .string(algorithm), "sender_key": .string(sender.identityKey.base64),
            "ciphertext": .object([device.identityKey.base64: ciphertext]),
        ]
    }

    /// Sends all queued messages, the oldest first.
    func flush() async throws {
        while let next = try await store.readAside({ try $0.nextDeviceMessages() }) {
            let messages = (try? JSONValue(parsing: next.messages))?.namedMembers.mapValues(\.namedMembers) ?? [:]
            try await send(
                DeviceParcel(
                    id: next.id, transactionID: next.transactionID, type: next.type, messages: messages,
                    sessionID: next.sessionID))
        }
    }

    /// Sends a request. If the server refuses it for good, it is dropped, as it would otherwise block the queue
    /// forever.
    private func send(_ parcel: DeviceParcel) async throws {
        do throws(MatrixClientError) {
            try await client.sendToDevices(
                type: parcel.type, transactionID: parcel.transactionID, messages: parcel.messages)
        } catch {
            switch error {
            case .matrix(_, 413, _), .notMatrix(413): return try await divide(parcel)
            case .matrix(_, let status, _) where [400, 403, 404].contains(status): return try await drop(parcel)
            default: throw error
            }
        }
        try await store.removeDeviceMessages(parcel.id)
    }

    /// Drops a request. If it contained a key, its devices get the key later.
    private func drop(_ parcel: DeviceParcel) async throws {
        try await store.write { tables in
            try tables.removeDeviceMessages(parcel.id)
            guard let sessionID = parcel.sessionID else { return }
            for address in parcel.addresses {
                try tables.takeBack(sessionID: sessionID, userID: address.userID, deviceID: address.deviceID)
            }
        }
    }

    /// Splits a request that is too large into halves.
    private func divide(_ parcel: DeviceParcel) async throws {
        let halves = parcel.halves
        guard !halves.isEmpty else { return try await drop(parcel) }
        let parcels = try await store.write { tables in
            try tables.removeDeviceMessages(parcel.id)
            return try halves.compactMap { try Self.enqueue(parcel.type, $0, of: parcel.sessionID, tables) }
        }
        for half in parcels { try await send(half) }
    }
}

/// Queued messages to devices that are sent in one request.
struct DeviceParcel: Sendable {
    let id: Int64
    let transactionID: String
    let type: String
    /// The contents by user and device.
    let messages: [String: [String: JSONValue]]
    /// The session whose key the messages share, if any.
    let sessionID: String?

    var addresses: [DeviceAddress] {
        messages.flatMap { userID, devices in devices.keys.map { DeviceAddress(userID: userID, deviceID: $0) } }
    }

    /// The messages split into two requests; empty if they are for a single device.
    var halves: [[DeviceAddress: JSONValue]] {
        let addresses = addresses
        guard addresses.count > 1 else { return [] }
        return addresses.batches(of: (addresses.count + 1) / 2).map { half in
            Dictionary(half.map { ($0, messages[$0.userID]?[$0.deviceID] ?? .null) }) { first, _ in first }
        }
    }
}

extension Array {
    /// Splits the elements in order into batches of a size; the last batch may be smaller.
    func batches(of size: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
    }
}
