/// How many colours a terminal has.
enum ColorDepth: Hashable, Sendable {
    case none, eight, sixteen, palette
    /// Colours are given as red, green and blue, but for the first eight.
    case direct

    /// - Parameters:
    ///   - colors: what terminfo says.
    ///   - isDirect: terminfo says that a colour is red, green and blue.
    init(colors: Int, isDirect: Bool) {
        switch colors {
        case 257... where isDirect: self = .direct
        case 256...: self = .palette
        case 16...: self = .sixteen
        case 8...: self = .eight
        default: self = .none
        }
    }

    /// What the terminal has next to a colour of the palette of 256; -1, its own, for none.
    func color(_ index: UInt8?) -> Int32 {
        guard let index else { return -1 }
        switch self {
        case .none: return -1
        case .eight: return Int32(Self.nearest(to: index, among: 8))
        case .sixteen: return index < 16 ? Int32(index) : Int32(Self.nearest(to: index, among: 16))
        case .palette: return Int32(index)
        case .direct:
            if index < 8 { return Int32(index) }
            let (red, green, blue) = Self.parts(of: index)
            return Int32(red) << 16 | Int32(green) << 8 | Int32(blue)
        }
    }

    private static let first: [(Int, Int, Int)] = [
        (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
        (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255), (0, 255, 255),
        (255, 255, 255),
    ]

    /// Red, green and blue, as xterm has them.
    private static func parts(of index: UInt8) -> (Int, Int, Int) {
        let index = Int(index)
        if index < 16 { return first[index] }
        if index >= 232 {
            let grey = 8 + (index - 232) * 10
            return (grey, grey, grey)
        }
        let levels = [0, 95, 135, 175, 215, 255]
        let cube = index - 16
        return (levels[cube / 36], levels[cube / 6 % 6], levels[cube % 6])
    }

    private static func nearest(to index: UInt8, among count: Int) -> Int {
        // The bright eight are the first eight where there are no others, not what lies nearest to their light.
        if index < 16, count == 8 { return Int(index) % 8 }
        let wanted = parts(of: index)
        var best = (distance: Int.max, index: 0)
        for candidate in 0..<count {
            let has = first[candidate]
            // The eye weighs green most.
            let distance =
                2 * square(wanted.0 - has.0) + 4 * square(wanted.1 - has.1) + 3 * square(wanted.2 - has.2)
            if distance < best.distance { best = (distance, candidate) }
        }
        return best.index
    }

    private static func square(_ number: Int) -> Int { number * number }
}
