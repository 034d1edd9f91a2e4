import MatrixAPI
import Testing

@testable import MatrixCrypto

@Suite(.timeLimit(.minutes(5))) struct BackupTests {
    private let key = BackupKey()

    @Test func backupIsReadWithItsKeyOnly() throws {
        let sealed = try SealedBackup(sealing: Array("a room key".utf8), for: key.publicKey)
        let told = try SealedBackup(json: sealed.json)
        #expect(told == sealed)
        #expect(try BackupKey(secret: key.secret).open(told) == Array("a room key".utf8))
        #expect(throws: CryptoError.wrongCode) { try BackupKey().open(told) }
    }

    @Test func malformedBackupsGetSpecificErrors() throws {
        let json = try SealedBackup(sealing: [1], for: key.publicKey).json
        for name in ["ephemeral", "ciphertext", "mac"] {
            var changed = json
            changed[name] = nil
            #expect(throws: CryptoError.missingMember(name)) { try SealedBackup(json: changed) }
            changed[name] = "?"
            #expect(throws: CryptoError.malformedBase64) { try SealedBackup(json: changed) }
        }
        let changes: [(String, JSONValue, CryptoError)] = [
            ("ephemeral", .string(UnpaddedBase64.encode(Array(repeating: 0, count: 32))), .lowOrderKey),
            ("ephemeral", "AAAA", .wrongKeyLength(3)), ("ciphertext", "", .malformedCiphertext),
            ("ciphertext", "AAAA", .malformedCiphertext), ("mac", "AAAAAAAAAAA", .wrongCode), ("mac", "", .wrongCode),
        ]
        for (name, value, error) in changes {
            var changed = json
            changed[name] = value
            #expect(throws: error) { try key.open(SealedBackup(json: changed)) }
        }
        let zero = try Curve25519PublicKey(bytes: Array(repeating: 0, count: 32))
        #expect(throws: CryptoError.lowOrderKey) { try SealedBackup(sealing: [1], for: zero) }
    }

    @Test func exportedRoomKeyKeepsAllItsMetadata() throws {
        var session = MegolmOutboundSession()
        let key = try MegolmSessionKey(shared: session.sharedKey)
        let sender = Curve25519SecretKey().publicKey
        let signer = Ed25519SecretKey().publicKey
        let known = ExportedRoomKey(
            roomID: "!tea:x", key: key, senderKey: sender, claimedSigningKey: signer, forwardingChain: ["a"],
            isShareable: true)
        let told = try ExportedRoomKey(json: known.json)
        #expect(told.roomID == "!tea:x" && told.senderKey == sender && told.claimedSigningKey == signer)
        #expect(told.forwardingChain == ["a"] && told.isShareable)
        let message = try session.encrypt([1])
        var inbound = MegolmInboundSession(told.key)
        #expect(try inbound.decrypt(message) == [1])
        #expect(known.backup["room_id"] == nil && known.backup["session_id"] == nil)
        #expect(
            try ExportedRoomKey(backup: known.backup, roomID: "!tea:x", sessionID: key.sessionID).json == known.json)
        #expect(throws: CryptoError.sessionsDiffer) {
            try ExportedRoomKey(backup: known.backup, roomID: "!tea:x", sessionID: "other")
        }
    }

    @Test func malformedRoomKeysGetSpecificErrors() throws {
        let key = try MegolmSessionKey(shared: MegolmOutboundSession().sharedKey)
        let json = ExportedRoomKey(
            roomID: "!tea:x", key: key, senderKey: Curve25519SecretKey().publicKey, claimedSigningKey: nil
        ).json
        for name in ["room_id", "session_id", "algorithm", "session_key", "sender_key"] {
            var changed = json
            changed[name] = nil
            #expect(throws: CryptoError.missingMember(name)) { try ExportedRoomKey(json: changed) }
        }
        var changed = json
        changed["algorithm"] = "m.megolm.v9"
        #expect(throws: CryptoError.unsupportedAlgorithm("m.megolm.v9")) { try ExportedRoomKey(json: changed) }
    }
}
