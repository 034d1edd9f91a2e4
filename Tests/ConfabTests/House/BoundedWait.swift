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
        let rest = file.code[(start + 1)...].map(\.text)
        let body = Array(rest.prefix { isEmpty($0) || indentation($0) > indentation(head) })
        let end = rest.count > body.count ? rest[body.count] : ""
        return head.contains(#/\bfor \w+ in .*\.\.[.<]|\bwhile .*, \w+ < /#)
            || ([head] + body).contains { text in
                text.contains(#/\b(?:ContinuousClock|SuspendingClock|Date\(\)|deadline\b)/#)
            }
            || countsTurns(head, body, end)
    }

    /// Whether the loop counts in each turn, and compares the count with a limit.
    ///
    /// A line that compares and pauses itself only decides on the pause.
    ///
    /// - Parameter end: The line after the body, which has the condition of a `repeat`.
    private static func countsTurns(_ head: String, _ body: [String], _ end: String) -> Bool {
        let depth = body.filter { !isEmpty($0) }.map(indentation).min() ?? 0
        var counts = head.matches(of: #/(\w+)(?: \+= 1| -= 1|\.append\()/#).map { String($0.output.1) }
        for text in body where indentation(text) == depth {
            guard let match = text.firstMatch(of: #/^\s*(\w+)(?: \+= 1| -= 1|\.append\()/#) else { continue }
            counts.append(String(match.output.1))
        }
        let conditions = [head] + body.filter { !pauses($0) } + [end]
        return conditions.contains { text in
            text.matches(of: #/(\w+)(?:\.count)? (?:<|<=|>|>=|==) /#).contains { counts.contains(String($0.output.1)) }
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
