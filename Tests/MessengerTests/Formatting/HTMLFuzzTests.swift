import TestSeeds
import Testing
import ViewModels

@testable import Messenger

/// Whatever HTML somebody sends.
@Suite(.timeLimit(.minutes(5))) struct HTMLFuzzTests {
    @Test func anyHTMLGivesNoMoreThanCameAndNoControls() throws {
        var fuzzer = try Fuzzer(
            "html", words: ["<b>", "</b>", "<li>", "<a href=\"https://x.example\">", "&#27;", "<!--", "-->"])
        while let input = try fuzzer.next() {
            let html = String(decoding: input, as: UTF8.self)
            guard let text = HTMLReducer.reduced(html) else { continue }
            #expect(text.string.unicodeScalars.count <= html.unicodeScalars.count, "\(fuzzer.story)")
            let scalars = text.blocks.flatMap { $0.runs.flatMap { Array($0.text.string.unicodeScalars) } }
            #expect(
                scalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control }, "\(fuzzer.story)")
            #expect(text.links.allSatisfy { $0.address.string.hasPrefix("http") }, "\(fuzzer.story)")
        }
    }
}
