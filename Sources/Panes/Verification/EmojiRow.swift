import Terminal
import ViewModels

/// The emoji to compare: in one row with their names below, or as text on small screens.
struct EmojiRow {
    private static let cell = 11
    private static let margin = 2

    let emoji: [VerificationViewModel.Emoji]

    /// - Returns: the number of rows used.
    @MainActor
    func draw(on canvas: Canvas, isShort: Bool) -> Int {
        guard !isShort, canvas.size.width >= emoji.count * Self.cell + Self.margin else { return drawText(on: canvas) }
        for (place, one) in emoji.enumerated() {
            let x = Self.margin + place * Self.cell
            canvas.draw(one.symbol, at: Point(x: x, y: 0), style: Theme.title)
            canvas.drawShortened(one.name.string, at: Point(x: x, y: 1), style: Theme.text, width: Self.cell - 1)
        }
        return 2
    }

    @MainActor
    private func drawText(on canvas: Canvas) -> Int {
        let width = max(1, canvas.size.width - 2 * Self.margin)
        var lines: [String] = []
        var line = ""
        for (place, one) in emoji.enumerated() {
            let text = "\(place + 1) \(one.symbol) \(one.name.string)"
            if line.isEmpty {
                line = text
            } else if TextWidth.columns(line) + 2 + TextWidth.columns(text) <= width {
                line += "  " + text
            } else {
                lines.append(line)
                line = text
            }
        }
        lines.append(line)
        for (y, line) in lines.enumerated() {
            canvas.draw(line, at: Point(x: Self.margin, y: y), style: Theme.title)
        }
        return lines.count
    }
}
