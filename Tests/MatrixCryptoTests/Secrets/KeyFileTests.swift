import MatrixAPI
import Testing

@testable import MatrixCrypto

@Suite(.timeLimit(.minutes(5))) struct KeyFileTests {
    /// Python's cryptography generated the file from the specification: one session with nothing but its algorithm.
    private static let body =
        "AQABAgMEBQYHCAkKCwwNDg9kZWZnaGlqa38BAgMEBQYHAAAD6Bt7w9KkW5a0VmNx/16aDMa1lcRF\n"
        + "gbbPRTdRZtYGELULOW7cxiEPq7aJdkyMxD/OEfHIEqe7x83exed8iB5d8Xj7vZ/WJaw="
    private static let first = "-----BEGIN MEGOLM SESSION DATA-----"
    private static let last = "-----END MEGOLM SESSION DATA-----"

    private static func file(_ body: String) -> String { "\(first)\n\(body)\n\(last)" }

    private func keys() throws -> [ExportedRoomKey] {
        try (0..<3).map { number in
            ExportedRoomKey(
                roomID: "!room\(number):x", key: try MegolmSessionKey(shared: MegolmOutboundSession().sharedKey),
                senderKey: Curve25519SecretKey().publicKey, claimedSigningKey: nil)
        }
    }

    @Test func keyFileOpensWithItsPassphrase() throws {
        let keys = try keys()
        let text = try KeyFile.seal(keys, passphrase: "tea", rounds: 10)
        let lines = text.split(separator: "\n")
        #expect(lines.first == Self.first[...] && lines.last == Self.last[...])
        #expect(lines.allSatisfy { $0.count <= 76 })
        let opened = try KeyFile.open(text, passphrase: "tea")
        #expect(opened.keys.map(\.json) == keys.map(\.json) && opened.malformed == 0)
        #expect(throws: CryptoError.wrongSecretKey) { try KeyFile.open(text, passphrase: "coffee") }
        #expect(try KeyFile.seal(keys, passphrase: "tea", rounds: 10) != text)
        #expect(try KeyFile.open(KeyFile.seal([], passphrase: "", rounds: 1), passphrase: "").keys.isEmpty)
    }

    @Test func foreignKeyFileIsReadWithAnyLineEndings() throws {
        let texts = [
            Self.file(Self.body), Self.file(Self.body.filter { $0 != "\n" && $0 != "=" }),
            "mail before\r\n\r\n \(Self.first) \r\n" + Self.body.replacing("\n", with: " \r\n\r\n")
                + "\r\n\t\(Self.last)\r\n",
        ]
        for text in texts {
            let opened = try KeyFile.open(text, passphrase: "open sesame")
            #expect(opened.keys.isEmpty && opened.malformed == 1)
        }
    }

    @Test func aChangedFileIsRefused() throws {
        let bytes = try UnpaddedBase64.decode(Self.body.filter { $0 != "\n" })
        for place in [1, 17, 40, bytes.count - 40, bytes.count - 1] {
            var changed = bytes
            changed[place] ^= 1
            let text = Self.file(UnpaddedBase64.encode(changed))
            #expect(throws: CryptoError.wrongSecretKey) { try KeyFile.open(text, passphrase: "open sesame") }
        }
    }

    @Test func malformedFilesGetSpecificErrors() throws {
        let bytes = try UnpaddedBase64.decode(Self.body.filter { $0 != "\n" })
        let many = Array(bytes[..<33]) + [0xFF, 0xFF, 0xFF, 0xFF] + bytes[37...]
        let cases: [(String, CryptoError)] = [
            ("", .missingArmour), (Self.body, .missingArmour), ("\(Self.first)\n\(Self.body)", .missingArmour),
            ("\(Self.last)\n\(Self.body)\n\(Self.first)", .missingArmour), (Self.file(""), .truncated),
            (Self.file("?"), .malformedBase64), (Self.file("Ag"), .unknownVersion(2)), (Self.file("AQAA"), .truncated),
            (Self.file(UnpaddedBase64.encode(bytes.prefix(68))), .truncated),
            (Self.file(UnpaddedBase64.encode(many)), .unreasonableRounds(0xFFFF_FFFF)),
            (String(repeating: "A", count: EncryptedKeyFile.largest + 1), .tooLarge),
        ]
        for (text, error) in cases { #expect(throws: error) { try KeyFile.open(text, passphrase: "x") } }
        #expect(throws: CryptoError.malformedJSON) { try KeyFile.keys(in: Array("{}".utf8)) }
        #expect(throws: CryptoError.malformedJSON) { try KeyFile.keys(in: Array("[".utf8)) }
    }
}
