import Testing

@testable import Terminal

/// What comes of an answer of which one part comes after the time in which an ESC may be followed, cut at each place.
enum LateAnswer {
    /// - Parameters:
    ///   - parser: one that awaits the answer.
    ///   - sign: the character behind its ESC.
    static func expectNoText(of answer: String, from parser: InputParser, sign: Character, is input: TerminalInput) {
        let bytes = Array(answer.utf8)
        for place in 1..<bytes.count {
            for silence in [Duration.milliseconds(25), .milliseconds(500)] {
                var parser = parser
                var got = parser.feed(bytes[..<place]) + parser.timeOut() + parser.timeOut(after: silence)
                got += parser.feed(bytes[place...]) + parser.timeOut()
                // ESC alone, and with the sign after it, are keys that a person has; what follows shows that it was none.
                var before: [TerminalInput] = place == 1 ? [.key(Key(.escape))] : []
                if place == 2, silence > .milliseconds(25) { before = [.key(.meta(sign))] }
                #expect(got == before + [input], "split at \(place)")
            }
            // An answer whose rest never comes holds no key back.
            var broken = parser
            _ = broken.feed(bytes[..<place]) + broken.timeOut(after: .seconds(2))
            #expect(broken.deadline == nil && broken.feed([0x78]) == [.key(.character("x"))], "split at \(place)")
        }
    }
}
