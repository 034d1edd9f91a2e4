import Testing

@testable import ViewModels

@Suite(.timeLimit(.minutes(5))) struct IsolationTests {
    @Test func rightToLeftNameIsIsolated() {
        #expect(DisplayText(sanitizing: "דנה").isolated == "\u{2068}דנה\u{2069}")
        #expect(DisplayText(sanitizing: "Dana Ляпунов 日本").isolated == "Dana Ляпунов 日本")
        #expect(DisplayText.words("chat-list.you", ["body": "שלום"]).string.contains("\u{2068}שלום\u{2069}"))
    }

    @Test func senderAndTextAreIsolatedSeparately() {
        #expect(DisplayText.quote(by: "Bo", "hello").string == "Bo: hello")
        #expect(DisplayText.quote(by: "דנה", "שלום").string == "\u{2068}דנה\u{2069}: \u{2068}שלום\u{2069}")
    }

    @Test func nestedIsolationIsUnchanged() {
        let inner = DisplayText.words("chat-list.you", ["body": "שלום"])
        let outer = DisplayText.words("chat-list.you", ["body": inner.string])
        #expect(!outer.string.contains("\u{FFFD}"))
        #expect(outer.string.contains(inner.string))
    }

    @Test(arguments: [
        "\u{2068}שלום", "שלום\u{2069}", "\u{2069}ש\u{2068}", "\u{2068}\u{2068}ש\u{2069}", "\u{2068}abc\u{2069}",
    ])
    func foreignIsolatesAreReplaced(text: String) {
        let shown = DisplayText(sanitizing: text).string.unicodeScalars
        #expect(!shown.contains("\u{2068}") && !shown.contains("\u{2069}"))
        #expect(shown.contains("\u{FFFD}"))
    }
}
