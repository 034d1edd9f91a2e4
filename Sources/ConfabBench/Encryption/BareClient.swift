import Foundation
import MatrixAPI
import MatrixCrypto
import NIOCore
import NIOHTTP1
import NIOPosix

/// Sends the requests that Confab sends for a message with a new room key. Their bodies are encrypted and serialized in
/// advance, so that the measured time is only the server's.
struct BareClient: Sendable {
    /// The number of devices in a request, the same as in Confab.
    static let devicesAtOnce = 100
    /// The number of concurrent requests, the same as in Confab.
    static let requestsAtOnce = 3

    private let chats: KeyedChats
    /// The room keys encrypted for each device, as the bodies of the requests.
    private let messages: [ByteBuffer]
    private let line: ByteBuffer

    init(_ chats: KeyedChats) throws {
        self.chats = chats
        let writer = DeviceAddress(userID: "@ana:localhost", deviceID: "ABCDEFGHIJ")
        let account = OlmAccount()
        var room = MegolmOutboundSession()
        let seal = try RoomKeySeal(account: account, address: writer, room: room, roomID: chats.sealedID)
        let devices = chats.people.people.flatMap(\.devices)
        messages = try stride(from: 0, to: devices.count, by: Self.devicesAtOnce).map { first in
            var people: [String: [String: JSONValue]] = [:]
            for device in devices[first..<min(devices.count, first + Self.devicesAtOnce)] {
                people[device.address.userID, default: [:]][device.address.deviceID] = try seal.message(for: device)
            }
            let body: JSONValue = ["messages": .object(people.mapValues { .object($0) })]
            return ByteBuffer(bytes: body.serialized)
        }
        let said: JSONValue = ["msgtype": "m.text", "body": "a line"]
        let sealed = try room.encrypt(
            MegolmPayload.plaintext(type: "m.room.message", content: said, roomID: chats.sealedID))
        let content: JSONValue = [
            "algorithm": .string(ExportedRoomKey.algorithm), "session_id": .string(room.sessionID),
            "ciphertext": .string(sealed.base64), "sender_key": .string(account.identityKey.publicKey.base64),
            "device_id": .string(writer.deviceID),
        ]
        line = ByteBuffer(bytes: content.serialized)
    }

    /// The size of the room key messages, in kilobytes.
    var kilobytes: Double { Double(messages.reduce(0) { $0 + $1.readableBytes }) / 1_000 }

    /// - Parameter count: The number of concurrent requests, each on a separate connection.
    /// - Returns: The server's time for all requests, in milliseconds.
    func sendKeys(atOnce count: Int) async throws -> Double {
        try await withThrowingTaskGroup(of: Range<ContinuousClock.Instant>.self) { group in
            for first in 0..<count { group.addTask { try await sendKeys(from: first, oneOf: count) } }
            let spans = try await group.reduce(into: []) { $0.append($1) }
            guard let began = spans.map(\.lowerBound).min(), let ended = spans.map(\.upperBound).max() else { return 0 }
            return (ended - began).milliseconds
        }
    }

    /// Sends every `count`th request, one after the other.
    ///
    /// - Returns: The time from its first request to its last answer.
    private func sendKeys(from first: Int, oneOf count: Int) async throws -> Range<ContinuousClock.Instant> {
        try await withConnection { connection in
            let began = ContinuousClock.now
            for number in stride(from: first, to: messages.count, by: count) {
                try await send("sendToDevice/m.room.encrypted/\(UUID().uuidString)", messages[number], connection)
            }
            return began..<ContinuousClock.now
        }
    }

    /// - Returns: The time until the recipient has the line, in milliseconds.
    func sendLine(_ ear: LongPollListener) async throws -> Double {
        let room = chats.sealedID.replacing("!", with: "%21").replacing(":", with: "%3A")
        return try await withConnection { connection in
            ear.listen(for: ExportedRoomKey.algorithm)
            try await send("rooms/\(room)/send/m.room.encrypted/\(UUID().uuidString)", line, connection)
            return try await ear.awaitDelivery()
        }
    }

    private func send(_ path: String, _ body: ByteBuffer, _ connection: LoadConnection) async throws {
        let request = LoadRequest(
            method: .PUT, target: "/_matrix/client/v3/" + path, token: chats.tokenOfAna, body: body)
        let answer = try await connection.eventLoop.flatSubmit { connection.send(request) }.get()
        guard answer.status == 200 else { throw BenchError.refused(request: path, status: answer.status) }
    }

    private func withConnection<Value>(_ body: (LoadConnection) async throws -> Value) async throws -> Value {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        do {
            let value = try await body(.open(port: chats.server.port, on: group))
            try await group.shutdownGracefully()
            return value
        } catch {
            try await group.shutdownGracefully()
            throw error
        }
    }
}

/// Encrypts a room's key for devices, in messages as long as Confab's own.
struct RoomKeySeal {
    private let account: OlmAccount
    private let sender: DeviceKeys
    private let content: JSONValue

    init(
        account: OlmAccount, address: DeviceAddress, room: MegolmOutboundSession, roomID: String
    ) throws(CryptoError) {
        self.account = account
        sender = try DeviceKeys(json: account.signedDeviceKeys(of: address), of: address)
        content = [
            "algorithm": .string(ExportedRoomKey.algorithm), "room_id": .string(roomID),
            "session_id": .string(room.sessionID), "session_key": .string(room.sharedKey), "shared_history": true,
        ]
    }

    /// Returns the message that starts a session with a device. Its one-time key was not claimed from a server.
    func message(for device: KeyedDevice) throws(CryptoError) -> JSONValue {
        guard let key = try device.oneTimeKeys.values.first else { throw .missingMember("one_time_keys") }
        var session = try account.beginSession(
            with: device.keys.identityKey, oneTimeKey: device.keys.oneTimeKey(json: key))
        let envelope = try session.encrypt(
            OlmPayload.plaintext(type: "m.room_key", content: content, from: sender, to: device.keys))
        let ciphertext: JSONValue = ["type": .integer(envelope.type), "body": .string(envelope.body)]
        return [
            "algorithm": "m.olm.v1.curve25519-aes-sha2", "sender_key": .string(sender.identityKey.base64),
            "ciphertext": .object([device.keys.identityKey.base64: ciphertext]),
        ]
    }
}
