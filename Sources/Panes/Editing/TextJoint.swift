/// Pieces of a line put together: a mark or a joiner at an edge becomes one with its neighbour.
struct TextJoint {
    let characters: [Character]
    /// Where the last piece begins.
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

    /// Two characters of ASCII never become one, and a line is long.
    private static func isPlain(_ left: Character?, _ right: Character?) -> Bool {
        guard let left, let right else { return true }
        return left.isASCII && right.isASCII
    }
}
