import MatrixAPI
import Testing

@testable import MatrixCrypto

@Suite(.timeLimit(.minutes(5))) struct OlmMessageTests {
    private static let key = Array(repeating: UInt8(9), count: 32)
    private static let normal: [UInt8] =
        [3, 0x0A, 32] + key + [0x10, 1, 0x22, 2, 0xAA, 0xBB] + [1, 2, 3, 4, 5, 6, 7, 8]
    private static let prekey: [UInt8] =
        [3, 0x0A, 32] + key + [0x12, 32] + key + [0x1A, 32] + key + [0x22, UInt8(normal.count)] + normal

    @Test func fieldsFollowTheSpecifiedLayout() throws {
        let message = try OlmMessage(bytes: Self.normal)
        #expect(message.ratchetKey.bytes == Self.key && message.index == 1 && message.bytes == Self.normal)
        let prekey = try OlmPrekeyMessage(bytes: Self.prekey)
        #expect(prekey.message == message && prekey.bytes == Self.prekey)
        #expect(prekey.keys.baseKey.bytes == Self.key)
    }

    @Test(
        arguments: [
            ([], .truncated), ([2] + normal.dropFirst(), .unknownVersion(2)), ([3], .truncated),
            ([3, 1, 2, 3, 4, 5, 6, 7, 8], .missingField(tag: 0x0A)),
            ([3, 0x0A, 32] + key + [1, 2, 3, 4, 5, 6, 7, 8], .missingField(tag: 0x10)),
            ([3, 0x0A, 31] + key.dropLast() + normal.dropFirst(35), .wrongKeyLength(31)),
            (normal.dropLast(), .truncated),
        ] as [([UInt8], CryptoError)])
    func malformedMessageGetsASpecificError(bytes: [UInt8], error: CryptoError) {
        #expect(throws: error) { try OlmMessage(bytes: bytes) }
    }

    @Test(
        arguments: [
            ([], .truncated), ([4] + prekey.dropFirst(), .unknownVersion(4)), ([3], .missingField(tag: 0x1A)),
            (prekey.dropLast(), .truncated), (prekey + prekey.dropFirst(), .repeatedField(tag: 0x0A)),
        ] as [([UInt8], CryptoError)])
    func malformedPrekeyMessageGetsASpecificError(bytes: [UInt8], error: CryptoError) {
        #expect(throws: error) { try OlmPrekeyMessage(bytes: bytes) }
    }

    @Test func envelopeRequiresAKnownTypeAndBase64() throws {
        let body = UnpaddedBase64.encode(Self.normal)
        #expect(try OlmEnvelope(type: 1, body: body).body == body)
        #expect(throws: CryptoError.unknownMessageType(2)) { try OlmEnvelope(type: 2, body: body) }
        #expect(throws: CryptoError.malformedBase64) { try OlmEnvelope(type: 1, body: "?") }
    }
}
