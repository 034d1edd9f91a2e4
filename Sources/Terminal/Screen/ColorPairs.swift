import CNcurses

/// The pairs of colours that ncurses was told of: each is defined when it is first drawn.
@MainActor
struct ColorPairs {
    private struct Pair: Hashable {
        let foreground: Int32
        let background: Int32
    }

    private let depth: ColorDepth
    let limit: Int
    private var numbers: [Pair: Int32] = [:]
    /// Neighbours mostly look alike.
    private var last: (style: Style, number: Int32)?

    /// Which colours the numbers of styles are. Where it changed, what is on the screen has to be painted again.
    var palette = Palette.identity {
        didSet { last = nil }
    }

    /// - Parameter limit: how many the terminal can define, pair 0 included.
    init(depth: ColorDepth, limit: Int) {
        self.depth = depth
        self.limit = limit
    }

    /// - Returns: the number of the pair, `nil` when no more can be defined.
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

    /// Lets all numbers be defined anew. What is on the screen has to be painted again.
    mutating func removeAll() {
        numbers = [:]
        last = nil
    }
}
