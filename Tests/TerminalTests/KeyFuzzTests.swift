import Terminal
import TestSeeds
import Testing

/// Fuzzes the bytes from a terminal.
@Suite(.timeLimit(.minutes(5))) struct KeyFuzzTests {
    @Test func fuzzedBytesYieldNoControlKeysAndNoOpenState() throws {
        let words = [
            "\u{1B}", "\u{1B}O", "\u{1B}[200~", "\u{1B}[201~", "\u{1B}]", "\u{1B}P", ";5u", "~", "\u{1B}_Gi=31;OK",
            "\u{1B}[?62;4c", "\u{1B}[6;20;10t", "\u{1B}]11;rgb:0/0/0", "\u{1B}[2;3R", "\u{1B}\\",
        ]
        let silences: [Duration] = [.zero, .milliseconds(25), .milliseconds(100), .milliseconds(500), .seconds(2)]
        guard var fuzzer = try Fuzzer("keys", words: words) else { return }
        while let input = try fuzzer.next() {
            var parser = InputParser()
            // A terminal may answer a query with anything.
            if input.count.isMultiple(of: 2) {
                (parser.awaitsBackground, parser.awaitsGraphics, parser.awaitedPositions) = (true, true, 3)
            }
            // Feeds the input in two parts, the second of which arrives late.
            let middle = input.count / 2
            var inputs = parser.feed(input[..<middle])
            inputs += parser.timeOut(after: silences[input.count % silences.count])
            inputs += parser.feed(input[middle...])
            inputs += parser.timeOut(after: .seconds(2))
            for case .key(let key) in inputs {
                guard case .character(let character) = key.code else { continue }
                let isControl = character.unicodeScalars.contains { $0.properties.generalCategory == .control }
                #expect(!isControl, "\(fuzzer.failure())")
            }
            // Any partial sequence has ended, and the next key is parsed normally.
            #expect(parser.deadline == nil, "\(fuzzer.failure())")
            #expect(parser.feed([0x78]) == [.key(.character("x"))], "\(fuzzer.failure())")
        }
    }
}
