import Testing

@testable import Confab
@testable import Terminal

@Suite(.timeLimit(.minutes(5))) struct LocaleTextTests {
    private let charset = TerminalCharset(codeset: "KOI8-R")

    /// Most files are named in UTF-8, whatever the locale is.
    @Test(arguments: ["", "--file="]) func pathKeepsItsGivenUTF8Bytes(option: String) {
        let name = "Grüße.txt"
        let decoded = charset.decode(Array(name.utf8))
        #expect(decoded != name)
        let given = ["send", "Garden", option + name].map { Array($0.utf8) }
        #expect(LocaleText.path(decoded, among: given, in: charset) == name)
        #expect(LocaleText.path(decoded, among: given, in: TerminalCharset.utf8) == decoded)
    }

    @Test func nonUTF8PathIsDecoded() {
        let given: [[UInt8]] = [[0xCD, 0xC9, 0xD2]]
        #expect(LocaleText.path("мир", among: given, in: charset) == "мир")
        #expect(LocaleText.path("default.txt", among: given, in: charset) == "default.txt")
    }
}
