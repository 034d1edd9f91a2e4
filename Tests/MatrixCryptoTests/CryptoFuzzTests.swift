import MatrixAPI
import TestSeeds
import Testing

@testable import MatrixCrypto

/// Fuzzes the input from servers, other devices and files.
@Suite(.timeLimit(.minutes(5))) struct CryptoFuzzTests {
    @Test func fuzzedCiphertextsDoNotChangeSessions() throws {
        guard var fuzzer = try Fuzzer("ciphertexts") else { return }
        var pair = try OlmPair()
        var room = MegolmInboundSession(try MegolmSessionKey(shared: MegolmOutboundSession().sharedKey))
        let (before, roomBefore) = (pair.ana.state, room.state)
        while let input = try fuzzer.next() {
            if let message = try? OlmMessage(bytes: input) {
                #expect((try? pair.ana.decrypt(.normal(message))) == nil, "\(fuzzer.failure())")
                #expect(try OlmMessage(bytes: message.bytes) == message, "\(fuzzer.failure())")
            }
            if let prekey = try? OlmPrekeyMessage(bytes: input) {
                #expect((try? pair.ana.decrypt(.prekey(prekey))) == nil, "\(fuzzer.failure())")
                #expect(try OlmPrekeyMessage(bytes: prekey.bytes) == prekey, "\(fuzzer.failure())")
            }
            if let message = try? MegolmMessage(bytes: input) {
                #expect((try? room.decrypt(message)) == nil, "\(fuzzer.failure())")
                #expect(try MegolmMessage(base64: message.base64) == message, "\(fuzzer.failure())")
            }
            #expect(pair.ana.state == before && room.state == roomBefore, "\(fuzzer.failure())")
        }
    }

    @Test func fuzzedStatesAreReadCompletelyOrRefused() throws {
        guard var fuzzer = try Fuzzer("crypto-states") else { return }
        let key = SealingKey()
        while let input = try fuzzer.next() {
            let state = SecretBytes(input)
            let written = [
                try? OlmAccount(state: state).state, try? OlmSession(state: state).state,
                try? MegolmOutboundSession(state: state).state, try? MegolmInboundSession(state: state).state,
                try? OwnCrossSigning(state: state, userID: "@ana:x").state,
            ].compactMap { $0 }
            #expect(written.isEmpty || written == [state], "\(fuzzer.failure())")
            #expect((try? key.open(input, as: "account")) == nil, "\(fuzzer.failure())")
        }
    }

    @Test func fuzzedKeyTextsRoundTripOrAreRefused() throws {
        guard var fuzzer = try Fuzzer("key-texts", words: ["-----BEGIN MEGOLM SESSION DATA-----\n"]) else { return }
        while let input = try fuzzer.next() {
            let text = String(decoding: input, as: UTF8.self)
            if let key = try? RecoveryKey.key(from: text) {
                #expect(try RecoveryKey.key(from: RecoveryKey.text(of: key)) == key, "\(fuzzer.failure())")
            }
            if let file = try? EncryptedKeyFile(text) {
                let again = try EncryptedKeyFile(file.text(code: file.code))
                #expect(again.covered == file.covered && again.code == file.code, "\(fuzzer.failure())")
            }
            let keys = [try? MegolmSessionKey(exported: text), try? MegolmSessionKey(shared: text)].compactMap { $0 }
            for key in keys {
                let again = try MegolmSessionKey(exported: key.exported)
                #expect(again.exported == key.exported, "\(fuzzer.failure())")
            }
            if let key = try? BackupKey(text: SecretBytes(input)) {
                #expect(try BackupKey(text: key.text).publicKey == key.publicKey, "\(fuzzer.failure())")
            }
            if let key = try? SealingKey(base64: text) {
                #expect(try SealingKey(base64: key.base64).base64 == key.base64, "\(fuzzer.failure())")
            }
            for envelope in (0...2).compactMap({ try? OlmEnvelope(type: $0, body: text) }) {
                let again = try OlmEnvelope(type: envelope.type, body: envelope.body)
                #expect(again == envelope, "\(fuzzer.failure())")
            }
            if let bytes = try? UnpaddedBase64.decode(text) {
                #expect(try UnpaddedBase64.decode(UnpaddedBase64.encode(bytes)) == bytes, "\(fuzzer.failure())")
            }
        }
    }

    @Test func fuzzedObjectsRoundTripOrAreRefused() throws {
        let words = try SourceWords.of("MatrixCrypto").map { "\"\($0)\"" }
        guard var fuzzer = try Fuzzer("crypto-objects", words: words) else { return }
        let (backup, storage, signer) = (BackupKey(), SecretStorageKey(), Ed25519SecretKey())
        let address = DeviceAddress(userID: "@ana:x", deviceID: "D")
        let device = try DeviceKeys(json: OlmAccount().signedDeviceKeys(of: address), of: address)
        while let input = try fuzzer.next() {
            guard let json = try? JSONValue(parsing: input, maximumDepth: 64) else { continue }
            if let canonical = try? json.canonicalBytes {
                let again = try JSONValue(parsing: canonical, maximumDepth: 64)
                #expect(try again.canonicalBytes == canonical, "\(fuzzer.failure())")
            }
            if let file = try? EncryptedFile(json: json) {
                _ = try EncryptedFile(json: file.json(address: "mxc://x/y"))
                #expect(throws: CryptoError.wrongHash, "\(fuzzer.failure())") { try file.open([1]) }
            }
            if let sealed = try? SealedBackup(json: json) {
                #expect(try SealedBackup(json: sealed.json) == sealed, "\(fuzzer.failure())")
                #expect((try? backup.open(sealed)) == nil, "\(fuzzer.failure())")
            }
            if let key = try? ExportedRoomKey(json: json) {
                #expect(try ExportedRoomKey(json: key.json).json == key.json, "\(fuzzer.failure())")
            }
            if let settings = try? Passphrase(json: json) {
                #expect(try Passphrase(json: settings.json).json == settings.json, "\(fuzzer.failure())")
            }
            if let (keys, malformed) = try? KeyFile.keys(in: input) {
                #expect(keys.count + malformed == json.array?.count, "\(fuzzer.failure())")
            }
            if (try? storage.check(json)) != nil {
                #expect(json["iv"] == nil && json["mac"] == nil, "\(fuzzer.failure())")
            }
            #expect((try? device.oneTimeKey(json: json)) == nil, "\(fuzzer.failure())")
            if let keys = try? DeviceKeys(json: json, of: address) {
                #expect(try DeviceKeys(json: keys.json, of: keys.address) == keys, "\(fuzzer.failure())")
            }
            let payload = try? OlmPayload(
                plaintext: input, sender: "@ana:x", senderKey: backup.publicKey, recipient: "@bo:x",
                recipientKey: signer.publicKey)
            #expect(payload == nil, "\(fuzzer.failure())")
            if let payload = try? MegolmPayload(plaintext: input, roomID: "!tea:x") {
                #expect(payload.content.isObject, "\(fuzzer.failure())")
            }
            #expect((try? storage.open(json, name: "m.x")) == nil, "\(fuzzer.failure())")
            if let object = try? SignedObject(json) {
                #expect(throws: CryptoError.self, "\(fuzzer.failure())") {
                    try object.check(signedBy: "@ana:x", keyName: "D", with: signer.publicKey)
                }
            }
        }
    }
}
