import CFribidi

/// A paragraph with right-to-left text, reordered by libfribidi. Characters move together with their marks.
struct OrderedParagraph {
    let isRightToLeft: Bool
    private let characters: ArraySlice<Character>
    /// The embedding level of each character; odd for right-to-left.
    let levels: [Int8]
    /// The displayed form of each character.
    private let shapes: [String]
    /// The first code point of each character.
    private let firsts: [UInt32]

    /// - Parameter characters: characters without line breaks.
    /// - Returns: `nil` if all text is left-to-right.
    init?(_ characters: ArraySlice<Character>) {
        var scalars: [UInt32] = []
        var starts: [Int] = []
        for character in characters {
            starts.append(scalars.count)
            scalars.append(contentsOf: character.unicodeScalars.lazy.map(\.value))
        }
        firsts = starts.map { scalars[$0] }
        var all = [Int8](repeating: 0, count: scalars.count)
        var isRightToLeft = false
        guard !scalars.isEmpty, confab_bidi_paragraph(&scalars, Int32(scalars.count), &all, &isRightToLeft),
            isRightToLeft || all.contains(where: { $0 > 0 })
        else { return nil }
        self.isRightToLeft = isRightToLeft
        self.characters = characters
        levels = starts.map { all[$0] }
        shapes = starts.indices.map { place in
            Self.shape(scalars[starts[place]..<(place + 1 < starts.count ? starts[place + 1] : scalars.count)])
        }
    }

    /// - Parameter range: the characters of this paragraph, counted from 0.
    func row(_ range: Range<Int>) -> RowOrder {
        var levels = Array(levels[range])
        var places = [Int32](repeating: 0, count: range.count)
        guard !range.isEmpty,
            confab_bidi_row(Array(firsts[range]), Int32(range.count), isRightToLeft, &levels, &places)
        else { return RowOrder(cells: [], count: range.count, isRightToLeft: isRightToLeft) }
        let cells = places.compactMap { number -> RowOrder.Cell? in
            let place = Int(number)
            let columns = TextWidth.columns(characters[characters.startIndex + range.lowerBound + place])
            guard columns > 0 else { return nil }
            return RowOrder.Cell(place: place, text: shapes[range.lowerBound + place], columns: columns)
        }
        return RowOrder(cells: cells, count: range.count, isRightToLeft: isRightToLeft)
    }

    /// Prevents a character from combining with its new neighbor: a mark gets a base character, and trailing
    /// joiners are removed.
    private static func shape(_ scalars: ArraySlice<UInt32>) -> String {
        var text = String.UnicodeScalarView(scalars.compactMap(Unicode.Scalar.init))
        while text.count > 1, let last = text.last, last.properties.generalCategory == .format, last.value < 0xE0000 {
            text.removeLast()
        }
        let shape = String(text)
        let first = text.first { $0.properties.generalCategory != .format }
        switch first?.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: return TextWidth.drawable(shape.first ?? " ")
        default: return shape
        }
    }
}
