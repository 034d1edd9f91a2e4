package import Terminal
import ViewModels

/// The color of each meaning, out of 256; `nil` is the terminal's text color.
package struct ColorSet: Hashable, Sendable {
    package var faint: UInt8?
    package var code: UInt8?
    package var mention: UInt8?
    package var new: UInt8?
    package var failure: UInt8?
    /// The colors of people; empty without colors. Their number is one of ``personCounts``, so that people who differ
    /// in a longer list differ here as far as possible.
    package var people: [UInt8?]

    package static let personCounts = MessageViewModel.hueCounts

    package init(
        faint: UInt8?, code: UInt8?, mention: UInt8?, new: UInt8?, failure: UInt8?, people: [UInt8?]
    ) {
        self.faint = faint
        self.code = code
        self.mention = mention
        self.new = new
        self.failure = failure
        self.people = people
    }

    package static let none = ColorSet(faint: nil, code: nil, mention: nil, new: nil, failure: nil, people: [])
    package static let dark = ColorSet(
        faint: 247, code: 116, mention: 208, new: 208, failure: 203,
        people: [75, 114, 179, 176, 80, 216, 147, 150, 212, 221, 117, 109])
    package static let light = ColorSet(
        faint: 240, code: 24, mention: 130, new: 130, failure: 160,
        people: [25, 28, 94, 127, 23, 162, 55, 58, 89, 61, 22, 96])
    package static let darkHighContrast = ColorSet(
        faint: nil, code: 159, mention: 214, new: 214, failure: 210,
        people: [117, 120, 221, 219, 87, 216, 189, 155, 225, 229, 153, 158])
    package static let lightHighContrast = ColorSet(
        faint: nil, code: 18, mention: 88, new: 88, failure: 124,
        people: [19, 22, 52, 90, 23, 89, 55, 58, 53, 17, 236, 54])
    /// The terminal's 16 colors that are readable on black, with the values of xterm.
    package static let darkSixteen = ColorSet(
        faint: nil, code: 6, mention: 11, new: 11, failure: 9, people: [2, 3, 6, 13, 10, 14])
    package static let lightSixteen = ColorSet(
        faint: nil, code: 4, mention: 5, new: 5, failure: 1, people: [4, 5, 12])
    /// The colors for terminals without bright colors.
    package static let darkEight = ColorSet(
        faint: nil, code: 6, mention: 3, new: 3, failure: nil, people: [2, 3, 6])
    package static let lightEight = ColorSet(
        faint: nil, code: 4, mention: 5, new: 5, failure: 1, people: [4, 5, 1])

    /// The palette that maps style numbers to these colors.
    package var palette: Palette {
        var colors: [UInt8: UInt8] = [:]
        for (ink, color) in [
            (Ink.faint, faint), (.code, code), (.mention, mention), (.new, new), (.failure, failure),
        ] {
            colors[ink.number] = color
        }
        for place in 0..<Ink.maxPeople where !people.isEmpty {
            colors[Ink.person(place).number] = people[place % people.count]
        }
        return Palette { colors[$0] }
    }
}

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

/// The meanings of text colors; a ``ColorSet`` has the color for each.
enum Ink: Hashable {
    /// Less important text.
    case faint
    case code
    /// A mention of the user.
    case mention
    /// Unread content.
    case new
    case failure
    /// The name of a person in a chat, by an index below ``maxPeople``.
    case person(Int)

    /// The number of this meaning in a ``Style``. ``ColorSet/palette`` maps it to a color.
    var number: UInt8 {
        switch self {
        case .faint: 0
        case .code: 1
        case .mention: 2
        case .new: 3
        case .failure: 4
        case .person(let place): UInt8(5 + place)
        }
    }

    static let maxPeople = 12
}
