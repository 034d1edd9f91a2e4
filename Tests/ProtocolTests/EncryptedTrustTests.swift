import Conversations
import MatrixAPI
import MatrixClient
import MatrixCrypto
import Storage
import TestSupport
import Testing

@testable import Engine
@testable import Messenger

/// Tests which devices get the keys of an encrypted chat.
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

    @Test func unsignedDeviceGetsNoKeyAndIsNotifiedWhy() async throws {
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

    @Test func deviceSignedLaterGetsTheNextKey() async throws {
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

    /// Otherwise nobody could write to such users. Such a device can't be told from one that the server added
    /// (`DeviceTrust.receivesKeys`).
    @Test func addedDeviceIsAcceptedUntilItsOwnerHasAnIdentity() async throws {
        try await Self.run { ana, bo, server in
            let second = try await bo.person.logInAgain(on: server)
            let added = try Device(second, chatID: bo.chatID, sealedWith: SealingKey())
            try await added.comeOnline()
            try await ana.receive()
            try await ana.say("for all")
            try await ana.send()
            for device in [bo, added] {
                try await device.receive()
                #expect(try device.screen() == ["for all"])
            }
            try await added.say("from the second")
            try await added.send()
            try await ana.receive()
            await ana.encryption?.follow([bo.person.userID], chatID: ana.chatID)
            #expect(try await ana.doubts() == [nil, nil])
            #expect(try await ana.people()[bo.person.userID] == .unverified)

            _ = try await bo.makeIdentity()
            try await ana.receive()
            await ana.encryption?.follow([], chatID: ana.chatID)
            #expect(try await ana.doubts() == [nil, .notSignedByOwner(isOwnerVerified: false)])
            try await ana.say("for bo alone")
            try await ana.send()
            try await added.receive()
            #expect(try added.encryptions().last == .sealed(.withheld(code: "m.unverified"), sessionID: nil))
            await second.client.shutdown()
        }
    }

    @Test func changedIdentityBlocksSendingUntilAccepted() async throws {
        try await Self.run { ana, bo, _ in
            _ = try await bo.makeIdentity()
            try await ana.receive()
            try await ana.say("hello")
            try await ana.send()
            // An attacker who controls the server could do the same.
            _ = try await bo.makeIdentity()
            try await ana.receive()
            let line = try await ana.say("is it still you?")
            try await ana.send()
            let state = try await ana.database.outbox.line(id: line)?.state
            #expect(state == .failed(reason: .identityChanged(userIDs: [bo.person.userID])))
            try await bo.receive()
            #expect(try bo.screen() == ["hello"])
            // Sending it again doesn't answer the question.
            _ = try await ana.database.outbox.retry(id: line)
            try await ana.send()
            #expect(try await ana.database.outbox.line(id: line)?.state == state)
            let changed = try await ana.changed()
            #expect(changed.map(\.userID) == [bo.person.userID])
            // Accepting an outdated identity doesn't answer it either.
            let other = ChangedIdentity(userID: bo.person.userID, masterKey: "other", wasVerified: false)
            #expect(try await ana.database.outbox.accept([other]).isEmpty)
            // The user accepts bo's new identity, and the line is sent automatically.
            #expect(try await ana.database.outbox.accept(changed).map(\.id) == [line])
            #expect(try await ana.changed().isEmpty)
            try await ana.send()
            try await bo.receive()
            #expect(try bo.screen() == ["hello", "is it still you?"])
        }
    }

    @Test func changedIdentityIsDetectedBeforeSending() async throws {
        try await Self.run { ana, bo, _ in
            _ = try await bo.makeIdentity()
            try await ana.receive()
            try await ana.say("hello")
            try await ana.send()
            #expect(try await ana.changed().isEmpty)
            _ = try await bo.makeIdentity()
            try await ana.receive()
            await ana.encryption?.follow([], chatID: ana.chatID)
            #expect(try await ana.changed().map(\.userID) == [bo.person.userID])
            #expect(try await ana.people()[bo.person.userID] == .identityChanged)
        }
    }

    /// The question about the own identity is asked where this device is verified, not in chats.
    @Test func ownChangedIdentityBlocksKeysButNotSending() async throws {
        try await Device.withEncryption { ana, bo, server in
            try await ana.tend()
            let second = try await ana.another(on: server)
            for device in [second, ana] { try await device.tend() }
            try await ana.compare(with: second)
            for device in [ana, second] { try await device.tend() }
            try await second.say("from the other")
            try await second.send()
            try await second.encryption?.resetIdentity(proof: AccountProof(password: Person.password(of: "ana")))
            try await ana.tend()
            await ana.encryption?.follow([ana.person.userID], chatID: ana.chatID)
            guard case .unconfirmed(let ways) = await ana.identity(), ways.isReplaced else {
                Issue.record("\(String(describing: await ana.identity()))")
                return
            }
            #expect(try await ana.changed().isEmpty)
            #expect(try await ana.doubts() == [.notSignedByOwner(isOwnerVerified: false)])
            #expect(try await ana.people()[ana.person.userID] == .hasUnverifiedDevice)
            try await ana.say("for bo alone")
            try await ana.send()
            for device in [bo, second] { try await device.receive() }
            #expect(try bo.screen() == ["from the other", "for bo alone"])
            #expect(try second.encryptions() == [nil, .sealed(.withheld(code: "m.unverified"), sessionID: nil)])

            try await ana.compare(with: second)
            for device in [ana, second] { try await device.tend() }
            try await ana.say("for both of you")
            try await ana.send()
            try await second.receive()
            #expect(try second.screen() == ["from the other", "", "for both of you"])
            #expect(try await ana.doubts() == [nil, nil])
            await second.person.client.shutdown()
        }
    }

    @Test func unsignedDevicesLineIsWarnedAboutUntilSigned() async throws {
        try await Self.run { ana, bo, server in
            let identity = try await bo.makeIdentity()
            let second = try await bo.person.logInAgain(on: server)
            let later = try Device(second, chatID: bo.chatID, sealedWith: SealingKey())
            try await later.comeOnline()
            try await bo.say("from the first")
            try await bo.send()
            try await later.say("from the second")
            try await later.send()
            try await ana.receive()
            await ana.encryption?.follow([bo.person.userID], chatID: ana.chatID)
            #expect(try await ana.doubts() == [nil, .notSignedByOwner(isOwnerVerified: false)])
            let both = [bo, later].map { MessageInfoKey.Device(deviceID: $0.person.session.deviceID, isThisOne: false) }
            #expect(try await ana.encrypters() == both)
            try await bo.receive()
            #expect(
                try await bo.encrypters().first
                    == MessageInfoKey.Device(deviceID: bo.person.session.deviceID, isThisOne: true))
            #expect(try await ana.people()[bo.person.userID] == .hasUnverifiedDevice)
            // A user whom she verified gets a more precise warning.
            try await ana.verify(bo.person.userID)
            #expect(try await ana.doubts() == [nil, .notSignedByOwner(isOwnerVerified: true)])

            try await bo.sign(later, by: identity)
            try await ana.receive()
            await ana.encryption?.follow([], chatID: ana.chatID)
            #expect(try await ana.doubts() == [nil, nil])
            #expect(try await ana.people()[bo.person.userID] == .verified)
            await second.client.shutdown()
        }
    }

    /// An attacker who controls the server can add the device, and claim that its edit is bo's.
    @Test func editedTextCarriesTheEditsTrustWarning() async throws {
        try await Self.run { ana, bo, server in
            _ = try await bo.makeIdentity()
            try await bo.say("never pay anybody")
            try await bo.send()
            try await ana.receive()
            await ana.encryption?.follow([bo.person.userID], chatID: ana.chatID)
            #expect(try await ana.doubts() == [nil])
            let second = try await bo.person.logInAgain(on: server)
            let forger = try Device(second, chatID: bo.chatID, sealedWith: SealingKey())
            try await forger.comeOnline()
            try await forger.edit(ana.eventID("never pay anybody"), "pay them today")
            try await forger.send()
            try await ana.receive()
            await ana.encryption?.follow([], chatID: ana.chatID)
            #expect(try ana.screen() == ["pay them today*"])
            #expect(try await ana.doubts() == [.notSignedByOwner(isOwnerVerified: false)])
            await second.client.shutdown()
        }
    }

    @Test func removedDevicesLineIsWarnedAbout() async throws {
        try await Self.run { ana, bo, server in
            let second = try await bo.person.logInAgain(on: server)
            let gone = try Device(second, chatID: bo.chatID, sealedWith: SealingKey())
            try await gone.comeOnline()
            try await gone.say("good bye")
            try await gone.send()
            try await ana.receive()
            await ana.encryption?.follow([bo.person.userID], chatID: ana.chatID)
            // Without any identity there is no warning.
            #expect(try await ana.doubts() == [nil])
            #expect(try await ana.people()[bo.person.userID] == .unverified)
            try await second.client.logOut()
            try await ana.receive()
            await ana.encryption?.follow([], chatID: ana.chatID)
            #expect(try await ana.doubts() == [.unknownDevice])
            #expect(try await ana.encrypters() == [nil])
            await second.client.shutdown()
        }
    }

    @Test func formerMembersLineIsWarnedAboutUntilDeviceQuery() async throws {
        try await Self.run { ana, bo, _ in
            try await bo.say("good bye")
            try await bo.send()
            try await bo.person.client.leave(roomID: bo.chatID)
            try await ana.receive()
            #expect(try await ana.doubts() == [.uncheckedDevice])
            await ana.encryption?.follow([bo.person.userID], chatID: ana.chatID)
            #expect(try await ana.doubts() == [nil])
        }
    }

    /// The embedded server refuses changed keys for a device. Another server may deliver them.
    @Test func changedDeviceKeysAreIgnored() async throws {
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
            // A device that was unknown before is stored, without any trust.
            try await ana.database.encryption.write { tables in
                try EncryptionEndpoint.set(["OTHER": told], of: userID, 0, tables)
            }
            #expect(try await ana.database.encryption.readAside { try $0.devices(of: userID) }.isEmpty)
        }
    }
}

