import MatrixAPI
import MatrixClient
import MatrixCrypto
import TestSupport
import Testing

/// Tests encrypted messages between two devices, with the embedded server.
@Suite(.timeLimit(.minutes(5))) struct EncryptionTests {
    /// A device whose keys are on the server.
    private struct KeyedDevice {
        let person: Person
        var account = OlmAccount()

        var address: DeviceAddress {
            DeviceAddress(userID: person.userID, deviceID: person.session.deviceID)
        }

        init(_ person: Person) async throws {
            self.person = person
            account.makeOneTimeKeys(5)
            account.makeFallbackKey()
            let counts = try await person.client.uploadKeys(
                deviceKeys: account.signedDeviceKeys(of: address), oneTimeKeys: account.signedOneTimeKeys(of: address),
                fallbackKeys: account.signedFallbackKeys(of: address))
            #expect(counts == ["signed_curve25519": 5])
            account.markAsPublished(Set(account.unpublishedOneTimeKeys.keys))
        }

        /// Returns the keys of another device from the server, after checking its own signature.
        func keys(of other: DeviceAddress) async throws -> DeviceKeys {
            let answer = try await person.client.queryKeys(of: [other.userID])
            return try DeviceKeys(
                json: #require(answer.deviceKeys[other.userID]?[other.deviceID]), of: other)
        }

        /// Begins a session with a device, with a key claimed from the server.
        func beginSession(with keys: DeviceKeys) async throws -> OlmSession {
            let address = keys.address
            let claimed = try await person.client.claimKeys(
                "signed_curve25519", of: [address.userID: [address.deviceID]])
            let key = try #require(claimed[address.userID]?[address.deviceID])
            return try account.beginSession(with: keys.identityKey, oneTimeKey: keys.oneTimeKey(json: key))
        }
    }

    @Test func encryptedLineIsDecryptedWithTheSharedRoomKey() async throws {
        try await TestServer.run { server in
            let anaPerson = try await Person.register("ana", on: server)
            let boPerson = try await Person.register("bo", on: server)
            let roomID = try await anaPerson.makeRoom(with: boPerson)
            let ana = try await KeyedDevice(anaPerson)
            var bo = try await KeyedDevice(boPerson)
            let start = try await boPerson.sync()
            #expect(start.oneTimeKeyCounts == ["signed_curve25519": 5])

            var room = MegolmOutboundSession()
            try await share(room, roomID, from: ana, to: bo.address)
            let line: JSONValue = ["msgtype": "m.text", "body": "nobody else reads this"]
            let message = try room.encrypt(
                MegolmPayload.plaintext(type: "m.room.message", content: line, roomID: roomID))
            let encrypted: JSONValue = [
                "algorithm": "m.megolm.v1.aes-sha2", "session_id": .string(room.sessionID),
                "ciphertext": .string(message.base64),
            ]
            _ = try await anaPerson.client.send(
                roomID: roomID, type: "m.room.encrypted", transactionID: "line", content: encrypted)

            let answer = try await boPerson.sync(since: start.nextBatch)
            #expect(answer.oneTimeKeyCounts == ["signed_curve25519": 4])
            #expect(answer.unusedFallbackKeys == ["signed_curve25519"])
            let key = try await roomKey(in: #require(answer.deviceMessages.first), to: &bo, roomID)
            var session = MegolmInboundSession(key)
            let event = try #require(answer.joined[roomID]?.timeline.last { $0.type == "m.room.encrypted" })
            let ciphertext = try #require(event.content["ciphertext"]?.string)
            let opened = try MegolmPayload(
                plaintext: session.decrypt(MegolmMessage(base64: ciphertext)), roomID: roomID)
            #expect(opened.content == line)

            // The server deletes delivered messages.
            let next = try await boPerson.sync(since: answer.nextBatch)
            #expect(next.deviceMessages.isEmpty)
            #expect(try await boPerson.sync(since: start.nextBatch).deviceMessages.isEmpty)
        }
    }

    private func share(
        _ room: MegolmOutboundSession, _ roomID: String, from sender: KeyedDevice, to receiver: DeviceAddress
    ) async throws {
        let keys = try await sender.keys(of: receiver)
        let own = try await sender.keys(of: sender.address)
        var session = try await sender.beginSession(with: keys)
        let content: JSONValue = [
            "algorithm": "m.megolm.v1.aes-sha2", "room_id": .string(roomID), "session_id": .string(room.sessionID),
            "session_key": .string(room.sharedKey),
        ]
        let envelope = try session.encrypt(
            OlmPayload.plaintext(type: "m.room_key", content: content, from: own, to: keys))
        let ciphertext: JSONValue = ["type": .integer(envelope.type), "body": .string(envelope.body)]
        let encrypted: JSONValue = [
            "algorithm": "m.olm.v1.curve25519-aes-sha2", "sender_key": .string(own.identityKey.base64),
            "ciphertext": .object([keys.identityKey.base64: ciphertext]),
        ]
        for _ in 0..<2 {
            // The second request repeats the first, because the response may have been lost.
            try await sender.person.client.sendToDevices(
                type: "m.room.encrypted", transactionID: "key",
                messages: [receiver.userID: [receiver.deviceID: encrypted]])
        }
    }

    private func roomKey(
        in message: DeviceMessage, to device: inout KeyedDevice, _ roomID: String
    ) async throws -> MegolmSessionKey {
        let senderKey = try Curve25519PublicKey(base64: #require(message.content["sender_key"]?.string))
        let own = device.account.identityKey.publicKey.base64
        let ciphertext = try #require(message.content["ciphertext"]?[own])
        let envelope = try OlmEnvelope(
            type: #require(ciphertext["type"]?.integer), body: #require(ciphertext["body"]?.string))
        guard case .prekey(let prekey) = envelope else {
            throw CryptoError.unknownMessageType(envelope.type)
        }
        let (_, plaintext) = try device.account.startInboundSession(prekey, from: senderKey)
        let payload = try OlmPayload(
            plaintext: plaintext, sender: message.sender, senderKey: senderKey, recipient: device.address.userID,
            recipientKey: device.account.signingKey.publicKey)
        #expect(payload.type == "m.room_key" && payload.content["room_id"]?.string == roomID)
        return try MegolmSessionKey(shared: #require(payload.content["session_key"]?.string))
    }
}
