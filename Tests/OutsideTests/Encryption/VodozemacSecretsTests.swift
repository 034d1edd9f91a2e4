import MatrixAPI
import TestSupport
import TestTraits
import Testing

@testable import MatrixCrypto

/// Tests verification between Confab's and vodozemac's devices, and the data that they store for each other on a
/// server.
@Suite(.outside, .timeLimit(.minutes(10))) struct VodozemacSecretsTests {
    private let ana = DeviceAddress(userID: "@ana:localhost", deviceID: "ANA")
    private let kim = DeviceAddress(userID: "@kim:localhost", deviceID: "KIM")

    @Test(arguments: [true, false]) func emojiAndNumbersMatchVodozemac(isStarter: Bool) async throws {
        let peer = try await VodozemacPeer()
        for number in 0..<100 {
            let name = JSONValue.string("\(number)")
            let ours = ShortAuthentication()
            let theirs = try await peer.ask("begin_sas", ["name": name])["key"]?.string ?? ""
            let starter = isStarter ? (ana, ours.publicKey.base64) : (kim, theirs)
            let accepter = isStarter ? (kim, theirs) : (ana, ours.publicKey.base64)
            let agreed = try ours.agree(
                with: Curve25519PublicKey(base64: theirs), starter: starter.0, accepter: accepter.0,
                isStarter: isStarter, transactionID: "$transaction")
            let info =
                "MATRIX_KEY_VERIFICATION_SAS|\(starter.0.userID)|\(starter.0.deviceID)|\(starter.1)"
                + "|\(accepter.0.userID)|\(accepter.0.deviceID)|\(accepter.1)|$transaction"
            let shown = try await peer.ask(
                "agree_sas", ["name": name, "key": .string(ours.publicKey.base64), "info": .string(info)])
            #expect(shown["emoji"]?.array?.compactMap(\.integer) == agreed.emojiNumbers.map { Int64($0) })
            #expect(shown["decimals"]?.array?.compactMap(\.integer) == agreed.decimals.map { Int64($0) })
            try await compareCodes(agreed, peer, name)
        }
    }

    private func compareCodes(
        _ agreed: AgreedShortAuthentication, _ peer: VodozemacPeer, _ name: JSONValue
    ) async throws {
        let ours = "MATRIX_KEY_VERIFICATION_MAC@ana:localhostANA@kim:localhostKIM$transactioned25519:ANA"
        let code = agreed.code(of: "anas key", keyID: "ed25519:ANA", from: ana, to: kim)
        var told: JSONValue = ["name": name, "text": "anas key", "info": .string(ours), "code": .string(code)]
        try await peer.ask("check_sas", told)
        told["text"] = "eves key"
        #expect(try await peer.refuses("check_sas", told))
        var codes: [String: String] = [:]
        let theirs = "MATRIX_KEY_VERIFICATION_MAC@kim:localhostKIM@ana:localhostANA$transaction"
        for (keyID, text) in [("ed25519:KIM", "kims key"), ("KEY_IDS", "ed25519:KIM")] {
            let answer = try await peer.ask(
                "code_sas", ["name": name, "text": .string(text), "info": .string(theirs + keyID)])
            codes[keyID] = answer["code"]?.string
        }
        let list = codes.removeValue(forKey: "KEY_IDS") ?? ""
        let known = ["ed25519:KIM": "kims key"]
        #expect(try agreed.check(codes, list: list, known: known, from: kim, to: ana) == ["ed25519:KIM"])
    }

    /// The format of clients of libolm's time, in both directions.
    @Test(arguments: [true, false]) func legacyMACsMatchVodozemac(isStarter: Bool) async throws {
        let peer = try await VodozemacPeer()
        for number in 0..<50 {
            let name = JSONValue.string("\(number)")
            let ours = ShortAuthentication(codeForm: .first)
            let theirs = try Curve25519PublicKey(
                base64: try await peer.ask("begin_sas", ["name": name])["key"]?.string ?? "")
            let agreed = try ours.agree(
                with: theirs, starter: isStarter ? ana : kim, accepter: isStarter ? kim : ana, isStarter: isStarter,
                transactionID: "$transaction")
            try await peer.ask(
                "agree_sas", ["name": name, "key": .string(ours.publicKey.base64), "info": "not shown"])
            let told = agreed.codes(of: ["ed25519:ANA": "anas key"], from: ana, to: kim)
            let info = "MATRIX_KEY_VERIFICATION_MAC@ana:localhostANA@kim:localhostKIM$transaction"
            for (keyID, text, code) in [
                ("ed25519:ANA", "anas key", told.codes["ed25519:ANA"]), ("KEY_IDS", "ed25519:ANA", told.list),
            ] {
                #expect(try await firstCode(of: text, info + keyID, peer, name) == code)
            }
            let from = "MATRIX_KEY_VERIFICATION_MAC@kim:localhostKIM@ana:localhostANA$transaction"
            let code = try await firstCode(of: "kims key", from + "ed25519:KIM", peer, name)
            let list = try await firstCode(of: "ed25519:KIM", from + "KEY_IDS", peer, name)
            #expect(
                try agreed.check(
                    ["ed25519:KIM": code], list: list, known: ["ed25519:KIM": "kims key"], from: kim, to: ana)
                    == ["ed25519:KIM"])
            #expect(throws: CryptoError.wrongCode) {
                try agreed.check(
                    ["ed25519:KIM": code], list: list, known: ["ed25519:KIM": "eves key"], from: kim, to: ana)
            }
        }
    }

    private func firstCode(
        of text: String, _ info: String, _ peer: VodozemacPeer, _ name: JSONValue
    ) async throws -> String {
        let answer = try await peer.ask(
            "first_code_sas", ["name": name, "text": .string(text), "info": .string(info)])
        return answer["code"]?.string ?? ""
    }

    @Test func backupsDecryptInBothDirections() async throws {
        let peer = try await VodozemacPeer()
        let key = BackupKey()
        for count in [0, 1, 15, 16, 17, 1000] {
            let text = String(repeating: "x", count: count)
            let theirs = try await peer.ask(
                "seal_backup", ["key": .string(key.publicKey.base64), "text": .string(text)])
            #expect(try key.open(SealedBackup(json: theirs)) == Array(text.utf8))
            let publicKey = try Curve25519PublicKey(base64: peer.backupKey)
            let ours = try SealedBackup(sealing: Array(text.utf8), for: publicKey)
            #expect(try await peer.ask("open_backup", ours.json)["text"]?.string == text)
        }
        var secret = try UnpaddedBase64.decode(await peer.ask("backup_secret")["secret"]?.string ?? "")
        #expect(try BackupKey(secret: SecretBytes(taking: &secret)).publicKey.base64 == peer.backupKey)
    }
}
