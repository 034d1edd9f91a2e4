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
