import Terminal
import ViewModels

/// Draws one row of a list that is searched: title, detail, what stands at the right, and the letters that match.
@MainActor
struct FuzzyListRow {
    let row: FuzzyListRowViewModel
    let matcher: FuzzyMatcher
    let isSelected: Bool

    /// A detail that is narrower says nothing.
    private static let narrowestDetail = 6

    func draw(on canvas: Canvas) {
        guard canvas.size.width > 2 else { return }
        if isSelected {
            canvas.fill(Rectangle(canvas.size), style: Theme.selection)
            canvas.draw(Marks.selected, at: Point(x: 0, y: 0), style: style(Theme.text))
        }
        let reason = row.choose.reason
        let base = reason != nil ? Theme.dim : row.isEmphasized ? Theme.unread : Theme.text
        let titleColumns = TextWidth.columns(row.title.string)
        // What stands at the right gives way to the title, not the title to it.
        let left = min(canvas.size.width - 2, 2 + max(titleColumns, canvas.size.width / 3) + 2)
        var end = canvas.size.width
        if !row.trailing.isEmpty {
            end = canvas.drawRight(
                row.trailing.string, right: end - 1, y: 0,
                style: style(row.isEmphasized ? Theme.unread : Theme.dim), left: left)
        }
        let used = draw(
            row.title.string, ranges: matcher.ranges(inTitle: row.searchedTitle), at: 2, width: end - 2, style: base,
            on: canvas)
        let detail = reason.map { "– " + $0.string } ?? row.detail.string
        let x = 2 + used + (reason == nil ? 2 : 1)
        guard !detail.isEmpty, end - 1 - x >= Self.narrowestDetail else { return }
        let ranges = reason == nil ? matcher.ranges(inOther: row.searchedDetail) : []
        draw(detail, ranges: ranges, at: x, width: end - 1 - x, style: Theme.dim, on: canvas)
    }

    /// - Returns: the columns that were drawn.
    @discardableResult
    private func draw(
        _ text: String, ranges: [Range<Int>], at x: Int, width: Int, style base: Style, on canvas: Canvas
    ) -> Int {
        let used = canvas.drawShortened(text, at: Point(x: x, y: 0), style: style(base), width: width)
        guard !ranges.isEmpty else { return used }
        let characters = Array(text)
        var matched = style(base)
        matched.attributes.remove(.dim)
        matched.attributes.formUnion([.bold, .underline])
        var column = 0
        for (place, character) in characters.enumerated() {
            let columns = TextWidth.columns(character)
            // The last column is the mark that the text was cut.
            let isCut = used < TextWidth.columns(text) && column + columns > used - 1
            if isCut { break }
            if ranges.contains(where: { $0.contains(place) }) {
                canvas.draw(String(character), at: Point(x: x + column, y: 0), style: matched)
            }
            column += columns
        }
        return used
    }

    private func style(_ style: Style) -> Style {
        isSelected ? Theme.selected(style) : style
    }
}
