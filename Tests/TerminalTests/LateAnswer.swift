import Testing

@testable import Terminal

/// The inputs from an answer that is split at each position, and whose second part arrives after the timeout of ESC.
enum LateAnswer {
    /// - Parameters:
    ///   - parser: A parser that awaits the answer.
    ///   - sign: The character after its ESC.
    static func expectNoText(of answer: String, from parser: InputParser, sign: Character, is input: TerminalInput) {
        let bytes = Array(answer.utf8)
        for place in 1..<bytes.count {
            for silence in [Duration.milliseconds(25), .milliseconds(500)] {
                var parser = parser
                var got = parser.feed(bytes[..<place]) + parser.timeOut() + parser.timeOut(after: silence)
                got += parser.feed(bytes[place...]) + parser.timeOut()
                // ESC alone, and ESC with the next character, could be keys of the user. The rest shows that they
                // were not.
                var before: [TerminalInput] = place == 1 ? [.key(Key(.escape))] : []
                if place == 2, silence > .milliseconds(25) { before = [.key(.meta(sign))] }
                #expect(got == before + [input], "split at \(place)")
            }
            // An answer whose rest never arrives blocks no key.
            var broken = parser
            _ = broken.feed(bytes[..<place]) + broken.timeOut(after: .seconds(2))
            #expect(broken.deadline == nil && broken.feed([0x78]) == [.key(.character("x"))], "split at \(place)")
        }
    }
}
