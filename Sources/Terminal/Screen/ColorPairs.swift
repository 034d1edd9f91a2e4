import CNcurses

/// The color pairs that are defined in ncurses. Each is defined when it is first drawn.
@MainActor
struct ColorPairs {
    private struct Pair: Hashable {
        let foreground: Int32
        let background: Int32
    }

    private let depth: ColorDepth
    let limit: Int
    private var numbers: [Pair: Int32] = [:]
    /// A cache of the last pair, since neighboring cells mostly have the same style.
    private var last: (style: Style, number: Int32)?

    /// The colors of style numbers. After a change, the screen has to be repainted.
    var palette = Palette.identity {
        didSet { last = nil }
    }

    /// - Parameter limit: the number of pairs that the terminal can define, including pair 0.
    init(depth: ColorDepth, limit: Int) {
        self.depth = depth
        self.limit = limit
    }

    /// - Returns: the number of the pair; `nil` if no more can be defined.
    mutating func number(for style: Style) -> Int32? {
        guard depth != .none, style.foreground != nil || style.background != nil else { return 0 }
        if let last, last.style == style { return last.number }
        let palette = style.attributes.contains(.exactColors) ? .identity : palette
        let pair = Pair(
            foreground: depth.color(palette[style.foreground]), background: depth.color(palette[style.background]))
        if pair == Pair(foreground: -1, background: -1) { return 0 }
        if let number = numbers[pair] {
            last = (style, number)
            return number
        }
        let number = numbers.count + 1
        guard number < limit, confab_screen_define_pair(Int32(number), pair.foreground, pair.background) else {
            return nil
        }
        numbers[pair] = Int32(number)
        return Int32(number)
    }

    /// Removes all pairs, so that new ones can be defined. The screen has to be repainted afterwards.
    mutating func removeAll() {
        numbers = [:]
        last = nil
    }
}
