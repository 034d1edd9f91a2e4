import MatrixAPI
import MatrixClient
import MatrixCrypto
import TestSupport
import Testing

/// Tests the upload of cross-signing keys and signatures to the embedded server, and their queries.
@Suite(.timeLimit(.minutes(5))) struct CrossSigningTests {
    private struct Signer {
        let master = Ed25519SecretKey()
        let selfSigning = Ed25519SecretKey()
        let userSigning = Ed25519SecretKey()

        func keys(of userID: String) throws -> SigningKeys {
            SigningKeys(
                master: try key("master", master, of: userID),
                selfSigning: try key("self_signing", selfSigning, of: userID),
                userSigning: try key("user_signing", userSigning, of: userID))
        }

        private func key(_ usage: String, _ key: Ed25519SecretKey, of userID: String) throws -> JSONValue {
            let name = key.publicKey.base64
            let json: JSONValue = [
                "user_id": .string(userID), "usage": [.string(usage)],
                "keys": .object(["ed25519:\(name)": .string(name)]),
            ]
            return try signed(json, as: userID, by: master)
        }

        func signed(_ json: JSONValue, as userID: String, by key: Ed25519SecretKey) throws -> JSONValue {
            var object = try SignedObject(json)
            object.sign(as: userID, keyName: key.publicKey.base64, with: key)
            return object.json
        }
    }

    @Test func replacingSigningKeysRequiresThePassword() async throws {
        try await TestServer.run { server in
            let ana = try await Person.register("ana", on: server)
            let first = try Signer().keys(of: ana.userID)
            try await ana.client.uploadSigningKeys(first, userID: ana.userID)
            // The response may have been lost.
            try await ana.client.uploadSigningKeys(first, userID: ana.userID)

            let second = try Signer().keys(of: ana.userID)
            let failure = await #expect(throws: MatrixClientError.self) {
                try await ana.client.uploadSigningKeys(second, userID: ana.userID)
            }
            guard case .proofNeeded(let demand) = failure else {
                Issue.record("\(String(describing: failure))")
                return
            }
            #expect(demand.takesPassword)
            await #expect(throws: MatrixClientError.wrongPassword) {
                try await ana.client.uploadSigningKeys(
                    second, userID: ana.userID, proof: AccountProof(password: "wrong"))
            }
            #expect(try await ana.client.queryKeys(of: [ana.userID]).masterKeys[ana.userID] == first.master)
            try await ana.client.uploadSigningKeys(
                second, userID: ana.userID, proof: AccountProof(password: Person.password(of: "ana")))
            let told = try await ana.client.queryKeys(of: [ana.userID])
            #expect(told.masterKeys == [ana.userID: second.master])
            #expect(told.selfSigningKeys == [ana.userID: second.selfSigning])
            #expect(told.userSigningKeys == [ana.userID: second.userSigning])
            await ana.client.shutdown()
        }
    }

    @Test func validSignaturesAreStoredAndInvalidOnesReported() async throws {
        try await TestServer.run { server in
            let (ana, bo) = (try await Person.register("ana", on: server), try await Person.register("bo", on: server))
            let (signer, other) = (Signer(), Signer())
            try await ana.client.uploadSigningKeys(try signer.keys(of: ana.userID), userID: ana.userID)
            let master = try #require(try other.keys(of: bo.userID).master)
            try await bo.client.uploadSigningKeys(SigningKeys(master: master), userID: bo.userID)
            let address = DeviceAddress(userID: ana.userID, deviceID: ana.session.deviceID)
            let device = try OlmAccount().signedDeviceKeys(of: address)
            _ = try await ana.client.uploadKeys(deviceKeys: device, oneTimeKeys: .emptyObject)

            let masterName = other.master.publicKey.base64
            var foreign = device
            foreign["device_id"] = "OTHER"
            let failures = try await ana.client.uploadSignatures([
                ana.userID: [
                    address.deviceID: try signer.signed(device, as: ana.userID, by: signer.selfSigning),
                    "OTHER": try signer.signed(foreign, as: ana.userID, by: signer.selfSigning),
                ],
                bo.userID: [masterName: try signer.signed(master, as: ana.userID, by: signer.userSigning)],
            ])
            #expect(failures.mapValues { $0.mapValues(\.code) } == [ana.userID: ["OTHER": .invalidSignature]])

            let told = try await ana.client.queryKeys(of: [ana.userID, bo.userID])
            let signedDevice = try SignedObject(#require(told.deviceKeys[ana.userID]?[address.deviceID]))
            try signedDevice.check(
                signedBy: ana.userID, keyName: signer.selfSigning.publicKey.base64, with: signer.selfSigning.publicKey)
            let signedMaster = try SignedObject(#require(told.masterKeys[bo.userID]))
            try signedMaster.check(
                signedBy: ana.userID, keyName: signer.userSigning.publicKey.base64, with: signer.userSigning.publicKey)
            for person in [ana, bo] { await person.client.shutdown() }
        }
    }
}
