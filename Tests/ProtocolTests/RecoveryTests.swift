import Conversations
import MatrixAPI
import MatrixClient
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Engine
@testable import MatrixCrypto

/// Tests a user without another device: recovery key, secret storage and backup.
@Suite(.timeLimit(.minutes(5))) struct RecoveryTests {
    @Test func recoveryKeyRestoresHistoryOnSecondDevice() async throws {
        try await Device.withEncryption { ana, bo, server in
            let text = try await ana.beginBackup()
            for line in ["one", "two", "three"] {
                try await bo.say(line)
                try await bo.send()
                try await ana.tend()
            }
            let second = try await ana.another(on: server)
            try await second.tend()
            let ways = VerificationOptions(
                devices: [ana.person.session.deviceID], recovery: RecoveryOffer(takesPassphrase: false))
            #expect(await second.identity() == .unconfirmed(ways))
            #expect(try second.screen() == ["", "", ""])
            try await second.encryption?.recover(with: text)
            #expect(await second.identity() == .confirmed(hasSecrets: true))
            try await second.restore()
            #expect(try second.screen() == ["one", "two", "three"])
            // The device is trusted as hers from now on.
            try await bo.receive()
            try await bo.say("four")
            try await bo.send()
            try await second.receive()
            #expect(try second.screen() == ["one", "two", "three", "four"])
            await second.person.client.shutdown()
        }
    }

    @Test func passphraseOpensSecretsOfAnotherClient() async throws {
        try await Device.withEncryption { ana, _, server in
            try await ana.tend()
            try await ana.storeSecrets(under: "beans for ana", rounds: 1_000)
            let second = try await ana.another(on: server)
            try await second.tend()
            await #expect(throws: RecoveryError.wrongKey) {
                try await second.encryption?.recover(with: "beans for bo")
            }
            guard case .unconfirmed(let ways) = await second.identity() else {
                Issue.record("it is confirmed")
                return
            }
            #expect(ways.recovery == RecoveryOffer(takesPassphrase: true))
            try await second.encryption?.recover(with: "beans for ana")
            #expect(await second.identity() == .confirmed(hasSecrets: true))
            await second.person.client.shutdown()
        }
    }

    @Test func wrongPassphraseIsDetectedWithoutAKeyCheck() async throws {
        try await Device.withEncryption { ana, _, server in
            try await ana.tend()
            try await ana.storeSecrets(under: "beans for ana", rounds: 1_000, tells: false)
            let second = try await ana.another(on: server)
            try await second.tend()
            await #expect(throws: RecoveryError.wrongKey) {
                try await second.encryption?.recover(with: "beans for bo")
            }
            try await second.encryption?.recover(with: "beans for ana")
            #expect(await second.identity() == .confirmed(hasSecrets: true))
            await second.person.client.shutdown()
        }
    }

    @Test func invalidOrWrongRecoveryKeyChangesNothing() async throws {
        try await Device.withEncryption { ana, bo, server in
            await #expect(throws: RecoveryError.notConfirmed) { _ = try await ana.encryption?.makeRecovery() }
            try await ana.tend()
            let second = try await ana.another(on: server)
            try await second.tend()
            let other = RecoveryKey.text(of: SecretStorageKey().secret)
            await #expect(throws: RecoveryError.noStorage) { try await second.encryption?.recover(with: other) }
            let text = try await ana.beginBackup()
            await #expect(throws: RecoveryError.wrongKey) { try await second.encryption?.recover(with: other) }
            for malformed in ["", "beans", String(text.dropLast()), String(text.reversed())] {
                await #expect(throws: RecoveryError.malformed) {
                    try await second.encryption?.recover(with: malformed)
                }
            }
            guard case .unconfirmed = await second.identity() else {
                Issue.record("it is confirmed")
                return
            }
            #expect(try await second.secrets().isEmpty)
            // A new recovery key invalidates the previous one.
            let newer = try await ana.makeRecoveryKey()
            await #expect(throws: RecoveryError.wrongKey) { try await second.encryption?.recover(with: text) }
            try await second.encryption?.recover(with: newer)
            #expect(await second.identity() == .confirmed(hasSecrets: true))
            _ = bo
            await second.person.client.shutdown()
        }
    }

    @Test func newRecoveryKeyAppliesOnlyAfterConfirmation() async throws {
        try await Device.withEncryption { ana, _, server in
            let text = try await ana.beginBackup()
            let unseen = try #require(try await ana.encryption?.makeRecovery())
            // The program ended while the key was shown.
            let again = try ana.reopened(sealedWith: ana.sealingKey)
            try await again.tend()
            try await again.encryption?.activateRecoveryKey()
            let second = try await ana.another(on: server)
            try await second.tend()
            await #expect(throws: RecoveryError.wrongKey) { try await second.encryption?.recover(with: unseen) }
            try await second.encryption?.recover(with: text)
            #expect(await second.identity() == .confirmed(hasSecrets: true))
            await second.person.client.shutdown()
        }
    }

    @Test func newRecoveryKeyOpensTheNewBackup() async throws {
        try await Device.withEncryption { ana, bo, server in
            _ = try await ana.beginBackup()
            try await bo.say("one")
            try await bo.send()
            try await ana.tend()
            // Another client of hers began a backup, and shared its secret with no device.
            let (own, key) = try #require(await ana.encryption?.device())
            let old = try await ana.person.client.keyBackup().version
            try await ana.beginClosedBackup(own, key)
            let text = try await ana.makeRecoveryKey()
            #expect(try await ana.person.client.keyBackup().version != old)
            let second = try await ana.another(on: server)
            try await second.tend()
            try await second.encryption?.recover(with: text)
            try await second.restore()
            #expect(try second.screen() == ["one"])
            await second.person.client.shutdown()
        }
    }

    @Test func otherDevicesBackupIsFoundWithinAnHour() async throws {
        try await Device.withEncryption { ana, _, server in
            try await ana.tend()
            let second = try await ana.another(on: server)
            try await second.tend()
            #expect(await second.recoveryOffer == nil)
            _ = try await ana.makeRecoveryKey()
            second.time.now.withLock { $0 += 3_700_000 }
            await second.encryption?.tendIfNeeded()
            #expect(await second.recoveryOffer == RecoveryOffer(takesPassphrase: false))
            let third = try await ana.another(on: server)
            for device in [ana, third] { try await device.tend() }
            try await ana.compare(with: third)
            try await third.tend()
            let version = try await ana.person.client.keyBackup().version
            try await ana.person.client.deleteKeyBackup(version: version)
            await third.encryption?.lookAgain()
            await third.encryption?.tend()
            #expect(await third.encryption?.backup == nil)
            _ = try await ana.makeRecoveryKey()
            await third.encryption?.tendIfNeeded()
            #expect(await third.encryption?.backup == nil)
            third.time.now.withLock { $0 += 3_700_000 }
            await third.encryption?.tendIfNeeded()
            #expect(await third.encryption?.backup != nil)
            for device in [second, third] { await device.person.client.shutdown() }
        }
    }

    @Test func storedSecretsOfAReplacedIdentityAreRejected() async throws {
        try await Device.withEncryption { ana, _, server in
            let text = try await ana.beginBackup()
            try await ana.encryption?.resetIdentity(proof: AccountProof(password: Person.password(of: "ana")))
            let second = try await ana.another(on: server)
            try await second.tend()
            await #expect(throws: RecoveryError.otherIdentity) { try await second.encryption?.recover(with: text) }
            #expect(try await second.secrets().isEmpty)
            await second.person.client.shutdown()
        }
    }

    @Test func interruptedRestoreResumesAfterRestart() async throws {
        try await Device.withEncryption { ana, bo, server in
            let text = try await ana.beginBackup()
            let chats = [
                ana.chatID, try await ana.person.makeEncryptedRoom(with: [bo.person]),
                try await ana.person.makeEncryptedRoom(with: [bo.person]),
            ]
            for chatID in chats {
                let here = try Device(bo.person, chatID: chatID, sealedWith: bo.sealingKey, database: bo.database)
                try await here.receive()
                try await here.say("in \(chatID)")
                try await here.send()
            }
            try await ana.tend()
            await ana.encryption?.restored()
            try await ana.tend()
            let second = try await ana.another(on: server)
            try await second.receive()
            // All keys of one chat were restored, and the program ended.
            let reader = try await second.backupReader(recoveringWith: text)
            let stopped = Task { try await reader.takeAll(of: chats[0]) }
            stopped.cancel()
            await #expect(throws: (any Error).self) { try await stopped.value }
            #expect(try await reader.takeAll(of: chats[1]) == 1)
            let left = try await second.database.encryption.readAside { try $0.chatsToRestore() }
            #expect(Set(left) == Set(chats).subtracting([chats[1]]))
            let again = try second.reopened(sealedWith: second.sealingKey)
            try await again.tend()
            try await again.restore()
            for chatID in chats {
                let here = try Device(again.person, chatID: chatID, database: again.database)
                #expect(try here.screen() == ["in \(chatID)"])
            }
            #expect(try await again.database.encryption.readAside { try $0.chatsToRestore() }.isEmpty)
            // Keys from the backup are not uploaded to it again.
            #expect(try await again.database.encryption.readAside { try $0.roomKeysToBackUp(limit: 10) }.isEmpty)
            await second.person.client.shutdown()
        }
    }

    @Test(arguments: ["no signature", "another key", "another's signature"])
    func untrustedBackupReceivesNoKeys(lie: String) async throws {
        try await Device.withEncryption { ana, bo, _ in
            try await ana.tend()
            let stranger = BackupKey()
            var authData: JSONValue = ["public_key": .string(stranger.publicKey.base64)]
            switch lie {
            case "another key":
                // An own signature, but of another key than the one that is delivered.
                _ = try await ana.beginBackup()
                authData["signatures"] = try await ana.person.client.keyBackup().authData["signatures"]
            case "another's signature":
                var signed = try SignedObject(authData)
                signed.sign(as: ana.person.userID, keyName: "OTHER", with: Ed25519SecretKey())
                authData = signed.json
            default: break
            }
            let version = try await ana.person.client.makeKeyBackup(algorithm: BackupKey.algorithm, authData: authData)
            let again = try ana.reopened(sealedWith: ana.sealingKey)
            try await bo.say("for ana alone")
            try await bo.send()
            try await again.tend()
            #expect(try again.screen() == ["for ana alone"])
            #expect(try await ana.person.client.backedUpKeys(version: version).isEmpty)
        }
    }

    @Test func newBackupOfAnotherDeviceReceivesAllKeys() async throws {
        try await Device.withEncryption { ana, bo, server in
            let text = try await ana.beginBackup()
            try await bo.say("one")
            try await bo.send()
            try await ana.tend()
            let second = try await ana.another(on: server)
            try await second.tend()
            try await second.encryption?.recover(with: text)
            try await second.restore()
            let old = try await ana.person.client.keyBackup().version
            // The other device begins a new backup while the first one uploads.
            try await second.person.client.deleteKeyBackup(version: old)
            _ = try await second.makeRecoveryKey()
            try await bo.receive()
            try await bo.say("two")
            try await bo.send()
            try await ana.tend()
            try await ana.tend()
            try await second.tend()
            let new = try await ana.person.client.keyBackup().version
            #expect(new != old)
            let sessions = try await ana.sessions()
            let kept = try await ana.person.client.backedUpKeys(version: new, roomID: ana.chatID)
            #expect(Set(kept.keys) == sessions)
            await second.person.client.shutdown()
        }
    }

    @Test func missingKeyIsRequestedFromTheBackupHourly() async throws {
        try await Device.withEncryption { ana, bo, server in
            let text = try await ana.beginBackup()
            // Bo knows ana's devices, and isn't notified of another one.
            let elsewhere = try await bo.person.makeEncryptedRoom(with: [ana.person])
            let aside = try Device(bo.person, chatID: elsewhere, sealedWith: bo.sealingKey, database: bo.database)
            try await aside.receive()
            try await aside.say("hello")
            try await aside.send()
            let second = try await ana.another(on: server)
            try await second.tend()
            try await second.encryption?.recover(with: text)
            try await second.restore()
            try await bo.say("to the first")
            try await bo.send()
            try await second.tend()
            #expect(try second.screen() == [""])
            let version = try await ana.person.client.keyBackup().version
            repeat {
                try await ana.tend()
            } while try await Set(ana.person.client.backedUpKeys(version: version, roomID: ana.chatID).keys)
                != ana.sessions()
            // The request is not repeated within an hour.
            await second.encryption?.tend()
            _ = try await second.encryption?.openArrived()
            #expect(try second.screen() == [""])
            // Chores that run by themselves may make a request just as the hour is over.
            repeat {
                second.time.now.withLock { $0 += 3_700_000 }
                await second.encryption?.tend()
                _ = try await second.encryption?.openArrived()
            } while try second.screen() == [""]
            #expect(try second.screen() == ["to the first"])
            await second.person.client.shutdown()
        }
    }
}

