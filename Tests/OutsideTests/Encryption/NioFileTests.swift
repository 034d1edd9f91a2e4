import MatrixAPI
import MatrixCrypto
import TestSupport
import TestTraits
import Testing

/// Tests key files and attachments that are exchanged with matrix-nio, and secrets stored by a separate program.
@Suite(.outside, .timeLimit(.minutes(10))) struct NioFileTests {
    @Test(arguments: [0, 1, 15, 16, 17, 100_000]) func attachmentsDecryptInBothDirections(count: Int) async throws {
        let peer = try await VodozemacPeer()
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) }
        let (file, ciphertext) = EncryptedFile.seal(bytes)
        let read = try await peer.ask(
            "open_file",
            [
                "ciphertext": .string(UnpaddedBase64.encode(ciphertext)), "file": file.json(address: "mxc://x/y"),
            ])
        #expect(read["plaintext"]?.string == UnpaddedBase64.encode(bytes))
        let sent = try await peer.ask("seal_file", ["plaintext": .string(UnpaddedBase64.encode(bytes))])
        let theirs = try EncryptedFile(json: #require(sent["file"]))
        #expect(try theirs.open(UnpaddedBase64.decode(sent["ciphertext"]?.string ?? "-")) == bytes)
    }

    @Test func matrixNioDecryptsWithOurExportedKeys() async throws {
        let peer = try await VodozemacPeer()
        var session = MegolmOutboundSession()
        let key = try MegolmSessionKey(shared: session.sharedKey)
        let line = try session.encrypt(Array(#"{"body":"tea"}"#.utf8)).base64
        let exported = ExportedRoomKey(
            roomID: "!tea:localhost", key: key, senderKey: try Curve25519PublicKey(base64: peer.identityKey),
            claimedSigningKey: try Ed25519PublicKey(base64: peer.signingKey))
        let text = try KeyFile.seal([exported], passphrase: "beans for ana", rounds: 1_000)
        let command: JSONValue = ["text": .string(text), "body": .string(line), "passphrase": "beans for ana"]
        let read = try await peer.ask("read_keys", command)
        #expect(read["room"] == "!tea:localhost" && read["id"]?.string == key.sessionID)
        #expect(read["text"] == .string(#"{"body":"tea"}"#))
    }

    @Test func confabDecryptsWithKeysExportedByMatrixNio() async throws {
        let peer = try await VodozemacPeer()
        try await peer.ask("begin_group", ["group": "tea"])
        let key = try #require(await peer.ask("group_key", ["group": "tea"])["key"])
        let line = try await peer.ask("say_group", ["group": "tea", "text": "the pot"])["body"]?.string ?? ""
        let text =
            try await peer.ask(
                "write_keys", ["key": key, "room": "!tea:localhost", "passphrase": "beans for ana"])["text"]?.string
            ?? ""
        #expect(throws: CryptoError.wrongSecretKey) { try KeyFile.open(text, passphrase: "beans for bo") }
        let (keys, malformed) = try KeyFile.open(text, passphrase: "beans for ana")
        #expect(keys.map(\.roomID) == ["!tea:localhost"] && malformed == 0)
        #expect(keys.map(\.senderKey.base64) == [peer.identityKey])
        #expect(keys.map(\.claimedSigningKey?.base64) == [peer.signingKey])
        var session = MegolmInboundSession(try #require(keys.first).key)
        #expect(try session.decrypt(MegolmMessage(base64: line)) == Array("the pot".utf8))
    }

    @Test func storedSecretsOpenInBothDirections() async throws {
        let peer = try await VodozemacPeer()
        let key = SecretStorageKey()
        let told = JSONValue.string(UnpaddedBase64.encode(key.secret.revealed))
        let described = try await peer.ask("check_storage_key", ["key": told, "description": key.description()])
        #expect(described["fits"] == true)
        for name in ["m.cross_signing.master", "m.megolm_backup.v1"] {
            var beans = Array("beans".utf8)
            let stored = try key.seal(SecretBytes(taking: &beans), name: name)
            let ask: JSONValue = ["key": told, "name": .string(name), "stored": stored]
            #expect(try await peer.ask("take_secret", ask)["secret"] == "beans")
            let theirs = try await peer.ask(
                "store_secret", ["key": told, "name": .string(name), "secret": "peas"])
            #expect(try key.open(theirs, name: name).revealed == Array("peas".utf8))
            #expect(throws: CryptoError.wrongCode) { try key.open(theirs, name: "m.cross_signing.self_signing") }
        }
    }
}
