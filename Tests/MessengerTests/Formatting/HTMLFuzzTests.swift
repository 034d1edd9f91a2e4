import TestSeeds
import Testing
import ViewModels

@testable import Messenger

/// Fuzzes the HTML of messages.
@Suite(.timeLimit(.minutes(5))) struct HTMLFuzzTests {
    @Test func anyHTMLGivesBoundedTextWithoutControls() throws {
        let names = try (SourceWords.of("Engine/Formatting") + SourceWords.of("Messenger/Formatting")).flatMap {
            ["<\($0)>", "</\($0)>", $0]
        }
        let words = ["<a href=\"https://x.example\">", "&#27;", "<!--", "-->"] + names
        guard var fuzzer = try Fuzzer("html", words: words) else { return }
        while let input = try fuzzer.next() {
            let html = String(decoding: input, as: UTF8.self)
            guard let text = HTMLReducer.reduced(html) else { continue }
            // A tab expands to four spaces.
            let most = html.unicodeScalars.reduce(0) { $0 + ($1 == "\t" ? 4 : 1) }
            #expect(text.string.unicodeScalars.count <= most, "\(fuzzer.failure())")
            let scalars = text.blocks.flatMap { $0.runs.flatMap { Array($0.text.string.unicodeScalars) } }
            #expect(
                scalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control }, "\(fuzzer.failure())")
            #expect(text.links.allSatisfy { $0.address.string.hasPrefix("http") }, "\(fuzzer.failure())")
        }
    }
}
