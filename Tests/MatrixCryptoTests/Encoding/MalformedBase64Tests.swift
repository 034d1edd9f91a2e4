import MatrixAPI
import Testing

@testable import MatrixCrypto

@Suite(.timeLimit(.minutes(5))) struct MalformedBase64Tests {
    @Test(arguments: ["Z", "Zg=", "Zm-_", "Zé"])
    func malformedBase64IsAnError(text: String) {
        #expect(throws: CryptoError.malformedBase64) { try UnpaddedBase64.decode(text) }
        #expect(throws: CryptoError.malformedBase64) { try UnpaddedBase64.decode(utf8: Array(text.utf8)) }
    }

    @Test func alphabetsAreNotMixed() throws {
        #expect(try UnpaddedBase64.decodeURLSafe("--__") == UnpaddedBase64.decode("++//"))
        #expect(throws: CryptoError.malformedBase64) { try UnpaddedBase64.decodeURLSafe("++//") }
    }
}
