/// Joins pieces of a line. A combining mark or joiner at an edge merges with its neighbor.
struct TextJoint {
    let characters: [Character]
    /// The index where the last piece begins.
    let tailStart: Int

    init(_ head: ArraySlice<Character>, _ middle: [Character], _ tail: ArraySlice<Character>) {
        let isPlain =
            Self.isPlain(head.last, middle.first ?? tail.first) && Self.isPlain(middle.last ?? head.last, tail.first)
        if isPlain {
            characters = head + middle + tail
            tailStart = head.count + middle.count
        } else {
            let before = String(head) + String(middle)
            characters = Array(before + String(tail))
            tailStart = min(before.count, characters.count)
        }
    }

    /// Two ASCII characters never merge. The check avoids splitting a long line again.
    private static func isPlain(_ left: Character?, _ right: Character?) -> Bool {
        guard let left, let right else { return true }
        return left.isASCII && right.isASCII
    }
}
