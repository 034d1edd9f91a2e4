import Foundation
import MatrixAPI
import MatrixClient
import MatrixCrypto
import Storage

/// Sends to single devices by Olm: what is on its way is on disk before it leaves, and is sent again under the same transaction identifier.
struct DeviceMessageSender {
    /// How many devices a request is for.
    static let batch = 100
    /// How many requests are under way at once.
    private static let atOnce = 3
    /// How many devices are asked for a key at once.
    private static let claimed = 500
    /// The code of who could not begin a session.
    static let withoutOlm = "m.no_olm"
    private static let algorithm = "m.olm.v1.curve25519-aes-sha2"

    let client: HomeserverClient
    let store: EncryptionStore
    let own: DeviceAddress
    let key: SealingKey

    /// Begins sessions with devices, by a one-time key of each.
    ///
    /// - Parameter now: milliseconds since 1970.
    /// - Returns: those that have none to give, or one that they did not sign.
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

    /// Encrypts an event for devices with which sessions are there, and sends it: what is on disk for some is on its way while it is
    /// encrypted for the next.
    ///
    /// - Parameters:
    ///   - sessionID: whose key it gives.
    ///   - note: as of ``keep(_:_:to:note:)``.
    func send(
        _ type: String, _ content: JSONValue, of sessionID: String, to devices: [DeviceKeys],
        note: @escaping @Sendable (EncryptionTables, [DeviceKeys]) throws -> Void
    ) async throws {
        try await flush()
        try await withThrowingTaskGroup(of: Void.self) { group in
            var underWay = 0
            for batch in devices.batches(of: Self.batch) {
                guard let parcel = try await keep(type, content, of: sessionID, to: batch, note: note) else { continue }
                if underWay == Self.atOnce {
                    try await group.next()
                } else {
                    underWay += 1
                }
                group.addTask { try await carry(parcel) }
            }
            try await group.waitForAll()
        }
    }

    /// Encrypts an event for devices with which sessions are there, to be sent by ``flush()``.
    func keep(
        _ type: String, _ content: JSONValue, to devices: [DeviceKeys],
        note: @escaping @Sendable (EncryptionTables, [DeviceKeys]) throws -> Void = { _, _ in }
    ) async throws {
        for batch in devices.batches(of: Self.batch) {
            _ = try await keep(type, content, of: nil, to: batch, note: note)
        }
    }

    /// - Parameter note: within the same transaction, told which devices it is for.
    /// - Returns: `nil` where it is for none of them.
    private func keep(
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
            return try Self.keep("m.room.encrypted", messages, of: sessionID, tables)
        }
    }

    /// Tells devices, once, that no session can be begun with them, so that they begin one; to be sent by ``flush()`` (client-server API,
    /// `m.room_key.withheld`).
    func keepWithoutOlm(for devices: [DeviceKeys]) async throws {
        for batch in devices.batches(of: Self.batch) {
            try await store.write { [key] tables in
                guard let account = try DeviceKeyTables(tables: tables, key: key).account() else { return }
                let content: JSONValue = [
                    "algorithm": .string(ExportedRoomKey.algorithm), "code": .string(Self.withoutOlm),
                    "sender_key": .string(account.identityKey.publicKey.base64),
                ]
                let untold = try batch.filter { try tables.noteWithoutOlm(peerKey: $0.identityKey.base64) }
                let messages = Dictionary(untold.map { ($0.address, content) }) { first, _ in first }
                try Self.keep("m.room_key.withheld", messages, tables)
            }
        }
    }

    /// Keeps messages as they are, to be sent by ``flush()`` in one request.
    @discardableResult
    static func keep(
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

    /// Sends all that waits, oldest first.
    func flush() async throws {
        while let next = try await store.readAside({ try $0.nextDeviceMessages() }) {
            let messages = (try? JSONValue(parsing: next.messages))?.namedMembers.mapValues(\.namedMembers) ?? [:]
            try await carry(
                DeviceParcel(
                    id: next.id, transactionID: next.transactionID, type: next.type, messages: messages,
                    sessionID: next.sessionID))
        }
    }

    /// What the server refuses for good is given up: the same would be refused for ever, and hold up all behind it.
    private func carry(_ parcel: DeviceParcel) async throws {
        do throws(MatrixClientError) {
            try await client.sendToDevices(
                type: parcel.type, transactionID: parcel.transactionID, messages: parcel.messages)
        } catch {
            switch error {
            case .matrix(_, 413, _), .notMatrix(413): return try await divide(parcel)
            case .matrix(_, let status, _) where [400, 403, 404].contains(status): return try await giveUp(parcel)
            default: throw error
            }
        }
        try await store.removeDeviceMessages(parcel.id)
    }

    /// Those that it was for get the key later, where it had one.
    private func giveUp(_ parcel: DeviceParcel) async throws {
        try await store.write { tables in
            try tables.removeDeviceMessages(parcel.id)
            guard let sessionID = parcel.sessionID else { return }
            for address in parcel.addresses {
                try tables.takeBack(sessionID: sessionID, userID: address.userID, deviceID: address.deviceID)
            }
        }
    }

    /// What is too much at once goes in halves.
    private func divide(_ parcel: DeviceParcel) async throws {
        let halves = parcel.halves
        guard !halves.isEmpty else { return try await giveUp(parcel) }
        let parcels = try await store.write { tables in
            try tables.removeDeviceMessages(parcel.id)
            return try halves.compactMap { try Self.keep(parcel.type, $0, of: parcel.sessionID, tables) }
        }
        for half in parcels { try await carry(half) }
    }
}