extension Device {
    private func finding<Value: Sendable>(
        _ body: @escaping @Sendable (TrustFinder) throws -> Value
    ) async throws -> Value {
        let own = DeviceAddress(userID: person.userID, deviceID: person.session.deviceID)
        return try await database.encryption.readAside { try body(TrustFinder(tables: $0, own: own)) }
    }

    func changed() async throws -> [ChangedIdentity] {
        try await finding { [chatID] in try $0.changed(chatID: chatID) }
    }

    func people() async throws -> [String: PersonTrust] {
        try await finding { [chatID] in try $0.people($0.tables.members(chatID: chatID, ["join"])) }
    }

    /// Returns the warning for each decrypted line.
    func doubts() async throws -> [AuthenticityWarning?] {
        let window = try database.messages.window(chatID: chatID, endingAtLatest: 100)
        let found = try await finding { [chatID] in try $0.doubts(of: window.messages.origins, chatID: chatID) }
        let doubts = AuthenticityWarnings(byOrigin: found)
        return window.messages.map(\.message).filter { !$0.origins.isEmpty }.map { doubts.doubt(of: $0, at: nil) }
    }

    /// Returns the device that encrypted each decrypted line, if it is known.
    func encrypters() async throws -> [MessageInfoKey.Device?] {
        let window = try database.messages.window(chatID: chatID, endingAtLatest: 100)
        return try await finding { [chatID] finder in
            try window.messages.flatMap(\.message.origins).map { try finder.encrypter(of: $0, chatID: chatID).device }
        }
    }

    /// Marks the user as verified.
    fileprivate func verify(_ userID: String) async throws {
        try await database.encryption.write { tables in
            var identity = try tables.identity(of: userID)
            identity.verifiedKey = identity.masterKey
            try tables.set(identity)
        }
    }
}
