import Terminal
import TestSeeds
import Testing

/// Whatever bytes a terminal sends.
@Suite(.timeLimit(.minutes(5))) struct KeyFuzzTests {
    @Test func anyBytesAreKeysWithoutControlsAndEnd() throws {
        let words = ["\u{1B}", "\u{1B}O", "\u{1B}[200~", "\u{1B}[201~", "\u{1B}]", "\u{1B}P", ";5u", "~"]
        guard var fuzzer = try Fuzzer("keys", words: words) else { return }
        while let input = try fuzzer.next() {
            var parser = InputParser()
            var inputs = parser.feed(input)
            inputs += parser.timeOut()
            for case .key(let key) in inputs {
                guard case .character(let character) = key.code else { continue }
                let isControl = character.unicodeScalars.contains { $0.properties.generalCategory == .control }
                #expect(!isControl, "\(fuzzer.failure())")
            }
            // Whatever was half there is over, and the next key is a key.
            _ = parser.feed(Array("\u{18}\u{1B}[201~".utf8))
            _ = parser.timeOut()
            #expect(parser.feed([0x78]) == [.key(.character("x"))], "\(fuzzer.failure())")
        }
    }
}
