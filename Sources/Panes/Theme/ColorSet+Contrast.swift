package import Terminal

extension ColorSet {
    /// The minimum contrast of text, from WCAG 2.
    package static let leastContrast = 4.5

    /// Returns the same colors if they are readable on a background, and otherwise the most similar readable ones.
    /// People never share a color; if too few remain, there are fewer colors.
    package func readable(on background: RGBColor, contrast: Double = leastContrast) -> ColorSet {
        let legible = (UInt8(16)...UInt8.max).filter {
            RGBColor(index: $0).contrast(with: background) >= contrast
        }
        func nearest(to color: UInt8, without taken: Set<UInt8> = []) -> UInt8? {
            let wanted = RGBColor(index: color)
            return legible.filter { !taken.contains($0) }
                .min { RGBColor(index: $0).distance(to: wanted) < RGBColor(index: $1).distance(to: wanted) }
        }
        var set = self
        set.faint = faint.flatMap { nearest(to: $0) }
        set.code = code.flatMap { nearest(to: $0) }
        set.mention = mention.flatMap { nearest(to: $0) }
        set.new = new.flatMap { nearest(to: $0) }
        set.failure = failure.flatMap { nearest(to: $0) }
        // Colors that are already readable are kept first, whatever their order.
        var taken = Set(people.compactMap(\.self)).intersection(legible)
        let found = people.compactMap { color -> UInt8? in
            guard let color, !legible.contains(color) else { return color }
            let other = nearest(to: color, without: taken)
            if let other { taken.insert(other) }
            return other
        }
        set.people = Array(found.prefix(Self.personCounts.first { $0 <= found.count } ?? 0))
        return set
    }
}
