import MatrixAPI
import Testing

@Suite(.timeLimit(.minutes(5))) struct PercentEncodingTests {
    @Test func onlyUnreservedAndKeptBytesStay() {
        #expect("aZ09-._~".percentEncoded == "aZ09-._~")
        #expect("a/b é%+".percentEncoded == "a%2Fb%20%C3%A9%25%2B")
        #expect("a/b é%+".percentEncoded(keeping: [UInt8(ascii: "/")]) == "a/b%20%C3%A9%25%2B")
    }

    @Test(arguments: ["", "tea", "a/b é%+", "100%", "%2F", "日本 & 🍵"])
    func encodedTextIsDecodedToItself(text: String) {
        #expect(text.percentEncoded.percentDecoded() == text)
        #expect(text.percentEncoded.percentDecoded(plusIsSpace: true, keepsMistakes: true) == text)
    }

    @Test func plusIsASpaceOnlyInQueries() {
        #expect("a+b%2b".percentDecoded() == "a+b+")
        #expect("a+b%2b".percentDecoded(plusIsSpace: true) == "a b+")
    }

    @Test(arguments: ["%", "100%", "%4", "%zz", "%%41", "%é"])
    func mistakesAreRefusedOrKept(text: String) {
        #expect(text.percentDecoded() == nil)
        #expect(text.percentDecoded(keepsMistakes: true) == text.replacing("%41", with: "A"))
    }

    @Test(arguments: ["%FF", "%C3", "%ED%A0%80", "%C0%80"])
    func decodedTextIsUTF8(text: String) {
        #expect(text.percentDecoded() == nil)
        #expect(text.percentDecoded(keepsMistakes: true) == nil)
    }
}
