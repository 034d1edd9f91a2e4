/// The text that was cut. The newest piece is yanked first, then older ones.
struct KillRing {
    enum Side { case before, behind }

    private(set) var pieces: [String] = []
    /// The index of the piece yanked last.
    private var index = 0

    private static let maximumCount = 30

    /// - Parameter side: the end of the last piece to which the text is added; `nil` for a new piece.
    mutating func add(_ text: String, to side: Side?) {
        switch side {
        case .before: pieces[pieces.count - 1] = text + (pieces.last ?? "")
        case .behind: pieces[pieces.count - 1] += text
        case nil:
            pieces.append(text)
            if pieces.count > Self.maximumCount { pieces.removeFirst() }
        }
        index = pieces.count - 1
    }

    /// Returns the newest piece.
    mutating func newest() -> String? {
        index = max(0, pieces.count - 1)
        return pieces.last
    }

    /// Returns the next older piece, or the newest again after the oldest.
    mutating func older() -> String? {
        guard !pieces.isEmpty else { return nil }
        index = index > 0 ? index - 1 : pieces.count - 1
        return pieces[index]
    }
}
