import MatrixAPI
import Testing

@Suite(.timeLimit(.minutes(5))) struct UnpaddedBase64Tests {
    /// The specification's examples (appendices, "Unpadded Base64").
    @Test(arguments: [
        ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
        ("foobar", "Zm9vYmFy"),
    ])
    func specificationExamplesAreEncodedAndDecoded(text: String, encoded: String) {
        #expect(UnpaddedBase64.encode(text.utf8) == encoded)
        #expect(UnpaddedBase64.decoded(utf8: Array(encoded.utf8)) == Array(text.utf8))
        let padding = String(repeating: "=", count: (4 - encoded.count % 4) % 4)
        #expect(UnpaddedBase64.decoded(utf8: Array((encoded + padding).utf8)) == Array(text.utf8))
    }

    @Test(arguments: [
        "Z", "Zm9vY", "Zg=", "Zm8==", "Zg===", "Zm9v=", "====", "=", "Z=g", "Zm 8", "Zm8\n", "Zm-_", "Zé",
    ])
    func invalidBase64IsRefused(text: String) {
        #expect(UnpaddedBase64.decoded(utf8: Array(text.utf8)) == nil)
    }

    @Test(arguments: [("Zh", "Zg"), ("Zm9=", "Zm8=")])
    func trailingBitsAreIgnored(text: String, other: String) throws {
        let bytes = try #require(UnpaddedBase64.decoded(utf8: Array(text.utf8)))
        #expect(bytes == UnpaddedBase64.decoded(utf8: Array(other.utf8)))
    }

    @Test func urlSafeVariantUsesItsOwnAlphabet() {
        let bytes: [UInt8] = [0xFB, 0xEF, 0xFF]
        #expect(UnpaddedBase64.encode(bytes) == "++//")
        #expect(UnpaddedBase64.encodeURLSafe(bytes) == "--__")
        #expect(UnpaddedBase64.decodedURLSafe(utf8: Array("--__".utf8)) == bytes)
        #expect(UnpaddedBase64.decodedURLSafe(utf8: Array("++//".utf8)) == nil)
    }
}
