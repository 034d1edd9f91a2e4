import TestSeeds
import Testing
import ViewModels

@testable import Messenger

@Suite(.timeLimit(.minutes(5))) struct HostileHTMLTests {
    private static let pieces = [
        "<b>", "</b>", "<p>", "</p>", "<ul>", "<ol start=99999999999>", "<ol start=-3>", "<li>", "</li>",
        "<blockquote>",
        "</blockquote>", "<pre>", "</pre>", "<code>", "</code>", "<br>", "<hr>",
        "<a href=\"https://x.example/\u{1B}[2J\">",
        "<a href='https://y.example'>", "</a>", "<span data-mx-spoiler=\"\u{1B}]0;x\u{7}\">", "</span>",
        "<table><tr><td>",
        "</td><th>", "<img alt=\"\u{202E}x\">", "<mx-reply>", "</mx-reply>", "<script>", "</script>", "<", ">", "&",
        ";",
        "\"", "'", "=", "/", "<!--", "-->", "<!", "&lt;", "&#27;", "&#x1b;", "&#155;", "&#xD800;", "&#8238;",
        "\u{1B}[31m",
        "\u{0}", "\u{9B}", "\r", "\n", " ", "word", "日本", "e\u{301}\u{301}", "👨‍👩‍👧", "https://z.example/(a", ")",
        "http://",
        "https://user@x.example", "<a href=\"https://matrix.to/#/@bo:x\">", "<x-unknown", "</",
    ]

    private func html(using random: inout SeededGenerator) -> String {
        (0..<Int.random(in: 0...60, using: &random)).map { _ in Self.pieces.randomElement(using: &random) ?? "" }
            .joined()
    }

    private func isClean(_ text: DisplayText) -> Bool {
        text.string.unicodeScalars.allSatisfy {
            $0 == "\n" || ($0.properties.generalCategory != .control && !(0x202A...0x202E).contains($0.value))
        }
    }

    private func isASCII(_ link: RichLink) -> Bool {
        link.address.string.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } && link.address.string.hasPrefix("http")
    }

    @Test func randomHTMLGivesCleanBoundedText() {
        let seed = Seeds.ofThisRun()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<5_000 {
            let html = html(using: &random)
            guard let text = HTMLReducer.reduced(html) else { continue }
            let story = Comment(rawValue: "seed \(seed): \(html.debugDescription)")
            #expect(text.string.unicodeScalars.count <= html.unicodeScalars.count, story)
            #expect(text.blocks.allSatisfy { $0.leads.count <= 8 && $0.runs.allSatisfy { isClean($0.text) } }, story)
            #expect(text.links.allSatisfy(isASCII), story)
            #expect(text.links.map(\.number) == Array(0..<text.links.count).map { $0 + 1 }, story)
            let numbers = text.blocks.flatMap(\.runs).compactMap(\.link)
            #expect(numbers.allSatisfy { (1...text.links.count).contains($0) }, story)
        }
    }

    /// An input a hundred times as long gives a hundred times the output, within the time limit. An algorithm of
    /// quadratic time would exceed it.
    @Test(
        arguments: [
            "<b>x", "<blockquote>x", "<ul><li>x", "</b>", "<a href=\"", "<", "&", "<!--", "<p>x", "<br>", "<b><br></b>",
            "<a href='https://x.example'>x", "https://x.example ", "https://", "((((", "<x ", "<x a=", "x<td>y", "`",
            "\n",
            "<span data-mx-spoiler>x</span>", "<script>", "<i> </i>", "<b>\n</b><i>x</i>",
        ])
    func longHTMLIsReducedInLinearTime(part: String) {
        let html = String(repeating: part, count: 200_000 / part.utf8.count)
        let text = HTMLReducer.reduced(html)
        #expect((text?.string.unicodeScalars.count ?? 0) <= html.unicodeScalars.count)
    }
}
