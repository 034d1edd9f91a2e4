import Conversations
import MatrixAPI
import MatrixClient
import MatrixCrypto
import Storage
import TestSupport
import Testing

@testable import Engine
@testable import Messenger

/// Tests nonsensical responses about an identity, its secrets and the backup.
@Suite(.timeLimit(.minutes(5))) struct IdentityGarbageTests {
    @Test func ownIdentityMatchesServerAfterMalformedResponse() async throws {
        try await LyingServer.run { lying in
            for (number, garbage) in Garbage.allCases.enumerated() {
                let kim = try await lying.newPerson("kim\(number)")
                let rule = lying.proxy.meet(.signingKeys, with: garbage.fault)
                do throws(IdentityError) {
                    try await kim.encryption?.makeIdentity(proof: .nothing)
                } catch {
                    Garbage.expectOneLine(error.message)
                    guard case .confirmed = await kim.identity() else { break }
                    Issue.record("it failed and is confirmed, after \(garbage)")
                }
                try await lying.proxy.waitForFaults(by: rule)
                lying.proxy.mend()
                try await kim.tend()
                #expect(await kim.identity() == .confirmed(hasSecrets: true), "after \(garbage)")
                let (userID, deviceID) = (kim.person.userID, kim.person.session.deviceID)
                let told = try await kim.person.client.queryKeys(of: [userID]).masterKeys[userID]
                let own = await kim.encryption?.ownMasterKey()?.base64
                #expect(told?["keys"]?.object?.values.compactMap(\.string) == own.map { [$0] }, "after \(garbage)")
                #expect(told?["signatures"]?[userID]?["ed25519:\(deviceID)"] != nil, "after \(garbage)")
                await kim.person.client.shutdown()
            }
        }
    }

    @Test func signatureUploadIsRetriedAfterMalformedResponse() async throws {
        try await LyingServer.run { lying in
            let ana = lying.ana
            try await ana.tend()
            for (number, garbage) in Garbage.allCases.enumerated() {
                let kim = try await lying.newPerson("kim\(number)")
                try await kim.tend()
                let userID = kim.person.userID
                _ = try await ana.encryption?.verifyingPerson(userID)
                #expect(try await ana.trust(in: kim) == .signedByOwner)
                let rule = lying.proxy.meet(.signatures, with: garbage.fault)
                try await ana.encryption?.confirm(try await kim.compared())
                try await lying.proxy.waitForFaults(by: rule)
                lying.proxy.mend()
                try await ana.tend()
                #expect(try await ana.trust(in: kim) == .verified, "after \(garbage)")
                #expect(await ana.identity() == .confirmed(hasSecrets: true), "after \(garbage)")
                let told = try await ana.person.client.queryKeys(of: [userID]).masterKeys[userID]
                #expect(told?["signatures"]?[ana.person.userID]?.object?.count == 1, "after \(garbage)")
                await kim.person.client.shutdown()
            }
        }
    }

    /// A recovery key that is shown always opens the stored secrets, whichever request failed. The previous key
    /// stays valid until then.
    @Test(arguments: [1, Int.max])
    func shownRecoveryKeyAlwaysOpensStoredSecrets(times: Int) async throws {
        try await LyingServer.run { lying in
            let ana = lying.ana
            var newest = try await ana.beginBackup()
            for garbage in Garbage.allCases {
                let rule = lying.proxy.meet(.newAccountData, with: garbage.fault, times: times)
                do throws(RecoveryError) {
                    if let made = try await ana.encryption?.makeRecovery() {
                        try await ana.encryption?.activateRecoveryKey()
                        newest = made
                    }
                } catch {
                    Garbage.expectOneLine(error.message)
                }
                try await lying.proxy.waitForFaults(by: rule)
                lying.proxy.mend()
                let storage = SecretStorage(client: ana.person.client, userID: ana.person.userID)
                let described = try #require(await storage.defaultKey(), "after \(garbage)")
                let key = try await RecoveryText(text: newest).key(for: described)
                for name in SecretName.allCases {
                    let secret = try await storage.secret(name, key: key, described: described)
                    #expect(secret != nil, "\(name), \(garbage)")
                }
            }
        }
    }

    /// First the description of the default key is garbage, then all account data, then one of the secrets.
    @Test(arguments: [(FaultPlace.accountData, 1), (.accountData, Int.max), (.signingSecret, Int.max)])
    func malformedStoredSecretsDoNotConfirmADevice(at place: FaultPlace, times: Int) async throws {
        try await LyingServer.run { lying in
            let text = try await lying.ana.beginBackup()
            let second = try await lying.newDeviceOfAna()
            try await second.tend()
            for garbage in Garbage.allCases {
                let rule = lying.proxy.meet(place, with: garbage.fault, times: times)
                do throws(RecoveryError) {
                    try await second.encryption?.recover(with: text)
                    Issue.record("it was recovered by \(garbage)")
                } catch {
                    Garbage.expectOneLine(error.message)
                }
                try await lying.proxy.waitForFaults(by: rule)
                #expect(try await second.secrets().isEmpty, "after \(garbage)")
                if case .confirmed = await second.identity() { Issue.record("it is confirmed, after \(garbage)") }
                lying.proxy.mend()
            }
            try await second.encryption?.recover(with: text)
            #expect(await second.identity() == .confirmed(hasSecrets: true))
            await second.person.client.shutdown()
        }
    }

    @Test func lostBackupSecretRequestDoesNotConfirmADevice() async throws {
        try await LyingServer.run { lying in
            let text = try await lying.ana.beginBackup()
            let second = try await lying.newDeviceOfAna()
            try await second.tend()
            let rule = lying.proxy.meet(.backupSecret, with: .loseRequest, times: .max)
            do throws(RecoveryError) {
                try await second.encryption?.recover(with: text)
                Issue.record("it was recovered")
            } catch {
                if case .client = error {} else { Issue.record("\(error)") }
            }
            try await lying.proxy.waitForFaults(by: rule)
            #expect(try await second.secrets().isEmpty)
            lying.proxy.mend()
            try await second.encryption?.recover(with: text)
            #expect(await second.identity() == .confirmed(hasSecrets: true))
            #expect(try await second.secrets().contains(.backup))
            await second.person.client.shutdown()
        }
    }

    @Test func backupUploadIsRetriedAfterMalformedResponse() async throws {
        try await LyingServer.run { lying in
            let (ana, bo) = (lying.ana, lying.bo)
            _ = try await ana.beginBackup()
            _ = try await ana.person.client.setState(
                roomID: ana.chatID, type: "m.room.encryption",
                content: ["algorithm": "m.megolm.v1.aes-sha2", "rotation_period_msgs": 1])
            try await bo.receive()
            let version = try await ana.person.client.keyBackup().version
            for garbage in Garbage.allCases {
                try await bo.say("\(LyingServer.secret) \(garbage)")
                try await bo.send()
                let rule = lying.proxy.meet(.backedUpKeys, with: garbage.fault)
                try await ana.tend()
                try await lying.proxy.waitForFaults(by: rule)
                lying.proxy.mend()
                try await ana.tend()
                let kept = try await ana.person.client.backedUpKeys(version: version, roomID: ana.chatID)
                #expect(try await bo.sessions().isSubset(of: kept.keys), "after \(garbage)")
            }
            #expect(try ana.screen() == Garbage.allCases.map { "\(LyingServer.secret) \($0)" })
        }
    }

    @Test func malformedResponseDoesNotReplaceExistingBackup() async throws {
        try await LyingServer.run { lying in
            let first = lying.ana
            _ = try await first.beginBackup()
            let version = try await first.person.client.keyBackup().version
            for garbage in Garbage.allCases {
                let ana = try first.reopened(sealedWith: first.sealingKey)
                let rule = lying.proxy.meet(.backupVersion, with: garbage.fault, times: .max)
                do throws(RecoveryError) {
                    _ = try await ana.encryption?.makeRecovery()
                } catch {
                    Garbage.expectOneLine(error.message)
                }
                try await lying.proxy.waitForFaults(by: rule)
                lying.proxy.mend()
                #expect(try await ana.person.client.keyBackup().version == version, "after \(garbage)")
                let again = try first.reopened(sealedWith: first.sealingKey)
                try await again.tend()
                #expect(await again.encryption?.backup?.isReadable == true, "after \(garbage)")
            }
        }
    }

    @Test func backupCreationRecoversFromMalformedResponse() async throws {
        try await LyingServer.run { lying in
            for (number, garbage) in Garbage.allCases.enumerated() {
                let kim = try await lying.newPerson("kim\(number)")
                try await kim.tend()
                let rule = lying.proxy.meet(.newBackup, with: garbage.fault)
                do throws(RecoveryError) {
                    _ = try await kim.encryption?.makeRecovery()
                } catch {
                    Garbage.expectOneLine(error.message)
                }
                try await lying.proxy.waitForFaults(by: rule)
                lying.proxy.mend()
                _ = try await kim.encryption?.makeRecovery()
                let told = try await kim.person.client.keyBackup()
                #expect(await kim.encryption?.backup?.version == told.version, "after \(garbage)")
                #expect(await kim.encryption?.backup?.isReadable == true, "after \(garbage)")
                await kim.person.client.shutdown()
            }
        }
    }
}

extension Garbage {
    /// Expects a valid error message for the user.
    static func expectOneLine(_ words: String, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(words.contains(" ") && !words.contains { $0.isNewline }, sourceLocation: sourceLocation)
    }
}
