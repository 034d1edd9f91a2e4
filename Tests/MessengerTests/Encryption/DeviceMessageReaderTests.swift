import MatrixAPI
import MatrixCrypto
import Storage
import Testing

@testable import Engine

/// Tests messages from a device with which bo's device has a session.
@Suite(.timeLimit(.minutes(5))) struct DeviceMessageReaderTests {
    private let database: ProfileDatabase
    private let key = SealingKey()
    private let ana = OlmAccount()
    private let anaAddress = DeviceAddress(userID: "@ana:localhost", deviceID: "ANA")
    private let boAddress = DeviceAddress(userID: "@bo:localhost", deviceID: "BO")

    init() throws {
        database = try ProfileDatabase.inMemory()
    }

    @Test func replayedFallbackKeyMessageChangesNothing() async throws {
        var bo = OlmAccount()
        bo.makeFallbackKey()
        let (kept, fallback) = (bo, try #require(bo.unpublishedFallbackKey).key)
        try await write { try $0.set(kept, deviceID: "BO", isUploaded: true) }
        var session = try ana.beginSession(with: bo.identityKey.publicKey, oneTimeKey: fallback)
        let first = [try sealed("m.dummy", .emptyObject, &session, to: bo), try roomKey(&session, to: bo)]
        #expect(try await take(first) == Outcome(hasNews: true, wedged: 0))

        try await answer(&session)
        for batch in [first, first.reversed()] {
            #expect(try await take(batch) == Outcome(hasNews: false, wedged: 0))
        }
        #expect(try await take([roomKey(&session, to: bo)]) == Outcome(hasNews: true, wedged: 0))
    }

    /// The fallback key still exists, but the session no longer remembers its first message: it keeps only five
    /// ratchet turns.
    @Test func oldReplayedPreKeyMessageKeepsLongSession() async throws {
        var bo = OlmAccount()
        bo.makeFallbackKey()
        let (kept, fallback) = (bo, try #require(bo.unpublishedFallbackKey).key)
        try await write { try $0.set(kept, deviceID: "BO", isUploaded: true) }
        var session = try ana.beginSession(with: bo.identityKey.publicKey, oneTimeKey: fallback)
        let first = try roomKey(&session, to: bo)
        #expect(try await take([first]) == Outcome(hasNews: true, wedged: 0))
        for _ in 0..<8 {
            try await answer(&session)
            #expect(try await take([roomKey(&session, to: bo)]) == Outcome(hasNews: true, wedged: 0))
        }
        #expect(try await take([first]) == Outcome(hasNews: false, wedged: 1))
        try await answer(&session)
    }

    @Test func undecryptableMessageMarksSessionWedged() async throws {
        var bo = OlmAccount()
        bo.makeFallbackKey()
        let (kept, fallback) = (bo, try #require(bo.unpublishedFallbackKey).key)
        var session = try ana.beginSession(with: bo.identityKey.publicKey, oneTimeKey: fallback)
        let message = try roomKey(&session, to: bo)
        var other = kept
        other.makeFallbackKey()
        other.forgetPreviousFallbackKey()
        let without = other
        try await write { try $0.set(without, deviceID: "BO", isUploaded: true) }
        #expect(try await take([message]) == Outcome(hasNews: false, wedged: 1))
    }

    private struct Outcome: Equatable {
        let hasNews: Bool
        let wedged: Int
    }

    private func write<Value: Sendable>(
        _ body: @escaping @Sendable (DeviceKeyTables) throws -> Value
    ) async throws -> Value {
        try await database.encryption.write { [key] in try body(DeviceKeyTables(tables: $0, key: key)) }
    }

    /// Sends a message from bo in the session that ana began, and lets ana decrypt it.
    private func answer(_ session: inout OlmSession) async throws {
        let sessionID = session.sessionID
        let answer = try await write { [ana] keys -> OlmEnvelope? in
            var theirs = try keys.olmSessions(with: ana.identityKey.publicKey).first
            #expect(theirs?.sessionID == sessionID)
            let answer = try theirs?.encrypt(Array("yes?".utf8))
            if let theirs { try keys.set(theirs) }
            return answer
        }
        #expect(try session.decrypt(#require(answer)) == Array("yes?".utf8))
    }

    private func take(_ messages: [DeviceMessage]) async throws -> Outcome {
        try await write { [boAddress] keys in
            var reader = DeviceMessageReader(keys: keys, own: boAddress, now: 1)
            try reader.process(messages)
            return Outcome(hasNews: reader.hasNews, wedged: reader.wedged.count)
        }
    }

    /// Returns the key of a new room session.
    private func roomKey(_ session: inout OlmSession, to bo: OlmAccount) throws -> DeviceMessage {
        let room = MegolmOutboundSession()
        return try sealed(
            "m.room_key",
            [
                "algorithm": "m.megolm.v1.aes-sha2", "room_id": "!chat:localhost",
                "session_id": .string(room.sessionID), "session_key": .string(room.sharedKey),
            ], &session, to: bo)
    }

    private func sealed(
        _ type: String, _ content: JSONValue, _ session: inout OlmSession, to bo: OlmAccount
    ) throws -> DeviceMessage {
        let theirs = try DeviceKeys(json: bo.signedDeviceKeys(of: boAddress), of: boAddress)
        let ours = try DeviceKeys(json: ana.signedDeviceKeys(of: anaAddress), of: anaAddress)
        let envelope = try session.encrypt(OlmPayload.plaintext(type: type, content: content, from: ours, to: theirs))
        let ciphertext: JSONValue = ["type": .integer(envelope.type), "body": .string(envelope.body)]
        let message = DeviceMessage(json: [
            "type": "m.room.encrypted", "sender": .string(anaAddress.userID),
            "content": [
                "algorithm": "m.olm.v1.curve25519-aes-sha2", "sender_key": .string(ours.identityKey.base64),
                "ciphertext": .object([theirs.identityKey.base64: ciphertext]),
            ],
        ])
        return try #require(message)
    }
}
