import Testing

@testable import MatrixCrypto

@Suite(.timeLimit(.minutes(5))) struct CipherTests {
    private let cipher = MessageCipher(secret: .counting, info: "OLM_KEYS")

    /// Python's cryptography computed these values from the specification.
    @Test func cipherMatchesReferenceValues() throws {
        let ciphertext = hexadecimal("cc4c4c36beaef2b586283b8aa99d7f04")
        #expect(cipher.encrypt(Array("It is a truth".utf8)) == ciphertext)
        #expect(cipher.code(of: ciphertext) == hexadecimal("36cb5449e589cabe"))
        #expect(try cipher.decrypt(ciphertext[...]) == Array("It is a truth".utf8))
    }

    @Test(arguments: [0, 1, 15, 16, 17, 31, 32, 1000]) func plaintextOfAnyLengthRoundTrips(count: Int) throws {
        let plaintext = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let ciphertext = cipher.encrypt(plaintext)
        #expect(ciphertext.count == (count / 16 + 1) * 16)
        #expect(try cipher.decrypt(ciphertext[...]) == plaintext)
    }

    @Test(arguments: [0, 1, 15, 17]) func ciphertextOfAWrongLengthIsRefused(count: Int) {
        #expect(throws: CryptoError.malformedCiphertext) {
            try cipher.decrypt(Array(repeating: 0, count: count)[...])
        }
    }

    /// In CBC mode the previous ciphertext block is XORed into the plaintext, so changing it gives any padding.
    @Test(arguments: [0, 17, 32, 255] as [UInt8]) func paddingOfAWrongLengthIsRefused(count: UInt8) {
        var ciphertext = cipher.encrypt(Array(repeating: 0, count: 32))
        // The last block consists of padding: sixteen times 16.
        for place in 16..<32 { ciphertext[place] ^= 16 ^ count }
        #expect(throws: CryptoError.malformedPadding) { try cipher.decrypt(ciphertext[...]) }
    }

    @Test func inconsistentPaddingIsRefused() {
        var ciphertext = cipher.encrypt(Array(repeating: 0, count: 32))
        ciphertext[20] ^= 1
        #expect(throws: CryptoError.malformedPadding) { try cipher.decrypt(ciphertext[...]) }
    }

    @Test func macIsValidForItsTextOnly() throws {
        let code = cipher.code(of: [1, 2, 3])
        try cipher.check(code, of: [1, 2, 3])
        #expect(throws: CryptoError.wrongCode) { try cipher.check(code, of: [1, 2]) }
        #expect(throws: CryptoError.wrongCode) { try cipher.check(code.dropLast(), of: [1, 2, 3]) }
        #expect(throws: CryptoError.wrongCode) { try cipher.check([], of: [1, 2, 3]) }
    }

    /// The vectors of NIST SP 800-38A, F.5.5, and one whose counter overflows.
    @Test(arguments: [
        (
            "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff",
            "601ec313775789a5b7a7f504bbf3d228f443e3ca4d62b59aca84e990cacaf5c5"
                + "2b0930daa23de94ce87017ba2d84988ddfc9c58db67aada613c2dd08457941a6"
        ),
        ("ffffffffffffffffffffffffffffffff", "50fd97c3e61abb4873fb78df1e8e77e64b457cd68accda4a89fa236c06bf2605"),
    ])
    func counterModeMatchesNISTVectors(vector: String, ciphertext: String) throws {
        let key = hexadecimal("603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4")
        let plaintext = hexadecimal(
            "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"
                + "30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710")
        let counter = try CounterCipher(key: SecretBytes(key), vector: hexadecimal(vector))
        let expected = hexadecimal(ciphertext)
        #expect(counter.apply(to: Array(plaintext.prefix(expected.count))) == expected)
        #expect(counter.apply(to: expected) == Array(plaintext.prefix(expected.count)))
        #expect(counter.apply(to: [UInt8]()).isEmpty)
    }

    @Test func counterKeysAndVectorsOfWrongLengthAreRefused() {
        let vector = Array(repeating: UInt8(0), count: 16)
        #expect(throws: CryptoError.wrongKeyLength(16)) {
            try CounterCipher(key: SecretBytes(vector), vector: vector)
        }
        for count in [0, 12, 15, 17] {
            #expect(throws: CryptoError.wrongVectorLength(count)) {
                try CounterCipher(key: .counting, vector: Array(repeating: 0, count: count))
            }
        }
    }

    @Test func bit63OfARandomVectorIsZero() {
        let vectors = (0..<64).map { _ in CounterCipher.randomVector() }
        #expect(vectors.allSatisfy { $0.count == 16 && $0[8] < 0x80 })
        for place in 0..<16 { #expect(Set(vectors.map { $0[place] }).count > 8) }
    }
}
