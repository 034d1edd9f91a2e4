import MatrixAPI
import Testing

@testable import MatrixCrypto

@Suite(.timeLimit(.minutes(5))) struct Curve25519Tests {
    /// The vectors of RFC 7748, section 5.2.
    @Test(arguments: [
        (
            "a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4",
            "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c",
            "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552"
        ),
        (
            "4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d",
            "e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493",
            "95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957"
        ),
    ])
    func rfcVectorsAreReproduced(secret: String, point: String, agreed: String) throws {
        let key = try Curve25519SecretKey(secret: SecretBytes(hexadecimal(secret)))
        #expect(try key.agree(with: Curve25519PublicKey(bytes: hexadecimal(point))).revealed == hexadecimal(agreed))
    }

    @Test func twoPartiesAgreeOnASecretAndAThirdDoesNot() throws {
        let (ana, bo, kim) = (Curve25519SecretKey(), Curve25519SecretKey(), Curve25519SecretKey())
        #expect(try ana.agree(with: bo.publicKey) == bo.agree(with: ana.publicKey))
        #expect(try ana.agree(with: bo.publicKey) != kim.agree(with: bo.publicKey))
        #expect(try Curve25519SecretKey(secret: ana.secret).publicKey == ana.publicKey)
    }

    /// All points whose order divides eight, on the curve and on its twist, in each of their encodings.
    @Test(arguments: [
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
        "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    ])
    func lowOrderPointIsRefused(point: String) throws {
        var bytes = hexadecimal(point)
        for _ in 0..<2 {
            let theirs = try Curve25519PublicKey(bytes: bytes)
            #expect(throws: CryptoError.lowOrderKey) { try Curve25519SecretKey().agree(with: theirs) }
            // The highest bit is ignored.
            bytes[31] ^= 0x80
        }
    }

    /// RFC 7748, section 5: the highest bit is ignored, and values beyond the prime are reduced modulo the prime.
    @Test func equivalentPointEncodingsAgreeOnTheSameSecret() throws {
        let key = Curve25519SecretKey()
        var nine = Array(repeating: UInt8(0), count: 32)
        nine[0] = 9
        let agreed = try key.agree(with: Curve25519PublicKey(bytes: nine))
        #expect(agreed.revealed == key.publicKey.bytes)
        nine[31] = 0x80
        #expect(try key.agree(with: Curve25519PublicKey(bytes: nine)) == agreed)
        let beyond = [0xF6] + Array(repeating: 0xFF, count: 30) + [0x7F]
        #expect(try key.agree(with: Curve25519PublicKey(bytes: beyond.map(UInt8.init))) == agreed)
    }

    @Test(arguments: [0, 31, 33]) func keysOfOtherLengthsAreRefused(count: Int) {
        let bytes = Array(repeating: UInt8(7), count: count)
        #expect(throws: CryptoError.wrongKeyLength(count)) { try Curve25519PublicKey(bytes: bytes) }
        #expect(throws: CryptoError.wrongKeyLength(count)) { try Curve25519SecretKey(secret: SecretBytes(bytes)) }
        #expect(throws: CryptoError.wrongKeyLength(count)) {
            try Curve25519PublicKey(base64: UnpaddedBase64.encode(bytes))
        }
    }
}
