import MatrixAPI
import Testing

@testable import MatrixCrypto

@Suite(.timeLimit(.minutes(5))) struct MegolmFormatTests {
    private static let signer = Ed25519SecretKey()
    private static let key = MegolmSessionKey(
        ratchet: MegolmRatchet(secret: SecretBytes(Array(0..<128)), index: 0x0102_0304), signingKey: signer.publicKey)

    @Test func fieldsFollowTheSpecifiedLayout() throws {
        let head = [1, 2, 3, 4] + Array(0..<128) + Self.signer.publicKey.bytes
        #expect(try UnpaddedBase64.decode(Self.key.exported) == [1] + head)
        let shared = try UnpaddedBase64.decode(Self.key.shared(signedBy: Self.signer))
        #expect(shared.count == 229 && shared.starts(with: [2] + head))
        try Self.signer.publicKey.check(Ed25519Signature(bytes: shared[165...]), of: [2] + head)
        let message = MegolmMessage(sealing: [], with: Self.key.ratchet, signedBy: Self.signer)
        #expect(message.bytes.starts(with: [3, 0x08, 0x84, 0x86, 0x88, 0x08, 0x12, 16]))
        #expect(message.bytes.count == 8 + 16 + 8 + 64)
    }

    @Test func malformedKeysGetSpecificErrors() throws {
        let exported = try UnpaddedBase64.decode(Self.key.exported)
        let shared = try UnpaddedBase64.decode(Self.key.shared(signedBy: Self.signer))
        let cases: [([UInt8], CryptoError)] = [
            ([], .truncated), (shared, .unknownVersion(2)), (exported.dropLast(), .truncated),
            (exported + [0], .trailingBytes),
            (exported.dropLast(32) + Array(repeating: 0, count: 32), .lowOrderKey),
        ]
        for (bytes, error) in cases {
            #expect(throws: error) { try MegolmSessionKey(exported: UnpaddedBase64.encode(bytes)) }
        }
        #expect(throws: CryptoError.unknownVersion(1)) { try MegolmSessionKey(shared: Self.key.exported) }
        #expect(throws: CryptoError.truncated) {
            try MegolmSessionKey(shared: UnpaddedBase64.encode(shared.dropLast()))
        }
        #expect(throws: CryptoError.trailingBytes) {
            try MegolmSessionKey(shared: UnpaddedBase64.encode(shared + [0]))
        }
        #expect(throws: CryptoError.malformedBase64) { try MegolmSessionKey(exported: "?") }
    }

    @Test func signatureCoversTheWholeSharedKey() throws {
        let shared = try UnpaddedBase64.decode(Self.key.shared(signedBy: Self.signer))
        for place in [1, 5, 132, 170] {
            var changed = shared
            changed[place] ^= 1
            #expect(throws: CryptoError.wrongSignature) {
                try MegolmSessionKey(shared: UnpaddedBase64.encode(changed))
            }
        }
        #expect(throws: CryptoError.wrongSignature) {
            try MegolmSessionKey(shared: Self.key.shared(signedBy: Ed25519SecretKey()))
        }
    }

    @Test func malformedMessagesGetSpecificErrors() {
        let end = Array(repeating: UInt8(0), count: 72)
        let cases: [([UInt8], CryptoError)] = [
            ([], .truncated), ([3] + end.dropLast(), .truncated), ([2] + end, .unknownVersion(2)),
            ([3] + end, .missingField(tag: 0x08)), ([3, 0x08, 1] + end, .missingField(tag: 0x12)),
            ([3, 0x08, 0xFF, 0xFF, 0xFF, 0xFF, 0x1F, 0x12, 0] + end, .numberTooLarge),
            ([3, 0x08, 1, 0x12, 0] + Array(repeating: 0xFF, count: 72), .nonCanonicalSignature),
        ]
        for (bytes, error) in cases { #expect(throws: error) { try MegolmMessage(bytes: bytes) } }
    }
}