extension Device {
    /// Stores the secrets as another client does, under a key derived from a passphrase.
    ///
    /// - Parameter tells: Whether the key's description allows checking the key.
    fileprivate func storeSecrets(under passphrase: String, rounds: Int64, tells: Bool = true) async throws {
        let (own, key) = try #require(await encryption?.device())
        let settings = try Passphrase.make(rounds: rounds)
        let storageKey = try SecretStorageKey(secret: settings.key(of: passphrase))
        let id = StorageKeyID()
        let client = person.client
        var description = try storageKey.description(passphrase: settings)
        if !tells { (description["iv"], description["mac"]) = (nil, nil) }
        try await client.setAccountData(userID: own.userID, type: id.type, content: description)
        try await client.setAccountData(userID: own.userID, type: StorageKeyID.defaultType, content: id.content)
        for usage in CrossSigningUsage.allCases {
            let name = SecretName(usage)
            let secret = try await database.encryption.readAside { tables in
                try DeviceKeyTables(tables: tables, key: key).secret(name)
            }
            let stored = try StoredSecret(try #require(secret), name: name, key: storageKey, keyID: id.value)
            try await client.setAccountData(userID: own.userID, type: name.rawValue, content: stored.content)
        }
    }

    /// The recovery key that this device could be verified with, if known.
    fileprivate var recoveryOffer: RecoveryOffer? {
        get async {
            guard case .unconfirmed(let ways) = await identity() else { return nil }
            return ways.recovery
        }
    }

    /// Creates a backup that the identity signed, and whose private key nobody has.
    fileprivate func beginClosedBackup(_ own: DeviceAddress, _ key: SealingKey) async throws {
        let publicKey = BackupKey().publicKey
        let body = try await database.encryption.readAside { tables -> JSONValue in
            let keys = DeviceKeyTables(tables: tables, key: key)
            let (identity, _) = try #require(try OwnIdentityReader(keys: keys, own: own).identity())
            let (account, signing) = (try keys.account(), try keys.crossSigning(of: identity))
            return try BackupVersion.body(
                for: publicKey, signedBy: #require(account), of: own, and: signing)
        }
        _ = try await person.client.makeKeyBackup(
            algorithm: BackupKey.algorithm, authData: body["auth_data"] ?? .emptyObject)
    }

    /// Returns a backup reader on a device that has the secrets and has restored nothing.
    fileprivate func backupReader(recoveringWith text: String) async throws -> BackupReader {
        let encryption = try #require(encryption)
        let (own, key) = try #require(await encryption.device())
        try await encryption.refreshOwn(own, key)
        let storage = SecretStorage(client: person.client, userID: own.userID)
        let described = try #require(try await storage.defaultKey())
        let storageKey = try await RecoveryText(text: text).key(for: described)
        var secrets: [CrossSigningUsage: SecretBytes] = [:]
        for usage in CrossSigningUsage.allCases {
            secrets[usage] = try await storage.secret(SecretName(usage), key: storageKey, described: described)
        }
        let secret = try #require(try await storage.secret(.backup, key: storageKey, described: described))
        let backupKey = try BackupKey(text: secret)
        let halves = secrets
        try await database.encryption.write { tables in
            let keys = DeviceKeyTables(tables: tables, key: key)
            let (identity, _) = try #require(try OwnIdentityReader(keys: keys, own: own).identity())
            try keys.set(OwnCrossSigning(secrets: halves, of: identity), of: identity)
            try keys.set(backupKey)
        }
        try await encryption.loadBackup(own, key)
        return BackupReader(
            client: person.client, store: database.encryption, sealingKey: key, backupKey: backupKey,
            version: try #require(await encryption.backup?.version))
    }
}
