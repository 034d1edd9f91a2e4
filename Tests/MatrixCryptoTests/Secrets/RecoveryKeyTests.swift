import Testing

@testable import MatrixCrypto

/// Tests recovery keys with texts that a few lines of Python computed from the specification.
@Suite(.timeLimit(.minutes(5))) struct RecoveryKeyTests {
    private let text = "EsSz ykH7 LCZx 7Cae cmKD wcmY JRXi Ybtu 8iQ3 t8Ez nRwK pUY1"

    @Test func recoveryKeyIsFormattedInGroupsOfFourAndParsed() throws {
        #expect(RecoveryKey.text(of: .counting) == text)
        #expect(try RecoveryKey.key(from: text) == .counting)
        #expect(try RecoveryKey.key(from: " \n" + text.filter { $0 != " " } + "\t") == .counting)
        for _ in 0..<100 {
            let key = SecretBytes(random: 32)
            #expect(try RecoveryKey.key(from: RecoveryKey.text(of: key)) == key)
        }
    }

    @Test(
        arguments: [
            ("EsSzykH7LCZx7CaecmKDwcmYJRXiYbtu8iQ3t8EznRwKpUY2", .wrongParity),
            ("EsUK2XMzQ91XMHMNdsnA6YDRpvsEX2ddqzUFhASF8FFp2KYc", .unknownKeyPrefix),
            ("49FxH2edn8c79Cgo8egUQFSx87vBKVJCMnBCytwNhepeo8p", .wrongKeyLength(31)),
            ("", .unknownKeyPrefix), ("1111", .unknownKeyPrefix), ("0OIl", .malformedBase58),
            ("Es Sz é", .malformedBase58),
            (String(repeating: "z", count: 51), .malformedBase58),
        ] as [(String, CryptoError)])
    func invalidRecoveryKeyGetsASpecificError(text: String, error: CryptoError) {
        #expect(throws: error) { try RecoveryKey.key(from: text) }
    }

    @Test(arguments: [
        ("", ""), ("00", "1"), ("0000287fb4cd", "11233QC4"), ("61", "2g"), ("ffff", "LUv"),
    ])
    func base58KeepsLeadingZeros(bytes: String, text: String) throws {
        #expect(Base58.encode(hexadecimal(bytes)) == text)
        #expect(try Base58.decode(text, atMost: 100) == hexadecimal(bytes))
    }
}
