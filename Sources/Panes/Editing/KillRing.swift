/// What was cut, to be put back: the last piece first, then the ones before it.
struct KillRing {
    enum Side { case before, behind }

    private(set) var pieces: [String] = []
    /// Which piece was put back last.
    private var index = 0

    private static let maximumCount = 30

    /// - Parameter side: where it is added to the last piece; `nil` for a piece by itself.
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

    /// The piece that was cut last.
    mutating func newest() -> String? {
        index = max(0, pieces.count - 1)
        return pieces.last
    }

    /// The piece before the one that was given last; the newest again after the oldest.
    mutating func older() -> String? {
        guard !pieces.isEmpty else { return nil }
        index = index > 0 ? index - 1 : pieces.count - 1
        return pieces[index]
    }
}
