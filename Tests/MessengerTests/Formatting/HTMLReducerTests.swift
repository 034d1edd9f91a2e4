import Testing
import ViewModels

@testable import Messenger

@Suite(.timeLimit(.minutes(5))) struct HTMLReducerTests {
    private func lines(_ html: String) -> [String] {
        HTMLReducer.reduced(html).map(RichWords.lines) ?? []
    }

    @Test func spoilerTextCanBeShown() {
        let html = "<span data-mx-spoiler=\"end\">he <b>dies</b></span> ok"
        let text = HTMLReducer.reduced(html, showsHidden: true)
        #expect(text?.string == "he dies ok")
        #expect(text?.hasSpoiler == true)
        #expect(HTMLReducer.reduced(html)?.hasSpoiler == true)
        #expect(HTMLReducer.reduced("<b>ok</b>", showsHidden: true)?.hasSpoiler == false)
    }

    @Test(
        arguments: [
            ("plain", ["plain"]),
            ("a <b>b</b> <i>c</i> <del>d</del> <code>e f</code>", ["a b(b) i(c) s(d) c(e f)"]),
            ("<strong><em>x</em></strong>", ["bi(x)"]),
            ("<p>one</p><p>two</p>", ["one", "/ two"]),
            ("<p>one<p>two", ["one", "/ two"]),
            ("one<br>two<br/>", ["one\ntwo"]),
            ("  a \n\t b  ", ["a b"]),
            ("<h1>Head</h1>text", ["b(Head)", "text"]),
            ("<blockquote><p>a</p><blockquote>b</blockquote></blockquote>c", ["> a", "> > b", "c"]),
            ("<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>", ["• a", "• b", "· • c"]),
            ("<ol start=\"9\"><li>a<li><p>b</p><p>c</p></ol>", ["9. a", "10. b", "··· c"]),
            ("<pre><code class=\"language-c\">if (a &lt; b)\n    c();\n</code></pre>", ["code:if (a < b)\n    c();"]),
            ("a<hr>b", ["a", "----", "b"]),
            ("<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>", ["b(a) │ b(b)", "1 │ 2"]),
            ("x<sup>2</sup>", ["x^2"]),
            ("<span data-mx-spoiler=\"end\">he <b>dies</b></span> ok", ["h([spoiler: end]) ok"]),
            ("<span data-mx-spoiler>he dies</span>", ["h([spoiler])"]),
            ("<a href=\"https://matrix.to/#/@bo:x\">Bo</a>: look", ["m(@Bo): look"]),
            ("<mx-reply><blockquote>old</blockquote></mx-reply>new", ["new"]),
            ("<script>if (a<b) alert('<b>')</script>x<style>p{}</style>", ["x"]),
            ("<img src=\"mxc://x/y\" alt=\":tea:\"> time", [":tea: time"]),
            ("<font color=red>red</font> <blink>x</blink>", ["red x"]),
            ("&lt;b&gt; &amp;&#x41;&#66; &nope; & &#0;", ["<b> &AB &nope; & \u{FFFD}"]),
        ] as [(String, [String])])
    func matrixHTMLElementsAreReduced(html: String, expected: [String]) {
        #expect(lines(html) == expected)
    }

    @Test(
        arguments: [
            ("a < b and c > d", ["a < b and c > d"]),
            ("</b></p>x</i>", ["x"]),
            ("<b>x", ["b(x)"]),
            ("<b><i>x</b>y</i>", ["bi(x)y"]),
            ("a <b", ["a <b"]),
            ("a <a href=\"x>y", ["a <a href=\"x>y"]),
            ("<", ["<"]), ("<>", ["<>"]), ("</>", ["</>"]), ("x<!-- no -->y<!doctype html>z", ["xyz"]),
            ("x<!-- never", ["x"]), ("x<!", ["x"]),
            ("<B>x</B >y", ["b(x)y"]),
            ("<li>a<li>b", ["• a", "• b"]),
            ("<b title='>'>x</b>", ["b(x)"]),
        ] as [(String, [String])])
    func malformedHTMLIsReadLeniently(html: String, expected: [String]) {
        #expect(lines(html) == expected)
    }

    @Test(arguments: [
        "", " ", "<p></p>", "<mx-reply>x</mx-reply>", "<hr>", "<script>", "<br><br>", "<ul><li></li></ul>",
    ])
    func emptyHTMLGivesNoText(html: String) {
        #expect(HTMLReducer.reduced(html) == nil)
    }

    @Test func deepNestingIsLimited() {
        let html = String(repeating: "<b>", count: 5_000) + "x" + String(repeating: "</b>", count: 5_000) + "y"
        #expect(lines(html) == ["b(x)y"])
        let quotes = String(repeating: "<blockquote>", count: 5_000) + "x"
        #expect(HTMLReducer.reduced(quotes)?.blocks.first?.leads.count == 8)
    }

    @Test func linksAreNumberedInOrder() throws {
        let text = try #require(
            HTMLReducer.reduced(
                """
                <a href="https://a.example/">https://a.example</a> https://b.example/x. \
                <a href="https://c.example">see <b>here</b></a> <a href="javascript:alert(1)">no</a>
                """))
        #expect(RichWords.lines(text) == ["1(https://a.example) 2(https://b.example/x). 3(see )b3(here) no"])
        #expect(text.links.map(\.address.string) == ["https://a.example/", "https://b.example/x", "https://c.example"])
        #expect(text.links.map(\.isNumbered) == [false, false, true])
    }

    @Test func codeHasNoLinks() throws {
        let text = try #require(HTMLReducer.reduced("<code>https://a.example</code><pre>https://b.example</pre>"))
        #expect(text.links.isEmpty)
    }

    @Test func plainTextKeepsLinesAndFindsLinks() {
        let text = RichText(body: "\n one  two\n\n(https://a.example)\n", html: nil)
        #expect(text.string == "\n one  two\n\n(https://a.example)\n")
        #expect(text.links.map(\.address.string) == ["https://a.example"])
        #expect(RichText(body: "<b>x</b>", html: nil).string == "<b>x</b>")
        #expect(RichText(body: "body", html: "<p></p>").string == "body")
    }
}
