import Testing

@testable import Engine

@Suite(.timeLimit(.minutes(5))) struct WebAddressTests {
    @Test(
        arguments: [
            ("https://example.org", "https://example.org"),
            ("HTTP://Example.ORG:8008/A?b=c#d", "http://example.org:8008/A?b=c#d"),
            ("https://bücher.example/ü x", "https://xn--bcher-kva.example/%C3%BC%20x"),
            ("https://аpple.com", "https://xn--pple-43d.com"),
            ("https://日本語.jp", "https://xn--wgv71a119e.jp"),
            ("https://пример.example", "https://xn--e1afmkfd.example"),
            ("http://[1]", nil), ("https://bank.example@evil.example", nil), ("https://", nil), ("https:///x", nil),
            ("https://a..b", nil), ("https://a b", nil), ("javascript:alert(1)", nil), ("file:///etc/passwd", nil),
            ("https://x.example/\u{1B}[2J", nil), ("https://x\u{202E}y.example", nil), ("https://a:b:c", nil),
            ("https://a:99999", nil), ("https://a%2f.example", nil),
            ("https://good.example\\@evil.example", "https://good.example%5C@evil.example"),
        ] as [(String, String?)])
    func onlyWebAddressesWithClearHostAreAccepted(address: String, expected: String?) {
        #expect(WebAddress(address)?.text == expected)
    }

    @Test(
        arguments: [
            ("see https://a.example/x, and", ["https://a.example/x"]),
            ("(https://a.example/x_(y))", ["https://a.example/x_(y)"]),
            ("https://a.example.", ["https://a.example"]),
            ("<https://a.example> “https://b.example”", ["https://a.example", "https://b.example"]),
            ("xhttps://a.example", []), ("https://", []), ("http:// x", []), ("no link: here//", []),
            ("日本https://a.example。", []), ("見て https://a.example。", ["https://a.example"]),
        ] as [(String, [String])])
    func linksInPlainTextExcludePunctuation(text: String, expected: [String]) {
        let parts = LinkFinder.parts(of: text)
        #expect(parts.compactMap(\.address).map(\.text) == expected)
        #expect(parts.map(\.text).joined() == text)
    }
}
