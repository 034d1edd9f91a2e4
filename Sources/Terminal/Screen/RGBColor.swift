import Glibc

/// A color as red, green and blue.
package struct RGBColor: Hashable, Sendable {
    package let red: UInt8
    package let green: UInt8
    package let blue: UInt8

    package static let black = RGBColor(red: 0, green: 0, blue: 0)
    package static let white = RGBColor(red: 255, green: 255, blue: 255)

    private static let first: [RGBColor] = [
        (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
        (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255), (0, 255, 255),
        (255, 255, 255),
    ].map { RGBColor(red: $0.0, green: $0.1, blue: $0.2) }
    private static let levels: [UInt8] = [0, 95, 135, 175, 215, 255]

    package init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Makes a color of the 256-color palette as xterm defines it. The first sixteen differ between terminals.
    package init(index: UInt8) {
        let place = Int(index)
        switch place {
        case ..<16: self = Self.first[place]
        case 232...:
            let grey = UInt8(8 + (place - 232) * 10)
            self.init(red: grey, green: grey, blue: grey)
        default:
            let cube = place - 16
            self.init(
                red: Self.levels[cube / 36], green: Self.levels[cube / 6 % 6], blue: Self.levels[cube % 6])
        }
    }

    /// Relative luminance according to WCAG 2, from 0 for black to 1 for white.
    package var luminance: Double {
        func share(_ part: UInt8) -> Double {
            let share = Double(part) / 255
            return share <= 0.03928 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * share(red) + 0.7152 * share(green) + 0.0722 * share(blue)
    }

    /// Returns the contrast according to WCAG 2, from 1 to 21. Text is readable from 4.5 on.
    package func contrast(with other: RGBColor) -> Double {
        let (dark, light) = (min(luminance, other.luminance), max(luminance, other.luminance))
        return (light + 0.05) / (dark + 0.05)
    }

    /// Whether white text is more readable on it than black text.
    package var isDark: Bool { contrast(with: .white) > contrast(with: .black) }

    /// Returns the perceived difference of two colors, in which green has the most weight.
    package func distance(to other: RGBColor) -> Int {
        func square(_ left: UInt8, _ right: UInt8) -> Int {
            let difference = Int(left) - Int(right)
            return difference * difference
        }
        return 2 * square(red, other.red) + 4 * square(green, other.green) + 3 * square(blue, other.blue)
    }
}

/// The number of colors of a terminal.
package enum ColorDepth: Hashable, Sendable {
    case none, eight, sixteen, palette
    /// Colors are given as red, green and blue, except for the first eight.
    case direct

    /// - Parameters:
    ///   - colors: the number in terminfo.
    ///   - isDirect: whether terminfo says that colors are red, green and blue.
    init(colors: Int, isDirect: Bool) {
        switch colors {
        case 257... where isDirect: self = .direct
        case 256...: self = .palette
        case 16...: self = .sixteen
        case 8...: self = .eight
        default: self = .none
        }
    }

    /// Returns the terminal's nearest color to one of the 256-color palette; -1 for its default color.
    func color(_ index: UInt8?) -> Int32 {
        guard let index else { return -1 }
        switch self {
        case .none: return -1
        case .eight: return Int32(Self.nearest(to: index, among: 8))
        case .sixteen: return index < 16 ? Int32(index) : Int32(Self.nearest(to: index, among: 16))
        case .palette: return Int32(index)
        case .direct:
            if index < 8 { return Int32(index) }
            let color = RGBColor(index: index)
            return Int32(color.red) << 16 | Int32(color.green) << 8 | Int32(color.blue)
        }
    }

    private static func nearest(to index: UInt8, among count: Int) -> Int {
        // If there are only eight colors, each bright color becomes its normal one and not the nearest by luminance.
        if index < 16, count == 8 { return Int(index) % 8 }
        let wanted = RGBColor(index: index)
        return (0..<count).min { distance($0, wanted) < distance($1, wanted) } ?? 0
    }

    private static func distance(_ index: Int, _ wanted: RGBColor) -> Int {
        RGBColor(index: UInt8(index)).distance(to: wanted)
    }
}
