/// A loop that pauses, and that ends after a number of turns or at a time instead of with its condition.
struct BoundedWait {
    /// The number of its first line.
    let line: Int

    /// Returns all such loops of a file that is formatted as ours are.
    static func all(in file: SourceFile) -> [BoundedWait] {
        var starts: Set<Int> = []
        for (index, line) in file.code.enumerated() where pauses(line.text) {
            if let start = loop(around: index, in: file) { starts.insert(start) }
        }
        return starts.sorted().filter { isBounded(from: $0, in: file) }.map { BoundedWait(line: file.code[$0].number) }
    }

    /// Returns the index of the first line of the innermost loop, in the same function.
    private static func loop(around index: Int, in file: SourceFile) -> Int? {
        if isLoop(file.code[index].text) { return index }
        var outer = indentation(file.code[index].text)
        for place in (0..<index).reversed() {
            let text = file.code[place].text
            guard !isEmpty(text), indentation(text) < outer else { continue }
            outer = indentation(text)
            if isLoop(text) { return place }
            if text.contains(#/\bfunc\b/#) { return nil }
        }
        return nil
    }

    private static func isBounded(from start: Int, in file: SourceFile) -> Bool {
        let head = file.code[start].text
        let body = file.code[(start + 1)...].prefix { isEmpty($0.text) || indentation($0.text) > indentation(head) }
        return head.contains(#/\bfor \w+ in .*\.\.[.<]|\bwhile .*, \w+ < /#)
            || ([head] + body.map(\.text)).contains { text in
                text.contains(#/\b(?:ContinuousClock|SuspendingClock|Date\(\)|deadline\b)/#)
            }
    }

    private static func pauses(_ text: String) -> Bool {
        text.contains(pause)
    }

    nonisolated(unsafe) private static let pause =
        #/\bTask\.(?:sleep|yield)\b|\bPause\.milliseconds\b|\.pause\(|\bThread\.sleep\b|\bu?sleep\(/#

    private static func isLoop(_ text: String) -> Bool { text.contains(#/^\s*(?:for|while|repeat)\b/#) }

    private static func isEmpty(_ text: String) -> Bool { text.allSatisfy { $0 == " " } }

    private static func indentation(_ text: String) -> Int { text.prefix { $0 == " " }.count }
}
