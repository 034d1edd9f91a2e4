import Testing

@testable import MatrixCrypto

@Suite(.timeLimit(.minutes(5))) struct UnpaddedBase64Tests {
    /// The specification's examples (appendices, "Unpadded Base64").
    @Test(arguments: [
        ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
        ("foobar", "Zm9vYmFy"),
    ])
    func theExamplesOfTheSpecificationAreWrittenAndRead(text: String, encoded: String) throws {
        #expect(UnpaddedBase64.encode(text.utf8) == encoded)
        #expect(try UnpaddedBase64.decode(encoded) == Array(text.utf8))
        let padding = String(repeating: "=", count: (4 - encoded.count % 4) % 4)
        #expect(try UnpaddedBase64.decode(encoded + padding) == Array(text.utf8))
    }

    @Test(arguments: [
        "Z", "Zm9vY", "Zg=", "Zm8==", "Zg===", "Zm9v=", "====", "=", "Z=g", "Zm 8", "Zm8\n", "Zm-_", "Zé",
    ])
    func whatIsNoBase64IsRefused(text: String) {
        #expect(throws: CryptoError.malformedBase64) { try UnpaddedBase64.decode(text) }
    }

    @Test func bitsBeyondTheLastByteCountForNothing() throws {
        #expect(try UnpaddedBase64.decode("Zh") == UnpaddedBase64.decode("Zg"))
        #expect(try UnpaddedBase64.decode("Zm9=") == UnpaddedBase64.decode("Zm8="))
    }

    @Test func theVariantForAddressesHasOtherSignsAndNotBoth() throws {
        let bytes: [UInt8] = [0xFB, 0xEF, 0xFF]
        #expect(UnpaddedBase64.encode(bytes) == "++//")
        #expect(UnpaddedBase64.encodeURLSafe(bytes) == "--__")
        #expect(try UnpaddedBase64.decodeURLSafe("--__") == bytes)
        #expect(throws: CryptoError.malformedBase64) { try UnpaddedBase64.decodeURLSafe("++//") }
    }
}
