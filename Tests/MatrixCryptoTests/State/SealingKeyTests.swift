import Testing

@testable import MatrixCrypto

@Suite(.timeLimit(.minutes(5))) struct SealingKeyTests {
    private let key = SealingKey()
    private let state = SecretBytes(random: 100)

    @Test func whatWasSealedIsOpenedByTheSameKeyThatWasKept() throws {
        let sealed = key.seal(state, as: "account")
        let kept = try SealingKey(base64: key.base64)
        #expect(try kept.open(sealed, as: "account") == state)
        #expect(key.seal(state, as: "account") != sealed)
    }

    @Test func nothingIsOpenedByAnotherKeyOrUnderAnotherNameOrOnceItWasChanged() throws {
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

    @Test func aKeyOfAnotherLengthIsRefused() {
        #expect(throws: CryptoError.wrongKeyLength(3)) { try SealingKey(base64: "AAAA") }
    }
}
