import Testing

@testable import MatrixCrypto

@Suite(.timeLimit(.minutes(5))) struct Ed25519Tests {
    /// The vectors of RFC 8032, section 7.1.
    @Test(arguments: [
        (
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595"
                + "bbe24655141438e7a100b"
        ),
        (
            "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb43"
                + "02aeeb00d291612bb0c00"
        ),
        (
            "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
            "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716"
                + "ed28dc027beceea1ec40a"
        ),
    ])
    func rfcVectorsAreReproduced(secret: String, publicKey: String, message: String, signature: String) throws {
        let key = try Ed25519SecretKey(secret: SecretBytes(hexadecimal(secret)))
        #expect(key.publicKey.bytes == hexadecimal(publicKey))
        #expect(key.sign(hexadecimal(message)).bytes == hexadecimal(signature))
        try key.publicKey.check(Ed25519Signature(bytes: hexadecimal(signature)), of: hexadecimal(message))
    }

    @Test func signatureIsValidForOneTextAndKeyOnly() throws {
        let (ana, bo) = (Ed25519SecretKey(), Ed25519SecretKey())
        let signature = ana.sign([1, 2, 3])
        #expect(throws: CryptoError.wrongSignature) { try ana.publicKey.check(signature, of: [1, 2, 4]) }
        #expect(throws: CryptoError.wrongSignature) { try bo.publicKey.check(signature, of: [1, 2, 3]) }
        for place in 0..<63 {
            var bytes = signature.bytes
            bytes[place] ^= 1
            guard let changed = try? Ed25519Signature(bytes: bytes) else { continue }
            #expect(throws: CryptoError.wrongSignature) { try ana.publicKey.check(changed, of: [1, 2, 3]) }
        }
    }

    /// The second signature of RFC 8032 with the order of the group added to its S, which satisfies the equation as
    /// well.
    @Test func nonCanonicalSignatureIsRefused() {
        let bytes = hexadecimal(
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
                + "f52db7415978abc61b2c2eb6aeebfca0387b2eaeb4302aeeb00d291612bb0c10")
        #expect(throws: CryptoError.nonCanonicalSignature) { try Ed25519Signature(bytes: bytes) }
        #expect(throws: CryptoError.nonCanonicalSignature) {
            try Ed25519Signature(bytes: Array(repeating: 0xFF, count: 64))
        }
    }

    /// 0, 1, -1 and the points of order eight. The highest bit is the sign of the other coordinate.
    @Test(arguments: [
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    ])
    func aKeyOfLowOrderIsRefused(point: String) {
        var bytes = hexadecimal(point)
        #expect(throws: CryptoError.lowOrderKey) { try Ed25519PublicKey(bytes: bytes) }
        bytes[31] ^= 0x80
        #expect(throws: CryptoError.lowOrderKey) { try Ed25519PublicKey(bytes: bytes) }
    }

    @Test(arguments: [UInt8(0xED), 0xEE, 0xF0, 0xFF]) func nonCanonicalKeyIsRefused(first: UInt8) {
        let bytes = [first] + Array(repeating: UInt8(0xFF), count: 30)
        #expect(throws: CryptoError.nonCanonicalKey) { try Ed25519PublicKey(bytes: bytes + [0x7F]) }
        #expect(throws: CryptoError.nonCanonicalKey) { try Ed25519PublicKey(bytes: bytes + [0xFF]) }
    }

    /// Half of all coordinates belong to no point.
    @Test func keyThatIsNotAPointVerifiesNothing() throws {
        let key = try Ed25519PublicKey(bytes: [2] + Array(repeating: 0, count: 31))
        #expect(throws: CryptoError.wrongSignature) { try key.check(Ed25519SecretKey().sign([1]), of: [1]) }
    }

    @Test func wrongLengthsAreRefused() {
        let bytes = Array(repeating: UInt8(7), count: 63)
        #expect(throws: CryptoError.wrongSignatureLength(63)) { try Ed25519Signature(bytes: bytes) }
        #expect(throws: CryptoError.wrongKeyLength(63)) { try Ed25519PublicKey(bytes: bytes) }
        #expect(throws: CryptoError.wrongKeyLength(63)) { try Ed25519SecretKey(secret: SecretBytes(bytes)) }
    }
}
