import MatrixAPI
import MatrixClient
import Storage
import TestSupport
import Testing

@testable import Engine
@testable import MatrixCrypto

/// Tests the cross-signing identity of the account: its creation, storage, verification and publication.
@Suite(.timeLimit(.minutes(5))) struct OwnIdentityTests {
    @Test func newAccountGetsAnIdentityThatSignsItsDevice() async throws {
        try await Device.withEncryption { ana, bo, _ in
            #expect(await ana.identity() == .unknown)
            try await ana.tend()
            #expect(await ana.identity() == .confirmed(hasSecrets: true))
            try await bo.say("hello")
            try await bo.send()
            #expect(try await bo.trust(in: ana) == .signedByOwner)
            // The identity is the same after a restart, and nothing is created again.
            let master = await ana.encryption?.ownMasterKey()
            let again = try ana.reopened(sealedWith: ana.sealingKey)
            try await again.tend()
            #expect(await again.identity() == .confirmed(hasSecrets: true))
            #expect(await again.encryption?.ownMasterKey() == master)
        }
    }

    /// Another user may write before the signatures follow, which are separate requests.
    @Test func deviceIsSignedTogetherWithANewIdentity() async throws {
        try await Device.withEncryption { ana, bo, _ in
            try await ana.receive()
            try await ana.encryption?.makeSilently()
            try await bo.say("hello")
            try await bo.send()
            #expect(try await bo.trust(in: ana) == .signedByOwner)
            try await ana.receive()
            #expect(try ana.screen() == ["hello"])
        }
    }

    /// This happens if the server was killed in between.
    @Test func identityIsNotPublishedIfDeviceSigningFails() async throws {
        try await TestServer.run { server in
            guard case .url(let address) = await server.tcpHomeserver else { return }
            let proxy = try await FaultProxy(to: address)
            let person = try await Person.register("ana", on: server, at: .url(proxy.address))
            let chatID = try await person.makeEncryptedRoom(with: [])
            let ana = try Device(person, chatID: chatID, sealedWith: SealingKey())
            try await ana.comeOnline()
            let lost = proxy.meet(.keysUpload, with: .loseRequest)
            await #expect(throws: IdentityError.self) { try await ana.encryption?.makeSilently() }
            #expect(proxy.count(of: lost) == 1)
            #expect(try await person.client.queryKeys(of: [person.userID]).masterKeys.isEmpty)
            // If a server refuses a repeated device, the identity is created nevertheless.
            let refused = proxy.meet(.keysUpload, with: .refusal("It is there."))
            try await ana.tend()
            #expect(proxy.count(of: refused) == 1)
            #expect(await ana.identity() == .confirmed(hasSecrets: true))
            await person.client.shutdown()
        }
    }

    /// This happens on a slow machine: the first upload would replace the device that the identity has signed, and others
    /// would withhold their keys.
    @Test func slowFirstUploadDoesNotRemoveTheSignatureOfTheDevice() async throws {
        try await TestServer.run { server in
            guard case .url(let address) = await server.tcpHomeserver else { return }
            let proxy = try await FaultProxy(to: address)
            let person = try await Person.register("ana", on: server, at: .url(proxy.address))
            let chatID = try await person.makeEncryptedRoom(with: [])
            let slow = proxy.meet(.keysUpload, with: .holdRequest)
            let ana = try Device(person, chatID: chatID, sealedWith: SealingKey())
            try await proxy.waitForFaults(by: slow)
            let identity = Task { try await ana.encryption?.makeSilently() }
            try await proxy.waitForRequests(1, to: .keysQuery)
            // Meanwhile a second upload could overtake the first.
            try await Task.sleep(for: .seconds(1))
            proxy.mend()
            try await identity.value
            while proxy.answers < proxy.count(of: .anything), await Pause.milliseconds(5) {}
            let keys = try await person.client.queryKeys(of: [person.userID]).deviceKeys[person.userID]
            let signatures = keys?[person.session.deviceID]?["signatures"]?[person.userID]?.object
            #expect(signatures?.count == 2)
            await person.client.shutdown()
        }
    }

    @Test func secondDeviceKeepsTheIdentityAndIsUnconfirmed() async throws {
        try await Device.withEncryption { ana, _, server in
            try await ana.tend()
            let second = try await ana.another(on: server)
            try await second.tend()
            let first = ana.person.session.deviceID
            #expect(await second.identity() == .unconfirmed(VerificationOptions(devices: [first])))
            await #expect(throws: IdentityError.alreadyThere) {
                try await second.encryption?.makeIdentity(proof: AccountProof(password: Person.password(of: "ana")))
            }
            try await ana.tend()
            #expect(await ana.identity() == .confirmed(hasSecrets: true))
            await second.person.client.shutdown()
        }
    }

    @Test func twoDevicesStartingAtOnceShareOneIdentity() async throws {
        try await Device.withEncryption { ana, _, server in
            let second = try await ana.another(on: server)
            async let one: Void = ana.tend()
            async let other: Void = second.tend()
            _ = try await (one, other)
            for device in [ana, second] { try await device.tend() }
            let states = [await ana.identity(), await second.identity()]
            #expect(states.filter { $0 == .confirmed(hasSecrets: true) }.count == 1)
            await second.person.client.shutdown()
        }
    }

    /// The state that a kill leaves after the server stored the keys.
    @Test func interruptedIdentityUploadIsResumed() async throws {
        try await Device.withEncryption { ana, _, _ in
            let (own, key) = try #require(await ana.encryption?.device())
            let made = OwnCrossSigning(userID: own.userID)
            let upload = try await ana.database.encryption.write { tables -> JSONValue? in
                let keys = DeviceKeyTables(tables: tables, key: key)
                try keys.setMade(made)
                return try keys.account().map { try made.upload(signedBy: $0, of: own) }
            }
            try await ana.person.client.uploadSigningKeys(
                SigningKeys(
                    master: upload?["master_key"], selfSigning: upload?["self_signing_key"],
                    userSigning: upload?["user_signing_key"]), userID: own.userID)
            let again = try ana.reopened(sealedWith: ana.sealingKey)
            try await again.tend()
            #expect(await again.identity() == .confirmed(hasSecrets: true))
        }
    }

    @Test func verifiedDeviceIsSignedAndTrustsTheIdentity() async throws {
        try await Device.withEncryption { ana, bo, server in
            try await ana.tend()
            let second = try await ana.another(on: server)
            try await second.tend()
            try await ana.tend()
            try await ana.compare(with: second)
            try await ana.tend()
            try await second.tend()
            guard case .confirmed = await second.identity() else {
                Issue.record("\(String(describing: await second.identity()))")
                return
            }
            try await bo.receive()
            try await bo.say("to both of you")
            try await bo.send()
            try await second.receive()
            #expect(try second.screen() == ["to both of you"])
            await second.person.client.shutdown()
        }
    }

    @Test func verifiedPersonIsVerifiedOnAllDevices() async throws {
        try await Device.withEncryption { ana, bo, server in
            for device in [ana, bo] { try await device.tend() }
            for device in [ana, bo] {
                try await device.say("hello")
                try await device.send()
            }
            try await ana.compare(with: bo)
            for device in [ana, bo] { try await device.tend() }
            #expect(try await ana.trust(in: bo) == .verified)
            #expect(try await bo.trust(in: ana) == .verified)
            // Another device of ana's gets the verification from the server once she verified that device.
            let second = try await ana.another(on: server)
            try await second.tend()
            try await ana.tend()
            try await ana.compare(with: second)
            try await ana.tend()
            try await second.tend()
            try await second.say("it's me")
            try await second.send()
            #expect(try await second.trust(in: bo) == .verified)
            await second.person.client.shutdown()
        }
    }

    /// The server delivers another key meanwhile.
    @Test func verificationAppliesOnlyToTheComparedKey() async throws {
        try await Device.withEncryption { ana, bo, _ in
            for device in [ana, bo] { try await device.tend() }
            try await ana.say("hello")
            try await ana.send()
            let compared = try await bo.compared()
            let proof = AccountProof(password: Person.password(of: "bo"))
            try await bo.encryption?.resetIdentity(proof: proof)
            try await ana.receive()
            try await ana.encryption?.refresh([bo.person.userID])
            await #expect(throws: IdentityError.changedMeanwhile) { try await ana.encryption?.confirm(compared) }
            #expect(try await ana.trust(in: bo) == .identityChanged)
            #expect(await bo.identity() == .confirmed(hasSecrets: true))
        }
    }

    @Test func newLoginOnSameProfileIsSignedAutomatically() async throws {
        try await Device.withEncryption { ana, _, server in
            try await ana.tend()
            let master = await ana.encryption?.ownMasterKey()
            let person = try await ana.person.logInAgain(on: server)
            let later = try Device(person, chatID: ana.chatID, sealedWith: ana.sealingKey, database: ana.database)
            try await later.comeOnline()
            try await later.tend()
            #expect(await later.identity() == .confirmed(hasSecrets: true))
            #expect(await later.encryption?.ownMasterKey() == master)
            await person.client.shutdown()
        }
    }

    /// The network was down during the verification, and the program ended.
    @Test func verificationIsUploadedAfterRestart() async throws {
        try await Device.withEncryption { ana, bo, server in
            for device in [ana, bo] { try await device.tend() }
            try await ana.say("hello")
            try await ana.send()
            let compared = try await bo.compared()
            let nowhere = HomeserverClient(homeserver: .unixSocket(path: "/nowhere"), accessToken: "none")
            let offline = EncryptionEndpoint(
                client: nowhere, store: ana.database.encryption, userID: ana.person.userID, now: { 1 },
                provideKey: { ana.sealingKey })
            offline.begin(deviceID: ana.person.session.deviceID)
            try await offline.confirm(compared)
            await offline.tend()
            await offline.finish()
            let again = try ana.reopened(sealedWith: ana.sealingKey)
            try await again.tend()
            // Bo's master key has ana's signature on the server, which only she can see.
            let master = try await ana.person.client.queryKeys(of: [bo.person.userID]).masterKeys[bo.person.userID]
            #expect(master?["signatures"]?[ana.person.userID]?.object?.count == 1)
            await nowhere.shutdown()
        }
    }
}
