extension ScreenEmulator {
    /// The rows, each ended by `\n`, with a mark at each change of style. A bold name in color 2 is `‹bold 2›ana‹›`.
    package var styledText: String {
        (0..<height).map { styledRow($0) + "\n" }.joined()
    }

    private func styledRow(_ y: Int) -> String {
        let cells = (0..<width).map { cell(x: $0, y: y) }
        // Invisible blanks without a style at the end don't count.
        let end = cells.lastIndex { $0.text != " " || $0.style.isVisibleOnBlanks }.map { $0 + 1 } ?? 0
        var row = ""
        var style = EmulatedStyle()
        for cell in cells[..<end] {
            if cell.style != style { row += "‹\(cell.style.words)›" }
            style = cell.style
            row += cell.text
        }
        return style == EmulatedStyle() ? row : row + "‹›"
    }
}

extension EmulatedStyle {
    fileprivate var isVisibleOnBlanks: Bool { isReversed || isUnderlined || background != nil }

    fileprivate var words: String {
        let attributes = [
            (isBold, "bold"), (isDim, "dim"), (isItalic, "italic"), (isUnderlined, "underlined"),
            (isReversed, "reversed"),
        ]
        let colours = [foreground.map(String.init), background.map { "on \($0)" }]
        return (attributes.filter(\.0).map(\.1) + colours.compactMap(\.self)).joined(separator: " ")
    }
}
