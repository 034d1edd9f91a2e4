import Testing

@testable import MatrixCrypto

@Suite(.timeLimit(.minutes(5))) struct SecretBytesTests {
    @Test func sourceBytesAreZeroedAfterTheMove() {
        var bytes: [UInt8] = [1, 2, 3, 4]
        let secret = SecretBytes(taking: &bytes)
        #expect(bytes == [0, 0, 0, 0])
        #expect(secret.revealed == [1, 2, 3, 4])
    }

    @Test func secretBytesAreNotPrintedOrDumped() {
        let secret = SecretBytes([0xAB, 0xCD])
        var dumped = ""
        dump(["key": secret], to: &dumped)
        for text in ["\(secret)", String(reflecting: secret), String(describing: secret), dumped] {
            #expect(text.contains("SecretBytes(2)"))
            for hint in ["171", "205", "ab", "cd", "AB", "CD"] { #expect(!text.contains(hint)) }
        }
    }

    @Test func secretsWithTheSameBytesAreEqual() {
        #expect(SecretBytes([1, 2]) == SecretBytes([1, 2]))
        #expect(SecretBytes([1, 2]) != SecretBytes([1, 3]))
        #expect(SecretBytes([1, 2]) != SecretBytes([1, 2, 0]))
        #expect(ConstantTime.areEqual([1, 2], [1, 2]))
        #expect(!ConstantTime.areEqual([1, 2], [1, 3]))
        #expect(!ConstantTime.areEqual([1, 2], [1]))
        #expect(SecretBytes(random: 32) != SecretBytes(random: 32))
    }

    @Test func secretsAreSlicedAndJoined() {
        let secret = SecretBytes([1, 2, 3, 4, 5])
        #expect(secret[1..<3].revealed == [2, 3])
        #expect(SecretBytes(joining: [secret[3..<5], secret[0..<0], secret[0..<2]]).revealed == [4, 5, 1, 2])
        #expect(SecretBytes(joining: []).count == 0)
    }

    /// The vectors of RFC 5869, appendix A, cases 1 and 3.
    @Test func keyDerivationMatchesTheRFCVectors() {
        let material = SecretBytes(Array(repeating: 0x0B, count: 22))
        let salted = material.derived(
            salt: SecretBytes(Array(0...0x0C)), info: Array(0xF0...0xF9), count: 42)
        #expect(
            salted.revealed
                == hexadecimal(
                    "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"))
        #expect(
            material.derived(info: [], count: 42).revealed
                == hexadecimal(
                    "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"))
    }

    /// The vector of RFC 4231, case 2.
    @Test func macMatchesTheRFCVector() {
        #expect(
            SecretBytes(Array("Jefe".utf8)).code(of: Array("what do ya want for nothing?".utf8)).revealed
                == hexadecimal("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"))
    }
}
