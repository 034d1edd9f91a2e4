import Panes
import Terminal

/// The colors of a custom theme file. For missing colors, the default of the background is used.
struct CustomTheme: Hashable, Sendable {
    /// The use of a color, by its name in the file.
    enum Role: String, CaseIterable, Hashable, Sendable { case faint, code, mention, new, failure }

    static let people = "people"
    static let allNames = Role.allCases.map(\.rawValue) + [people]

    var colors: [Role: UInt8] = [:]
    /// The colors of the people in a chat. If these are too few, the default colors follow.
    var people: [UInt8] = []

    /// Returns the colors, all of them readable on the background. An unreadable color is replaced by the most
    /// similar readable one.
    func colors(on background: RGBColor, depth: ColorDepth) -> ColorSet {
        var set = ColorTheme.auto.colors(on: background, depth: depth)
        switch depth {
        case .none, .eight, .sixteen: return set
        case .palette, .direct: break
        }
        set.faint = colors[.faint] ?? set.faint
        set.code = colors[.code] ?? set.code
        set.mention = colors[.mention] ?? set.mention
        set.new = colors[.new] ?? set.new
        set.failure = colors[.failure] ?? set.failure
        let others = set.people.filter { other in !people.contains { $0 == other } }
        set.people = Array((people.map(Optional.some) + others).prefix(ColorSet.dark.people.count))
        return set.readable(on: background)
    }
}

extension CustomTheme {
    private static let names = [
        "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white", "bright-black", "bright-red",
        "bright-green", "bright-yellow", "bright-blue", "bright-magenta", "bright-cyan", "bright-white",
    ]

    /// Returns a color of the palette: by its number, by its name, or the nearest to `#rrggbb`.
    static func color(_ value: SettingValue) -> UInt8? {
        switch value {
        case .number(let number): UInt8(exactly: number)
        case .text(let text): names.firstIndex(of: text).map { UInt8($0) } ?? mixed(text)
        case .flag, .list, .table, .other: nil
        }
    }

    private static func mixed(_ text: String) -> UInt8? {
        guard text.utf8.count == 7, text.hasPrefix("#"), text.dropFirst().allSatisfy(\.isHexDigit),
            let value = Int(text.dropFirst(), radix: 16)
        else { return nil }
        let wanted = RGBColor(
            red: UInt8(value >> 16), green: UInt8(value >> 8 & 255), blue: UInt8(value & 255))
        return (UInt8(16)...UInt8.max).min {
            RGBColor(index: $0).distance(to: wanted) < RGBColor(index: $1).distance(to: wanted)
        }
    }
}
