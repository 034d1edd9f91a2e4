/// Texts that are prepared for a search, ignoring case.
struct SearchText: Hashable, Sendable {
    private let parts: [[UInt8]]

    init(_ parts: [String]) {
        self.parts = parts.map { Array($0.lowercased().utf8) }
    }

    /// The rank of this match for a text, 0 the best; `nil` if it doesn't match.
    func rank(of text: SearchText) -> Int? {
        guard let wanted = text.parts.first, !wanted.isEmpty else { return 0 }
        return parts.compactMap { rank(of: wanted, in: $0) }.min()
    }

    private func rank(of wanted: [UInt8], in part: [UInt8]) -> Int? {
        guard wanted.count <= part.count else { return nil }
        var best: Int?
        for start in 0...(part.count - wanted.count) where part[start] == wanted[0] {
            guard part[start..<start + wanted.count].elementsEqual(wanted) else { continue }
            if start == 0 { return wanted.count == part.count ? 0 : 1 }
            if part[start - 1] == UInt8(ascii: " ") { best = 2 }
            best = best ?? 3
        }
        return best
    }
}
