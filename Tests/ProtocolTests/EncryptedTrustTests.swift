import Conversations
import MatrixAPI
import MatrixClient
import MatrixCrypto
import Storage
import TestSupport
import Testing

@testable import Messenger

/// Whose devices get the keys of an encrypted chat.
@Suite(.timeLimit(.minutes(5))) struct EncryptedTrustTests {
    private static func run(
        _ body: @escaping @Sendable (_ ana: Device, _ bo: Device, TestServer) async throws -> Void
    ) async throws {
        try await TestServer.run { server in
            let (ana, bo) = (try await Person.register("ana", on: server), try await Person.register("bo", on: server))
            let chatID = try await ana.makeEncryptedRoom(with: [bo])
            let devices = try [ana, bo].map { try Device($0, chatID: chatID, sealedWith: SealingKey()) }
            for device in devices { try await device.comeOnline() }
            try await body(devices[0], devices[1], server)
            for person in [ana, bo] { await person.client.shutdown() }
        }
    }

    @Test func aDeviceThatItsOwnerHasNotSignedGetsNoKeyAndIsToldWhy() async throws {
        try await Self.run { ana, bo, server in
            _ = try await bo.makeIdentity()
            let second = try await bo.person.logInAgain(on: server)
            let stranger = try Device(second, chatID: bo.chatID, sealedWith: SealingKey())
            try await stranger.comeOnline()
            try await ana.receive()
            try await ana.say("for bo alone")
            try await ana.send()
            for device in [bo, stranger] { try await device.receive() }
            #expect(try bo.screen() == ["for bo alone"])
            #expect(try stranger.encryptions() == [.sealed(.withheld(code: "m.unverified"), sessionID: nil)])
            await second.client.shutdown()
        }
    }

    @Test func aDeviceThatIsSignedLaterGetsTheNextKey() async throws {
        try await Self.run { ana, bo, server in
            let identity = try await bo.makeIdentity()
            let second = try await bo.person.logInAgain(on: server)
            let later = try Device(second, chatID: bo.chatID, sealedWith: SealingKey())
            try await later.comeOnline()
            try await ana.receive()
            try await ana.say("before")
            try await ana.send()
            try await later.receive()
            try await bo.sign(later, by: identity)
            try await ana.receive()
            try await ana.say("after")
            try await ana.send()
            try await later.receive()
            #expect(try later.screen() == ["", "after"])
            await second.client.shutdown()
        }
    }

    @Test func nothingIsSaidToAnotherIdentityBeforeAPersonAnsweredForIt() async throws {
        try await Self.run { ana, bo, _ in
            _ = try await bo.makeIdentity()
            try await ana.receive()
            try await ana.say("hello")
            try await ana.send()
            // Whoever has the server could do the same.
            _ = try await bo.makeIdentity()
            try await ana.receive()
            let line = try await ana.say("is it still you?")
            try await ana.send()
            let state = try await ana.database.outbox.line(id: line)?.state
            #expect(state == .failed(reason: .identityChanged(userIDs: [bo.person.userID])))
            try await bo.receive()
            #expect(try bo.screen() == ["hello"])
            // Sending it again takes bo as he is.
            _ = try await ana.database.outbox.retry(id: line)
            try await ana.send()
            try await bo.receive()
            #expect(try bo.screen() == ["hello", "is it still you?"])
        }
    }

    /// The embedded server refuses other keys for a device; another server may tell them.
    @Test func aDeviceWhoseKeysAreSaidToBeOthersStaysAsItWas() async throws {
        try await Self.run { ana, bo, _ in
            try await ana.say("hello")
            try await ana.send()
            let userID = bo.person.userID
            let address = DeviceAddress(userID: userID, deviceID: bo.person.session.deviceID)
            let before = try await ana.database.encryption.readAside { try $0.devices(of: userID) }
            let told = try OlmAccount().signedDeviceKeys(of: address)
            try await ana.database.encryption.write { tables in
                try EncryptionEndpoint.set([address.deviceID: told], of: userID, 0, tables)
            }
            let after = try await ana.database.encryption.readAside { try $0.devices(of: userID) }
            #expect(before.count == 1 && after == before)
            // One that it never had is taken in, and says nothing of who it is.
            try await ana.database.encryption.write { tables in
                try EncryptionEndpoint.set(["OTHER": told], of: userID, 0, tables)
            }
            #expect(try await ana.database.encryption.readAside { try $0.devices(of: userID) }.isEmpty)
        }
    }
}
