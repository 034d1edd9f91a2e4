import MatrixAPI
import TestSeeds
import Testing
import ViewModels

@testable import Messenger

@Suite(.timeLimit(.minutes(5))) struct MarkdownTests {
    @Test(
        arguments: [
            ("**now** or *never*", "<strong>now</strong> or <em>never</em>"),
            ("run `make` first", "run <code>make</code> first"),
            ("*one*\ntwo", "<em>one</em><br />\ntwo"),
            ("*one*\n\ntwo", "<p><em>one</em></p>\n<p>two</p>"),
            ("- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>"),
            ("> so", "<blockquote>\n<p>so</p>\n</blockquote>"),
            ("```c\na < b\n```", "<pre><code class=\"language-c\">a &lt; b\n</code></pre>"),
            ("[here](https://x.example)", "<a href=\"https://x.example\">here</a>"),
            ("*x* <b>y</b>", "<em>x</em> &lt;b&gt;y&lt;/b&gt;"),
            ("# x\n<div>\na *b*\n</div>", "<h1>x</h1>\n<p>&lt;div&gt;<br />\na *b*<br />\n&lt;/div&gt;</p>"),
            ("![cat](https://x.example/c.png)", "<a href=\"https://x.example/c.png\">cat</a>"),
            ("[x](javascript:alert)", "<a href=\"\">x</a>"),
        ])
    func formattingBecomesHTML(text: String, html: String) {
        #expect(Markdown.html(text) == html)
    }

    @Test(
        arguments: [
            "", "hello", "one\ntwo", "one\n\ntwo", "a < b & c", "<b>x</b>", "<div>\nx\n</div>", "¯\\_(ツ)_/¯",
            "2 * 3 * 4",
            "snake_case_name", "https://x.example/a_b_c", "~~x~~", "---", "#", "#tag", "/me waves", "@bo: look",
            "\u{0}",
        ])
    func plainTextStaysPlain(text: String) {
        #expect(Markdown.html(text) == nil)
        let content = MessageContent.text(NamedText(text), isEmote: false)
        #expect(content == ["msgtype": "m.text", "body": .string(text), "m.mentions": [:]])
    }

    @Test func bodyKeepsTypedMarkdown() {
        let content = MessageContent.text("**now**", isEmote: true)
        #expect(content["body"] == "**now**")
        #expect(content["format"] == "org.matrix.custom.html")
        #expect(content["formatted_body"] == "<strong>now</strong>")
    }

    @Test func editFormatsBothBodies() {
        let content = MessageContent.edit(of: "$1", body: "**now**", isEmote: false)
        #expect(content["formatted_body"] == "* <strong>now</strong>")
        #expect(content["m.new_content"]?["formatted_body"] == "<strong>now</strong>")
    }

    @Test func randomMarkdownKeepsItsText() {
        let seed = Seeds.ofThisRun()
        var random = SeededGenerator(seed: seed)
        let pieces = [
            "*", "_", "`", "```", "\n", " ", "    ", "> ", "- ", "1. ", "[", "](", ")", "<", ">", "<b>", "&amp;", "#",
            "x", "日", "\\", "![", "\u{1B}", "|",
        ]
        for _ in 0..<3_000 {
            let text = (0..<Int.random(in: 0...30, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }.joined()
            guard let html = Markdown.html(text), let read = HTMLReducer.reduced(html) else { continue }
            let story = Comment(rawValue: "seed \(seed): \(text.debugDescription) \(html.debugDescription)")
            #expect(!html.contains("<b>") && !html.contains("<!--"), story)
            let shown = html.replacing(#/<[^>]*>/#, with: "").count { $0 == "日" }
            #expect(read.string.count { $0 == "日" } == shown, story)
            let (told, typed) = (html.replacing("%E6%97%A5", with: "日").count { $0 == "日" }, text.count { $0 == "日" })
            // Only the first word after three backticks is the name of a language.
            #expect(text.contains("```") ? told <= typed : told == typed, story)
        }
    }
}
