import Testing

@testable import MatrixCrypto

@Suite(.timeLimit(.minutes(5))) struct SealingKeyTests {
    private let key = SealingKey()
    private let state = SecretBytes(random: 100)

    @Test func sealedStateOpensWithTheStoredKey() throws {
        let sealed = key.seal(state, as: "account")
        let kept = try SealingKey(base64: key.base64)
        #expect(try kept.open(sealed, as: "account") == state)
        #expect(key.seal(state, as: "account") != sealed)
    }

    @Test func sealedStateIsRefusedWithAnotherKeyNameOrContent() throws {
        let sealed = key.seal(state, as: "account")
        #expect(throws: CryptoError.wrongCode) { try SealingKey().open(sealed, as: "account") }
        #expect(throws: CryptoError.wrongCode) { try key.open(sealed, as: "session") }
        for place in sealed.indices {
            var changed = sealed
            changed[place] ^= 1
            #expect(throws: CryptoError.wrongCode) { try key.open(changed, as: "account") }
        }
        #expect(throws: CryptoError.wrongCode) { try key.open(sealed.dropLast(sealed.count - 5), as: "account") }
    }

    /// Python's cryptography computed the value. Key and nonce count from 0.
    @Test func aesGCMOfAnotherImplementationIsOpened() throws {
        let key = try SealingKey(base64: "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=")
        let sealed = hexadecimal(
            "000102030405060708090a0b0e76f672b6c5a33bf933e2ffd98214c335ed71efcf31564d6ab4143e7f")
        #expect(try key.open(sealed, as: "account") == SecretBytes(Array("It is a truth".utf8)))
    }

    @Test func aKeyOfAnotherLengthIsRefused() {
        #expect(throws: CryptoError.wrongKeyLength(3)) { try SealingKey(base64: "AAAA") }
    }
}
